"""Guests at a table without a network, who add to every deal and prove it."""

from collections.abc import Callable, Mapping
from random import Random

from manillen_tui.engine import Rules
from manillen_tui.engine.commands import Command, Look
from manillen_tui.engine.records import DealRecord
from manillen_tui.engine.shuffle import digest_of
from manillen_tui.engine.view import View
from manillen_tui.guest.deal_check import Verdict
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.history import Secrets
from manillen_tui.host.table import Table
from manillen_tui.wire import command_to_body, view_from_body
from net.protocol.host_messages import Commit, Contribution, Promise, Reveal, Sealed
from net.room.game import Accepted, Body
from support.matches import any_command


PROVED = Verdict()


class NoComputer:
    """A stand-in for tables where only guests move."""

    async def move(self, view: View) -> Command:
        raise AssertionError("nobody asked a computer player")


class Guests:
    """A guest on every seat, moving at random; `looks` is how often a dealer's partner looks.

    Each `bend` is what a host does to a message before sending it, or after getting it. `silent`
    seats seal nothing, and `closed` ones never open their seals. `records` are the table's, in
    order.
    """

    def __init__(
        self,
        rules: Rules,
        seed: object,
        *,
        silent: tuple[int, ...] = (),
        closed: tuple[int, ...] = (),
        looks: float = 0.0,
    ) -> None:
        self.random = Random(f"{seed}")
        self.rules = rules
        self.table = Table(rules, self._secrets(), NoComputer())
        self.records: list[Body] = []
        self.guests = [Proofs(lambda: self.random.randbytes(16)) for _ in range(rules.players)]
        self.at = dict(enumerate(self.guests))  # by seat
        self.silent = silent
        self.closed = closed
        self.looks = looks
        self.bend_commit: Callable[[Commit], Commit] = lambda commit: commit
        self.bend_seals: Callable[[dict[int, bytes]], dict[int, bytes]] = dict
        self.bend_shares: Callable[[dict[int, bytes]], dict[int, bytes]] = dict
        self.bend_reveal: Callable[[Reveal], Reveal | None] = lambda reveal: reveal
        self.bend_view: Callable[[View], View] = lambda view: view

    def _secrets(self) -> Secrets:
        return lambda _number: self.random.randbytes(32)

    def view(self, seat: int | None) -> View:
        return view_from_body(self.table.view(seat))

    @property
    def sheet(self) -> tuple[DealRecord, ...]:
        return self.view(0).sheet

    def start(self) -> None:
        self.records.append(self.table.start().record)

    def play(self, deals: int = 10**6) -> None:
        """Play until the match is over or has this many deals."""
        while self.table.due() or (self.table.to_move() and len(self.sheet) < deals):
            if self.table.due():
                self.deal()
            else:
                self.move()
        self.see()

    def deal(self) -> None:
        number = self.table.due()
        assert number is not None
        commit = self.bend_commit(Commit(number, digest_of(self.table.secret())))
        seals = {seat: guest.commit(commit, seat).digest for seat, guest in self.at.items()}
        for seat in self.silent:
            del seals[seat]
        sealed = shown(number, self.bend_seals(seals))
        opened = {seat: guest.sealed(sealed) for seat, guest in self.at.items()}
        shares = {
            seat: share.share
            for seat, share in opened.items()
            if share is not None and seat not in self.closed
        }
        accepted = self.table.deal(self.bend_shares(shares))
        self.records.append(accepted.record)
        places = self.rules.players
        self.at = {(seat + accepted.moved) % places: guest for seat, guest in self.at.items()}
        self.see()

    def move(self) -> None:
        seat = self.random.choice(self.table.to_move())
        view = self.view(seat)
        command = any_command(self.random, view)
        if self.random.random() < self.looks:
            for other in self.at:
                if self.view(other).may_look:
                    seat, command = other, Look()
        if seat in self.at:
            self.at[seat].sent(view.turn, command)
        accepted = self.table.apply(seat, view.turn, command_to_body(command))
        assert isinstance(accepted, Accepted)
        self.records.append(accepted.record)
        if len(self.view(seat).trick) < 2:  # views are complete: a guest may miss some
            self.see()

    def see(self) -> None:
        for seat, guest in self.at.items():
            guest.see(self.bend_view(self.view(seat)))
        proven = self.table.proven()
        if proven is not None:
            reveal = self.bend_reveal(revealed(proven.deal, proven.secret, proven.shares))
            for guest in self.guests:
                if reveal is not None:
                    guest.reveal(reveal)

    def verdicts(self, deal: int) -> list[Verdict | None]:
        return [guest.of(deal) for guest in self.guests]


def shown(deal: int, seals: Mapping[int, bytes]) -> Sealed:
    return Sealed(deal, tuple(Promise(seat, seal) for seat, seal in sorted(seals.items())))


def revealed(deal: int, secret: bytes, shares: Mapping[int, bytes]) -> Reveal:
    return Reveal(deal, secret, tuple(Contribution(s, share) for s, share in shares.items()))
