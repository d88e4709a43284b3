"""Watches the list of tables, writing it as a line of JSON whenever it changes.

Run as a program; exits when its standard input closes. With the argument ``brisk`` it probes silent
tables sooner than usual.
"""

import asyncio
import sys

import msgspec
from msgspec import Struct

from net.discovery.browse import Browser
from net.discovery.listing import Row
from net.limits import Limits


class Seen(Struct, frozen=True):
    """What would be on the screen."""

    rows: tuple[Row, ...]
    problem: str | None


BRISK = Limits(probe_s=0.5, probe_every_s=1.0, probe_again_s=0.2, interfaces_s=1.0)


async def watch(limits: Limits) -> None:
    browser = Browser(limits=limits)
    await browser.start()
    while True:
        print(msgspec.json.encode(Seen(browser.rows, browser.problem)).decode(), flush=True)
        await browser.changed()


async def main() -> None:
    watching = asyncio.create_task(watch(BRISK if "brisk" in sys.argv else Limits()))
    await asyncio.to_thread(sys.stdin.read)
    watching.cancel()


if __name__ == "__main__":
    asyncio.run(main())
