"""What encrypts a table's connections: one certificate, made when the table is."""

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct


_IN_MEMORY = hasattr(os, "memfd_create") and Path("/proc/self/fd").is_dir()


class Identity(Struct, frozen=True):
    """A table's private key and its certificate, both as PEM. It keeps them for as long as it is
    played at: guests who know it come back to this certificate only."""

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> bytes:
        return fingerprint_of(ssl.PEM_cert_to_DER_cert(self.certificate.decode("ascii")))


def fingerprint_of(certificate: bytes) -> bytes:
    """The SHA-256 of a certificate as DER."""
    return sha256(certificate).digest()


def new_identity() -> Identity:
    """Made in about a millisecond. Names and dates in it mean nothing: nobody looks at them."""
    # Half a second to import, and only a new table needs it.
    from datetime import UTC, datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "manillen")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    return Identity(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        certificate.public_bytes(pem),
    )


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
