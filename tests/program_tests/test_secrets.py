"""No frame to a seat has a card that the seat may not see yet, under any rules."""

from collections import Counter
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules, check
from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import AskCard, Command, Look, NameTrump, Play, Reason
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.host.table import Table
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.wire import command_to_body, view_from_body
from net.ids import ConnectionId, SeatNumber
from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.guest_messages import Do, Join, Leave, Manage, Ready, Resume, Seal, Share
from net.protocol.host_messages import FromHost, Nack, Reveal, Seated
from net.room.outcome import Outcome
from net.room.room import Room
from net.security.sealing import seal_of
from support.matches import any_command
from support.secrecy import (
    check_frame,
    check_sealed,
    check_view,
    hidden_from,
    in_question,
    truth,
)


#: The options that make a difference in who sees what.
OPTIONS = (
    "cut_automatic",
    "running_points",
    "open_hands",
    "watch_open",
    "partner_waits",
    "blind_no_trump",
    "partner_choice",
    "calls",
    "questions",
    "signals",
    "turn_up_bonus",
)


def with_options(rules: Rules, random: Random) -> Rules:
    """Some options reversed, as far as they can be combined."""
    for option in OPTIONS:
        other = replace(rules, **{option: not getattr(rules, option)})
        if random.random() < 0.5 and not check(other):
            rules = other
    return rules


class Wire:
    """People on every chair of a real room and table, and two spectators.

    Every frame that would be sent to any of them is searched.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.random = Random(seed)
        self.rules = rules
        secrets = Random(f"secrets {seed}")
        self.table = Table(rules, lambda _number: secrets.randbytes(32), ComputerPlayers())
        self.room = Room(self.table, table="t", name="Kroon", host="Wim", limits=Limits())
        self.whos = map(ConnectionId, count(1))
        self.at: dict[int, ConnectionId] = {}  # by seat
        self.tokens: dict[int, str] = {}  # by seat
        self.numbers: dict[int, int] = {}  # by seat
        self.frames = self.commits = self.reveals = self.resumes = self.takeovers = 0
        for seat in range(rules.players):
            self.sit_down(seat)
        for _ in range(2):
            self.take(self.room.join(next(self.whos), Join("Watcher", None, watch=True), 0))
        for seat in range(1, rules.players):
            self.obey(seat, Ready(self.number(seat), True))
        self.obey(0, Manage(self.number(0), "start"))

    # Coming and going

    def sit_down(self, seat: int) -> None:
        self.at[seat], self.numbers[seat] = next(self.whos), 0
        self.seated(seat, self.room.join(self.at[seat], Join(f"P{seat}", seat), 0))

    def seated(self, seat: int, outcome: Outcome) -> None:
        assert isinstance(outcome.answer, Seated) and outcome.answer.seat == seat
        assert outcome.answer.token is not None
        self.tokens[seat] = outcome.answer.token
        self.take(outcome)

    def drop(self, seat: int) -> None:
        """A connection is lost, and its person resumes the seat on another."""
        self.take(self.room.lost(self.at[seat], 0))
        self.at[seat] = next(self.whos)
        self.seated(seat, self.room.resume(self.at[seat], Resume(self.tokens[seat], 0), 0))
        self.resumes += 1

    def take_over(self, seat: int) -> None:
        """Somebody leaves for good, and somebody else takes the seat."""
        self.obey(seat, Leave(self.number(seat)))
        self.sit_down(seat)
        self.takeovers += 1

    # Asking

    def number(self, seat: int) -> int:
        self.numbers[seat] += 1
        return self.numbers[seat]

    def view(self, seat: int) -> View:
        state = self.room.view(SeatNumber(seat))
        assert state is not None
        return view_from_body(state.view)

    def ask(self, seat: int, command: Command) -> None:
        turn = self.view(seat).turn
        self.obey(seat, Do(self.number(seat), turn, command_to_body(command)))

    def obey(self, seat: int, command: Do | Ready | Leave | Manage) -> None:
        outcome = self.room.obey(self.at[seat], command, 0)
        answer = outcome.answer
        assert answer is not None
        if self.room.state != "lobby":
            match = truth(self.table)
            asked = isinstance(command, Do) and "card" in command.body
            named = {command.body["card"]} if isinstance(command, Do) and asked else ()
            if isinstance(answer, Nack) and answer.code == Reason.KNOWN_CARD:
                assert set(answer.args["cards"]) == {str(c) for c in in_question(match, seat)}
            else:
                check_frame(match, seat, encode(answer), but=named)
        self.take(outcome)
        self.deal()

    def deal(self) -> None:
        """Shuffle the next deal, if due; some may not take part, or come back in the middle."""
        commit = self.room.commit(0)
        if commit is None:
            return
        self.commits += 1
        check_sealed(self.table, encode(commit))
        shares = {seat: self.random.randbytes(16) for seat in self.at}
        self.maybe_drop_one()
        for seat in self.all_or_all_but_one():
            seal = seal_of(commit.deal, seat, shares[seat])
            self.room.add(self.at[seat], Seal(commit.deal, seal))
        sealed = self.room.show_seals(Limits().share_s)
        assert sealed is not None
        frame = encode(sealed)
        check_sealed(self.table, frame)
        assert not any(share in frame for share in shares.values())
        self.maybe_drop_one()
        for seat in self.all_or_all_but_one():
            self.room.add(self.at[seat], Share(commit.deal, shares[seat]))
        later = 2 * Limits().share_s
        assert self.room.deal_ready(later)
        self.take(self.room.shuffle(later))

    def maybe_drop_one(self) -> None:
        if self.random.random() < 0.1:
            self.drop(self.random.choice(list(self.at)))

    def all_or_all_but_one(self) -> list[int]:
        return list(self.at)[self.random.random() < 0.1 :]

    # Reading

    def take(self, outcome: Outcome) -> None:
        """Search all messages that this outcome leads to, to everybody at the table."""
        seats = self.room.audience()
        for who, letter in outcome.letters:
            self.read(letter, seats[who])
        if outcome.changed and self.room.state != "lobby":
            match = truth(self.table)
            for seat in seats.values():
                state = self.room.view(seat)
                assert state is not None
                check_view(match, seat, state.view)
                check_sealed(self.table, encode(state))
                check_frame(match, seat, encode(self.room.room(0)))
                self.frames += 2

    def read(self, letter: FromHost, seat: int | None) -> None:
        frame = encode(letter)
        self.frames += 1
        match truth(self.table), letter:
            case match, Reveal():
                # It gives away all cards: only when hands are shown, and only to the table.
                assert match.phase in (Phase.SCORE, Phase.OVER)
                assert match.rules.open_hands and match.sheet[-1].score is not None
                assert letter.deal == len(match.sheet)
                assert seat is not None
                self.reveals += 1
            case match, _:
                check_frame(match, seat, frame)
        check_sealed(self.table, frame)

    def interfere(self) -> None:
        """Somebody asks for something they mostly may not, or comes and goes."""
        pack = self.rules.cards.cards
        seat = self.random.randrange(self.rules.players)
        if self.random.random() < 0.3:
            self.random.choice((self.drop, self.take_over))(seat)
            return
        wish: Command = self.random.choice(
            (
                NameTrump(None),
                NameTrump(self.random.choice(SUITS)),
                Play(self.random.choice(pack)),
                AskCard(self.random.choice(pack)),
            )
        )
        self.ask(seat, wish)


def play_deals(rules: Rules, seed: int, deals: int) -> Wire:
    """Play random legal moves, along with forbidden requests; void deals do not count."""
    wire = Wire(rules, seed)
    while (view := wire.view(0)).phase is not Phase.OVER:
        if sum(record.score is not None for record in view.sheet) >= deals:
            break
        seat = wire.random.choice(view.to_act)
        if wire.random.random() < 0.1:
            wire.interfere()
            continue
        waiting = [s for s in range(rules.players) if wire.view(s).may_look]
        if waiting and wire.random.random() < 0.1:
            wire.ask(waiting[0], Look())
        else:
            wire.ask(seat, any_command(wire.random, wire.view(seat)))
    return wire


def read(name: str, deals: int) -> Counter[str]:
    """What was searched in this many deals, changing options after every two."""
    rules = replace(PRESETS[name], target=999)  # long enough for any number of deals
    counted = Counter[str]()
    for n in range(deals // 2):
        wire = play_deals(with_options(rules, Random(f"{name} {n}")) if n else rules, n, 2)
        for what in ("frames", "commits", "reveals", "resumes", "takeovers"):
            counted[what] += getattr(wire, what)
    return counted


@pytest.mark.parametrize("name", PRESETS)
def test_no_frame_has_a_hidden_card(name: str) -> None:
    counted = read(name, 4)
    assert counted["frames"] > 4 * 30 * 2 * PRESETS[name].players
    assert counted["commits"] >= 4
    assert counted["reveals"] >= 2 * PRESETS[name].players
    assert counted["resumes"] + counted["takeovers"] > 0


@pytest.mark.deep
@pytest.mark.parametrize("name", PRESETS)
def test_no_frame_of_many_deals_has_a_hidden_card(name: str) -> None:
    deals = 1000 if name == PRESETS[name].base else 200
    counted = read(name, deals)
    print(
        f"{name}: of {deals} deals were read " + ", ".join(f"{n} {w}" for w, n in counted.items())
    )
    assert counted["frames"] > deals * 20 * 2 * PRESETS[name].players
    assert min(counted.values()) > deals // 4


def begun(name: str, **options: object) -> Wire:
    rules = replace(PRESETS[name], cut_automatic=True, **options)
    return Wire(rules, 7)


def test_a_closed_card_of_a_stack_is_hidden_from_both_players() -> None:
    wire = begun("two")
    deal = truth(wire.table).deal
    assert deal is not None
    closed = {stack.closed for own in deal.stacks for stack in own}
    opened = {stack.open for own in deal.stacks for stack in own}
    assert len(closed) == len(opened) == 8
    for seat in range(2):
        hidden = hidden_from(truth(wire.table), seat)
        assert closed <= hidden
        assert not opened & hidden
        assert len(hidden) == 8 + 8  # and the other player's hand


def test_a_dealer_who_may_name_blind_has_not_seen_their_cards() -> None:
    wire = begun("west-flanders", blind_no_trump=True)
    dealer = truth(wire.table).dealer
    assert dealer is not None
    assert wire.view(dealer).hand is None
    assert len(hidden_from(truth(wire.table), dealer)) == 32


def test_everybody_may_see_the_turned_card() -> None:
    wire = begun("malilla")
    for seat in range(4):
        assert wire.view(seat).turned is not None
        assert wire.view(seat).turned not in hidden_from(truth(wire.table), seat)


def test_the_search_finds_what_is_hidden() -> None:
    wire = begun("malilla")
    match = truth(wire.table)
    state = wire.room.view(SeatNumber(0))
    assert state is not None
    with pytest.raises(AssertionError, match="went to seat 1"):
        check_view(match, 1, state.view)


def test_the_search_finds_what_a_deal_was_shuffled_from() -> None:
    wire = begun("malilla")
    given = wire.table._history.given
    assert given is not None
    check_sealed(wire.table, b"nothing of it")
    for told in (given.secret, *given.shares.values()):
        with pytest.raises(AssertionError, match="shuffled from"):
            check_sealed(wire.table, b"x" + told)
