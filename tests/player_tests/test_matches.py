"""Computer players in whole matches: always a legal move, from nothing but their view."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from manillen_tui.engine.cards import Suit, cards_in
from manillen_tui.engine.events import CardPlayed, Manner
from manillen_tui.engine.match import Match
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.view import Phase, View, view_of
from manillen_tui.players.knowledge import Knowledge
from manillen_tui.players.policy import choose
from manillen_tui.wire import view_from_body, view_to_body
from support.matches import Step, by_chance, cards, in_play, whole_match
from support.profiles import BELGIAN, MALILLA, WEST_FLANDERS


HEARTS = Suit.HEARTS


def by_policy(rng: Random) -> Iterator[Match]:
    """Every state of a match between computer players."""

    def step(match: Match) -> Step:
        if match.phase is Phase.SHUFFLE:
            return rng.randbytes(32)
        seat = match.to_act[0]
        return seat, choose(view_of(match, seat))

    for _, match in whole_match(WEST_FLANDERS, step):
        yield match


@pytest.mark.parametrize("matches", [3, pytest.param(300, marks=pytest.mark.deep)])
def test_four_computer_players_finish_every_match(matches: int) -> None:
    for seed in range(matches):
        *_, last = by_policy(Random(seed))
        assert max(last.totals) >= WEST_FLANDERS.target


@pytest.mark.parametrize("matches", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_the_same_view_gets_the_same_move_however_it_came(matches: int) -> None:
    for seed in range(matches):
        rng = Random(seed)
        for match in by_policy(Random(seed)):
            for seat in match.to_act:
                view = view_of(match, seat)
                sent = view_from_body(view_to_body(view))
                assert choose(sent) == choose(view) == choose(_in_any_order(view, rng))


@pytest.mark.parametrize("matches", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_other_hidden_hands_would_change_no_move(matches: int) -> None:
    compared = 0
    for seed in range(matches):
        rng = Random(seed)
        for match in by_policy(Random(seed)):
            if match.phase is not Phase.PLAY:
                continue
            (seat,) = match.to_act
            view = view_of(match, seat)
            other = _with_other_hands(match, view, rng)
            assert view_of(other, seat) == view
            assert choose(view_of(other, seat)) == choose(view)
            compared += other != match
    assert compared > 10 * matches


@pytest.mark.parametrize("rules", [WEST_FLANDERS, BELGIAN, MALILLA], ids=lambda rules: rules.name)
@pytest.mark.parametrize("matches", [2, pytest.param(100, marks=pytest.mark.deep)])
def test_what_the_play_proves_is_true(matches: int, rules: Rules) -> None:
    """The obligations of every profile, in matches that need no more of it."""
    duties = ("head_plain", "head_trump", "ruff", "overtrump", "undertrump", "partner_exemption")
    mixed = replace(WEST_FLANDERS, **{duty: getattr(rules, duty) for duty in duties})
    proofs = 0
    for seed in range(matches):
        for _, match in whole_match(mixed, by_chance(Random(seed))):
            if match.phase is not Phase.PLAY or match.deal is None:
                continue
            known = Knowledge(view_of(match, match.to_act[0]))
            for hand, may_hold in zip(match.deal.hands, known.may_hold, strict=True):
                assert not hand & ~may_hold
            proofs += any(
                mask != known.out for seat, mask in enumerate(known.may_hold) if seat != known.seat
            )
    assert proofs > 10 * matches


@pytest.mark.parametrize(
    ("trick", "trump", "proved"),
    [
        # Cannot follow; cannot head an opponent, whoever of the two plays.
        ("J♣ 7♦", None, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣"),
        ("J♣ 9♣", None, "10♣ A♣ K♣ Q♣"),
        ("8♣ J♣ 7♣", None, "10♣ A♣ K♣ Q♣"),
        # Cannot ruff; cannot overtrump, and may still hold lower trumps.
        ("J♣ 7♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♥ A♥ K♥ Q♥ J♥ 9♥ 8♥ 7♥"),
        ("J♣ 9♥ 7♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♥ A♥ K♥ Q♥ J♥"),
        # Has nothing but lower trumps.
        (
            "J♣ 9♥ 8♥",
            HEARTS,
            "10♣ A♣ K♣ Q♣ 9♣ 8♣ 7♣ 10♦ A♦ K♦ Q♦ J♦ 9♦ 8♦ 7♦ 10♥ A♥ K♥ Q♥ J♥",
        ),
        # Partner wins: a discard proves no more than that it cannot follow, a low card nothing.
        ("J♣ 7♣ Q♦", HEARTS, "10♣ A♣ K♣ Q♣ 9♣ 8♣"),
        ("8♣ 10♣ A♣ 7♣", HEARTS, ""),
    ],
)
def test_each_way_to_prove_something(trick: str, trump: Suit | None, proved: str) -> None:
    """Seat 0 leads; what its last card proves of the seat that played it, to one with spades."""
    plays = [CardPlayed(seat, card, Manner.FOLLOW) for seat, card in enumerate(cards(trick))]
    anything = view_of(in_play("7♠|8♠|9♠|J♠", trump=trump), len(plays) % 4)
    view = replace(
        anything,
        hand=tuple(cards("10♠ A♠ K♠ Q♠ J♠ 9♠ 8♠ 7♠")),
        counts=(8, 8, 8, 8),
        events=tuple(plays),
    )
    known = Knowledge(view)
    gone = known.out & ~known.may_hold[len(plays) - 1]
    assert set(map(str, cards_in(gone))) == set(proved.split())


def _in_any_order(view: View, rng: Random) -> View:
    hand = view.hand or ()
    return replace(
        view,
        hand=None if view.hand is None else tuple(rng.sample(hand, len(hand))),
        legal=tuple(rng.sample(view.legal, len(view.legal))),
    )


def _with_other_hands(match: Match, view: View, rng: Random) -> Match:
    """The same match, with cards that `view` does not show exchanged where the play allows it."""
    assert match.deal is not None
    known = Knowledge(view)
    hands = list(match.deal.hands)
    others = [seat for seat in range(4) if seat != view.seat and hands[seat]]
    for _ in range(20 if len(others) > 1 else 0):
        one, two = rng.sample(others, 2)
        mine, theirs = (1 << rng.choice(list(cards_in(hands[seat]))) for seat in (one, two))
        if mine & known.may_hold[two] and theirs & known.may_hold[one]:
            hands[one] ^= mine | theirs
            hands[two] ^= mine | theirs
    return replace(match, deal=replace(match.deal, hands=tuple(hands)))
