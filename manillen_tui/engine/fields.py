"""The possible values of each field of the rules: all an editor needs, except words."""

from enum import Enum, StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct

from manillen_tui.engine.cards import PACKS
from manillen_tui.engine.rules import Rules


class Kind(StrEnum):
    """How a field is edited."""

    FLAG = "flag"  # a bool
    CHOICE = "choice"  # one of `values`
    NUMBER = "number"  # an int from `low` to `high`
    PACKETS = "packets"  # a tuple of ints; `values` are the usual ones


class Group(StrEnum):
    """What a field is about."""

    SEATS = "seats"  # and cards
    TRUMP = "trump"
    TALK = "talk"
    PLAY = "play"
    SCORING = "scoring"
    MATCH = "match"
    TABLE = "table"


class Field(Struct, frozen=True):
    """One field of `Rules`, other than `name` and `base`."""

    name: str
    group: Group
    kind: Kind
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None

    def allows(self, value: object) -> bool:
        """Whether the field may have this value, leaving other fields aside."""
        match self.kind:
            case Kind.NUMBER:
                assert self.low is not None and self.high is not None
                return type(value) is int and self.low <= value <= self.high
            case Kind.PACKETS:
                return isinstance(value, tuple) and 0 < min(value, default=0) <= max(value) <= 16
        return value in self.values


_GROUPS: Final = {
    Group.SEATS: (
        "players partners pack packets stacks direction first_dealer cut_by cut_automatic"
    ),
    Group.TRUMP: (
        "trump_choice dealer_may_pass no_trump blind_no_trump partner_choice calls partner_waits"
    ),
    Group.TALK: "free_chat questions signals",
    Group.PLAY: (
        "head_plain head_trump ruff overtrump undertrump all_trumps_are_free partner_exemption"
    ),
    Group.SCORING: (
        "last_trick_bonus trick_points no_trump_factor sweep_factor tie tie_factor ties_accumulate"
        " fixed_close_win zero_sum cumulative turn_up_bonus"
    ),
    Group.MATCH: "target deals best_of rotate_seats",
    Group.TABLE: "running_points open_hands watch_open",
}
_NUMBERS: Final = {
    "stacks": (0, 8),
    "last_trick_bonus": (0, 5),
    "trick_points": (0, 1),
    "no_trump_factor": (1, 4),
    "sweep_factor": (1, 4),
    "tie_factor": (1, 4),
    "target": (1, 999),
    "deals": (0, 99),
}
_VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "players": (2, 3, 4),
    "pack": tuple(PACKS),
    "packets": ((3, 2, 3), (4, 4), (3, 4, 3), (4, 3, 4), (4, 4, 4), (4, 4, 4, 4)),
    "best_of": (1, 3, 5),
}


def _field(group: Group, name: str, default: Any) -> Field:
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        return Field(name, group, Kind.NUMBER, default, low=low, high=high)
    if isinstance(default, bool):
        return Field(name, group, Kind.FLAG, default, values=(False, True))
    values = tuple(type(default)) if isinstance(default, Enum) else _VALUES[name]
    kind = Kind.PACKETS if name == "packets" else Kind.CHOICE
    return Field(name, group, kind, default, values=values)


_DEFAULTS: Final = {field.name: field.default for field in msgspec.structs.fields(Rules)}

#: Every field that a table may choose, in the order in which an editor shows it.
FIELDS: Final = tuple(
    _field(group, name, _DEFAULTS[name])
    for group, names in _GROUPS.items()
    for name in names.split()
)
