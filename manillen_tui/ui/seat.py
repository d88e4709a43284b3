"""One person's time at one table: the client, and what the screens keep asking of it."""

import time
from collections.abc import Hashable, Sequence
from typing import Final

from manillen_tui import words
from manillen_tui.config.rule_options import read_rules
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.guest.client import Standing
from manillen_tui.trouble import Trouble
from manillen_tui.ui.joining import Wish
from manillen_tui.ui.services import Running, TableClient
from net.protocol.host_messages import Chair, RoomState


#: A notice stays in sight for so long, in seconds.
NOTICE_S: Final = 15.0


class Sitting:
    """`wish` is how this person came: its `running` is there when he opened the table."""

    def __init__(self, client: TableClient, wish: Wish) -> None:
        self.client = client
        self.wish = wish
        self._revision = -1
        self._deadline: float | None = None
        self._played: list[str] = []  # the names of the match that is running, or was the last one
        self._told: dict[int, Sequence[str]] = {}  # the names when each event was first seen
        self._phase: Phase | None = None
        # Whether somebody else played before on this chair.
        self._late = client.room.state == "playing" and not (client.watches or client.returned)
        self._comings: list[str] = []
        self._refusals: dict[Hashable, Trouble] = {}
        self._refused_at: Hashable = None
        self._room = client.room
        self._holder = _holder(client.room)  # the last one who was here
        self._lost_at: float | None = None
        self._notices: list[tuple[float, str]] = []  # each with the time when it has been read

    @property
    def running(self) -> Running | None:
        return self.wish.running

    @property
    def names(self) -> list[str]:
        """Of the players by seat; after a match still of those who played it."""
        if self.client.room.state == "over" and self._played:
            return self._played
        return self.holders

    def names_at(self, number: int) -> Sequence[str]:
        """The names, by seat, when the event of this number was first seen."""
        return self._told.get(number, self.names)

    def names_of(self, *kinds: type) -> Sequence[str]:
        """The names when something of these kinds happened last in this deal."""
        view = self.client.view
        events = view.events if view else ()
        for place in reversed(range(len(events))):
            if view is not None and isinstance(events[place], kinds):
                return self.names_at(view.first_event + place)
        return self.names

    def comings(self) -> list[str]:
        """Who came and who left during the match since this was last asked, a line each."""
        lines, self._comings = self._comings, []
        return lines

    @property
    def holders(self) -> list[str]:
        """Of whoever holds each chair now, by seat."""
        return [chair_name(seat, chair) for seat, chair in enumerate(self.client.room.chairs)]

    @property
    def spanish(self) -> bool:
        """Whether a Spanish pack is on the table."""
        view = self.client.view
        return view is not None and view.rules.cards.spanish

    @property
    def rules(self) -> Rules | None:
        """What was agreed; None where these rules are not known to this version."""
        if self.client.view is not None:
            return self.client.view.rules
        return read_rules(self.client.room.info)

    @property
    def own(self) -> int | None:
        """The seat of this person; None of one who only watches."""
        return None if self.client.watches else self.client.seat

    @property
    def may_manage(self) -> bool:
        """Whether this person may start the match and place computer players."""
        return not self.client.watches and self.client.room.host == self.client.seat

    @property
    def holds(self) -> bool:
        """Whether this person holds the host's rights."""
        return not self.client.watches and self.client.room.holder == self.client.seat

    @property
    def lost(self) -> bool:
        """Whether the connection is lost, and looked for."""
        return self.client.state is Standing.RECONNECTING

    def lost_s(self) -> int:
        """For how long the connection has been lost, in whole seconds."""
        return 0 if self._lost_at is None else round(time.monotonic() - self._lost_at)

    def notices(self) -> list[str]:
        """What the host was told, or everybody, that there was no time to read yet."""
        self._notices = [(end, line) for end, line in self._notices if end > time.monotonic()]
        return [line for _end, line in self._notices]

    @property
    def moment(self) -> Hashable:
        """What decides whom the table waits for and what it refuses; equal while nothing has."""
        room, view = self.client.room, self.client.view
        waits = view and (view.phase, view.turn, view.to_act)
        return (room.state, room.chairs, room.host, room.paused, room.claims, waits)

    def refusal(self, what: Hashable) -> Trouble | None:
        """Why the host refused this at this very moment, if he did."""
        return self._refusals.get(what) if self._refused_at == self.moment else None

    def refused(self, what: Hashable, trouble: Trouble) -> None:
        if self._refused_at != self.moment:
            self._refused_at = self.moment
            self._refusals.clear()
        self._refusals[what] = trouble

    def notice(self) -> None:
        """A change has come: durations on the wire begin to run when they arrive."""
        room = self.client.room
        self._note_connection()
        if room.state == "playing":
            self._played = self.holders
        self._note_people()
        self._note_events()
        if room.revision != self._revision:
            self._revision = room.revision
            self._deadline = (
                None if room.patience_ms is None else time.monotonic() + room.patience_ms / 1000
            )

    def _note_connection(self) -> None:
        if not self.lost:
            self._lost_at = None
        elif self._lost_at is None:
            self._lost_at = time.monotonic()
        while self.client.notices:
            notice = self.client.notices.popleft()
            line = words.notice_line(notice.code, notice.args)
            if line is not None:
                self._tell(line)

    def _tell(self, line: str) -> None:
        self._notices.append((time.monotonic() + NOTICE_S, line))
        if self.client.room.state != "lobby":  # no news any more when the match begins
            self._comings.append(line)

    def _note_people(self) -> None:
        before, self._room = self._room, self.client.room
        now = self._room
        self._note_holder(now)
        if now.state == "playing" and self._phase is not None:
            gone = _missing(_people(before), _people(now))
            new = _missing(_people(now), _people(before))
            away, back = _away(before), _away(now)
            self._comings += [words.left_line(name) for name in gone]
            self._comings += [words.came_line(name) for name in new]
            self._comings += [words.away_line(name) for name in _missing(back, away)]
            self._comings += [
                words.back_line(name) for name in _missing(away, back) if name not in gone
            ]
            self._comings += [
                words.watches_line(name) for name in _missing(now.watchers, before.watchers)
            ]

    def _note_holder(self, now: RoomState) -> None:
        """The host's rights pass from one to another; who is away holds them still."""
        before, holder = self._holder, _holder(now)
        if holder is None or holder == before:
            return
        self._holder = holder
        if before is not None:
            self._tell(words.holder_line("" if self.holds else holder))

    def _note_events(self) -> None:
        """What is new was done by those who sit there now: chairs change hands in mid-deal."""
        view = self.client.view
        if view is None:
            return
        if self._phase is Phase.OVER and view.phase is not Phase.OVER:
            self._told.clear()  # a rematch counts from the beginning
        names = self.names
        if self._phase is None and self._late:
            seat = self.client.seat
            names = [*names[:seat], words.computer_name(seat), *names[seat + 1 :]]
        self._phase = view.phase
        own = (self.client.name, words.computer_name(self.client.seat))
        if not self.client.watches and names[self.client.seat] not in own:
            return  # everybody has moved, and the room is not here yet
        for number in range(view.first_event, view.first_event + len(view.events)):
            self._told.setdefault(number, names)

    def patience_s(self) -> int | None:
        """Whole seconds until the host moves for those we wait for."""
        if self._deadline is None:
            return None
        return max(0, round(self._deadline - time.monotonic()))


def _people(room: RoomState) -> list[str]:
    return [chair.name for chair in room.chairs if chair.holder == "person"]


def _holder(room: RoomState) -> str | None:
    return None if room.holder is None else room.chairs[room.holder].name


def _away(room: RoomState) -> list[str]:
    return [chair.name for chair in room.chairs if chair.away]


def _missing(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """Those of the one that are not among the others."""
    return [name for name in names if name not in others]


def chair_name(seat: int, chair: Chair) -> str:
    match chair.holder:
        case "person":
            return chair.name
        case "computer":
            return words.computer_name(seat)
        case _:
            return words.empty_name()
