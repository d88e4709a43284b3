"""Distinct types for numbers that are easy to mix up."""

from typing import NewType


#: One connection to the host. Opaque, so that it can never pass for a seat, which is an int.
ConnectionId = NewType("ConnectionId", object)
#: One person at the table, numbered in the order of first sitting down; it outlives connections.
Arrival = NewType("Arrival", int)
#: One chair at a table, numbered clockwise from 0; whoever sits there may change.
SeatNumber = NewType("SeatNumber", int)
