"""The rights of a table's host: a token, not a name."""

import hmac

from msgspec import Struct

from net.security.tokens import digest


class Rights(Struct):
    """`hashed` is that of the token (None: nobody can have the rights), `holder` the arrival of the
    person who showed it last.
    """

    hashed: bytes | None = None
    holder: int | None = None

    def are(self, token: str) -> bool:
        return self.hashed is not None and hmac.compare_digest(digest(token), self.hashed)

    def renew(self, token: str) -> None:
        """From now on this is the token; the old one gives nothing any more."""
        self.hashed = digest(token)
