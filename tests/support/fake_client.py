"""Tables that exist only in memory: what a screen shows and asks, without a network."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.commands import Command
from manillen_tui.engine.events import CardPlayed, DealBegan, Event, Manner, PackCut, TrumpNamed
from manillen_tui.engine.records import DealRecord, Phase, PlayedCard, Trick
from manillen_tui.engine.rules import WEST_FLANDERS
from manillen_tui.engine.scoring import DealScore
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Standing
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.services import HostOptions, Running, Saved, Services, TableClient
from net.address import Address
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


class FakeClient:
    """Answers every wish at once, and keeps it in `wishes`; `refusal` refuses the next one.

    With `law` every wish is refused; none is answered before `answering` is set.
    """

    def __init__(self, room: RoomState = LOBBY, view: View | None = None, seat: int = 0) -> None:
        self.seat = seat
        self.watches = False
        self.returned = False
        self.room = room
        self.view = view
        self.name = room.chairs[seat].name
        self.table = "3f2a"
        self.address = Address("192.168.1.20", 7842)
        self.state = Standing.CONNECTED
        self.lost: Trouble | None = None
        self.gone: Trouble | None = None
        self.code = "amber banjo" if room.holder == seat else None
        self.rights: str | None = None
        self.notices: deque[Notice] = deque()
        self.proofs = Proofs()
        self.wishes: list[tuple[str, object]] = []
        self.refusal: Trouble | None = None
        self.law: Trouble | None = None
        self.answering = asyncio.Event()
        self.answering.set()
        self._news = asyncio.Event()

    def push(self, *, room: RoomState | None = None, view: View | None = None) -> None:
        """What the host would send."""
        if room is not None:
            self.room = msgspec.structs.replace(room, revision=self.room.revision + 1)
        if view is not None:
            self.view = view
        self._news.set()

    def notice(self, code: str, **args: Any) -> None:
        """What the host tells the holder of his rights."""
        self.notices.append(Notice(code, args))
        self._news.set()

    def drop(self, code: str = "gone", **details: Any) -> None:
        """The connection is lost and looked for: wishes wait."""
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

    async def changed(self) -> None:
        await self._news.wait()
        self._news.clear()

    async def command(self, command: Command) -> None:
        await self._wish("command", command)

    async def ready(self, on: bool) -> None:
        await self._wish("ready", on)

    async def sit(self, seat: int) -> None:
        await self._wish("sit", seat)

    async def say(self, text: str) -> None:
        await self._wish("say", text)

    async def put_computer(self, seat: int) -> None:
        await self._wish("put_computer", seat)

    async def remove_computer(self, seat: int) -> None:
        await self._wish("remove_computer", seat)

    async def start(self) -> None:
        await self._wish("start", None)

    async def pause(self, on: bool) -> None:
        await self._wish("pause", on)

    async def absence(self, after_s: float | None) -> None:
        await self._wish("absence", after_s)

    async def remove(self, seat: int) -> None:
        await self._wish("remove", seat)

    async def shut(self, seat: int) -> None:
        await self._wish("shut", seat)

    async def open(self, seat: int) -> None:
        await self._wish("open", seat)

    async def admit(self, seat: int) -> None:
        await self._wish("admit", seat)

    async def decline(self, seat: int) -> None:
        await self._wish("decline", seat)

    async def pass_on(self, seat: int) -> None:
        await self._wish("pass_on", seat)

    async def new_code(self) -> None:
        await self._wish("new_code", None)

    async def close_table(self) -> None:
        await self._wish("close_table", None)

    async def leave(self) -> None:
        self.wishes.append(("leave", None))

    async def close(self) -> None:
        self.wishes.append(("close", None))

    async def _wish(self, what: str, argument: object) -> None:
        self.wishes.append((what, argument))
        await self.answering.wait()
        if self.law is not None:
            raise self.law
        if self.refusal is not None:
            refusal, self.refusal = self.refusal, None
            raise refusal


@dataclass(frozen=True)
class FakeRow:
    table_id: str
    name: str
    host: str
    people: int = 1
    seats: int = 4
    state: str = "lobby"
    status: str = "alive"
    round_trip_ms: float | None = 3.0
    info: Mapping[str, Any] | None = None
    code: bool | None = True
    addresses: Sequence[Address] = (Address("192.168.1.20", 7842),)


class FakeBrowser:
    def __init__(self, rows: Sequence[FakeRow] = (), problem: str | None = None) -> None:
        self.rows: Sequence[FakeRow] = rows
        self.problem = problem
        self.stopped = asyncio.Event()
        self._news = asyncio.Event()

    def push(self, *rows: FakeRow) -> None:
        self.rows = rows
        self._news.set()

    async def start(self) -> None:
        pass

    async def changed(self) -> None:
        await self._news.wait()
        self._news.clear()

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
class FakeWorld:
    """The rest of the program, as far as screens know it."""

    client: FakeClient = field(default_factory=FakeClient)
    browser: FakeBrowser = field(default_factory=FakeBrowser)
    left_running: FakeRunning | None = None
    kept: Sequence[Keepsake] = ()  # seats to come back to
    saved: Sequence[FakeSaved] = ()
    silent: set[str] = field(default_factory=set)  # tables, by id, that do not answer
    asked: list[str] = field(default_factory=list)  # whether they do
    held: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    forgotten: list[tuple[str, Path | None]] = field(default_factory=list)
    gone_on: list[str] = field(default_factory=list)
    code: str | None = None  # that has to be proved
    refusal: Trouble | None = None  # of joining or hosting
    joined: list[tuple[Sequence[Address], str, str | None]] = field(default_factory=list)
    how: list[Mapping[str, Any]] = field(default_factory=list)  # what else was said at joining
    came_back: list[Keepsake] = field(default_factory=list)
    hosted: list[HostOptions] = field(default_factory=list)
    given_up: int = 0  # tables and hosts that were no longer waited for
    answering: asyncio.Event = field(default_factory=asyncio.Event)  # of joining and hosting

    def __post_init__(self) -> None:
        self.answering.set()

    @property
    def services(self) -> Services:
        return Services(
            join=self._join,
            browse=lambda: self.browser,
            host=self._host,
            running=self._running,
            back=self._back,
            kept=lambda: self.kept,
            saved=self._saved,
            go_on=self._go_on,
            answers=self._answers,
            hold=lambda *held: self.held.append(held),
            ended=self.ended.append,
            forget=self._forget,
            opens_s=15.0,
            joins_s=20.0,
        )

    async def _join(
        self,
        addresses: Sequence[Address],
        name: str,
        rights: str | None,
        *,
        code: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        claim: bool = False,
        pending: Callable[[], None] = lambda: None,
    ) -> TableClient:
        self.joined.append((addresses, name, rights))
        self.how.append({"code": code, "seat": seat, "watch": watch, "claim": claim})
        if self.code is not None and code != self.code:
            trouble = Trouble("code-needed", {"table": "Kitchen table"})
            raise trouble if code is None else Trouble("badcode", {"seconds": 4})
        if claim:
            pending()
        await self._answer()
        if self.refusal is not None:
            raise self.refusal
        return self.client

    async def _back(self, kept: Keepsake) -> TableClient:
        self.came_back.append(kept)
        await self._answer()
        if self.refusal is not None:
            raise self.refusal
        return self.client

    async def _host(self, options: HostOptions) -> Running:
        self.hosted.append(options)
        await self._answer()
        if self.refusal is not None:
            raise self.refusal
        return FakeRunning(name=options.name, code="amber banjo" if options.guarded else None)

    async def _saved(self) -> Sequence[Saved]:
        return self.saved

    async def _go_on(self, saved: Saved) -> Running:
        self.gone_on.append(saved.table)
        await self._answer()
        if saved.trouble is not None:
            raise Trouble(saved.trouble, {"path": "/tables/x.manillen"})
        return FakeRunning(table=saved.table, name=saved.name)

    async def _answers(self, table: str, addresses: Sequence[Address]) -> bool:
        self.asked.append(table)
        return table not in self.silent

    async def _forget(self, table: str, saved: Path | None) -> None:
        self.forgotten.append((table, saved))
        self.kept = [seat for seat in self.kept if seat.table != table]
        self.saved = [match for match in self.saved if match.table != table]

    async def _answer(self) -> None:
        try:
            await self.answering.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise

    async def _running(self) -> Running | None:
        return self.left_running
