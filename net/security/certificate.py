"""A table's certificate, made with the table: it encrypts every connection to it."""

from base64 import b64decode
from hashlib import sha256
from typing import Final

from msgspec import Struct


_BEGIN: Final = b"-----BEGIN CERTIFICATE-----"
_END: Final = b"-----END CERTIFICATE-----"


class Identity(Struct, frozen=True):
    """A table's private key and certificate, both as PEM.

    Kept for the whole life of the table: guests who know it come back to this certificate only.
    """

    key: bytes
    certificate: bytes

    @property
    def fingerprint(self) -> bytes:
        return fingerprint_of(_der(self.certificate))


def fingerprint_of(certificate: bytes) -> bytes:
    """The SHA-256 of a DER certificate."""
    return sha256(certificate).digest()


def _der(pem: bytes) -> bytes:
    """Raises `ValueError` for anything but a PEM certificate."""
    _, begin, rest = pem.partition(_BEGIN)
    body, end, _ = rest.partition(_END)
    if not (begin and end):
        raise ValueError("no certificate")
    return b64decode(body)


def new_identity() -> Identity:
    """A new key and certificate, in about a millisecond. Nobody checks the name and dates in it."""
    # Takes half a second to import, and only a new table needs it.
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
