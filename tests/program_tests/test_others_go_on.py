"""Trouble with one connection affects nobody else: three people finish a deal meanwhile."""

import asyncio
import logging
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS
from net.limits import Limits
from net.transport.door import Peer
from support.lasting import Ledger, Player
from support.nuisance import SEAT, Fourth, crowd, floods, moves_blindly
from support.playing import NAMES, Playing, playing


RULES = replace(PRESETS["west-flanders"], cut_automatic=True, target=999)
#: Cards that each plays in a deal.
CARDS = 8
TROUBLE, OVER = "trouble", "over"


class Story:
    """Three people who play as fast as they can, and all that happened, in order.

    Each of their commands that was done is listed by their name.
    """

    def __init__(self, at: Playing) -> None:
        self.at = at
        self.happened: list[str] = []
        self.three = [
            Player(client, client.name, self._ledger(client.name)) for client in at.people
        ]

    def _ledger(self, name: str) -> Ledger:
        def tell(what: str, value: object) -> None:
            if (what, value) == ("answer", "done"):
                self.happened.append(name)

        return Ledger(tell)

    async def finish_a_deal(self) -> None:
        """Wait until all three see the end of the deal."""
        for player in self.three:
            client = player.client
            await player.until(lambda client=client: bool(client.view and client.view.sheet))  # type: ignore[misc]

    def peer(self) -> Peer:
        """The host's end of the fourth's connection."""
        seated = self.at.server.room.seated()
        (who,) = (who for who, seat in seated.items() if seat == SEAT)
        return self.at.server.door.peers[who]


@asynccontextmanager
async def three_and_a_fourth(limits: Limits | None = None) -> AsyncIterator[tuple[Story, Fourth]]:
    """The match has begun, and nobody has moved."""
    async with playing(RULES, NAMES[:SEAT], limits=limits) as at:
        fourth = Fourth(at.address)
        await fourth.sit_down()
        await at.begin()
        story = Story(at)
        try:
            yield story, fourth
        finally:
            for player in story.three:
                await player.stop()
            await fourth.hang_up()


@asynccontextmanager
async def meanwhile(work: "asyncio.Future[None]") -> AsyncIterator[None]:
    """Run work alongside the block; at the end of the block it must still be running."""
    try:
        yield
        assert not work.done(), work
    except BaseException:
        work.cancel()
        raise


async def test_three_people_finish_a_deal_while_the_fourth_reads_nothing() -> None:
    async with three_and_a_fourth() as (story, fourth):
        peer = story.peer()
        transport = peer.link._transport
        assert transport is not None
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        fourth.stop_reading()
        moving = asyncio.create_task(moves_blindly(fourth, story.three))
        async with meanwhile(moving):
            await story.finish_a_deal()
            # The fourth was connected all the time, and could be told nothing more.
            assert story.peer() is peer and peer.ended is None
            assert transport._ssl_protocol._transport.get_write_buffer_size() > 0  # type: ignore[attr-defined]
        moving.cancel()
        for player in story.three:
            assert story.happened.count(player.client.name) >= CARDS


async def test_three_people_finish_a_deal_while_a_crowd_is_at_the_door() -> None:
    limits = Limits(join_s=60.0)  # they stay
    async with three_and_a_fourth(limits) as (story, fourth), crowd(story.at.address):
        door = story.at.server.door

        def strangers() -> int:
            return sum(peer.unknown for peer in door.peers.values())

        assert strangers() == limits.unknown_of_one
        moving = asyncio.create_task(moves_blindly(fourth, story.three))
        async with meanwhile(moving):
            await story.finish_a_deal()
            assert strangers() == limits.unknown_of_one
            assert len(door.peers) <= limits.connections + limits.turned_away
        moving.cancel()
        for player in story.three:
            assert story.happened.count(player.client.name) >= CARDS


async def test_three_people_finish_a_deal_while_the_fourth_floods_the_host(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with three_and_a_fourth() as (story, fourth):

        def enough() -> bool:
            """Called each time that the host has disconnected the fourth."""
            story.happened.append(TROUBLE)
            return OVER in story.happened

        await fourth.come_back()
        flooding = asyncio.create_task(floods(fourth, enough))
        async with meanwhile(flooding):
            await story.finish_a_deal()
            story.happened.append(OVER)
        await flooding
        # Again and again between their cards, and once more after the last.
        over = story.happened.index(OVER)
        first = story.happened.index(story.three[0].client.name)
        assert story.happened[first:over].count(TROUBLE) >= 3
        assert story.happened[-1] == TROUBLE
        for player in story.three:
            assert story.happened[:over].count(player.client.name) >= CARDS
        tokens = [fourth.token, *(player.client._guest.token for player in story.three)]
    # Neither side logs cards held, played or refused, or tokens.
    assert "ended: flood" in caplog.text
    assert not re.search("[♣♦♥♠]", caplog.text)
    assert all(token and token not in caplog.text for token in tokens)
