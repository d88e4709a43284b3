"""TLS for the two ends of a connection: 1.3 alone, and no names to check."""

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
    """TLS for a host. Raises `ValueError` when key and certificate do not belong together."""
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0  # nobody resumes TLS, and a ticket unread at the end resets the line
    with _as_file(identity.key + b"\n" + identity.certificate) as path:
        try:
            context.load_cert_chain(path)
        except ssl.SSLError as error:
            raise ValueError("not a key and its certificate") from error
    return context


@cache
def guest_context() -> ssl.SSLContext:
    """TLS for a guest. No authority vouches for a table: the spoken code does, or, for a table
    that one comes back to, its certificate being the one it was."""
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
    """Where this can be read from as a file, by nobody else, for as long as that takes.

    In memory where the system has that: a full disk shall not keep a table from opening.
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
