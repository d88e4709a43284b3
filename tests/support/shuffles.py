"""A toy game before its deal: everybody seals, opens, and the shuffle is revealed."""

from hashlib import sha256

from net.ids import SeatNumber
from net.protocol import guest_messages
from net.protocol.host_messages import Commit, FromHost, Promise, Reveal, Sealed
from net.room.game import Move
from net.room.outcome import Outcome
from net.security.sealing import seal_of
from support.at_table import AtTable
from support.toy_game import ToyGame


FIRST = Commit(1, sha256(b"\x01" * 32).digest())


def before_the_deal(*names: str, deal_every: int = 4) -> AtTable:
    """A match has begun, and its first deal is due."""
    table = AtTable(*names, game=ToyGame(last=8, deal_every=deal_every))
    table.fill_and_start()
    return table


def share_of(who: object) -> bytes:
    assert isinstance(who, int)
    return bytes([who]) * 16


def sealed(deal: int, **seats: int) -> Sealed:
    """The seals of these seats (``seat0=1``: for the share of person 1)."""
    shares = sorted((int(seat.removeprefix("seat")), share_of(who)) for seat, who in seats.items())
    return Sealed(deal, tuple(Promise(seat, seal_of(deal, seat, share)) for seat, share in shares))


BOTH = sealed(1, seat0=1, seat1=2)


def seal_all(table: AtTable) -> Sealed:
    """The host commits, and everybody present seals their share."""
    commit = table.room.commit(table.now)
    assert commit is not None
    for who in table.room.seated():
        assert table.seals() is None
        table.seal(who, commit.deal, share_of(who))
    shown = table.seals()
    assert shown is not None
    return shown


def shuffle(table: AtTable) -> Outcome:
    return table.note(0, table.room.shuffle(table.now))


def deal(table: AtTable) -> None:
    """Everybody present adds their share."""
    shown = seal_all(table)
    assert not table.room.deal_ready(table.now)
    for who in table.room.seated():
        table.share(who, shown.deal, share_of(who))
    assert table.room.deal_ready(table.now)
    shuffle(table)


def say_next(table: AtTable) -> Outcome:
    """Whoever is to move says the next number."""
    said = table.game.said
    (seat,) = map(SeatNumber, table.game.to_move())
    people = {seat: who for who, seat in table.room.seated().items()}
    if seat in people:
        return table.ask(people[seat], guest_messages.Do, said, {"say": said + 1})
    return table.room.move(seat, Move(said, {"say": said + 1}), table.now)


def words_to(outcome: Outcome, who: object) -> list[FromHost]:
    """What somebody is told about the deal being shuffled."""
    return [
        letter
        for whose, letter in outcome.letters
        if whose == who and isinstance(letter, Commit | Sealed)
    ]


def reveals(outcome: Outcome) -> dict[object, Reveal]:
    return {who: letter for who, letter in outcome.letters if isinstance(letter, Reveal)}
