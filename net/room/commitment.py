"""The provable deal: the host commits to a secret, guests add shares, and in the end all is shown.

Shares come sealed and are opened only after all seals were shown, so that nobody can choose theirs
by the others'.
"""

from collections.abc import Mapping
from hashlib import sha256

from net.ids import ConnectionId, SeatNumber
from net.protocol.guest_messages import Seal, Share
from net.protocol.host_messages import Commit, Contribution, Promise, Reveal, Sealed
from net.room.game import Accepted, Game
from net.security.sealing import seal_of


class Dealing:
    """The deal being shuffled, and the last one revealed. Times are table time."""

    def __init__(self, game: Game, share_s: float) -> None:
        self.until: float | None = None  # when to stop waiting: for seals, then for shares
        self._game = game
        self._share_s = share_s
        self._committed: Commit | None = None
        self._sealed: Sealed | None = None
        self._seals: dict[ConnectionId, bytes] = {}
        self._shares: dict[int, bytes] = {}  # by seat
        self._shown: int | None = None  # the number of the last deal revealed

    def commit(self, at: float) -> Commit | None:
        """What to send to all seated when a deal is due to be shuffled. Returned once."""
        if self._committed is not None:
            if self.until is None:
                self.until = at + self._share_s
            return None
        deal = self._game.due()
        if deal is None:
            return None
        self._seals, self._shares = {}, {}
        self.until = at + self._share_s
        self._committed = Commit(deal, sha256(self._game.secret()).digest())
        return self._committed

    def told(self) -> tuple[Commit | Sealed, ...]:
        """What was sent about this deal so far, for those who join meanwhile."""
        return tuple(word for word in (self._committed, self._sealed) if word is not None)

    def seal(self, who: ConnectionId, seal: Seal) -> None:
        """Take a seal for this deal; until they are shown, a later one replaces it."""
        if self._committed is not None and seal.deal == self._committed.deal:
            self._seals[who] = seal.digest

    def show(self, here: Mapping[ConnectionId, SeatNumber], at: float) -> Sealed | None:
        """The seals of the people `here`, with their seats, to send to all of them. Returned once,
        as soon as each of them has sealed or time is up.
        """
        if self._committed is None or self._sealed is not None or self.until is None:
            return None
        if at < self.until and not self._seals.keys() >= here.keys():
            return None
        seals = sorted((seat, self._seals[who]) for who, seat in here.items() if who in self._seals)
        self.until = at + self._share_s
        self._sealed = Sealed(self._committed.deal, tuple(Promise(*seal) for seal in seals))
        return self._sealed

    def open(self, seat: SeatNumber, share: Share) -> None:
        """Take a share, if it fits the seal that was shown for this seat."""
        if self._sealed is None or share.deal != self._sealed.deal:
            return
        if Promise(seat, seal_of(share.deal, seat, share.share)) in self._sealed.seals:
            self._shares[seat] = share.share

    def ready(self, at: float) -> bool:
        """Whether every seal that was shown is opened, or time is up."""
        if self._sealed is None or self.until is None:
            return False
        return at >= self.until or len(self._shares) == len(self._sealed.seals)

    def put_off(self) -> None:
        """Wait until somebody is back, then give them the full time for their part.

        Commit again then, unless seals were shown: those stay, since some may be opened already.
        """
        self.until = None
        if self._sealed is None:
            self._committed = None

    def shuffle(self) -> Accepted:
        """Shuffle with the shares received. The deal must have been committed to."""
        self._committed = self._sealed = self.until = None
        return self._game.deal(self._shares)

    def reveal(self) -> Reveal | None:
        """What the last finished deal was shuffled from, if it may be shown."""
        proven = self._game.proven()
        if proven is None:
            return None
        shares = sorted(proven.shares.items())
        return Reveal(
            proven.deal, proven.secret, tuple(Contribution(seat, share) for seat, share in shares)
        )

    def news(self) -> Reveal | None:
        """As `reveal`, but each deal only once."""
        reveal = self.reveal()
        shown, self._shown = self._shown, None if reveal is None else reveal.deal
        return None if reveal is None or reveal.deal == shown else reveal
