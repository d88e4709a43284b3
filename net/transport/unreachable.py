"""Why a table could not be reached, or refused a request, as codes."""

import errno
import ssl
from collections.abc import Mapping
from typing import Any, Final

from net.address import Address


#: Codes for an address where no host said anything.
UNANSWERED: Final = frozenset(
    {"refused", "timeout", "no-route", "unknown-host", "not-a-table", "hung-up"}
)
_NO_ROUTE: Final = frozenset(
    {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, errno.EINVAL}
)


class _Said(Exception):
    """A code and its arguments; words are made elsewhere."""

    def __init__(self, code: str, args: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = dict(args or {})


class Unreachable(_Said):
    """There is no connection to a table, or no longer.

    Codes with the address: ``refused``, ``timeout``, ``no-route``, ``unknown-host`` (with the name
    only), ``not-a-table``, ``hung-up`` (before saying anything), ``other-certificate`` (not the
    same table as before). Also those of a host's `Bye` (``version``, ``busy``, ``badcode`` and
    ``wait`` with `wait_ms`, ``closing`` ...), ``relay``, noticed by the host or by this side, and
    ``gone`` and the other codes of `Session.ended`.
    """


class SeatRefused(_Said):
    """The host refused a seat."""


class Nacked(_Said):
    """The host refused a command."""


def nobody(code: str, address: Address) -> Unreachable:
    return Unreachable(code, {"address": str(address)})


def nameless(address: Address) -> Unreachable:
    return Unreachable("unknown-host", {"address": address.host})


def code_of(error: OSError) -> str:
    match error:
        case TimeoutError():
            return "timeout"
        case ssl.SSLError():
            return "not-a-table"
        case ConnectionResetError() | BrokenPipeError() | ConnectionAbortedError():
            return "hung-up"  # during the handshake
    return "no-route" if error.errno in _NO_ROUTE else "refused"
