"""A table's certificate, and where its key is kept."""

import os
import ssl
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from net.security.certificate import Identity, new_identity
from net.transport import tls
from net.transport.tls import guest_context, host_context


def test_every_table_has_its_own() -> None:
    one, other = new_identity(), new_identity()
    assert one.fingerprint != other.fingerprint
    assert len(one.fingerprint) == 32


def test_an_identity_kept_as_bytes_is_the_same_afterwards() -> None:
    made = new_identity()
    again = Identity(bytes(made.key), bytes(made.certificate))
    assert again.fingerprint == made.fingerprint
    host_context(again)


def test_only_tls_1_3_is_accepted() -> None:
    host, guest = host_context(new_identity()), guest_context()
    for context in (host, guest):
        assert context.minimum_version is ssl.TLSVersion.TLSv1_3
    assert host.num_tickets == 0


def test_the_key_is_on_disk_only_briefly_and_for_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int]] = []
    load = ssl.SSLContext.load_cert_chain

    def look(context: ssl.SSLContext, path: str) -> None:
        seen.append((Path(path).stat().st_mode, Path(path).parent.stat().st_mode))
        load(context, path)

    monkeypatch.setattr(tls, "_IN_MEMORY", False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", look)
    host_context(new_identity())
    assert list(tmp_path.iterdir()) == []
    ((file, folder),) = seen
    if os.name == "posix":
        assert (stat.S_IMODE(file), stat.S_IMODE(folder)) == (0o600, 0o700)


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="no files in memory on this system")
def test_a_full_disk_does_not_keep_a_table_from_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_options: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tls, "TemporaryDirectory", full)
    host_context(new_identity())


@pytest.mark.parametrize("broken", ["key", "certificate"])
def test_an_invalid_identity_is_an_error_and_leaves_no_file(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for junk in (b"", b"junk", getattr(new_identity(), broken)):
        with pytest.raises(ValueError, match="not a key and its certificate"):
            host_context(replace(new_identity(), **{broken: junk}))
    assert list(tmp_path.iterdir()) == []


def test_a_guest_does_not_load_what_makes_certificates() -> None:
    program = "import sys, net.transport.connection, net.transport.door; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "net.transport.connection" in loaded
    assert not {"cryptography", "spake2"} & set(loaded)
