"""Worked examples for any rules: the engine works them out, and here they are put into words.

Cards are written as on a French pack; `words.in_spanish` turns a finished text.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from manillen_tui.engine.cards import Card, Suit
from manillen_tui.engine.rules import Rules, Tie, TrumpChoice
from manillen_tui.engine.scoring import score_deal
from manillen_tui.engine.trick import legal_cards
from manillen_tui.words.catalogue import _, either, listed
from manillen_tui.words.scoring import may_tie


def rank_text(rules: Rules, rank: str) -> str:
    """A rank as it stands on the pack of these rules: R, C and S for rey, caballo and sota."""
    return {"K": "R", "Q": "C", "J": "S"}.get(rank, rank) if rules.cards.spanish else rank


# What may be played -------------------------------------------------------------------------------


def play_examples(rules: Rules) -> list[str]:
    """What may be played to a few tricks, with ♦ for trump where there is one."""
    _best, _second, king, queen, jack, *_middle, low, _lowest = rules.cards.order
    partner = rules.partner(0) is not None
    trump = rules.trump_choice is not TrumpChoice.NEVER
    led = _("An opponent leads {led}.")
    following = (f"{queen}♣", f"{low}♣", f"{king}♦")
    examples = [_example(rules, led, (f"{jack}♣",), following)]
    if trump:
        void = (f"{king}♦", f"{low}♥")
        examples.append(_example(rules, led, (f"{jack}♣",), void))
        if partner:
            said = _("Your partner is winning with {led}.")
            examples.append(_example(rules, said, (f"{king}♣", f"{jack}♣"), void))
        if rules.players > 2:
            between = (f"{low}♣",) if rules.players > 3 else ()
            trick = (f"{jack}♣", *between, f"{queen}♦")
            said = _("{led} was led, and an opponent has trumped it with {last}.")
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
        _("You hold {hand}: play any card.")
        if len(may) == len(held)
        else _("You hold {hand}: play {may}.")
    )
    after = text.format(
        hand=listed(said(held)), may=either(said([card for card in held if card in may]))
    )
    return f"{before} {after}"


# What a deal scores -------------------------------------------------------------------------------


def score_examples(rules: Rules) -> list[str]:
    """What a few deals score, with a number for each side in turn."""
    return list(_scores(rules))


def _scores(rules: Rules) -> Iterator[str]:
    over = 8 if rules.sides == 2 else 5
    first = rules.par + over
    rest = rules.total - first
    points = (first, rest) if rules.sides == 2 else _shared(first, rest, rules.sides)
    tricks = (rules.tricks - 3, 3) + (0,) * (rules.sides - 2)
    never = rules.trump_choice is TrumpChoice.NEVER

    def scored(said: str, **how: Any) -> str:
        captured = how.pop("points", points)
        scores = score_deal(
            rules,
            captured,
            how.pop("tricks", tricks),
            no_trump=how.pop("no_trump", never),
            doubled=how.pop("doubled", 0),
            **how,
        ).scores
        return said.format(
            captured=" : ".join(map(str, captured)),
            scores=" : ".join(map(str, scores)),
            bid=how.get("bid", (0, 0))[1],
            n=rules.tricks,
        )

    if rules.trump_choice is TrumpChoice.AUCTION:
        made, failed = (0, first - 2), (0, first + 2)
        yield scored(_("Captured {captured}, bid of {bid} made → score {scores}"), bid=made)
        yield scored(_("Captured {captured}, bid of {bid} failed → score {scores}"), bid=failed)
    else:
        yield scored(_("Captured {captured} → score {scores}"))
        if rules.no_trump and not never and rules.no_trump_factor != 1:
            yield scored(_("The same at no trump → score {scores}"), no_trump=True)
        if rules.blind_no_trump:
            said = _("The same at blind no trump → score {scores}")
            yield scored(said, no_trump=True, blind=True)
    if may_tie(rules) and rules.tie is Tie.DOUBLES_NEXT and rules.tie_factor != 1:
        yield scored(_("The same after a tie → score {scores}"), doubled=1)
    if rules.calls:
        said = _("The same if the opponents go along → score {scores}")
        yield scored(said, calls=("along",))
        said = _("The same if they go along and the trump side goes against → score {scores}")
        yield scored(said, calls=("along", "against"))
    if rules.turn_up_bonus:
        said = _("The same if the first side dealt and turned up an ace → score {scores}")
        yield scored(said, turned=(0, 4))
    if rules.sweep_factor != 1 and rules.trump_choice is not TrumpChoice.AUCTION:
        nothing = (0,) * (rules.sides - 1)
        yield scored(
            _("All {n} tricks to the first side → score {scores}"),
            points=(rules.total, *nothing),
            tricks=(rules.tricks, *nothing),
        )
    if may_tie(rules):
        yield scored(_("Captured {captured} → score {scores}"), points=(rules.par,) * rules.sides)


def _shared(first: int, rest: int, sides: int) -> tuple[int, ...]:
    """The first side's points, then the rest shared unevenly among the others."""
    each, left = divmod(rest - (sides - 1) * (sides - 2) // 2, sides - 1)
    shares = [each + place for place in range(sides - 1)]
    shares[-1] += left
    return (first, *reversed(shares))
