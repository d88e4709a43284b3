"""Who takes a trick, which cards may be played to it, and why others may not.

`legal` is the only implementation of the obligations: the table, the explanations, the random
playouts and the computer players all use it. It works on masks; everything that depends on the
rules and the trump is computed once by `trick_rules`.

The "winning" card is the one that would take the trick if it ended now. Since the highest trump in
a trick always is the winning card, duties depend only on the suit led, the winning card, and whose
it is.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from manillen_tui.engine.cards import CARDS, Card, Suit, cards_in, mask_of
from manillen_tui.engine.commands import Reason, Refusal
from manillen_tui.engine.rules import Duty, Rules, Undertrump


class Duties(Struct, frozen=True):
    """A player's obligations, given the suit led and whether their partner is winning."""

    led: int  # the mask of the suit led
    trump: int  # the mask of the trump suit, 0 at no trump
    above: tuple[int, ...]  # for each card, the mask of the cards of its suit that outrank it
    head: bool  # beat the winning card when following suit
    ruff: bool  # trump when void in the suit led
    overtrump: bool
    no_undertrump: bool
    bare_trumps_free: bool  # a hand of trumps only may ignore `no_undertrump`


class TrickRules(Struct, frozen=True):
    """The rules of a trick for one trump, precomputed as tables by card."""

    #: the mask of the cards that beat this one
    beats: tuple[int, ...]
    #: the duties when this card was led: while an opponent is winning, and while partner is
    duties: tuple[tuple[Duties, Duties], ...]

    def taker(self, trick: Sequence[int]) -> int:
        """The place in the trick of the winning card."""
        best = 0
        for place in range(1, len(trick)):
            if self.beats[trick[best]] >> trick[place] & 1:
                best = place
        return best

    def duties_after(self, trick: Sequence[int]) -> Duties:
        """The duties of the next player. Partner's card is the last but one."""
        return self.duties[trick[0]][len(trick) - self.taker(trick) == 2]


@lru_cache(maxsize=256)
def trick_rules(rules: Rules, trump: Suit | None) -> TrickRules:
    pack = rules.cards
    mask = 0 if trump is None else pack.suit_masks[trump.number]
    by_suit = [
        (
            _duties(rules, suit_mask, mask, partner_wins=False),
            _duties(rules, suit_mask, mask, partner_wins=rules.partners),
        )
        for suit_mask in pack.suit_masks
    ]
    return TrickRules(
        beats=tuple(
            higher if mask >> card & 1 else higher | mask for card, higher in enumerate(pack.above)
        ),
        duties=tuple(by_suit[card.suit.number] for card in CARDS),
    )


def _duties(rules: Rules, led: int, trump: int, *, partner_wins: bool) -> Duties:
    def holds(duty: Duty) -> bool:
        return duty is Duty.ALWAYS or (duty is Duty.OPPONENT_WINS and not partner_wins)

    exempt = rules.partner_exemption and partner_wins
    return Duties(
        led=led,
        trump=trump,
        above=rules.cards.above,
        head=holds(rules.head_trump if led == trump else rules.head_plain),
        ruff=holds(rules.ruff) and not exempt,
        overtrump=holds(rules.overtrump) and not exempt,
        no_undertrump=rules.undertrump is Undertrump.FORBIDDEN and not exempt,
        bare_trumps_free=rules.all_trumps_are_free and partner_wins,
    )


def legal(duties: Duties, winning: int, hand: int) -> int:
    """The mask of the cards of `hand` that may be played to a trick already begun.

    `winning` is the winning card. A leader may play any card.
    """
    follow = hand & duties.led
    if follow:
        # Once a plain suit is trumped, no card of it is above the winning card.
        return follow & duties.above[winning] or follow if duties.head else follow
    trump = duties.trump
    trumps = hand & trump
    if not trumps:
        return hand
    if not trump >> winning & 1:
        return trumps if duties.ruff else hand
    higher = trumps & duties.above[winning]
    if higher and duties.overtrump:
        return higher
    if duties.no_undertrump:
        lower = trumps ^ higher
        if lower == hand or (trumps == hand and duties.bare_trumps_free):
            return hand
        return higher if higher and duties.ruff else hand ^ lower
    return trumps if duties.ruff else hand


def legal_in(play: TrickRules, trick: Sequence[int], hand: int) -> int:
    """`legal` for the player after `trick`, the cards on the table in playing order."""
    if not trick:
        return hand
    return legal(play.duties_after(trick), trick[play.taker(trick)], hand)


def legal_cards(
    rules: Rules, trump: Suit | None, trick: Sequence[Card], hand: Iterable[Card]
) -> frozenset[Card]:
    """The cards of `hand` that may be played; at least one, unless the hand is empty.

    `trick` holds the cards on the table in playing order; `trump` is None at no trump. Does not
    check that the cards belong to the pack and occur only once.

    >>> from manillen_tui.engine import PRESETS
    >>> hand = [Card.parse(text) for text in ("Q♣", "7♣", "10♦")]
    >>> legal_cards(PRESETS["west-flanders"], Suit.DIAMONDS, [Card.parse("J♣")], hand)
    frozenset({Card.parse('Q♣')})
    """
    return frozenset(cards_in(legal_in(trick_rules(rules, trump), trick, mask_of(hand))))


def trick_winner(rules: Rules, trump: Suit | None, trick: Sequence[Card]) -> int:
    """The index in `trick` of the winning card. Raises `ValueError` without cards.

    >>> from manillen_tui.engine import PRESETS
    >>> trick = [Card.parse(text) for text in ("A♣", "7♣", "10♣", "K♣")]
    >>> trick_winner(PRESETS["west-flanders"], Suit.DIAMONDS, trick)
    2
    """
    if not trick:
        raise ValueError("nobody wins a trick without cards")
    return trick_rules(rules, trump).taker(trick)


def why_not(
    rules: Rules, trump: Suit | None, trick: Sequence[Card], hand: Iterable[Card], card: Card
) -> Refusal | None:
    """Why `card` may not be played, or None if it may. Arguments as for `legal_cards`.

    The refusal has the suit to be played (the one led, or trump), the cards that may be played
    instead and, except for `MUST_FOLLOW`, the winning card with its index in the trick.

    >>> from manillen_tui.engine import PRESETS
    >>> j, q, seven = (Card.parse(text) for text in ("J♣", "Q♣", "7♣"))
    >>> refusal = why_not(PRESETS["west-flanders"], None, [j], [q, seven], seven)
    >>> refusal.reason.value, refusal.winning, refusal.by, refusal.cards
    ('must-head', Card.parse('J♣'), 0, (Card.parse('Q♣'),))
    """
    held = mask_of(hand)
    if not held >> card & 1:
        return Refusal(Reason.NOT_HELD, card=card)
    play = trick_rules(rules, trump)
    may = legal_in(play, trick, held)
    if may >> card & 1:
        return None
    led, taker = trick[0].suit, play.taker(trick)
    winning = trick[taker]
    cards = tuple(other for other in rules.cards.cards if may >> other & 1)
    duties = play.duties_after(trick)
    if held & duties.led:
        if card.suit is not led:
            return Refusal(Reason.MUST_FOLLOW, suit=led, card=card, cards=cards)
        reason = Reason.MUST_HEAD
    elif duties.overtrump and may & duties.above[winning] & duties.trump:
        reason = Reason.MUST_OVERTRUMP
    elif duties.trump >> card & 1:
        reason = Reason.NO_UNDERTRUMP
    else:
        reason = Reason.MUST_RUFF
    suit = led if reason is Reason.MUST_HEAD else trump
    return Refusal(reason, suit=suit, card=card, winning=winning, by=taker, cards=cards)
