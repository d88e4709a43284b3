"""The page for whoever writes another client says what this one does."""

import re
from typing import get_args

import msgspec
import pytest

from net.address import DEFAULT_PORT
from net.discovery.browse import SERVICE
from net.limits import Limits
from net.protocol.codec import encode
from net.protocol.guest_messages import FromClient
from net.protocol.host_messages import FromHost
from net.protocol.messages import MAGIC, Ping
from support.places import DOCS


PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")


def fields_by_message(heading: str) -> dict[str, str]:
    """The first table under a heading: each message with its fields as they are told."""
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n\n", 1)[0]
    rows = re.findall(r"^\| `([a-z]+)` \| ([^|]*)\|", section, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a message is told twice"
    return {name: fields.strip() for name, fields in rows}


def fields_of(kind: type[msgspec.Struct]) -> str:
    fields = msgspec.structs.fields(kind)
    return ", ".join(f.encode_name + ("" if f.required else "?") for f in fields)


@pytest.mark.parametrize(
    ("heading", "messages"), [("From a client", FromClient), ("From the host", FromHost)]
)
def test_the_page_has_every_message_with_its_fields_and_no_other(
    heading: str, messages: object
) -> None:
    kinds: tuple[type[msgspec.Struct], ...] = get_args(messages)
    assert fields_by_message(heading) == {
        str(kind.__struct_config__.tag): fields_of(kind) for kind in kinds
    }


def test_the_page_opens_with_the_three_that_matter() -> None:
    beginning = PAGE.split("\n## ", 1)[0]
    assert re.findall(r"^- \*\*(\w+)\*\*", beginning, re.MULTILINE) == ["hand", "play", "scores"]


def test_the_frame_written_out_is_the_one_that_is_sent() -> None:
    written = re.search(r"A `ping` is ([^.]*)\.", PAGE)
    assert written is not None
    assert bytes.fromhex(re.sub(r"[`\s]", "", written[1])) == encode(Ping())


def test_the_numbers_on_the_page_are_the_limits() -> None:
    limits = Limits()
    for told in (
        f"`{MAGIC.decode()}`",
        f"`{SERVICE}`",
        f"The usual port is {DEFAULT_PORT}",
        f"{limits.unknown_frame_bytes // 1024} KiB (from a client that has not",
        f"{limits.client_frame_bytes // 1024} KiB (from a client)",
        f"{limits.host_frame_bytes // 1024} KiB (from a host)",
        f"more than {limits.depth} levels",
        f"more than {limits.items} items or {limits.keys} keys",
        f"silent for {limits.ping_s:.0f} s",
        f"frame for {limits.dead_s:.0f} s",
        f"must end within {limits.frame_s:.0f} s",
        f"sits down within {limits.join_s:.0f} s",
        f"At most {limits.id_jump:,} ids",
        f"in `seal`, within {limits.share_s:.0f} s",
    ):
        assert told in " ".join(PAGE.split()), told
