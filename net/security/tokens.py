"""Tokens for a seat or for the host's rights: made here, stored only as hashes."""

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

from net.ids import Arrival


NewToken = Callable[[], str]
NewCode = Callable[[], str]


def new_token() -> str:
    """128 random bits as URL-safe base64."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> bytes:
    # A lone surrogate must not raise here.
    return sha256(token.encode("utf-8", "replace")).digest()


class TokenHashes(Struct, frozen=True):
    """What opens a seat: its token's hash, and its previous token's until the new one is known to
    have arrived.
    """

    current: bytes
    previous: bytes | None = None

    def opened_by(self, hashed: bytes) -> bool:
        return hashed in (self.current, self.previous)

    def hashes(self) -> tuple[bytes, ...]:
        return (self.current,) if self.previous is None else (self.current, self.previous)


class Rights(Struct):
    """`hashed` is the token's hash (None: nobody can have the rights), `holder` the person who
    showed the token last.
    """

    hashed: bytes | None = None
    holder: Arrival | None = None

    def are(self, token: str) -> bool:
        return self.hashed is not None and hmac.compare_digest(digest(token), self.hashed)

    def renew(self, token: str) -> None:
        """Replace the token; the old one is no longer valid."""
        self.hashed = digest(token)
