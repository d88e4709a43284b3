"""The game for two: a player plays from hand and stacks together."""

from random import Random

from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Card, Phase, Reason, Suit, apply, view_of
from manillen_tui.engine.cards import cards_in, mask_of
from manillen_tui.engine.commands import Cut, NameTrump, Play
from manillen_tui.engine.dealing import Stack
from manillen_tui.engine.events import CardOpened, CardPlayed, TrickTaken
from manillen_tui.engine.match import Match, shuffle, start
from manillen_tui.engine.view import StackView
from support.matches import by_chance, cards, done, entropy, refused, take


TWO = PRESETS["two"]


def dealt() -> Match:
    match = shuffle(replace(start(TWO), dealer=0), entropy("two"))[0]
    return done(apply(match, 1, Cut(5)))


def laid_out(hands: str, stacks: str) -> Match:
    """Seat 1 leads. Stacks are ``open/closed`` by seat, separated by ``|``; all else is played."""
    held = [mask_of(cards(hand)) for hand in hands.split("|")]
    own = tuple(
        tuple(Stack(*map(Card.parse, stack.split("/"))) for stack in side.split())
        for side in stacks.split("|")
    )
    match = done(apply(dealt(), 0, NameTrump(Suit.DIAMONDS)))
    assert match.deal is not None
    playable = tuple(
        hand | mask_of(stack.open for stack in side if stack.open is not None)
        for hand, side in zip(held, own, strict=True)
    )
    return replace(match, deal=replace(match.deal, hands=playable, stacks=own))


def test_eight_in_hand_and_four_stacks_each() -> None:
    match = dealt()
    assert match.deal is not None
    pack = match.deal.pack
    for seat in (0, 1):
        view = view_of(match, seat)
        assert view.hand is not None and len(view.hand) == 8
        assert view.counts == (8, 8)
        assert [len(own) for own in view.stacks] == [4, 4]
        assert all(stack.closed and stack.open for own in view.stacks for stack in own)
        assert len(view.playable) == 12
    # In packets of four: to seat 1 first, then to the dealer; hands, closed cards, open cards.
    hand = view_of(match, 1).hand
    assert hand is not None and set(hand) == set(pack[0:4] + pack[8:12])
    assert tuple(stack.closed for stack in match.deal.stacks[1]) == pack[16:20]
    assert tuple(stack.open for stack in match.deal.stacks[1]) == pack[24:28]
    assert tuple(stack.open for stack in match.deal.stacks[0]) == pack[28:32]


def test_the_dealer_names_trump_seeing_all_open_cards_and_the_other_leads() -> None:
    match = dealt()
    assert (match.phase, match.to_act) == (Phase.TRUMP, (0,))
    assert view_of(match, 0).stacks == view_of(match, 1).stacks == view_of(match, None).stacks
    match = done(apply(match, 0, NameTrump(None)))
    assert match.to_act == (1,)


def test_open_cards_are_played_and_oblige_like_cards_in_hand() -> None:
    match = laid_out("7♣ 8♥|J♣ 9♥", "Q♣/A♠ 7♦/8♠|K♠/9♠ 10♥/7♠")
    assert set(view_of(match, 1).legal) == set(cards("J♣ 9♥ K♠ 10♥"))
    match = done(apply(match, 1, Play(Card.parse("J♣"))))
    assert view_of(match, 0).legal == tuple(cards("Q♣"))  # the open queen beats
    refusal = refused(apply(match, 0, Play(Card.parse("7♣"))))
    assert (refusal.reason, refusal.cards) == (Reason.MUST_HEAD, tuple(cards("Q♣")))
    refusal = refused(apply(match, 0, Play(Card.parse("A♠"))))
    assert refusal.reason is Reason.NOT_HELD  # nobody knows it yet


def test_a_closed_card_opens_once_the_trick_is_complete() -> None:
    match = laid_out("7♣ 8♥|J♣ 9♥", "Q♣/A♠ 7♦/8♠|K♠/9♠ 10♥/7♠")
    match = done(apply(match, 1, Play(Card.parse("10♥"))))
    # The open card is in the trick now; the closed one stays closed until the other has played.
    for seat in (0, 1, None):
        assert view_of(match, seat).stacks[1][1] == StackView(None, True)
    assert Card.parse("10♥") not in view_of(match, 1).playable
    match = done(apply(match, 0, Play(Card.parse("8♥"))))
    taken, opened = match.events[-2:]
    assert isinstance(taken, TrickTaken)
    assert opened == CardOpened(1, Card.parse("7♠"))
    for seat in (0, 1, None):
        assert view_of(match, seat).stacks[1] == (
            StackView(Card.parse("K♠"), True),
            StackView(Card.parse("7♠"), False),
        )
    assert Card.parse("7♠") in view_of(match, 1).legal
    assert view_of(match, 1).hand == tuple(cards("J♣ 9♥"))


def test_if_two_cards_open_at_once_the_winners_comes_first() -> None:
    match = laid_out("7♣ 8♥|J♣ 9♥", "Q♣/A♠ 7♦/8♠|K♠/9♠ 10♥/7♠")
    match = done(apply(match, 1, Play(Card.parse("K♠"))))
    match = done(apply(match, 0, Play(Card.parse("7♦"))))
    assert match.events[-2:] == (CardOpened(0, Card.parse("8♠")), CardOpened(1, Card.parse("9♠")))


def test_a_stack_is_empty_after_its_second_card() -> None:
    match, rng = done(apply(dealt(), 0, NameTrump(None))), Random("empty")
    step = by_chance(rng)
    while match.phase is Phase.PLAY:
        match = take(match, step(match))
    assert view_of(match, 0).stacks == ((StackView(None, False),) * 4,) * 2
    opened = [event for event in match.events if isinstance(event, CardOpened)]
    played = [event for event in match.events if isinstance(event, CardPlayed)]
    assert (len(opened), len(played)) == (8, 32)


def test_all_sixteen_tricks_make_a_sweep() -> None:
    match, rng = done(apply(dealt(), 0, NameTrump(None))), Random("sixteen")
    step = by_chance(rng)
    while match.phase is Phase.PLAY:
        match = take(match, step(match))
    assert match.deal is not None and len(match.deal.tricks) == 16
    view = view_of(match, 0)
    assert sum(view.tricks) == 16 and sum(view.points or ()) == 60
    assert view.hands is not None
    assert [len(hand) for hand in view.hands] == [16, 16]
    assert set(view.hands[0]) == set(cards_in(match.deal.dealt[0]))


def test_a_closed_card_is_in_nobodys_view() -> None:
    match = dealt()
    assert match.deal is not None
    closed = {stack.closed for own in match.deal.stacks for stack in own}
    for seat in (0, 1):
        view = view_of(match, seat)
        assert not closed & set(view.playable)
        assert not any(stack.open in closed for own in view.stacks for stack in own)
