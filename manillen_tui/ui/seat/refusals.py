"""What the host has refused, for as long as nothing at the table has changed."""

from collections.abc import Hashable

from manillen_tui.trouble import Trouble


class Refusals:
    """Of one moment of the table: those of another one are forgotten."""

    def __init__(self) -> None:
        self._moment: Hashable = None
        self._troubles: dict[Hashable, Trouble] = {}

    def of(self, request: Hashable, moment: Hashable) -> Trouble | None:
        """Why the host refused this at this very moment, if it did."""
        return self._troubles.get(request) if self._moment == moment else None

    def keep(self, request: Hashable, moment: Hashable, trouble: Trouble) -> None:
        if self._moment != moment:
            self._moment = moment
            self._troubles.clear()
        self._troubles[request] = trouble
