"""A game of counting aloud: the seats take turns to say the next number, up to the last."""

from collections.abc import Iterable, Mapping
from typing import Any

from net.room.game import Accepted, Body, Malformed, Move, Proven, Rejected


class ToyGame:
    """`padding` makes views larger by that many bytes. With `deal_every`, that many numbers make a
    deal, which has to be shuffled first.
    """

    def __init__(
        self, seats: int = 4, last: int = 8, padding: int = 0, deal_every: int | None = None
    ) -> None:
        self.seats = seats
        self.last = last
        self.padding = padding
        self.deal_every = deal_every
        self.patience: float | None = None
        self.silent = False
        self.open_hands = True
        self.moves_on_at: int | None = None  # the number at which everybody moves one seat on
        self.said = last  # as after a match
        self.deals = 0  # shuffled in this match
        self.shares: dict[int, bytes] = {}  # of the current deal

    def restore(self, records: Iterable[Body]) -> None:
        """Replay these records."""
        for record in records:
            match record:
                case {"start": True}:
                    self.start()
                case {"shares": list(shares)}:
                    self.deal({seat: bytes(share) for seat, share in shares})
                case {"seat": int(seat), "say": int()}:
                    accepted = self.apply(seat, self.said, {"say": record["say"]})
                    assert isinstance(accepted, Accepted)

    def info(self) -> Body:
        return {"game": "toy", "last": self.last}

    def start(self) -> Accepted:
        self.said = self.deals = 0
        return Accepted({"start": True})

    def due(self) -> int | None:
        if self.deal_every is None or self.said == self.last:
            return None
        return self.deals + 1 if self.said == self.deals * self.deal_every else None

    def secret(self) -> bytes:
        return bytes([self.deals + 1]) * 32

    def deal(self, shares: Mapping[int, bytes]) -> Accepted:
        assert self.due() is not None
        self.deals += 1
        self.shares = dict(shares)
        return Accepted({"shares": [[seat, share] for seat, share in sorted(shares.items())]})

    def proven(self) -> Proven | None:
        """Available even while the next deal is due."""
        over = self.deal_every is not None and self.said == self.deals * self.deal_every > 0
        if not (over and self.open_hands):
            return None
        return Proven(self.deals, bytes([self.deals]) * 32, self.shares)

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"seat": seat, "said": self.said, "padding": b"." * self.padding}

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        if set(body) != {"say"}:
            raise Malformed("nothing is said")
        if turn < self.said:
            return Rejected("stale")
        if seat not in self.to_move():
            return Rejected("not-your-turn")
        if body != {"say": self.said + 1}:
            return Rejected("miscounted", {"next": self.said + 1})
        self.said += 1
        return Accepted({"seat": seat, "say": self.said}, int(self.said == self.moves_on_at))

    def to_move(self) -> tuple[int, ...]:
        waits = self.said < self.last and self.due() is None
        return (self.said % self.seats,) if waits else ()

    def patience_s(self) -> float | None:
        return self.patience

    def may_chat(self) -> bool:
        return not self.silent

    async def move_for(self, seat: int) -> Move:
        return Move(self.said, {"say": self.said + 1})
