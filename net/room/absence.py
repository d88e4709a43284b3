"""How long somebody away is waited for, before a computer player moves or their chair is free.

Away is a person whose connection is gone while their seat is kept. `at` is the table's time in
seconds, which stands still while the match is paused; `wait_s` is infinite where people are waited
for as long as it takes.
"""

from math import inf

from net.room.chairs import Chairs, Person


def restart(chairs: Chairs, at: float) -> None:
    """Count every absence from now."""
    for _, person in chairs.people():
        if person.away:
            person.leave(at)


def hand_over(chairs: Chairs, at: float, wait_s: float) -> bool:
    """During a match: update for whom a computer player moves. Returns whether that changed."""
    changed = False
    for _, person in chairs.people():
        played = person.away and (person.given or at >= _since(person) + wait_s)
        changed |= played != person.played
        person.played = played
    return changed


def free_chairs(chairs: Chairs, at: float, wait_s: float) -> bool:
    """Outside a match: free the chairs of those away too long. Returns whether there was one."""
    lost = [seat for seat, person in chairs.people() if at >= _since(person) + wait_s]
    for seat in lost:
        chairs.clear(seat)
    return bool(lost)


def next_end(chairs: Chairs, wait_s: float) -> float:
    """When the next of them has been waited for long enough; infinite if nobody is."""
    return min(
        (_since(person) + wait_s for _, person in chairs.people() if not person.played),
        default=inf,
    )


def _since(person: Person) -> float:
    return inf if person.away_at is None else person.away_at
