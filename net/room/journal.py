"""What outlives the host's process: each step of the game, and who sits at the table."""

from typing import Protocol

from net.room.game import Body


class Journal(Protocol):
    """Where a room is kept."""

    async def keep(self, record: Body | None, room: Body) -> None:
        """Write a game's record, if there is one, and the room as it is after it, synced.

        Returns when both would survive the end of the process and of the machine. `OSError` when
        they cannot be written now: they are kept in memory, and written before the next ones.
        """
