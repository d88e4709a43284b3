"""Cards from text, deals laid out by hand, and whole random matches."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from manillen_tui.engine.cards import SUITS, Card, Suit, cards_in, mask_of
from manillen_tui.engine.commands import Bid, Command, Cut, Look, Next, Play, Refusal
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.events import Event
from manillen_tui.engine.match import Match, apply, shuffle, start
from manillen_tui.engine.records import Phase, Trick
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trick import legal_in, trick_rules
from manillen_tui.engine.trump import Trump
from manillen_tui.engine.view import View
from support.profiles import WEST_FLANDERS


#: A step of a match: the bytes of a shuffle, or a seat's command.
Step = bytes | tuple[int, Command]


def cards(text: str) -> list[Card]:
    """``"10♦ 7♣"`` as cards."""
    return [Card.parse(word) for word in text.split()]


def entropy(name: object) -> bytes:
    """32 bytes for a deal, always the same for the same name."""
    return hashlib.sha256(str(name).encode()).digest()


def done(result: tuple[Match, tuple[Event, ...]] | Refusal) -> Match:
    """The match after a command, which must have been accepted."""
    assert not isinstance(result, Refusal), result
    return result[0]


def refused(result: tuple[Match, tuple[Event, ...]] | Refusal) -> Refusal:
    assert isinstance(result, Refusal)
    return result


def in_play(
    hands: str,
    *,
    trump: Suit | None = None,
    dealer: int = 3,
    taken: Sequence[tuple[int, int]] = (),
    match: Match | None = None,
) -> Match:
    """A match in the middle of a deal. Hands are by seat, separated by ``|``.

    `taken` are the earlier tricks, each as the seat that took it and its points. The last of these
    seats leads; without any, the seat after the dealer.
    """
    match = match or Match(WEST_FLANDERS, totals=(0, 0))
    held = tuple(mask_of(cards(hand)) for hand in hands.split("|"))
    deal = Deal(
        match.rules,
        number=len(match.sheet) + 1,
        dealer=dealer,
        pack=(),
        dealt=held,
        hands=held,
        trump=Trump(dealer, trump),
        tricks=tuple(Trick((), seat, points) for seat, points in taken),
    )
    return replace(match, dealer=dealer, deal=deal, turn=match.turn + 1, events=(), seen=())


def play(match: Match, text: str) -> Match:
    """Play these cards, each by the seat whose turn it is."""
    for card in cards(text):
        (seat,) = match.to_act
        match = done(apply(match, seat, Play(card)))
    return match


def all_seen(match: Match) -> Match:
    for seat in match.to_act:
        match = done(apply(match, seat, Next()))
    return match


def by_chance(rng: Random, *, looks: float = 0.0) -> Callable[[Match], Step]:
    """A random next step in a match, all equally likely; looking early has the chance `looks`."""

    def step(match: Match) -> Step:
        if match.phase is Phase.SHUFFLE:
            return rng.randbytes(32)
        seat, deal = rng.choice(match.to_act), match.deal
        assert deal is not None
        if deal.waiting is not None and rng.random() < looks:
            return deal.waiting, Look()
        return seat, _by_chance(rng, match, deal, seat)

    return step


def _by_chance(rng: Random, match: Match, deal: Deal, seat: int) -> Command:
    """As `any_command`, but without the cost of a view."""
    phase = match.phase
    if phase is Phase.CUT:
        return Cut(rng.randint(*deal.cut_range))
    if phase is Phase.SCORE:
        return Next()
    commands = list(deal.choices)
    if phase is Phase.PLAY:
        assert deal.trump is not None
        trick = [played.card for played in deal.trick]
        play = trick_rules(match.rules, deal.trump.suit)
        commands.extend(map(Play, cards_in(legal_in(play, trick, deal.hands[seat]))))
    bids = deal.choosing.bid_range(match.rules) if deal.choosing else None
    if bids is not None:
        commands.append(Bid(rng.randint(*bids), rng.choice(SUITS)))
    return rng.choice(commands)


def any_command(rng: Random, view: View) -> Command:
    """A random command of those open to the seat of a view."""
    if view.cut_range is not None:
        return Cut(rng.randint(*view.cut_range))
    commands = [*view.choices, *map(Play, view.legal)]
    if view.bid_range is not None:
        commands.append(Bid(rng.randint(*view.bid_range), rng.choice(SUITS)))
    return rng.choice(commands)


def moment(view: View) -> tuple[object, ...]:
    """Identifies a point of a match at which a seat may act once.

    The answer to a command may come before the resulting view, with views of what others did in
    between: acting on each of those would be acting twice.
    """
    return view.deal, view.phase, view.turn


def take(match: Match, step: Step) -> Match:
    if isinstance(step, bytes):
        return shuffle(match, step)[0]
    return done(apply(match, *step))


def whole_match(
    rules: Rules, choose: Callable[[Match], Step]
) -> Iterator[tuple[Step | None, Match]]:
    """Every state of a match from the start, each with the step that led to it."""
    match, step = start(rules), None
    yield step, match
    while match.phase is not Phase.OVER:
        step = choose(match)
        match = take(match, step)
        yield step, match
