"""No frame to a seat holds a card that the seat may not see yet, under any rules."""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Rules, check
from manillen_tui.engine.cards import SUITS
from manillen_tui.engine.commands import AskCard, Command, Look, NameTrump, Play, Reason
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.table import Table, seeded_entropy
from manillen_tui.wire import command_to_body, view_from_body
from net.codec import encode
from net.limits import Limits
from net.messages import Do, Join, Manage, Nack, Ready
from net.room import Room
from support.matches import any_command
from support.secrecy import check_frame, check_view, hidden_from, in_question, truth


#: What a table may switch on and off, and what makes a difference in who sees what.
OPTIONS = (
    "cut_automatic",
    "running_points",
    "open_hands",
    "partner_waits",
    "blind_no_trump",
    "partner_choice",
    "calls",
    "questions",
    "signals",
    "turn_up_bonus",
)


def with_options(rules: Rules, random: Random) -> Rules:
    """Some options the other way round, as far as they can be played together."""
    rules = replace(rules, target=999)  # as many deals as are asked for
    for option in OPTIONS:
        other = replace(rules, **{option: not getattr(rules, option)})
        if random.random() < 0.5 and not check(other):
            rules = other
    return rules


class Wire:
    """People on every chair of a real room and table; every frame they would be sent is read."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.random = Random(seed)
        self.rules = rules
        self.table = Table(rules, seeded_entropy(seed), ComputerPlayers())
        self.room = Room(self.table, table="t", name="Kroon", host="Wim", limits=Limits())
        self.numbers = [0] * rules.players
        self.frames = 0
        for seat in range(rules.players):
            self.room.join(seat, Join(f"P{seat}", seat), 0)
            self.obey(seat, Ready(self.number(seat), True))
        self.obey(0, Manage(self.number(0), "start"))

    def number(self, seat: int) -> int:
        self.numbers[seat] += 1
        return self.numbers[seat]

    def view(self, seat: int) -> View:
        state = self.room.view(seat)
        assert state is not None
        return view_from_body(state.view)

    def ask(self, seat: int, command: Command) -> None:
        turn = self.view(seat).turn
        self.obey(seat, Do(self.number(seat), turn, command_to_body(command)))

    def obey(self, seat: int, command: Do | Ready | Manage) -> None:
        """Let the room obey, then read every frame that this leads to."""
        answer = self.room.obey(seat, command, 0).answer
        assert answer is not None
        if self.room.state == "lobby":
            return
        match = truth(self.table)
        named = {command.body["card"]} if isinstance(command, Do) and "card" in command.body else ()
        if isinstance(answer, Nack) and answer.code == Reason.KNOWN_CARD:
            assert set(answer.args["cards"]) == {str(card) for card in in_question(match, seat)}
        else:
            check_frame(match, seat, encode(answer), but=named)
        for other in range(self.rules.players):
            state = self.room.view(other)
            assert state is not None
            check_view(match, other, state.view)
            check_frame(match, other, encode(self.room.room(0)))
            self.frames += 2

    def interfere(self) -> None:
        """Somebody asks for something that is mostly not his to ask."""
        pack = self.rules.cards.cards
        wish: Command = self.random.choice(
            (
                NameTrump(None),
                NameTrump(self.random.choice(SUITS)),
                Play(self.random.choice(pack)),
                AskCard(self.random.choice(pack)),
            )
        )
        self.ask(self.random.randrange(self.rules.players), wish)


def play_deals(rules: Rules, seed: int, deals: int) -> Wire:
    """Random legal players, who also ask for what they may not; void deals do not count."""
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


def frames_of(name: str, seed: int, deals: int) -> int:
    rules = PRESETS[name]
    return sum(
        play_deals(with_options(rules, Random(f"{name} {seed} {n}")) if n else rules, n, 2).frames
        for n in range(seed, seed + deals // 2)
    )


@pytest.mark.parametrize("name", PRESETS)
def test_no_frame_holds_a_hidden_card(name: str) -> None:
    frames = frames_of(name, 0, 4)
    assert frames > 4 * 30 * 2 * PRESETS[name].players


@pytest.mark.deep
@pytest.mark.parametrize("name", PRESETS)
def test_no_frame_of_many_deals_holds_a_hidden_card(name: str) -> None:
    deals = 1000 if name == PRESETS[name].base else 200
    frames = frames_of(name, 0, deals)
    print(f"{name}: {frames} frames of {deals} deals read")
    assert frames > deals * 20 * 2 * PRESETS[name].players


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
        assert len(hidden) == 8 + 8  # and the other one's hand


def test_a_dealer_who_may_name_blind_has_not_seen_his_cards() -> None:
    wire = begun("west-flanders", blind_no_trump=True)
    dealer = truth(wire.table).dealer
    assert dealer is not None
    assert wire.view(dealer).hand is None
    assert len(hidden_from(truth(wire.table), dealer)) == 32


def test_the_turned_card_is_everybodys_to_see() -> None:
    wire = begun("malilla")
    for seat in range(4):
        assert wire.view(seat).turned is not None
        assert wire.view(seat).turned not in hidden_from(truth(wire.table), seat)


def test_the_search_finds_what_is_hidden() -> None:
    wire = begun("malilla")
    match = truth(wire.table)
    state = wire.room.view(0)
    assert state is not None
    with pytest.raises(AssertionError, match="went to seat 1"):
        check_view(match, 1, state.view)
