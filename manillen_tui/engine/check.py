"""Which rules cannot be played: each clash names two fields and a way to resolve it."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from manillen_tui.engine.fields import FIELDS, Kind
from manillen_tui.engine.rules import Rules, Tie, TrumpChoice, Undertrump


class ClashCode(StrEnum):
    """Why two fields exclude each other."""

    OUT_OF_RANGE = "out-of-range"  # not an allowed value, whatever the other fields
    NEEDS_FOUR = "needs-four"  # partners take four players
    PACK_NOT_DEALT = "pack-not-dealt"  # packets and stacks do not deal the pack out exactly
    ONLY_TWO = "only-two"  # for two players only
    NEEDS_TWO_SIDES = "needs-two-sides"
    NEEDS_PARTNERS = "needs-partners"
    NEEDS_WAITING = "needs-waiting"  # a partner who may be handed the choice must not have looked
    NOT_THIS_CHOICE = "not-this-choice"  # does not apply to this way of choosing trump
    NEEDS_NO_TRUMP = "needs-no-trump"
    NEVER_NO_TRUMP = "never-no-trump"  # this way of choosing trump always gives a suit
    NOTHING_TO_PILE = "nothing-to-pile"  # ties are not carried over
    NOT_BY_EXCESS = "not-by-excess"  # cumulative scores ignore the excess
    NO_UNDERTRUMP_BAN = "no-undertrump-ban"  # an exception to a ban that does not apply
    ONE_GAME = "one-game"


class Clash(Struct, frozen=True):
    """The values of `field` and `other` exclude each other; setting `change` to `to` resolves it.

    With `ClashCode.OUT_OF_RANGE` there is no `other`.
    """

    code: ClashCode
    field: str
    other: str | None
    change: str
    to: Any


class Unplayable(ValueError):
    """No match can be started with these rules."""

    def __init__(self, clashes: tuple[Clash, ...]) -> None:
        super().__init__("; ".join(_text(clash) for clash in clashes))
        self.clashes: Final = clashes


def _text(clash: Clash) -> str:
    beside = f" beside {clash.other}" if clash.other else ""
    return f"{clash.field}{beside}: {clash.code} (set {clash.change} to {clash.to!r})"


@lru_cache(maxsize=64)
def check(rules: Rules) -> tuple[Clash, ...]:
    """Every impossible combination in these rules; empty if a match can be started with them."""
    return tuple(_ranges(rules)) or tuple(_clashes(rules))


def _ranges(rules: Rules) -> Iterator[Clash]:
    for field in FIELDS:
        value = getattr(rules, field.name)
        if not field.allows(value):
            nearest = field.default
            if field.kind is Kind.NUMBER and field.low is not None and field.high is not None:
                nearest = min(max(value, field.low), field.high)
            yield Clash(ClashCode.OUT_OF_RANGE, field.name, None, field.name, nearest)


def _clashes(rules: Rules) -> Iterator[Clash]:
    def off(code: ClashCode, field: str, other: str, *, to: Any = False) -> Clash:
        """A clash resolved by switching this field off."""
        return Clash(code, field, other, field, to)

    # seats and cards
    if rules.partners and rules.players != 4:
        yield off(ClashCode.NEEDS_FOUR, "partners", "players")
    if rules.stacks and rules.players != 2:
        yield off(ClashCode.ONLY_TWO, "stacks", "players", to=0)
    cards, each = len(rules.cards.cards), rules.tricks
    if rules.players * each != cards:
        yield Clash(ClashCode.PACK_NOT_DEALT, "packets", "pack", *_way_to_deal(rules))

    # what needs partners, or two sides
    if not rules.partners:
        for field in _FOR_PARTNERS:
            if getattr(rules, field):
                yield off(ClashCode.NEEDS_PARTNERS, field, "partners")
    if rules.sides != 2:
        for field in _FOR_TWO_SIDES:
            if getattr(rules, field):
                to = 0 if field == "trick_points" else False
                yield off(ClashCode.NEEDS_TWO_SIDES, field, "players", to=to)
        if rules.trump_choice is TrumpChoice.AUCTION:
            turned = TrumpChoice.TURNED
            yield off(ClashCode.NEEDS_TWO_SIDES, "trump_choice", "players", to=turned)

    # the choice of trump
    choice = rules.trump_choice
    for field, only in _FOR_CHOICE.items():
        if getattr(rules, field) and choice is not only:
            yield off(ClashCode.NOT_THIS_CHOICE, field, "trump_choice")
    if choice in (TrumpChoice.TURNED, TrumpChoice.AUCTION) and rules.no_trump:
        yield off(ClashCode.NEVER_NO_TRUMP, "no_trump", "trump_choice")
    if not rules.no_trump:
        if choice is TrumpChoice.NEVER:
            yield Clash(ClashCode.NEEDS_NO_TRUMP, "trump_choice", "no_trump", "no_trump", True)
        for field in ("dealer_may_pass", "blind_no_trump"):
            if getattr(rules, field):
                yield off(ClashCode.NEEDS_NO_TRUMP, field, "no_trump")
    if rules.partner_choice and not rules.partner_waits:
        yield Clash(
            ClashCode.NEEDS_WAITING, "partner_choice", "partner_waits", "partner_waits", True
        )

    # play and scores
    if rules.all_trumps_are_free and rules.undertrump is not Undertrump.FORBIDDEN:
        yield off(ClashCode.NO_UNDERTRUMP_BAN, "all_trumps_are_free", "undertrump")
    if rules.ties_accumulate and rules.tie is not Tie.DOUBLES_NEXT:
        yield off(ClashCode.NOTHING_TO_PILE, "ties_accumulate", "tie")
    if rules.cumulative:
        for field in ("zero_sum", "fixed_close_win"):
            if getattr(rules, field):
                yield off(ClashCode.NOT_BY_EXCESS, field, "cumulative")
        if choice is TrumpChoice.AUCTION:
            yield off(ClashCode.NOT_BY_EXCESS, "cumulative", "trump_choice")
    if rules.rotate_seats and rules.best_of == 1:
        yield off(ClashCode.ONE_GAME, "rotate_seats", "best_of")


_FOR_PARTNERS: Final = (
    "partner_waits",
    "partner_choice",
    "partner_exemption",
    "all_trumps_are_free",
    "questions",
    "signals",
)
_FOR_TWO_SIDES: Final = ("zero_sum", "calls", "trick_points", "fixed_close_win")
_FOR_CHOICE: Final = {
    "partner_waits": TrumpChoice.DEALER,
    "partner_choice": TrumpChoice.DEALER,
    "blind_no_trump": TrumpChoice.DEALER,
    "dealer_may_pass": TrumpChoice.CHOICE_ROUND,
    "turn_up_bonus": TrumpChoice.TURNED,
}


def _way_to_deal(rules: Rules) -> tuple[str, Any]:
    """Which field to change, and to what, so that the pack is dealt out exactly."""
    each, rest = divmod(len(rules.cards.cards), rules.players)
    if rest:
        return "pack", "french-30" if rules.players == 3 else "french-32"
    in_hand = each - 2 * rules.stacks
    if in_hand <= 0:
        return "stacks", 0
    fours, left = divmod(in_hand, 4)
    return "packets", PACKETS.get(in_hand, (4,) * fours + (left,) * bool(left))


#: The usual packets for each number of cards.
PACKETS: Final = {8: (3, 2, 3), 10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4), 16: (4, 4, 4, 4)}
