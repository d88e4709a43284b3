"""What the people at a table are called: now, in this match, and when something happened.

Names are by seat. Chairs change hands in mid-deal, and what was done before was done by others.
People whose names look alike are told apart by the numbers of their seats.
"""

from collections.abc import Sequence

from manillen_tui.engine.records import Phase
from manillen_tui.guest.client import Client
from manillen_tui.words.nouns import computer_name, empty_name, name_at
from net.lookalikes import alike
from net.protocol.host_messages import Chair, RoomState


class PlayerNames:
    """To be told of each change by `note`."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._played: Sequence[Chair] = ()  # in the match that is running, or was the last one
        self._at_event: dict[int, Sequence[str]] = {}  # when each event was first seen
        self._phase: Phase | None = None
        # Whether somebody else played before on this chair.
        self._late = client.room.state == "playing" and not (client.watches or client.returned)

    @property
    def holders(self) -> list[str]:
        """Of whoever holds each chair now."""
        return told_apart(self._client.room.chairs)

    @property
    def players(self) -> list[str]:
        """Of the players; after a match still of those who played it."""
        return told_apart(self._chairs)

    @property
    def _chairs(self) -> Sequence[Chair]:
        """Those of the players."""
        room = self._client.room
        return self._played if room.state == "over" and self._played else room.chairs

    def at_event(self, number: int) -> Sequence[str]:
        """When the event of this number was first seen."""
        return self._at_event.get(number, self.players)

    def at_last(self, *kinds: type) -> Sequence[str]:
        """When something of these kinds happened last in this deal."""
        view = self._client.view
        events = view.events if view else ()
        for place in reversed(range(len(events))):
            if view is not None and isinstance(events[place], kinds):
                return self.at_event(view.first_event + place)
        return self.players

    def note(self) -> None:
        """What is new was done by those who sit there now."""
        if self._client.room.state == "playing":
            self._played = self._client.room.chairs
        view, seat = self._client.view, self._client.seat
        if view is None:
            return
        if self._phase is Phase.OVER and view.phase is not Phase.OVER:
            self._at_event.clear()  # a rematch counts from the beginning
        names = self.players
        if self._phase is None and self._late:
            names = [*names[:seat], computer_name(seat), *names[seat + 1 :]]
        self._phase = view.phase
        own = self._chairs[seat]
        theirs = own.holder == "computer" or _plain_name(seat, own) == self._client.name
        if not self._client.watches and not theirs:
            return  # everybody has moved, and the room is not here yet
        for number in range(view.first_event, view.first_event + len(view.events)):
            self._at_event.setdefault(number, names)


def told_apart(chairs: Sequence[Chair]) -> list[str]:
    """What whoever holds each chair is called: "Anna", or "2·Anna" beside somebody like that."""
    names = [_plain_name(seat, chair) for seat, chair in enumerate(chairs)]
    people = {seat for seat, chair in enumerate(chairs) if chair.holder == "person"}
    while mistaken := {seat for seat in people if _is_like_another(seat, names)}:
        people -= mistaken
        for seat in mistaken:
            names[seat] = name_at(seat, chairs[seat].name)
    return names


def called(room: RoomState, name: str) -> str:
    """What somebody whom the host names is called at this table."""
    shown = told_apart(room.chairs)
    for seat, chair in enumerate(room.chairs):
        if chair.holder == "person" and chair.name == name:
            return shown[seat]
    return name_at(None, name) if any(alike(name, other) for other in shown) else name


def _is_like_another(seat: int, names: Sequence[str]) -> bool:
    return any(alike(names[seat], name) for other, name in enumerate(names) if other != seat)


def _plain_name(seat: int, chair: Chair) -> str:
    match chair.holder:
        case "person":
            return chair.name
        case "computer":
            return computer_name(seat)
        case _:
            return empty_name()
