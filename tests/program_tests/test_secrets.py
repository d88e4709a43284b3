"""No frame to a seat holds a card that the seat may not see yet."""

from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from manillen_tui.engine.cards import Card, cards_in
from manillen_tui.engine.commands import Command, Cut, Look, NameTrump, Next, Play
from manillen_tui.engine.events import CardPlayed
from manillen_tui.engine.view import Phase, View
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.table import Table, seeded_entropy
from manillen_tui.wire import command_to_body, view_from_body
from net.codec import encode
from net.limits import Limits
from net.messages import Do, Join, Manage, Ready
from net.room import Room


PACK = PRESETS["west-flanders"].cards.cards
SUITS = (*{card.suit for card in PACK}, None)


class Wire:
    """Four people at a real room and table; every frame that they would be sent is read."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        rules = replace(
            PRESETS["west-flanders"],
            target=10**9,  # as many deals as are asked for
            cut_automatic=self.random.random() < 0.5,
            running_points=self.random.random() < 0.5,
            open_hands=self.random.random() < 0.5,
        )
        table = Table(rules, seeded_entropy(seed), ComputerPlayers())
        self.room = Room(table, table="t", name="Kroon", host="Wim", limits=Limits())
        self.numbers = [0] * 4
        self.frames = 0
        for seat in range(4):
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
        own = command.body.get("card", "") if isinstance(command, Do) else ""
        self.read(seat, encode(answer), own)
        for other in range(4):
            state = self.room.view(other)
            assert state is not None
            self.read(other, encode(state))
            self.read(other, encode(self.room.room(0)))

    def read(self, seat: int, frame: bytes, own: str = "") -> None:
        """`own` is a card that this seat has just named itself."""
        self.frames += 1
        for card in self.hidden_from(seat):
            if str(card) != own:
                assert str(card).encode() not in frame, f"{card} went to seat {seat}"

    def hidden_from(self, seat: int) -> set[Card]:
        match = self.room.game._match  # type: ignore[attr-defined]  # the truth, for the test alone
        deal = match.deal
        if deal is None or not deal.hands:
            return set(PACK)  # nobody has a card yet
        played = {event.card for event in match.events if isinstance(event, CardPlayed)}
        if match.phase in (Phase.SCORE, Phase.OVER) and match.rules.open_hands:
            return set()
        waits = match.phase is Phase.TRUMP and seat == (match.dealer + 2) % 4
        own = set() if waits or deal.void else set(cards_in(deal.hands[seat]))
        return set(PACK) - played - own


def play_deals(seed: int, deals: int) -> Wire:
    """Random legal players, who also ask for what they may not."""
    wire = Wire(seed)
    finished = 0
    while finished < deals:
        seat = wire.random.choice(wire.view(0).to_act)
        view = wire.view(seat)
        match view.phase:
            case Phase.CUT:
                wire.ask(seat, Cut(wire.random.randint(1, 31)))
            case Phase.TRUMP:
                wire.ask((seat + 1) % 4, NameTrump(None))
                if wire.random.random() < 0.1:
                    wire.ask((seat + 2) % 4, Look())
                else:
                    wire.ask(seat, NameTrump(wire.random.choice(SUITS)))
            case Phase.PLAY:
                if wire.random.random() < 0.2:
                    wire.ask(wire.random.randrange(4), Play(wire.random.choice(PACK)))
                else:
                    wire.ask(seat, Play(wire.random.choice(view.legal)))
            case _:
                finished += len(view.to_act) == 4
                wire.ask(seat, Next())
    return wire


def test_no_frame_holds_a_hidden_card() -> None:
    wires = [play_deals(seed, 5) for seed in range(6)]
    assert sum(wire.frames for wire in wires) > 30 * 32 * 8


@pytest.mark.deep
def test_no_frame_of_1000_deals_holds_a_hidden_card() -> None:
    frames = sum(play_deals(seed, 20).frames for seed in range(50))
    print(f"{frames} frames of 1000 deals read")
    assert frames > 1000 * 32 * 8
