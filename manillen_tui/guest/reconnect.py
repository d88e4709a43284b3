"""Reconnecting to a table: when to try, at which addresses, and when to stop."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, suppress
from itertools import chain, repeat
from math import inf
from typing import Any, Final, TypeVar

from manillen_tui.trouble import Trouble
from net.address import Address


T = TypeVar("T")

#: Given a table's id, yields its addresses each time it is found again or somewhere else.
Search = Callable[[str], AsyncGenerator[Sequence[Address], None]]

#: Back-off: seconds before each attempt; the last one is repeated.
PAUSES_S: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
#: A connection that lasted less than this does not reset the back-off.
LIVED_S: Final = 15.0

#: Codes after which there is no point in trying again.
FOR_GOOD: Final = frozenset(
    {
        "closed",
        "removed",
        "displaced",
        "left",
        "deserted",
        "seat-gone",
        "taken",
        "full",
        "watchers",
        "badcode",
        "code-needed",
        "relay",
        "version",
        "bad-host",
    }
)
#: Of these, the codes after which the kept seat is not forgotten.
KEPT: Final = frozenset({"deserted", "version", "bad-host"})
#: Codes that sending the same command again might cause again.
MISUNDERSTOOD: Final = frozenset({"badframe", "flood"})
#: Codes that tell more than why the connection was lost in the first place.
TELLING: Final = frozenset({"closing", "storage", "other-certificate", "no-route", "busy", "wait"})

_PLACES: Final = 8  # how many addresses of a table are tried

log = logging.getLogger(__name__)


class Pauses:
    """The back-off between attempts."""

    def __init__(self) -> None:
        self._failed = 0

    def begin(self, lived_s: float, *, at_once: bool) -> Iterator[float]:
        """The pauses after a connection that lasted `lived_s` seconds."""
        if lived_s >= LIVED_S:
            self._failed = 0
        start = min(self._failed, len(PAUSES_S) - 1)
        first = (0.0,) if at_once and not self._failed else ()
        self._failed += 1
        return chain(first, PAUSES_S[start:], repeat(PAUSES_S[-1]))


class KnownAddresses:
    """Where a table may be, the most likely address first."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        self.addresses = tuple(dict.fromkeys(addresses))

    def seen(self, addresses: Sequence[Address]) -> None:
        self.addresses = tuple(dict.fromkeys((*addresses, *self.addresses)))[:_PLACES]


async def until_back(
    attempt: Callable[[Address], Coroutine[Any, Any, T]],
    places: KnownAddresses,
    sightings: AsyncGenerator[Sequence[Address], None] | None,
    pauses: Iterator[float],
    report: Callable[[Trouble], None] = lambda _trouble: None,
) -> T:
    """Try each address again and again, until an attempt succeeds.

    `report` gets the trouble of each failed attempt. Raises `Trouble` with a code in `FOR_GOOD`. An
    address seen on the network meanwhile is tried at once; `sightings` are closed at the end.
    """
    seen = asyncio.Event()
    trying: Address | None = None

    async def look_out(sightings: AsyncGenerator[Sequence[Address], None]) -> None:
        try:
            async with aclosing(sightings):
                async for addresses in sightings:
                    places.seen(addresses)
                    if trying not in addresses:
                        seen.set()
        except Exception:  # the known addresses are still tried
            log.exception("the search for the table failed")

    lookout = None if sightings is None else asyncio.create_task(look_out(sightings))
    try:
        for pause_s in pauses:
            with suppress(TimeoutError):
                # Not `wait_for`: until Python 3.12 it can swallow a cancellation.
                async with asyncio.timeout(pause_s):
                    await seen.wait()
            seen.clear()
            patience_s = 0.0
            for trying in places.addresses:
                try:
                    return await _unless(seen, attempt(trying))
                except _SeenElsewhere:
                    break
                except Trouble as trouble:
                    if trouble.code in FOR_GOOD:
                        raise
                    report(trouble)
                    patience_s = max(patience_s, _asked_to_wait(trouble))
            trying = None
            await asyncio.sleep(patience_s)
        raise AssertionError("the pauses never end")
    finally:
        if lookout is not None:
            lookout.cancel()
            await asyncio.wait([lookout])


class _SeenElsewhere(Exception):
    """The table was seen at another address than the one being tried; internal."""


async def _unless(seen: asyncio.Event, attempt: Coroutine[Any, Any, T]) -> T:
    """The attempt's result. Raises `_SeenElsewhere` at once if that happens first, as an attempt
    may take long to fail.
    """
    trying = asyncio.create_task(attempt)
    elsewhere = asyncio.create_task(seen.wait())
    try:
        await asyncio.wait([trying, elsewhere], return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            raise _SeenElsewhere
        return trying.result()
    finally:
        for task in (trying, elsewhere):
            task.cancel()
        await asyncio.wait([trying, elsewhere])


def _asked_to_wait(trouble: Trouble) -> float:
    seconds = trouble.details.get("seconds", 0.0)
    return float(seconds) if isinstance(seconds, int | float) and seconds < inf else 0.0
