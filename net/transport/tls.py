"""TLS for the two ends of a connection: only version 1.3, and no host names to check."""

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from net.security.certificate import Identity


_IN_MEMORY = hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir()


def host_context(identity: Identity) -> ssl.SSLContext:
    """TLS for a host. Raises `ValueError` if key and certificate do not belong together."""
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0  # nobody resumes TLS, and a ticket left unread resets the connection
    with _as_file(identity.key + b"\n" + identity.certificate) as path:
        try:
            context.load_cert_chain(path)
        except ssl.SSLError as error:
            raise ValueError("not a key and its certificate") from error
    return context


@cache
def guest_context() -> ssl.SSLContext:
    """TLS for a guest. Certificates are not verified here: the spoken code vouches for a table or,
    when coming back to one, its certificate being the same as before.
    """
    context = _context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _context(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


@contextmanager
def _as_file(content: bytes) -> Iterator[str]:
    """The path of a temporary file with this content, readable by this user only.

    In memory where the system allows it: a full disk must not keep a table from opening.
    """
    if _IN_MEMORY:
        with open(os.memfd_create("identity"), "wb") as file:
            file.write(content)
            file.flush()
            yield f"/proc/self/fd/{file.fileno()}"
        return
    with TemporaryDirectory(prefix="manillen-") as private:
        path = Path(private, "identity.pem")
        with open(path, "xb", opener=_private) as file:
            file.write(content)
        yield str(path)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
