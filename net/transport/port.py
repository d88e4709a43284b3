"""The port a table listens on."""

import errno
import logging
import socket
from typing import Final


log = logging.getLogger(__name__)

#: How many ports after the wanted one are tried.
TRIES: Final = 20

_TAKEN: Final = frozenset({errno.EADDRINUSE, errno.EACCES})


def bind(host: str | None, port: int) -> socket.socket:
    """A socket listening on this port, or on the first free one of the next twenty; 0: any.

    `host` is one of this machine's addresses, or None for all of them, including IPv6 if there is
    any. Raises `OSError` if none of the ports is available.
    """
    last = port if port == 0 else min(port + TRIES, 65535)
    for candidate in range(port, last + 1):
        try:
            return _listen(host, candidate)
        except OSError as error:
            if candidate == last or error.errno not in _TAKEN:
                raise
    raise AssertionError("the last port was tried")


def _listen(host: str | None, port: int) -> socket.socket:
    if host is not None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno in _TAKEN:
                raise
            log.info("IPv6 is not available: %s", error)
    return socket.create_server(("", port))
