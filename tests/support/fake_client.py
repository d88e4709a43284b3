"""Tables that exist only in memory: what screens show and ask for, without a network."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.events import CardPlayed, DealBegan, Event, Manner, PackCut, TrumpNamed
from manillen_tui.engine.records import DealRecord, Phase, PlayedCard, Trick
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client, Standing
from manillen_tui.guest.joining import Guest
from manillen_tui.guest.reconnect import KnownAddresses
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.destination import Destination, SavedTable
from manillen_tui.ui.services import NewTable, Services
from manillen_tui.wire import command_from_body
from net.address import Address
from net.discovery.browse import Browser
from net.discovery.listing import Row, Status
from net.protocol import guest_messages
from net.protocol.host_messages import Chair, Notice, RoomState


LOCAL = Address("127.0.0.1", 7842)
PEOPLE = ("Maria", "Wim", "Noor", "Els")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in text.split())


def plays(first: int, text: str) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard((first + i) % 4, card) for i, card in enumerate(cards(text)))


def person(name: str, *, ready: bool = True) -> Chair:
    return Chair(holder="person", name=name, ready=ready)


COMPUTER = Chair(holder="computer", name="", ready=True)
EMPTY = Chair(holder="empty", name="", ready=False)

LOBBY = RoomState(
    revision=1,
    name="Kitchen table",
    state="lobby",
    chairs=(person("Maria"), person("Wim", ready=False), COMPUTER, EMPTY),
    host=0,
    waiting_for=(),
    patience_ms=None,
    info={"name": "west-flanders", "target": 101},
    holder=0,
)

PLAYING = msgspec.structs.replace(
    LOBBY, state="playing", chairs=tuple(person(name) for name in PEOPLE)
)

HAND = cards("10♣ 8♣ A♦ J♦ K♥ 9♥ Q♠ 7♠")

EVENTS: tuple[Event, ...] = (
    DealBegan(3, 1, 0, False),
    PackCut(0, 16, False),
    TrumpNamed(1, Suit.DIAMONDS),
)

#: Seat 0 is to answer a lead of clubs; Wim (1) dealt and named diamonds.
VIEW = View(
    seat=0,
    rules=WEST_FLANDERS,
    phase=Phase.PLAY,
    turn=40,
    deal=3,
    dealer=1,
    to_act=(0,),
    hand=HAND,
    counts=(8, 7, 8, 7),
    legal=cards("10♣"),
    may_look=False,
    cut_range=None,
    namer=1,
    trump=Suit.DIAMONDS,
    trick=plays(2, "7♣ K♣"),
    winning=3,
    last_trick=None,
    tricks=(0, 0, 0, 0),
    points=(0, 0),
    totals=(54, 37),
    factor=1,
    sheet=(),
    seen=(),
    winner=None,
    hands=None,
    first_event=70,
    events=(
        *EVENTS,
        CardPlayed(2, Card.parse("7♣"), Manner.LEAD),
        CardPlayed(3, Card.parse("K♣"), Manner.FOLLOW),
    ),
)

SCORE = DealScore(
    points=(38, 22),
    tricks=(8, 0),
    excess=(8, -8),
    winner=0,
    tie=False,
    no_trump_factor=2,
    tie_factor=2,
    sweep_factor=2,
    call_factor=1,
    scores=(64, 0),
)
RECORD = DealRecord(number=3, dealer=1, namer=1, trump=None, score=SCORE, totals=(118, 37))


def view_with(base: View = VIEW, **changes: Any) -> View:
    return msgspec.structs.replace(base, **changes)


def last_trick(first: int, text: str, winner: int, points: int) -> Trick:
    return Trick(plays(first, text), winner, points)


class FakeClient(Client):
    """Answers every request at once, and records it in `requests`; `refusal` refuses the next one.

    `law` refuses every request; none is answered before `answering` is set.
    """

    table = "3f2a"
    address = Address("192.168.1.20", 7842)
    rights: str | None = None

    def __init__(self, room: RoomState = LOBBY, view: View | None = None, seat: int = 0) -> None:
        super().__init__(Guest(room.chairs[seat].name), KnownAddresses(()), None)
        self.seat = seat
        self.room = room
        self.view = view
        self.code = "amber banjo" if room.holder == seat else None
        self.requests: list[tuple[str, object]] = []
        self.refusal: Trouble | None = None
        self.law: Trouble | None = None
        self.answering = asyncio.Event()
        self.answering.set()

    def push(self, *, room: RoomState | None = None, view: View | None = None) -> None:
        """What the host would send."""
        if room is not None:
            self.room = msgspec.structs.replace(room, revision=self.room.revision + 1)
        if view is not None:
            self.view = view
        self._news.set()

    def notice(self, code: str, **args: Any) -> None:
        """Send a notice as the host does to the holder of its rights."""
        self.notices.append(Notice(code, args))
        self._news.set()

    def drop(self, code: str = "gone", **details: Any) -> None:
        """The connection is lost, and the client is reconnecting: requests wait."""
        self.answering.clear()
        self.state, self.lost = Standing.RECONNECTING, Trouble(code, details)
        self._news.set()

    def come_back(self) -> None:
        self.state, self.lost = Standing.CONNECTED, None
        self.answering.set()
        self._news.set()

    def lose(self, code: str) -> None:
        """There is no way back."""
        self.state, self.gone = Standing.GONE, Trouble(code)
        self._news.set()

    async def ask(self, make: Callable[[int], guest_messages.Command]) -> None:
        self.requests.append(_told(make(len(self.requests))))
        await self.answering.wait()
        if self.law is not None:
            raise self.law
        if self.refusal is not None:
            refusal, self.refusal = self.refusal, None
            raise refusal

    async def close(self) -> None:
        self.state = Standing.GONE


def _told(request: guest_messages.Command) -> tuple[str, object]:
    """A request and its only argument."""
    match request:
        case guest_messages.Do(body=body):
            return "command", command_from_body(body)
        case guest_messages.Manage(what=what, seat=seat, value=value):
            return what, seat if value is None else value
        case _:
            _number, *said = msgspec.structs.astuple(request)
            return str(request.__struct_config__.tag), *(said or [None])


def table_row(
    table_id: str,
    name: str,
    host: str,
    *,
    people: int = 1,
    state: str = "lobby",
    status: Status = Status.ALIVE,
    round_trip_ms: int | None = 3,
    info: Mapping[str, Any] | None = None,
    code: bool | None = True,
    address: Address = Address("192.168.1.20", 7842),  # noqa: B008 - a frozen value
) -> Row:
    """A table on the network."""
    return Row(
        table_id, name, host, (address,), state, people, 4, info, code, round_trip_ms, status
    )


class FakeBrowser(Browser):
    """A browser that shows the rows it is given."""

    problem: str | None = None

    def __init__(self, rows: Sequence[Row] = (), problem: str | None = None) -> None:
        super().__init__()
        self.problem = problem
        self.rows = tuple(rows)
        self.stopped = asyncio.Event()

    def push(self, *rows: Row) -> None:
        self.rows = rows
        self._news.set()

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        self.stopped.set()


@dataclass(frozen=True)
class FakeRunning:
    table: str = "3f2a"
    name: str = "Kitchen table"
    address: Address = LOCAL
    rights: str = "token"
    code: str | None = "amber banjo"
    addresses: Sequence[str] = ("192.168.1.20:7842",)
    problem: str | None = None


@dataclass(frozen=True)
class FakeSaved:
    table: str = "77aa"
    name: str = "Sunday table"
    kept_s: float = 1_790_000_000.0
    trouble: str | None = None
    path: Path = Path("/tables/x.manillen")


@dataclass
class FakeWorld(Services):
    """The rest of the program, as screens know it."""

    client: FakeClient = field(default_factory=FakeClient)
    browser: FakeBrowser = field(default_factory=FakeBrowser)
    left_running: FakeRunning | None = None
    kept: Sequence[Keepsake] = ()  # seats to come back to
    saved: Sequence[FakeSaved] = ()
    silent: set[str] = field(default_factory=set)  # tables, by id, that do not answer
    asked: list[str] = field(default_factory=list)  # tables, by id, asked whether they answer
    held: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    forgotten: list[tuple[str, Path | None]] = field(default_factory=list)
    gone_on: list[str] = field(default_factory=list)
    code: str | None = None  # the code to be proved
    refusal: Trouble | None = None  # the answer to joining or hosting
    joined: list[Destination] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # under which people joined
    came_back: list[Keepsake] = field(default_factory=list)
    hosted: list[NewTable] = field(default_factory=list)
    given_up: int = 0  # how many joins and hosts were cancelled
    answering: asyncio.Event = field(default_factory=asyncio.Event)  # joins wait
    opens_s: float = 15.0
    joins_s: float = 20.0

    def __post_init__(self) -> None:
        self.answering.set()

    def browse(self) -> FakeBrowser:
        return self.browser

    async def join(
        self, destination: Destination, player: str, pending: Callable[[], None] = lambda: None
    ) -> Client:
        if destination.kept is not None:
            self.came_back.append(destination.kept)
        else:
            self.joined.append(destination)
            self.names.append(player)
            if self.code is not None and destination.code != self.code:
                trouble = Trouble("code-needed", {"table": "Kitchen table"})
                raise trouble if destination.code is None else Trouble("badcode", {"seconds": 4})
        if destination.claim:
            pending()
        await self._answer()
        return self.client

    async def open_table(self, table: NewTable) -> FakeRunning:
        self.hosted.append(table)
        await self._answer()
        return FakeRunning(name=table.name, code="amber banjo" if table.guarded else None)

    async def go_on(self, saved: SavedTable) -> FakeRunning:
        self.gone_on.append(saved.table)
        await self._answer()
        if saved.trouble is not None:
            raise Trouble(saved.trouble, {"path": "/tables/x.manillen"})
        return FakeRunning(table=saved.table, name=saved.name)

    async def running_table(self) -> FakeRunning | None:
        return self.left_running

    def kept_seats(self) -> Sequence[Keepsake]:
        return self.kept

    async def saved_tables(self) -> Sequence[FakeSaved]:
        return self.saved

    async def answers(self, table: str, addresses: Sequence[Address]) -> bool:
        self.asked.append(table)
        return table not in self.silent

    def hold(self, table: str, rights: str | None, code: str | None) -> None:
        self.held.append((table, rights, code))

    def table_ended(self, table: str) -> None:
        self.ended.append(table)

    async def forget(self, table: str, saved: Path | None) -> None:
        self.forgotten.append((table, saved))
        self.kept = [seat for seat in self.kept if seat.table != table]
        self.saved = [match for match in self.saved if match.table != table]

    async def _answer(self) -> None:
        try:
            await self.answering.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        if self.refusal is not None:
            raise self.refusal
