"""Tables for every rule, at the moment under test."""

from collections.abc import Callable
from contextlib import suppress

from manillen_tui.config.settings import Settings
from manillen_tui.engine import (
    PRESETS,
    Phase,
    Rules,
    View,
)
from support.engine_client import EngineClient


QUICK = Settings(name="Maria", trick_pause_s=0.0)
BELGIAN = PRESETS["belgian"]


def at(rules: Rules, when: Callable[[View], bool], *, passing: bool = False) -> EngineClient:
    """A seat at the first of several matches in which its view satisfies this."""
    for seed in range(100):
        client = EngineClient(rules, seed=seed)
        with suppress(LookupError):
            client.until(when, passing=passing)
            client.requests.clear()
            return client
    raise LookupError("it never came to that")


def naming(view: View) -> bool:
    return view.phase is Phase.TRUMP and view.seat in view.to_act


def leading(view: View) -> bool:
    return view.phase is Phase.PLAY and view.seat in view.to_act and not view.trick


def said(client: EngineClient) -> list[object]:
    return [wish for what, wish in client.requests if what == "command"]
