"""What of a match one screen has shown so far, at the pace of the person before it.

Views are complete and their events are numbered: a screen may be behind the table. It stays at a
finished trick until it is released; nobody else waits for that.
"""

from collections.abc import Iterable

from manillen_tui.engine.events import CardPlayed, Event, TrickTaken
from manillen_tui.engine.records import Phase, PlayedCard, Trick
from manillen_tui.engine.view import View


class Playback:
    """Takes views as they come; `held` is the finished trick that is still on the table."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.held: Trick | None = None
        self.shown = 0  # the number of the next event to show

    def take(self, view: View) -> list[Event]:
        """Take a newer view, and return the events to show now."""
        before, self.view = self.view, view
        if before is None:  # whoever comes later is not made to watch what they missed
            self.shown = view.first_event + len(view.events)
            return list(view.events)
        if before.phase is Phase.OVER and view.phase is not Phase.OVER:  # a rematch
            self.shown = view.first_event
            self.held = None
        return self._advance()

    def release(self) -> list[Event]:
        """Take the finished trick away, and return the events to show now."""
        self.held = None
        return self._advance()

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The cards that lie on the table of this screen."""
        if self.held:
            return self.held.plays
        return self.view.trick if self.view else ()

    @property
    def winning(self) -> int | None:
        """The seat that takes that trick, as far as it goes."""
        if self.held:
            return self.held.winner
        return self.view.winning if self.view else None

    def _advance(self) -> list[Event]:
        if self.view is None or self.held:
            return []
        fresh: list[Event] = []
        first = self.view.first_event
        for number, event in enumerate(self.view.events, first):
            if number < self.shown:
                continue
            self.shown = number + 1
            fresh.append(event)
            if isinstance(event, TrickTaken):
                self.held = _trick_before(self.view.events[: number - first], event)
                break
        return fresh


def _trick_before(events: Iterable[Event], taken: TrickTaken) -> Trick:
    plays: list[PlayedCard] = []
    for event in events:
        match event:
            case CardPlayed(seat, card):
                plays.append(PlayedCard(seat, card))
            case TrickTaken():
                plays.clear()
            case _:
                pass
    return Trick(tuple(plays), taken.seat, taken.points)
