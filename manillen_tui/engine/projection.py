"""What one seat may see: built up from public facts and its own hand, never by removing secrets."""

from manillen_tui.engine.cards import Card
from manillen_tui.engine.commands import Command, Next
from manillen_tui.engine.deal import Deal
from manillen_tui.engine.dealing import opened
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import Phase
from manillen_tui.engine.rules import Rules
from manillen_tui.engine.trick import legal_in, trick_rules
from manillen_tui.engine.view import StackView, View


def view_of(match: Match, seat: int | None) -> View:
    """What the player at `seat`, or a spectator (None), may know.

    Raises `ValueError` between deals: there is nothing to see before the next shuffle.
    """
    deal = match.deal
    if deal is None:
        raise ValueError("the next deal is not shuffled yet")
    rules, phase, to_act = match.rules, match.phase, match.to_act
    ended = phase in (Phase.SCORE, Phase.OVER)
    mine = seat in to_act
    choosing, trump = deal.choosing, deal.trump
    points, _ = deal.by_side()
    return View(
        seat=seat,
        rules=rules,
        phase=phase,
        turn=match.turn,
        deal=deal.number,
        dealer=deal.dealer,
        to_act=to_act,
        hand=_hand(deal, seat),
        counts=tuple(hand.bit_count() for hand in _in_hand(deal)) or (0,) * rules.players,
        legal=_legal(deal, seat) if mine and phase is Phase.PLAY else (),
        may_look=seat is not None and seat == deal.waiting,
        cut_range=deal.cut_range if mine and phase is Phase.CUT else None,
        namer=None if trump is None else trump.namer,
        trump=None if trump is None else trump.suit,
        trick=deal.trick,
        winning=deal.winning,
        last_trick=deal.tricks[-1] if deal.tricks else None,
        tricks=deal.tricks_of(),
        points=points if rules.running_points or ended else None,
        totals=match.totals,
        factor=match.factor,
        sheet=match.sheet,
        seen=match.seen,
        winner=match.winner,
        hands=_hands(match, seat),
        first_event=match.first_event,
        events=match.events,
        choices=_choices(deal, phase) if mine else (),
        bid_range=choosing.bid_range(rules) if mine and choosing is not None else None,
        bid=deal.bid,
        blind=trump is not None and trump.blind,
        turned=deal.turned,
        calls=deal.calls,
        stacks=tuple(_stacks(deal, owner) for owner in range(len(deal.stacks))),
        game=match.game,
        games=match.games,
        may_chat=match.may_chat,
    )


def _choices(deal: Deal, phase: Phase) -> tuple[Command, ...]:
    return (Next(),) if phase is Phase.SCORE else deal.choices


def _in_hand(deal: Deal) -> tuple[int, ...]:
    """The cards in each seat's hand, without the open cards of its stacks."""
    if not deal.stacks:
        return deal.hands
    return tuple(hand & ~opened(own) for hand, own in zip(deal.hands, deal.stacks, strict=True))


def _stacks(deal: Deal, owner: int) -> tuple[StackView, ...]:
    """A seat's stacks, without open cards that were played to the current trick."""
    held = deal.hands[owner]
    return tuple(
        StackView(
            stack.open if stack.open is not None and held >> stack.open & 1 else None,
            stack.closed is not None,
        )
        for stack in deal.stacks[owner]
    )


def _hand(deal: Deal, seat: int | None) -> tuple[Card, ...] | None:
    if seat is None or not deal.hands or seat in deal.covered:
        return None
    return _sorted(deal.rules, _in_hand(deal)[seat])


def _legal(deal: Deal, seat: int | None) -> tuple[Card, ...]:
    assert seat is not None and deal.trump is not None
    play = trick_rules(deal.rules, deal.trump.suit)
    trick = [played.card for played in deal.trick]
    return _sorted(deal.rules, legal_in(play, trick, deal.hands[seat]))


def _hands(match: Match, seat: int | None) -> tuple[tuple[Card, ...], ...] | None:
    rules, deal = match.rules, match.deal
    if seat is None:
        dealt = match.before if rules.watch_open else ()
    elif deal is None or deal.void or match.phase not in (Phase.SCORE, Phase.OVER):
        dealt = ()
    else:
        dealt = deal.dealt if rules.open_hands else ()
    return tuple(_sorted(rules, hand) for hand in dealt) or None


def _sorted(rules: Rules, hand: int) -> tuple[Card, ...]:
    return tuple(card for card in rules.cards.cards if hand >> card & 1)
