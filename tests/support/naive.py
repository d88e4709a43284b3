"""The obligations again, on lists and straight from the text of the rules.

Nothing is shared with the engine except the record of a table's rules. Cards are text.
"""

from collections.abc import Sequence

from manillen_tui.engine.rules import Duty, Rules, Undertrump


HIGH_TO_LOW = ["10", "A", "K", "Q", "J", "9", "8", "7"]
SEVEN_HIGH = ["7", "A", "K", "Q", "J", "6", "5", "4", "3", "2"]
ORDERS = {
    "french-32": HIGH_TO_LOW,
    "french-30": HIGH_TO_LOW,
    "french-40": SEVEN_HIGH,
    "spanish-40": SEVEN_HIGH,
    "french-44": ["9", "A", "K", "Q", "J", "7", "6", "5", "4", "3", "2"],
    "spanish-48": ["9", "A", "K", "Q", "J", "8", "7", "6", "5", "4", "3", "2"],
}


def pack(name: str) -> list[str]:
    cards = [rank + suit for suit in "♣♦♥♠" for rank in ORDERS[name]]
    return [card for card in cards if name != "french-30" or card not in ("7♣", "7♠")]


def worth(name: str, card: str) -> int:
    return max(0, 5 - ORDERS[name].index(card[:-1]))


def suit_of(card: str) -> str:
    return card[-1]


def winner(trump: str | None, trick: Sequence[str], order: Sequence[str] = HIGH_TO_LOW) -> int:
    trumps = [card for card in trick if suit_of(card) == trump]
    of_suit_led = [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return trick.index(best(trumps or of_suit_led, order))


def best(cards: Sequence[str], order: Sequence[str]) -> str:
    """The highest of some cards of one suit."""
    return min(cards, key=lambda card: order.index(card[:-1]))


def may_play(
    rules: Rules, trump: str | None, trick: Sequence[str], hand: Sequence[str], card: str
) -> bool:
    if not trick:
        return True
    order = ORDERS[rules.pack]
    led, place = suit_of(trick[0]), winner(trump, trick, order)
    winning = trick[place]
    partner_is_winning = rules.partners and len(trick) - place == 2

    def outranks(one: str, other: str) -> bool:
        same_suit = suit_of(one) == suit_of(other)
        return same_suit and order.index(one[:-1]) < order.index(other[:-1])

    def obliged(duty: Duty) -> bool:
        if duty is Duty.OPPONENT_WINS:
            return not partner_is_winning
        return duty is Duty.ALWAYS

    # Following suit is always an obligation; beating only applies to cards of the suit led.
    if any(suit_of(other) == led for other in hand):
        if suit_of(card) != led:
            return False
        could_head = any(outranks(other, winning) for other in hand if suit_of(other) == led)
        if could_head and obliged(rules.head_trump if led == trump else rules.head_plain):
            return outranks(card, winning)
        return True

    trumps = [other for other in hand if suit_of(other) == trump]
    if not trumps or (rules.partner_exemption and partner_is_winning):
        return True
    ruffs = [other for other in trick if suit_of(other) == trump]
    if not ruffs:
        return card in trumps or not obliged(rules.ruff)

    highest = best(ruffs, order)
    higher = [other for other in trumps if outranks(other, highest)]
    lower = [other for other in trumps if outranks(highest, other)]
    if higher and obliged(rules.overtrump):
        return card in higher
    if rules.undertrump is Undertrump.FORCED:
        return card in trumps or not obliged(rules.ruff)
    if len(lower) == len(hand):
        return True
    if rules.all_trumps_are_free and partner_is_winning and len(trumps) == len(hand):
        return True
    if card in lower:
        return False
    return card in higher or not (higher and obliged(rules.ruff))


def legal(rules: Rules, trump: str | None, trick: Sequence[str], hand: Sequence[str]) -> set[str]:
    return {card for card in hand if may_play(rules, trump, trick, hand, card)}
