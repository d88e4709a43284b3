"""Somebody reads docs/protocol.md and writes a client of their own: it plays at our tables."""

import ast
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.another_client import Player, has_scored, probe
from support.places import TESTS
from support.program import PATIENCE_S, HostProcess, hosting


def imports(module: str) -> set[str]:
    tree = ast.parse((TESTS / f"support/{module}.py").read_text(encoding="utf-8"))
    names = {
        one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
    }
    return names | {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_that_client_is_made_of_nothing_of_ours() -> None:
    own = ("another_client", "another_shuffle", "another_spake2")
    others = {name for module in own for name in imports(module)}
    others -= {"msgpack", *(f"support.{module}" for module in own)}
    assert {name.partition(".")[0] for name in others} <= sys.stdlib_module_names


@asynccontextmanager
async def seated(host: HostProcess, *names: str) -> AsyncIterator[list[Player]]:
    """These people by that client, the first of whom may start the match."""
    players: list[Player] = []
    async with asyncio.timeout(PATIENCE_S):
        try:
            for name in names:
                players.append(await Player.sit_down(host.port, name, host.ready["code"]))
            yield players
        finally:
            for player in players:
                player.close()


async def begin(players: list[Player]) -> None:
    starter, *others = players
    for other in others:
        await other.done("ready", on=True)
    await starter.done("manage", what="start")


NAMES = ("Ann", "Bea", "Cas", "Dirk")


@pytest.mark.parametrize(
    "rules", ["west-flanders", "belgian", "parlante", "encheres", "parlee", "three", "two"]
)
async def test_it_plays_every_seat_through_whole_deals(rules: str, env: dict[str, str]) -> None:
    """Two deals, from the cut to the sheet, each proved to every seat."""
    with hosting("--rules", rules, "--target", "999", env=env) as host:
        info = await probe(host.port)
        assert (info["table"], info["code"]) == (host.ready["table"], True)
        async with seated(host, *NAMES[: info["seats"]]) as players:
            await begin(players)
            views = await asyncio.gather(*(player.play(has_scored(2)) for player in players))
            for player, view in zip(players, views, strict=True):
                assert view["rules"]["name"] == rules
                assert view["sheet"] == views[0]["sheet"]
                assert len(player.proved) >= 2


async def test_it_plays_among_computer_players_and_comes_back(env: dict[str, str]) -> None:
    """In the middle of a deal, with a card on its way that may or may not have arrived."""
    with hosting("--seats", "1", "--pace", "0", env=env) as host:
        async with seated(host, "Ann") as (ann,):
            await begin([ann])
            await ann.play(lambda view: sum(view["tricks"]) == 3 and 0 in view["to_act"])
            before = ann.token
            ann.answer()
            ann.close()  # the connection is lost
            await ann.come_back(host.port)
            assert (ann.seat, ann.name) == (0, "Ann")
            assert ann.token != before
            view = await ann.play(has_scored(2))
            assert sum(view["tricks"]) == 8
            assert ann.proved == [1, 2]
