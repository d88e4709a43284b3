"""What a table agrees on: one frozen record.

The guides of this game disagree, so there is no single rule set. Every difference is a field here;
the engine asks the field and never the name of a preset.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from manillen_tui.engine.cards import PACKS, Pack


class Direction(StrEnum):
    """The way round in which cards are dealt and played, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"


class FirstDealer(StrEnum):
    LOT = "lot"
    HIGHEST_CUT = "highest-cut"
    LOWEST_CUT = "lowest-cut"


class Neighbour(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class TrumpChoice(StrEnum):
    """How a deal comes by its trump."""

    DEALER = "dealer"  # names it
    CHOICE_ROUND = "choice-round"  # each may name or pass, the dealer last
    TURNED = "turned"  # the suit of the dealer's own last card
    AUCTION = "auction"  # the highest bidder's suit
    NEVER = "never"  # every deal is played at no trump


class Duty(StrEnum):
    """When an obligation holds."""

    NEVER = "never"
    OPPONENT_WINS = "opponent-wins"  # only against an opponent's card, never over partner's
    ALWAYS = "always"


class Undertrump(StrEnum):
    """A trump below the highest one in the trick, by a player who cannot follow a plain suit."""

    FORBIDDEN = "forbidden"  # unless the whole hand is such trumps
    FORCED = "forced"  # the duty to ruff holds even when none held is higher


class Tie(StrEnum):
    """What an equal split of the points leads to; nobody scores in any case."""

    DOUBLES_NEXT = "doubles-next"
    NEXT_DEALER = "next-dealer"
    SAME_DEALER = "same-dealer"


class Rules(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,  # rules with more to them are not these rules
    cache_hash=True,
):
    """One table's agreement. Points are card points unless a field says match points.

    Not every combination can be played: see `manillen_tui.engine.check`.
    """

    name: str
    base: str = "west-flanders"  # the base profile that these rules are told apart from

    # seats and cards
    players: int = 4
    partners: bool = True  # opposite seats share their captures
    pack: str = "french-32"
    packets: tuple[int, ...] = (3, 2, 3)
    stacks: int = 0  # of each player: an open card on a closed one, both theirs to play
    direction: Direction = Direction.CLOCKWISE
    first_dealer: FirstDealer = FirstDealer.LOT
    cut_by: Neighbour = Neighbour.RIGHT  # of the dealer
    cut_automatic: bool = False  # the host cuts for the cutter

    # trump
    trump_choice: TrumpChoice = TrumpChoice.DEALER
    dealer_may_pass: bool = False  # in a choice round: nothing but passes means no trump
    no_trump: bool = True  # may be named
    blind_no_trump: bool = False  # named before looking: twice the factor
    partner_choice: bool = False  # the dealer may hand the choice to partner
    calls: bool = False  # go along, go against
    partner_waits: bool = True  # the dealer's partner looks only after the announcement

    # talk
    free_chat: bool = False  # during a deal
    questions: bool = False  # the leader may ask partner one thing before each lead
    signals: bool = False  # the leader may give a signal with the card led

    # obligations in play
    head_plain: Duty = Duty.OPPONENT_WINS  # beat the suit led, if it is not trump
    head_trump: Duty = Duty.OPPONENT_WINS  # beat a trump lead
    ruff: Duty = Duty.OPPONENT_WINS  # trump when void in the suit led
    overtrump: Duty = Duty.OPPONENT_WINS  # beat the highest trump in the trick when void
    undertrump: Undertrump = Undertrump.FORBIDDEN
    all_trumps_are_free: bool = False  # a hand of trumps only, partner winning: any of them
    partner_exemption: bool = False  # partner winning: a void player is free

    # scoring
    last_trick_bonus: int = 0
    trick_points: int = 0  # for each trick
    no_trump_factor: int = 2
    sweep_factor: int = 2  # the winners took every trick
    tie: Tie = Tie.DOUBLES_NEXT
    tie_factor: int = 2
    ties_accumulate: bool = False
    fixed_close_win: bool = False  # one point above par scores 1 match point, whatever the factors
    zero_sum: bool = False  # the losers lose what the winners score
    cumulative: bool = False  # each side adds all its card points
    turn_up_bonus: bool = False  # the dealer's side adds the worth of the turned card

    # the match
    target: int = 101  # match points, tested after a whole deal
    deals: int = 0  # play this many deals instead; 0: play to the target
    best_of: int = 1  # games in a match
    rotate_seats: bool = False  # everybody moves one seat on between games

    # the table
    running_points: bool = True  # card points taken so far are shown
    open_hands: bool = True  # all hands are shown after the deal
    watch_open: bool = False  # who watches is shown the hands of the deal before

    @property
    def cards(self) -> Pack:
        return PACKS[self.pack]

    @property
    def sides(self) -> int:
        return 2 if self.partners else self.players

    @property
    def hand_size(self) -> int:
        """Cards dealt into each hand, those of the stacks left out."""
        return sum(self.packets)

    @property
    def tricks(self) -> int:
        """Tricks in a deal."""
        return self.hand_size + 2 * self.stacks

    @property
    def total(self) -> int:
        """Points in a deal, bonuses included."""
        return self.cards.total + self.last_trick_bonus + self.trick_points * self.tricks

    @property
    def par(self) -> int:
        """A side scores what it captures above this."""
        return self.total // self.sides

    @property
    def step(self) -> int:
        """What to add to a seat to get the next one to play: seats are numbered clockwise."""
        return 1 if self.direction is Direction.CLOCKWISE else -1

    def side(self, seat: int) -> int:
        return seat % self.sides

    def next_seat(self, seat: int, places: int = 1) -> int:
        return (seat + self.step * places) % self.players

    def partner(self, seat: int) -> int | None:
        return (seat + 2) % 4 if self.partners else None

    def around(self, seat: int) -> tuple[int, ...]:
        """Every seat in playing order, this one first."""
        return tuple(self.next_seat(seat, places) for places in range(self.players))

    def cutter(self, dealer: int) -> int:
        """The seat at the dealer's `cut_by` hand; clockwise of a player is their left."""
        return (dealer + (1 if self.cut_by is Neighbour.LEFT else -1)) % self.players


#: What every field is when nothing else is agreed.
WEST_FLANDERS: Final = Rules(name="west-flanders")
