"""A game of counting aloud: each seat in its turn says the next number, up to the last."""

from typing import Any

from net.game import Accepted, Body, Move, Rejected


class ToyGame:
    """`kept` are the records in order; `padding` makes a view so many bytes larger."""

    def __init__(self, seats: int = 4, last: int = 8, padding: int = 0) -> None:
        self.seats = seats
        self.last = last
        self.padding = padding
        self.patience: float | None = None
        self.silent = False
        self.moves_on_at: int | None = None  # this number moves everybody one seat on
        self.said = last  # as after a match
        self.kept: list[Body] = []

    def info(self) -> Body:
        return {"game": "toy", "last": self.last}

    def start(self) -> None:
        self.said = 0

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"seat": seat, "said": self.said, "padding": b"." * self.padding}

    def apply(self, seat: int, turn: int, body: Body) -> Accepted | Rejected:
        if turn < self.said:
            return Rejected("stale")
        if seat not in self.to_move():
            return Rejected("not-your-turn")
        if body != {"say": self.said + 1}:
            return Rejected("miscounted", {"next": self.said + 1})
        self.said += 1
        return Accepted({"seat": seat, "say": self.said}, int(self.said == self.moves_on_at))

    async def keep(self, record: Body) -> None:
        self.kept.append(record)

    def to_move(self) -> tuple[int, ...]:
        return (self.said % self.seats,) if self.said < self.last else ()

    def patience_s(self) -> float | None:
        return self.patience

    def may_chat(self) -> bool:
        return not self.silent

    async def move_for(self, seat: int) -> Move:
        return Move(self.said, {"say": self.said + 1})
