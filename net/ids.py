"""Numbers that are easily taken for one another, each a type of its own."""

from typing import NewType


#: One connection to the host. No number to anybody: nothing counts or compares it.
ConnectionId = NewType("ConnectionId", object)
#: One person at the table, numbered as they first sat down: it outlives their connections.
Arrival = NewType("Arrival", int)
