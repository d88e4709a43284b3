"""Counting wrong codes: each further guess from an address has to wait longer (back-off)."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from net.limits import Limits


#: The shared count of addresses that there is no room for. Not a valid address.
_OTHERS: Final = ""


@dataclass
class _Wrong:
    count: int
    last: float


class Guesses:
    """How often each address guessed wrong, and how long it has to wait.

    All IPv6 addresses of a /64 count as one, since anybody on it can have as many as they like.
    When too many addresses are known, all new ones share one count.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._wrong: dict[str, _Wrong] = {}

    def __len__(self) -> int:
        return len(self._wrong)

    def wait_s(self, address: str, now: float) -> float:
        """How long until this address may guess again; 0 if it may now."""
        wrong = self._of(address, now)
        if wrong is None:
            return 0.0
        counted = wrong.count - self._limits.free_guesses
        if counted <= 0:
            return 0.0
        doublings = min(counted - 1, 30)  # the count is unbounded
        pause_s = min(self._limits.guess_s * 2.0**doublings, self._limits.guess_most_s)
        return max(0.0, pause_s - (now - wrong.last))  # never above the pause

    def wrong(self, address: str, now: float) -> int:
        """Count a wrong guess; returns how many there were from this address."""
        wrong = self._of(address, now)
        if wrong is None:
            self._forget(now)
            where = _where(address)
            if len(self._wrong) >= self._limits.guessers:
                where = _OTHERS
            wrong = self._wrong.setdefault(where, _Wrong(0, now))
        wrong.count += 1
        wrong.last = now
        return wrong.count

    def right(self, address: str) -> None:
        """Forget this address's wrong guesses: it knows the code."""
        self._wrong.pop(_where(address), None)

    def _of(self, address: str, now: float) -> _Wrong | None:
        where = _where(address)
        full = len(self._wrong) >= self._limits.guessers
        wrong = self._wrong.get(where) or (self._wrong.get(_OTHERS) if full else None)
        if wrong is None or now - wrong.last > self._limits.guess_forget_s:
            return None
        return wrong

    def _forget(self, now: float) -> None:
        oldest = now - self._limits.guess_forget_s
        self._wrong = {where: wrong for where, wrong in self._wrong.items() if wrong.last >= oldest}


def _where(address: str) -> str:
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ip_network((ip, 64), strict=False))
    return str(ip)
