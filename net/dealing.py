"""The provable deal: the host commits to his secret, shares come in, and at last all is shown."""

from collections.abc import Collection
from hashlib import sha256

from net.game import Accepted, Game
from net.messages import Commit, Contribution, Reveal, Share


class Dealing:
    """The deal that is being shuffled, and the one that was shown. Times are those of the table."""

    def __init__(self, game: Game, share_s: float) -> None:
        self.committed: Commit | None = None
        self.until: float | None = None  # when the shares that are there have to do
        self._game = game
        self._share_s = share_s
        self._shares: dict[int, bytes] = {}  # by seat
        self._shown: int | None = None

    def commit(self, at: float) -> Commit | None:
        """The word to be sent to all seated when a deal has to be shuffled, once."""
        deal = self._game.due() if self.committed is None else None
        if deal is None:
            return None
        self._shares = {}
        self.until = at + self._share_s
        self.committed = Commit(deal, sha256(self._game.secret()).digest())
        return self.committed

    def add(self, seat: int, share: Share) -> None:
        """The first one of each seat counts; one for another deal comes too late, or too early."""
        if self.committed is not None and share.deal == self.committed.deal:
            self._shares.setdefault(seat, share.share)

    def ready(self, seats: Collection[int], at: float) -> bool:
        """Whether each of these seats has sent its share, or had the time to."""
        if self.until is None:
            return False
        return at >= self.until or self._shares.keys() >= set(seats)

    def put_off(self) -> None:
        """Commit again when somebody is back, who then has the time for his share."""
        self.committed = self.until = None

    def shuffle(self) -> Accepted:
        """Of the shares that are there. The deal has to be committed to."""
        self.committed = self.until = None
        return self._game.deal(self._shares)

    def reveal(self) -> Reveal | None:
        """What the last deal was shuffled from, while it is the last and may be shown."""
        proven = self._game.proven()
        if proven is None:
            return None
        shares = sorted(proven.shares.items())
        return Reveal(
            proven.deal, proven.secret, tuple(Contribution(seat, share) for seat, share in shares)
        )

    def news(self) -> Reveal | None:
        """The same, once."""
        reveal = self.reveal()
        shown, self._shown = self._shown, None if reveal is None else reveal.deal
        return None if reveal is None or reveal.deal == shown else reveal
