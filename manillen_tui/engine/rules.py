"""The rules of a table as one frozen record.

The guides to this game disagree, so there is no single rule set. Every difference is a field here;
the engine looks at fields, never at the name of a preset.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from manillen_tui.engine.cards import PACKS, Pack


class Direction(StrEnum):
    """The direction of dealing and play, seen from above."""

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
    """How trump is chosen."""

    DEALER = "dealer"  # the dealer names it
    CHOICE_ROUND = "choice-round"  # each player may name it or pass, the dealer last
    TURNED = "turned"  # the suit of the dealer's last card, turned up
    AUCTION = "auction"  # the highest bidder's suit
    NEVER = "never"  # every deal is played at no trump


class Duty(StrEnum):
    """When an obligation applies."""

    NEVER = "never"
    OPPONENT_WINS = "opponent-wins"  # while an opponent is winning the trick, not partner
    ALWAYS = "always"


class Undertrump(StrEnum):
    """Playing a trump below the highest one in the trick, when void in the plain suit led."""

    FORBIDDEN = "forbidden"  # unless the hand has nothing else
    FORCED = "forced"  # the duty to trump applies even without a higher trump


class Tie(StrEnum):
    """What happens after a tie, in which nobody scores."""

    DOUBLES_NEXT = "doubles-next"
    NEXT_DEALER = "next-dealer"
    SAME_DEALER = "same-dealer"


class Rules(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,  # a newer version's rules must not pass for these
    cache_hash=True,
):
    """The rules of one table. Points are card points unless a field says match points.

    Not every combination can be played: see `manillen_tui.engine.check`.
    """

    name: str
    base: str = "west-flanders"  # the base profile to compare these rules with

    # seats and cards
    players: int = 4
    partners: bool = True  # opposite seats share their captures
    pack: str = "french-32"
    packets: tuple[int, ...] = (3, 2, 3)
    stacks: int = 0  # per player: an open card on a closed one, both for them to play
    direction: Direction = Direction.CLOCKWISE
    first_dealer: FirstDealer = FirstDealer.LOT
    cut_by: Neighbour = Neighbour.RIGHT  # of the dealer
    cut_automatic: bool = False  # the host cuts for the cutter

    # trump
    trump_choice: TrumpChoice = TrumpChoice.DEALER
    dealer_may_pass: bool = False  # in a choice round: if all pass, there is no trump
    no_trump: bool = True  # may be named
    blind_no_trump: bool = False  # may be named before looking, for twice the factor
    partner_choice: bool = False  # the dealer may hand the choice to their partner
    calls: bool = False  # go along, go against
    partner_waits: bool = True  # the dealer's partner looks only after the announcement

    # talk
    free_chat: bool = False  # chat is allowed during a deal
    questions: bool = False  # the leader may ask partner one question before each lead
    signals: bool = False  # the leader may give a signal with the card led

    # obligations in play
    head_plain: Duty = Duty.OPPONENT_WINS  # beat the winning card when a plain suit is led
    head_trump: Duty = Duty.OPPONENT_WINS  # beat the winning card when trump is led
    ruff: Duty = Duty.OPPONENT_WINS  # trump when void in the suit led
    overtrump: Duty = Duty.OPPONENT_WINS  # when void, beat the highest trump in the trick
    undertrump: Undertrump = Undertrump.FORBIDDEN
    all_trumps_are_free: bool = False  # holding only trumps, partner winning: may play any
    partner_exemption: bool = False  # void in the suit led, partner winning: may play anything

    # scoring
    last_trick_bonus: int = 0
    trick_points: int = 0  # for each trick
    no_trump_factor: int = 2
    sweep_factor: int = 2  # for taking every trick
    tie: Tie = Tie.DOUBLES_NEXT
    tie_factor: int = 2
    ties_accumulate: bool = False
    fixed_close_win: bool = False  # one point above par scores 1 match point, whatever the factors
    zero_sum: bool = False  # the losers lose what the winners score
    cumulative: bool = False  # each side scores all its card points
    turn_up_bonus: bool = False  # the dealer's side scores the worth of the turned card

    # the match
    target: int = 101  # match points, checked after each complete deal
    deals: int = 0  # play this many deals instead; 0: play to the target
    best_of: int = 1  # games in a match
    rotate_seats: bool = False  # everybody moves one seat on between games

    # the table
    running_points: bool = True  # card points taken so far are shown
    open_hands: bool = True  # all hands are shown after the deal
    watch_open: bool = False  # spectators are shown the hands of the previous deal

    @property
    def cards(self) -> Pack:
        return PACKS[self.pack]

    @property
    def sides(self) -> int:
        return 2 if self.partners else self.players

    @property
    def hand_size(self) -> int:
        """Cards dealt into each hand, not counting stacks."""
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
        """A side scores the card points it captures above this."""
        return self.total // self.sides

    @property
    def step(self) -> int:
        """What to add to a seat to get the next in turn: seats are numbered clockwise."""
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
        """The seat on the dealer's `cut_by` side; clockwise from a player is their left."""
        return (dealer + (1 if self.cut_by is Neighbour.LEFT else -1)) % self.players


#: The defaults of every field.
WEST_FLANDERS: Final = Rules(name="west-flanders")
