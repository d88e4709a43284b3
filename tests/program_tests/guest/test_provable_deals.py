"""Deals that everybody at a table adds to and proves, over the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, NoReturn
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from manillen_tui.engine import PRESETS, Phase, Rules
from manillen_tui.guest.client import Client
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.host.table import random_secrets
from net.limits import Limits
from net.protocol.guest_messages import Part, Seal, Share
from net.protocol.host_messages import Commit, Reveal, Sealed
from net.transport.connection import Connection
from support.playing import playing, sees
from support.tables import TABLES


def short(rules: Rules, **options: Any) -> Rules:
    return replace(rules, target=5, cut_automatic=True, **options)


async def judged(client: Client) -> list[Verdict]:
    """One guest's verdict on every deal of a finished match."""
    assert client.view is not None
    told: list[Verdict] = []
    for record in client.view.sheet:
        while (verdict := client.proofs.of(record.number)) is None:
            await client.changed()
        told.append(verdict)
    return told


@pytest.mark.parametrize("name", ["west-flanders", "belgian", "three", "two"])
async def test_everybody_proves_every_deal_of_a_match_and_of_its_rematch(name: str) -> None:
    async with playing(short(PRESETS[name]), secrets=random_secrets) as at:
        await at.begin()
        for _ in range(2):
            ends = await at.play()
            for client, view in zip(at.people, ends, strict=True):
                assert await judged(client) == [Verdict()] * len(view.sheet)
            given = at.table._history.given
            assert given is not None and len(given.shares) == PRESETS[name].players
            for client in at.people:
                await client.ready(True)
            for client in at.people:
                await sees(client, lambda view: view.phase is not Phase.OVER)


async def test_people_who_change_seats_between_games_prove_their_deals() -> None:
    rules = short(PRESETS["west-flanders"], best_of=3, rotate_seats=True)
    async with playing(rules, secrets=random_secrets) as at:
        await at.begin()
        ends = await at.play()
        assert ends[0].sheet[-1].game > 1
        for client in at.people:
            assert await judged(client) == [Verdict()] * len(ends[0].sheet)


@pytest.mark.deep
@pytest.mark.parametrize("name", TABLES)
async def test_everybody_proves_every_deal_of_a_whole_match(name: str) -> None:
    async with playing(TABLES[name], secrets=random_secrets, within_s=900) as at:
        await at.begin()
        ends = await at.play()
        expected = Verdict(None if TABLES[name].open_hands else Doubt.CLOSED)
        told = [await judged(client) for client in at.people]
        print(f"{name}: {len(ends[0].sheet)} deals, each judged by {len(told)} clients: {expected}")
        assert all(set(one) <= {expected, Verdict(Doubt.VOID)} for one in told)
        assert all(expected in one for one in told)


async def test_with_hidden_hands_the_verdict_says_so() -> None:
    async with playing(short(PRESETS["belgian"], open_hands=False), secrets=random_secrets) as at:
        await at.begin()
        await at.play()
        for client in at.people:
            assert set(await judged(client)) == {Verdict(Doubt.CLOSED)}


async def test_a_table_opened_with_a_seed_proves_nothing() -> None:
    async with playing(short(PRESETS["belgian"])) as at:
        await at.begin()
        await at.play()
        for client in at.people:
            assert set(await judged(client)) == {Verdict(Doubt.LEFT_OUT)}


@pytest.mark.parametrize(("kind", "for_the_others"), [(Seal, None), (Share, Doubt.MISSING)])
async def test_a_guest_who_does_not_answer_delays_others_only_a_moment(
    kind: type[Part], for_the_others: Doubt | None
) -> None:
    """Never sealing leaves no gap; sealing and never opening does."""
    limits = Limits(share_s=0.3)
    async with playing(short(PRESETS["zonder-troef"]), secrets=random_secrets, limits=limits) as at:
        mute = at.people[2]._entry.connection
        adds = Connection.add

        def add(self: Connection, part: Part) -> None:
            if not (self is mute and isinstance(part, kind)):
                adds(self, part)

        with patch.object(Connection, "add", add):
            began = monotonic()
            await at.begin()
            await sees(at.people[0], lambda view: view.phase is Phase.PLAY)
            assert 0.3 <= monotonic() - began < 2.0
            await at.play()
        for client in at.people:
            doubt = Doubt.LEFT_OUT if client is at.people[2] else for_the_others
            assert set(await judged(client)) == {Verdict(doubt)}


async def test_a_person_among_computer_players_adds_alone() -> None:
    async with playing(short(PRESETS["belgian"]), ["Wim"], secrets=random_secrets) as at:
        await at.begin()
        await at.play()
        assert set(await judged(at.people[0])) == {Verdict()}


@contextmanager
def listening() -> Iterator[list[object]]:
    """Everything pushed to anybody from now on."""
    pushed: list[object] = []
    push = Connection.__anext__

    async def heard(self: Connection) -> object:
        pushed.append(message := await push(self))
        return message

    with patch.object(Connection, "__anext__", heard):
        yield pushed


async def test_no_share_leaves_its_guest_before_the_seals_of_all_are_shown() -> None:
    sent: list[tuple[Connection, Part]] = []
    adds = Connection.add

    def add(self: Connection, part: Part) -> None:
        sent.append((self, part))
        adds(self, part)

    with listening() as pushed, patch.object(Connection, "add", add):
        async with playing(short(PRESETS["belgian"]), secrets=random_secrets) as at:
            await at.begin()
            ends = await at.play()
    for deal in range(1, len(ends[0].sheet) + 1):
        (sealed,) = {m for m in pushed if isinstance(m, Sealed) and m.deal == deal}
        parts = [part for _, part in sent if part.deal == deal]
        assert [type(part) for part in parts] == [Seal] * 4 + [Share] * 4
        told = {part.digest for part in parts if isinstance(part, Seal)}
        assert {promise.digest for promise in sealed.seals} == told
        assert [promise.seat for promise in sealed.seals] == [0, 1, 2, 3]


async def test_everybody_gets_a_reveal_once_and_after_its_commitment() -> None:
    with listening() as pushed:
        async with playing(short(PRESETS["belgian"]), secrets=random_secrets) as at:
            await at.begin()
            ends = await at.play()
            for client in at.people:
                await judged(client)
    deals = [record.number for record in ends[0].sheet]
    assert sorted(m.deal for m in pushed if isinstance(m, Reveal)) == sorted(deals * 4)
    for deal in deals:
        first = next(n for n, m in enumerate(pushed) if isinstance(m, Reveal) and m.deal == deal)
        commits = [n for n, m in enumerate(pushed) if isinstance(m, Commit) and m.deal == deal]
        assert len(commits) == 4 and max(commits) < first


def untold(*_told: object) -> NoReturn:
    raise AssertionError("a watcher was told of the shuffle")


async def test_spectators_are_told_nothing_about_the_shuffle() -> None:
    async with playing(short(PRESETS["belgian"]), secrets=random_secrets) as at:
        watcher = await Client.join([at.address], "Rik", watch=True)
        try:
            with patch.multiple(watcher.proofs, commit=untold, sealed=untold, reveal=untold):
                await at.begin()
                await at.play()
                seen = await sees(watcher, lambda view: view.phase is Phase.OVER)
            assert (seen.seat, seen.hand, seen.hands) == (None, None, None)
            assert watcher.proofs.of(1) == Verdict(Doubt.ABSENT)
        finally:
            await watcher.close()
