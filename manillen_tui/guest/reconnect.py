"""The way back to a table whose connection was lost: when to try, where, and when no more."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from itertools import chain, repeat
from math import inf
from typing import Any, Final, TypeVar

from manillen_tui.trouble import Trouble
from net.address import Address


T = TypeVar("T")

#: Where a table is seen on the network, by its id: each time that it is seen anew or elsewhere.
Search = Callable[[str], AsyncGenerator[Sequence[Address], None]]

#: Seconds before each attempt; the last one again and again.
PAUSES_S: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
#: Who was back for no longer than this goes on with the longer pauses.
LIVED_S: Final = 15.0

#: What ends a seat: a host who says this, or refuses so, is not asked again.
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
#: Of these, what leaves something to come back to all the same.
KEPT: Final = frozenset({"deserted", "version", "bad-host"})
#: A connection that ended by this could end so again, by the same command.
MISUNDERSTOOD: Final = frozenset({"badframe", "flood"})
#: What is better told than why the connection was lost in the first place.
TELLING: Final = frozenset({"closing", "storage", "other-certificate", "no-route", "busy", "wait"})

_PLACES: Final = 8  # as many addresses of a table are tried

log = logging.getLogger(__name__)


class Pauses:
    """How long to wait before the next attempt."""

    def __init__(self) -> None:
        self._failed = 0

    def begin(self, lived_s: float, *, at_once: bool) -> Iterator[float]:
        """The pauses after a connection that lived so long."""
        if lived_s >= LIVED_S:
            self._failed = 0
        start = min(self._failed, len(PAUSES_S) - 1)
        first = (0.0,) if at_once and not self._failed else ()
        self._failed += 1
        return chain(first, PAUSES_S[start:], repeat(PAUSES_S[-1]))


class KnownAddresses:
    """Where a table may be, the likeliest address first."""

    def __init__(self, addresses: Sequence[Address]) -> None:
        self.addresses = tuple(dict.fromkeys(addresses))

    def seen(self, addresses: Sequence[Address]) -> None:
        self.addresses = tuple(dict.fromkeys((*addresses, *self.addresses)))[:_PLACES]


async def until_back(
    attempt: Callable[[Address], Coroutine[Any, Any, T]],
    places: KnownAddresses,
    sightings: AsyncIterator[Sequence[Address]] | None,
    pauses: Iterator[float],
    report: Callable[[Trouble], None] = lambda _trouble: None,
) -> T:
    """Try each place again and again, until one attempt gives something.

    `report` gets the trouble of each that failed. Raises the one that is `FOR_GOOD`. Where the
    network shows the table in between, it is tried at once.
    """
    seen = asyncio.Event()
    trying: Address | None = None

    async def look_out(sightings: AsyncIterator[Sequence[Address]]) -> None:
        try:
            async for addresses in sightings:
                places.seen(addresses)
                if trying not in addresses:
                    seen.set()
        except Exception:  # the addresses known are tried all the same
            log.exception("looking for the table")

    lookout = None if sightings is None else asyncio.create_task(look_out(sightings))
    try:
        for pause_s in pauses:
            with suppress(TimeoutError):
                await asyncio.wait_for(seen.wait(), pause_s)
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
    """What is being tried is not where the table is; never leaves this module."""


async def _unless(seen: asyncio.Event, attempt: Coroutine[Any, Any, T]) -> T:
    """The attempt's end, or `_SeenElsewhere` as soon as that happens: it may take long to fail."""
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
