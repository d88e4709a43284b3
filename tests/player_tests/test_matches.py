"""Computer players in whole matches: always a legal move, chosen from their view alone."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from manillen_tui.engine.cards import Card, Suit, cards_in, mask_of
from manillen_tui.engine.check import check
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.dealing import Stack
from manillen_tui.engine.events import CardPlayed, Manner
from manillen_tui.engine.match import Match
from manillen_tui.engine.presets import PRESETS
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Duty, Rules, TrumpChoice, Undertrump
from manillen_tui.engine.trick import legal_in, trick_rules
from manillen_tui.engine.view import View
from manillen_tui.players.knowledge import Knowledge
from manillen_tui.players.policy import choose
from manillen_tui.wire import view_from_body, view_to_body
from support.matches import Step, by_chance, cards, in_play, whole_match
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


HEARTS: Final = Suit.HEARTS

#: All options that no preset has.
OPTIONS: Final = (
    replace(WEST_FLANDERS, name="west-flanders+", calls=True, blind_no_trump=True),
    replace(WEST_FLANDERS, name="partner's choice", partner_choice=True, blind_no_trump=True),
    replace(BELGIAN, name="talking", questions=True, signals=True, calls=True),
    replace(MALILLA, name="exempt", partner_exemption=True, calls=True, turn_up_bonus=True),
    replace(
        PRESETS["encheres"], name="48 bids", pack="spanish-48", packets=(4, 4, 4), trick_points=1
    ),
    replace(PRESETS["mexicana"], name="44 cards", pack="french-44", packets=(4, 3, 4)),
    replace(PRESETS["two"], name="two naming", trump_choice=TrumpChoice.CHOICE_ROUND, calls=True),
)

every_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
every_rule = pytest.mark.parametrize(
    "rules", [*PRESETS.values(), *OPTIONS], ids=lambda rules: rules.name
)


def by_policy(rules: Rules, rng: Random) -> Iterator[Match]:
    """Every state of a match between computer players."""

    def step(match: Match) -> Step:
        if match.phase is Phase.SHUFFLE:
            return rng.randbytes(32)
        seat = match.to_act[0]
        return seat, choose(view_of(match, seat))

    for _, match in whole_match(rules, step):
        yield match


def deals(rules: Rules, number: int) -> Iterator[Match]:
    """The states of this many deals by computer players, each the first of a match."""
    for seed in range(number):
        for match in by_policy(rules, Random(f"{rules.name} {seed}")):
            if match.sheet:
                break
            if match.deal is not None:
                yield match


@every_rule
@pytest.mark.parametrize("matches", [1, pytest.param(40, marks=pytest.mark.deep)])
def test_computer_players_finish_every_match(matches: int, rules: Rules) -> None:
    assert not check(rules)
    for seed in range(matches):
        *_, last = by_policy(rules, Random(seed))
        assert max(last.totals) >= rules.target
        assert last.winner is not None


@every_preset
@pytest.mark.parametrize("number", [2, pytest.param(200, marks=pytest.mark.deep)])
def test_the_same_view_always_gets_the_same_move(number: int, rules: Rules) -> None:
    rng = Random(1)
    for match in deals(rules, number):
        for seat in match.to_act:
            view = view_of(match, seat)
            sent = view_from_body(view_to_body(view))
            assert choose(sent) == choose(view) == choose(_in_any_order(view, rng))


@every_preset
@pytest.mark.parametrize("number", [3, pytest.param(200, marks=pytest.mark.deep)])
def test_moves_do_not_depend_on_hidden_cards(number: int, rules: Rules) -> None:
    rng, compared = Random(1), 0
    for match in deals(rules, number):
        if match.phase in (Phase.TRUMP, Phase.CALL, Phase.PLAY):
            (seat,) = match.to_act
            view = view_of(match, seat)
            other = _with_other_cards(match, view, rng)
            assert view_of(other, seat) == view
            assert choose(view_of(other, seat)) == choose(view)
            compared += other != match
    assert compared > 10 * number


@every_rule
@pytest.mark.parametrize(
    ("number", "share"), [(5, 1.0), pytest.param(4600, 0.25, marks=pytest.mark.deep)]
)
def test_everything_known_is_true(number: int, share: float, rules: Rules) -> None:
    """Random deals with all possible talk: 100,000 of them at full size.

    Since knowledge is never lost, checking a sample of the moments finds any error.
    """
    rng, proofs = Random(1), 0
    for seed in range(number):
        for _, match in whole_match(rules, by_chance(Random(seed))):
            if match.sheet:
                break
            if match.phase is Phase.PLAY and match.deal and rng.random() < share:
                proofs += _is_true(Knowledge(view_of(match, match.to_act[0])), match.deal)
    assert proofs > number


@pytest.mark.parametrize("number", [40, pytest.param(8000, marks=pytest.mark.deep)])
def test_everything_known_is_true_whatever_the_duties(number: int) -> None:
    rng, proofs = Random(1), 0
    for _ in range(number):
        rules = _with_any_duties(rng, PRESETS[rng.choice(list(PRESETS))])
        for _, match in islice(whole_match(rules, by_chance(rng)), 60):
            if match.phase is Phase.PLAY and match.deal is not None:
                proofs += _is_true(Knowledge(view_of(match, match.to_act[0])), match.deal)
    assert proofs > 4 * number


@pytest.mark.parametrize("number", [200, pytest.param(20_000, marks=pytest.mark.deep)])
def test_a_play_proves_as_much_as_trying_every_possible_hand(number: int) -> None:
    """For eight cards and one that was played: with which of them was it legal in some hand?"""
    rng, proofs = Random(1), 0
    for _ in range(number):
        rules = _with_any_duties(rng, WEST_FLANDERS)
        trump = rng.choice((*Suit, None))
        *trick, played, _ = drawn = rng.sample(rules.cards.cards, rng.randint(3, 5))
        others = rng.sample([c for c in rules.cards.cards if c not in drawn], 8)
        rest, may = mask_of(others), 0
        subset = rest
        while True:  # every subset of the rest, ending with the empty one
            if legal_in(trick_rules(rules, trump), trick, subset | 1 << played) >> played & 1:
                may |= subset
            if not subset:
                break
            subset = subset - 1 & rest
        view = _after(rules, trump, [*trick, played], [*drawn[-1:], *others])
        known = Knowledge(view)
        assert known.may_hold[len(trick)] & rest == may
        proofs += may != rest
    assert proofs > number / 5


@pytest.mark.parametrize(
    ("trick", "trump", "proved"),
    [
        # Cannot follow; cannot beat an opponent, whichever of the two plays.
        ("J♣ 7♦", None, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣"),
        ("J♣ 9♣", None, "10♣ A♣ K♣ Q♣"),
        ("8♣ J♣ 7♣", None, "10♣ A♣ K♣ Q♣"),
        # Cannot trump; cannot overtrump, but may still hold lower trumps.
        ("J♣ 7♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♥ A♥ K♥ Q♥ J♥ 9♥ 8♥ 7♥"),
        ("J♣ 9♥ 7♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♥ A♥ K♥ Q♥ J♥"),
        # Has nothing but lower trumps.
        (
            "J♣ 9♥ 8♥",
            HEARTS,
            "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♦ A♦ K♦ Q♦ J♦ 9♦ 8♦ 7♦ 10♥ A♥ K♥ Q♥ J♥",
        ),
        # Partner wins: a discard only proves that the seat cannot follow, a low card nothing.
        ("J♣ 7♣ Q♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣"),
        ("8♣ 10♣ A♣ 7♣", HEARTS, ""),
    ],
)
def test_each_way_a_play_can_prove_something(trick: str, trump: Suit | None, proved: str) -> None:
    """Seat 0 leads; check what the last card proves about its seat, to another with spades."""
    away = cards("10♠ A♠ K♠ Q♠ J♠ 9♠ 8♠ 7♠")
    played = cards(trick)
    view = replace(_after(WEST_FLANDERS, trump, played, ()), hand=tuple(away))
    known = Knowledge(view)
    gone = known.out & ~known.may_hold[(len(played) - 1) % 4]
    assert set(map(str, cards_in(gone))) == set(proved.split())


def _after(rules: Rules, trump: Suit | None, played: Sequence[Card], out: Iterable[Card]) -> View:
    """The knowledge of the next seat, after each from 0 on has played one of these cards.

    It holds all other cards except those `out`. It does not know how many cards the others hold.
    """
    away = {*played, *out}
    own = tuple(card for card in rules.cards.cards if card not in away)
    seat = len(played) % 4
    anything = view_of(in_play("7♠|8♠|9♠|J♠", trump=trump, match=Match(rules, totals=(0, 0))), seat)
    plays = tuple(CardPlayed(seat % 4, card, Manner.FOLLOW) for seat, card in enumerate(played))
    return replace(anything, hand=own, counts=(99,) * 4, events=plays)


def _with_any_duties(rng: Random, rules: Rules) -> Rules:
    while True:
        mixed = replace(
            rules,
            head_plain=rng.choice(list(Duty)),
            head_trump=rng.choice(list(Duty)),
            ruff=rng.choice(list(Duty)),
            overtrump=rng.choice(list(Duty)),
            undertrump=rng.choice(list(Undertrump)),
            all_trumps_are_free=rng.random() < 0.5,
            partner_exemption=rng.random() < 0.5,
        )
        if not check(mixed):
            return mixed


def _is_true(known: Knowledge, deal: Deal) -> bool:
    """Check that nothing known about the others' cards is untrue. Whether anything is known."""
    others = [seat for seat in range(known.rules.players) if seat != known.seat]
    for seat, hand in enumerate(deal.hands):
        assert not hand & ~known.may_hold[seat]
        assert not known.must_hold[seat] & ~hand
        for suit in Suit:
            held = hand & known.suit_mask(suit)
            if seat != known.seat:
                assert known.chance_none(seat, known.suit_mask(suit)) < 1 or not held
                assert known.chance_none(seat, held) < 1 or not held
    return any(known.may_hold[seat] != known.out or known.must_hold[seat] for seat in others)


def _in_any_order(view: View, rng: Random) -> View:
    hand = view.hand or ()
    return replace(
        view,
        hand=None if view.hand is None else tuple(rng.sample(hand, len(hand))),
        legal=tuple(rng.sample(view.legal, len(view.legal))),
    )


def _with_other_cards(match: Match, view: View, rng: Random) -> Match:
    """The same match, with the cards that `view` does not show dealt anew among their places."""
    deal = match.deal
    assert deal is not None
    open_ = mask_of(stack.open for own in deal.stacks for stack in own if stack.open is not None)
    if deal.turned is not None:
        open_ |= 1 << deal.turned
    hidden = [
        0 if seat == view.seat and view.hand is not None else hand & ~open_
        for seat, hand in enumerate(deal.hands)
    ]
    closed = [stack.closed for own in deal.stacks for stack in own if stack.closed is not None]
    pool = [*closed, *(card for mask in hidden for card in cards_in(mask))]
    rng.shuffle(pool)
    anew = iter(pool)
    stacks = tuple(
        tuple(Stack(s.open, None if s.closed is None else next(anew)) for s in own)
        for own in deal.stacks
    )
    hands = tuple(
        hand & ~mask | mask_of(islice(anew, mask.bit_count()))
        for hand, mask in zip(deal.hands, hidden, strict=True)
    )
    return replace(match, deal=replace(deal, hands=hands, stacks=stacks))
