"""People who play on through every crash, and a check of their experience against the journal."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, to_builtins

from manillen_tui.engine.cards import cards_in
from manillen_tui.engine.commands import Command, Next
from manillen_tui.engine.events import CardPlayed
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.guest.client import Client, Standing
from manillen_tui.guest.deal_check import Doubt
from manillen_tui.history import Done, History, record_from_body, repeat
from manillen_tui.host.table_file import read
from manillen_tui.trouble import Trouble
from manillen_tui.wire import command_to_body, rules_from_body
from support.matches import any_command


#: The doubts that an honest host never causes, however often it crashes.
DISHONEST = (
    Doubt.OTHER_SECRET,
    Doubt.OTHER_SHARE,
    Doubt.DIFFERS,
    Doubt.COMMITTED_TWICE,
)


class Asked(Struct):
    """A command that was sent. `answer`: ``done``, a refusal's code, or None if there was none."""

    body: dict[str, Any]
    answer: str | None = None


class Ledger:
    """What one seat asked for, the answers it got, and the cards it saw in its hand.

    `tell` is called for each as it happens.
    """

    def __init__(self, tell: Callable[[str, Any], None] = lambda _what, _value: None) -> None:
        self.asked: list[Asked] = []
        self.dealt: dict[tuple[int, int], list[str]] = {}  # by match and deal, from 1
        self._tell = tell
        self._match = 1
        self._turn = 0

    def ask(self, body: dict[str, Any]) -> None:
        self.asked.append(Asked(body))
        self._tell("ask", body)

    def answer(self, code: str) -> None:
        self.asked[-1].answer = code
        self._tell("answer", code)

    @property
    def done(self) -> int:
        return sum(asked.answer == "done" for asked in self.asked)

    def see(self, view: View) -> None:
        """Cards held and cards played must always add up to the hand that was dealt."""
        if view.turn < self._turn:  # turns only ever rise during a match
            self._match += 1
        self._turn = view.turn
        if view.hand is None or view.phase in (Phase.SHUFFLE, Phase.CUT):
            return
        played = [e.card for e in view.events if isinstance(e, CardPlayed) and e.seat == view.seat]
        hand = sorted(map(str, [*view.hand, *played]))
        self.hold((self._match, view.deal), hand)
        self._tell("dealt", [self._match, view.deal, hand])

    def hold(self, deal: tuple[int, int], hand: list[str]) -> None:
        assert self.dealt.setdefault(deal, hand) == hand, f"other cards in deal {deal}"


class Player:
    """Makes random moves as soon as possible, until it is stopped."""

    def __init__(self, client: Client, seed: object, ledger: Ledger | None = None) -> None:
        self.client = client
        self.ledger = ledger or Ledger()
        self._random = Random(str(seed))
        self._news = asyncio.Condition()
        self._trouble: BaseException | None = None
        self._tasks = [
            asyncio.create_task(self._told(life)) for life in (self._look(), self._play())
        ]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until this holds, as this player sees it. Raises any error the player had."""
        async with self._news:
            while not condition():
                if self._trouble is not None:
                    raise self._trouble
                await self._news.wait()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        await self.client.close()
        if self._trouble is not None:
            raise self._trouble

    def here(self) -> bool:
        """Whether this player and everybody else is connected."""
        return self.client.state is Standing.CONNECTED and not any(
            chair.away for chair in self.client.room.chairs
        )

    async def _told(self, life: Coroutine[Any, Any, None]) -> None:
        try:
            await life
        except Exception as error:
            async with self._news:
                self._trouble = self._trouble or error
                self._news.notify_all()

    async def _look(self) -> None:
        while True:
            async with self._news:
                assert self.client.gone is None, self.client.gone
                if self.client.view is not None:
                    self.ledger.see(self.client.view)
                self._news.notify_all()
            await self.client.changed()

    async def _play(self) -> None:
        while True:
            await self.until(self._may)
            view, seat = self.client.view, self.client.seat
            try:
                if self.client.room.state == "over":
                    await self.client.ready(True)
                    await self.until(self._is_ready)
                elif view is not None:
                    await self._do(any_command(self._random, view))
                    await self.until(partial(self._is_past, view, seat))
            except Trouble as trouble:
                # The connection just broke, or it was done already before the host crashed.
                assert trouble.code in ("reconnecting", "stale"), trouble.code

    async def _do(self, command: Command) -> None:
        self.ledger.ask(command_to_body(command))
        try:
            await self.client.command(command)
        except Trouble as trouble:
            self.ledger.answer(trouble.code)
            raise
        self.ledger.answer("done")

    def _is_past(self, view: View, seat: int) -> bool:
        """Whether the host has already shown the outcome of a command."""
        now = self.client.view
        return now is not None and (now.turn != view.turn or seat not in now.to_act)

    def _is_ready(self) -> bool:
        """Whether the host has shown this player as ready, or the next match has begun."""
        room = self.client.room
        return room.state != "over" or room.chairs[self.client.seat].ready

    def _may(self) -> bool:
        client = self.client
        if client.state is not Standing.CONNECTED:
            return False
        if client.room.state == "playing":
            return client.view is not None and client.seat in client.view.to_act
        return client.room.state == "over" and not client.room.chairs[client.seat].ready


def check_journal(path: Path, ledgers: Sequence[Ledger]) -> int:
    """Check that the file has every command that was done once, and no others, and every hand.

    `ledgers` are by seat. Returns the number of deals.
    """
    saved = read(path)
    history = History(rules_from_body(saved.facts.rules))
    match = 0
    done: list[list[dict[str, Any]]] = [[] for _ in ledgers]
    dealt: dict[tuple[int, int], list[list[str]]] = {}
    for body in saved.records:
        record = record_from_body(body)
        match += body["step"] == "begin"
        history = repeat(history, record)
        if isinstance(record, Done) and not isinstance(record.command, Next):
            done[record.seat].append(command_to_body(record.command))
        if (
            history.match
            and history.match.deal
            and history.due is None
            and history.match.deal.dealt
        ):
            hands = [sorted(map(str, cards_in(hand))) for hand in history.match.deal.dealt]
            dealt[match, history.match.deal.number] = hands
    for seat, ledger in enumerate(ledgers):
        asked = [a for a in ledger.asked if a.body != to_builtins(Next())]
        assert fits(asked, done[seat]), f"seat {seat}"
        for deal, hand in ledger.dealt.items():
            assert dealt[deal][seat] == hand, (seat, deal)
    return len(dealt)


def fits(asked: Sequence[Asked], done: Sequence[dict[str, Any]]) -> bool:
    """Whether the commands in the file match those asked, in order: each that was answered with
    done once, none that was refused, and either for those whose sender died before the answer.
    """
    places = {0}
    for one in asked:
        further = {at + 1 for at in places if at < len(done) and done[at] == one.body}
        match one.answer:
            case "done":
                places = further
            case None:
                places |= further
    return len(done) in places


def honest(player: Player) -> bool:
    """Whether this player's own proofs raise no doubt against the host."""
    view = player.client.view
    assert view is not None
    verdicts = [player.client.proofs.of(number) for number in range(1, view.deal + 1)]
    return not any(verdict and verdict.doubt in DISHONEST for verdict in verdicts)
