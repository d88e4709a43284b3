"""Worked examples for any rules: the engine says what they come to, here it is put in words.

Cards are written as on a French pack; `words.in_spanish` turns a finished text.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.rules import Rules, Tie, TrumpChoice
from manillen_tui.engine.scoring import score_deal
from manillen_tui.engine.trick import legal_cards
from manillen_tui.words.catalogue import _, either, listed


def rank_text(rules: Rules, rank: str) -> str:
    """A rank as it stands on the pack of these rules: R, C and S for rey, caballo and sota."""
    return {"K": "R", "Q": "C", "J": "S"}.get(rank, rank) if rules.cards.spanish else rank


# What may be played -------------------------------------------------------------------------------


def play_examples(rules: Rules) -> list[str]:
    """What may be played to a few tricks, with ♦ for trump where there is one."""
    _best, _second, king, queen, jack, *_middle, low, _lowest = rules.cards.order
    partner = rules.partner(0) is not None
    trump = rules.trump_choice is not TrumpChoice.NEVER
    examples = [
        _example(
            rules,
            _("{led} is led by an opponent."),
            (f"{jack}♣",),
            (f"{queen}♣", f"{low}♣", f"{king}♦"),
        )
    ]
    if trump:
        void = (f"{king}♦", f"{low}♥")
        examples.append(_example(rules, _("{led} is led by an opponent."), (f"{jack}♣",), void))
        if partner:
            said = _("Your partner is winning with {led}.")
            examples.append(_example(rules, said, (f"{king}♣", f"{jack}♣"), void))
        if rules.players > 2:
            between = (f"{low}♣",) if rules.players > 3 else ()
            trick = (f"{jack}♣", *between, f"{queen}♦")
            said = _("{led} was led and an opponent has trumped it with {last}.")
            for hand in ((f"{king}♦", f"{jack}♦", f"{low}♥"), (f"{jack}♦", f"{low}♥")):
                examples.append(_example(rules, said, trick, hand))
    return examples


def _example(rules: Rules, situation: str, trick: Sequence[str], hand: Sequence[str]) -> str:
    trump = None if rules.trump_choice is TrumpChoice.NEVER else Suit.DIAMONDS
    played = [Card.parse(text) for text in trick]
    held = [Card.parse(text) for text in hand]
    may = legal_cards(rules, trump, played, held)

    def said(cards: Sequence[Card]) -> list[str]:
        return [str(card) for card in cards]

    before = situation.format(led=said(played)[0], last=said(played)[-1])
    text = (
        _("From {hand} you may play any.")
        if len(may) == len(held)
        else _("From {hand} play {may}.")
    )
    after = text.format(
        hand=listed(said(held)), may=either(said([card for card in held if card in may]))
    )
    return f"{before} {after}"


# What a deal counts -------------------------------------------------------------------------------


def score_examples(rules: Rules) -> list[str]:
    """What a few deals count, each for every side in turn."""
    return list(_scores(rules))


def _scores(rules: Rules) -> Iterator[str]:
    over = 8 if rules.sides == 2 else 5
    first = rules.par + over
    rest = rules.total - first
    points = (first, rest) if rules.sides == 2 else _shared(first, rest, rules.sides)
    tricks = (rules.tricks - 3, 3) + (0,) * (rules.sides - 2)
    never = rules.trump_choice is TrumpChoice.NEVER

    def counts(said: str, **how: Any) -> str:
        scores = score_deal(
            rules,
            how.pop("points", points),
            how.pop("tricks", tricks),
            no_trump=how.pop("no_trump", never),
            doubled=how.pop("doubled", 0),
            **how,
        ).scores
        return _("{case} → {scores}").format(case=said, scores=" : ".join(map(str, scores)))

    captured = " : ".join(map(str, points))
    if rules.trump_choice is TrumpChoice.AUCTION:
        low, high = first - 2, first + 2
        said = _("Bid of {bid} made, captured {captured}")
        yield counts(said.format(bid=low, captured=captured), bid=(0, low))
        said = _("Bid of {bid} failed, captured {captured}")
        yield counts(said.format(bid=high, captured=captured), bid=(0, high))
    else:
        yield counts(_("Captured {captured}").format(captured=captured))
        if rules.no_trump and not never and rules.no_trump_factor != 1:
            yield counts(_("The same at no trump"), no_trump=True)
        if rules.blind_no_trump:
            yield counts(_("The same at blind no trump"), no_trump=True, blind=True)
    if rules.tie is Tie.DOUBLES_NEXT and rules.tie_factor != 1:
        yield counts(_("The same after equal points"), doubled=1)
    if rules.calls:
        yield counts(_("The same, opponents go along"), calls=("along",))
        yield counts(
            _("The same, opponents go along and the trump's side against"),
            calls=("along", "against"),
        )
    if rules.turn_up_bonus:
        yield counts(_("The same, the first side dealt and turned up an ace"), turned=(0, 4))
    if rules.sweep_factor != 1 and rules.trump_choice is not TrumpChoice.AUCTION:
        nothing = (0,) * (rules.sides - 1)
        yield counts(
            _("All {n} tricks to the first side").format(n=rules.tricks),
            points=(rules.total, *nothing),
            tricks=(rules.tricks, *nothing),
        )
    if rules.total % rules.sides == 0 and rules.trump_choice is not TrumpChoice.AUCTION:
        equal = (rules.par,) * rules.sides
        said = _("Captured {captured}").format(captured=" : ".join(map(str, equal)))
        yield counts(said, points=equal)


def _shared(first: int, rest: int, sides: int) -> tuple[int, ...]:
    """The rest of the points among the others, unevenly."""
    each, left = divmod(rest - (sides - 1) * (sides - 2) // 2, sides - 1)
    shares = [each + place for place in range(sides - 1)]
    shares[-1] += left
    return (first, *reversed(shares))
