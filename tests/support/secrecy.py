"""What a seat must not know yet, worked out without the engine's views; and a search for it."""

from collections.abc import Collection, Mapping
from typing import Any

from manillen_tui.engine.cards import Card, cards_in
from manillen_tui.engine.events import Asked, CardPlayed, HandedOver, PickedUp
from manillen_tui.engine.match import Match
from manillen_tui.engine.records import Phase
from manillen_tui.host.table import Table
from net.protocol.codec import encode
from net.protocol.host_messages import State
from net.room.game import Body


def hidden_from(match: Match, seat: int | None) -> set[Card]:
    """The cards whose place this seat, or a spectator (None), must not know."""
    pack, deal, rules = set(match.rules.cards.cards), match.deal, match.rules
    if deal is None or not deal.dealt:
        return pack
    ended = match.phase in (Phase.SCORE, Phase.OVER)
    if seat is not None and ended and rules.open_hands and not deal.void:
        return set()
    played = {event.card for event in match.events if isinstance(event, CardPlayed)}
    opened = {stack.open for own in deal.stacks for stack in own}
    own: set[Card] = set()
    if seat is not None and not _face_down(match, seat):
        own = set(cards_in(deal.hands[seat]))
    return pack - played - opened - own - {deal.turned}


def _face_down(match: Match, seat: int) -> bool:
    """Whether this seat's own cards still lie face down."""
    rules, dealer = match.rules, match.dealer
    if match.phase is not Phase.TRUMP or dealer is None:
        return False
    if any(isinstance(event, HandedOver) for event in match.events):
        return False
    if seat == dealer:
        looked = any(isinstance(event, PickedUp) for event in match.events)
        return rules.blind_no_trump and not looked
    return rules.partner_waits and seat == rules.partner(dealer)


def in_question(match: Match, seat: int) -> set[Card]:
    """The high cards a leader may ask about, which follow from what they know themselves."""
    deal, pack = match.deal, match.rules.cards
    assert deal is not None
    known = set(cards_in(deal.hands[seat])) | set(cards_in(deal.played))
    return {card for card in pack.cards if pack.worth[card]} - known


def check_view(match: Match, seat: int | None, body: Mapping[str, Any]) -> None:
    """Search a seat's view, as it is sent, for every card that is hidden from it."""
    questions = {choice["card"] for choice in body["choices"] if choice["act"] == "ask-card"}
    if questions:
        assert seat is not None
        assert questions == {str(card) for card in in_question(match, seat)}
    for event in match.events:
        if isinstance(event, Asked):
            assert event.answer in ((0, 1) if event.card is not None else range(9))
    # Cards are only named by these, and by first cuts, put back before the shuffle.
    told = dict(body)
    told["choices"] = [choice for choice in body["choices"] if choice["act"] != "ask-card"]
    told["events"] = [event for event in body["events"] if event[0] not in ("first-cut", "asked")]
    if seat is None:
        # Nothing of this deal: its hands are shown with the next one, if the rules say so.
        told["hands"] = None
        before = match.before if match.rules.watch_open else ()
        assert list(map(set, body["hands"] or ())) == [
            {str(card) for card in cards_in(hand)} for hand in before
        ]
    check_frame(match, seat, encode(State(0, told)))


def check_frame(match: Match, seat: int | None, frame: bytes, but: Collection[str] = ()) -> None:
    for card in hidden_from(match, seat):
        if str(card) not in but:
            assert str(card).encode() not in frame, f"{card} went to seat {seat}"


def truth(table: object) -> Match:
    """The match itself, which no seat may see; while a deal is due, as it was before."""
    assert isinstance(table, Table)
    history = table._history
    match = history.last or history.match
    assert match is not None
    return match


def check_sealed(table: Table, frame: bytes) -> None:
    """Check that a frame does not leak what a deal in progress was shuffled from."""
    history = table._history
    if history.due is not None:
        assert history.due not in frame, "the secret of the next deal was told"
    if history.given is not None and history.ended is None:
        told = history.given.secret in frame or any(
            s in frame for s in history.given.shares.values()
        )
        assert not told, "what this deal was shuffled from was told"


class WatchedTable(Table):
    """A table that searches every view it returns for leaks; `views` counts them."""

    views = 0

    def view(self, seat: int | None) -> Body:
        body = super().view(seat)
        check_view(truth(self), seat, body)
        self.views += 1
        return body
