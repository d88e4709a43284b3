"""The application as its screens know it: what they may ask of it, whatever else it does."""

from collections.abc import Sequence
from typing import Protocol

from textual.events import Key
from textual.signal import Signal

from manillen_tui.config.settings import Settings
from manillen_tui.ui.destination import Destination
from manillen_tui.ui.rejoin import Way, WaysBack
from manillen_tui.ui.seat.sitting import Sitting
from manillen_tui.ui.services import Services
from net.address import Address


class AppForScreens(Protocol):
    settings: Settings
    services: Services
    ways_back: WaysBack
    sitting: Sitting | None  # at the table where this person is
    table_changed: Signal[Sitting]
    joining: Sequence[Address] | None  # where an answer is waited for
    joining_line: str  # what is being done there, and for how long at most
    last_key: Key | None

    def sit_down(self, destination: Destination, *, way: Way | None = None) -> None:
        """Go to this table, by this `way`; a refusal is told on the screen that is up."""

    def sit_elsewhere(self, destination: Destination) -> None:
        """Get up from where this person watches, and come back as somebody else."""

    def go_back(self, way: Way) -> None:
        """To a table of before; one that was saved is opened again first."""

    def stand_off(self) -> None:
        """Wait no longer for a table that does not answer."""

    def ask_to_leave(self) -> None:
        """Leave the table, after a question that says what becomes of it."""

    def rename(self, name: str) -> None:
        """Keep the name to sit down with; empty: the system user's."""

    def still_held(self, key: Key) -> bool:
        """Whether a key is no more than the repetition of one held down at the lost table."""
