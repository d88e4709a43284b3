"""A snapshot of a room, from which a new host process can continue it."""

from typing import Any

import msgspec
from msgspec import Struct

from net.protocol.host_messages import MatchState, Said
from net.protocol.messages import Count
from net.room.chairs import Place
from net.room.game import Body
from net.room.people import SavedPeople
from net.room.play import LOBBY
from net.security.tokens import Rights


class RoomSnapshot(Struct, forbid_unknown_fields=True):
    """All of a room except its game. A new room starts from one, too."""

    table: str
    name: str
    host: str
    people: SavedPeople
    absence_ms: Count | None
    spoken: str | None
    state: MatchState = LOBBY
    revision: Count = 0
    paused: str | None = None
    chat: list[Said] = []

    def body(self) -> Body:
        body: dict[str, Any] = msgspec.to_builtins(self, builtin_types=(bytes,))
        return body


def saved_from_body(body: Body, seats: int) -> RoomSnapshot:
    """Raises `ValueError` for anything but a room of a game with this many seats."""
    saved = msgspec.convert(body, RoomSnapshot, builtin_types=(bytes,))
    if len(saved.people.places) != seats:
        raise ValueError("not a room of this game")
    return saved


def nobody_yet(seats: int, computers: int, rights: bytes | None) -> SavedPeople:
    """Empty chairs, with computer players on the last ones."""
    places = [Place(computer=seat >= seats - computers) for seat in range(seats)]
    return SavedPeople(places, 0, Rights(rights), [])
