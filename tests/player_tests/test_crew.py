"""Computer players think in a process of their own; whatever happens to it, the game goes on."""

import asyncio
import os
import select
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgpack
import pytest

from manillen_tui.engine.commands import Play
from manillen_tui.engine.match import Match, apply, shuffle, start
from manillen_tui.engine.projection import view_of
from manillen_tui.engine.records import Phase
from manillen_tui.engine.view import View
from manillen_tui.players.crew import WORKER, ComputerPlayers
from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body
from net.protocol.framing import to_frame
from support.matches import done, entropy
from support.profiles import WEST_FLANDERS


SILENT: Final = "import sys; sys.stdin.read()"
HUNG: Final = "import time; time.sleep(600)"
needs_pidfd = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="only Linux tells when somebody else's child ends"
)


def views() -> list[View]:
    """The view of the seat to act at every step of a deal."""
    match, _ = shuffle(start(WEST_FLANDERS), entropy("a deal"))
    seen: list[View] = []
    while match.phase is not Phase.SCORE:
        seen.append(view_of(match, match.to_act[0]))
        match = moved(match)
    return seen


def moved(match: Match) -> Match:
    seat = match.to_act[0]
    return done(apply(match, seat, choose(view_of(match, seat))))


VIEWS: Final = views()
A_VIEW: Final = next(view for view in VIEWS if len(view.legal) > 1)


@asynccontextmanager
async def crew(
    *, worker: Sequence[str] = WORKER, answer_s: float = 30.0, restarts: int = 3
) -> AsyncIterator[ComputerPlayers]:
    players = ComputerPlayers(worker=worker, answer_s=answer_s, restarts=restarts)
    await players.start()
    try:
        yield players
    finally:
        await players.stop()
    assert asyncio.all_tasks() == {asyncio.current_task()}


def running(script: str) -> tuple[str, ...]:
    return sys.executable, "-c", script


def saying(answer: bytes) -> tuple[str, ...]:
    """A worker that answers every request with these bytes."""
    return running(
        f"import os\nanswer = {answer!r}\nwhile os.read(0, 65536):\n    os.write(1, answer)"
    )


async def ended(pidfd: int) -> None:
    """Wait until the process is gone."""
    loop, gone = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pidfd, gone.set)
    try:
        await asyncio.wait_for(gone.wait(), 10)
    finally:
        loop.remove_reader(pidfd)
        os.close(pidfd)


async def test_a_worker_moves_as_the_policy_would(caplog: pytest.LogCaptureFixture) -> None:
    async with crew() as players:
        assert [await players.move(view) for view in VIEWS] == [choose(view) for view in VIEWS]
    assert not caplog.records


async def test_moves_requested_together_get_their_own_answers() -> None:
    async with crew() as players:
        moves = await asyncio.gather(*map(players.move, VIEWS))
    assert moves == [choose(view) for view in VIEWS]


async def test_a_late_answer_is_not_taken_for_the_next_one() -> None:
    async with crew() as players:
        await players.move(A_VIEW)
        worker = players.worker_pid
        for view in VIEWS:
            asking = asyncio.create_task(players.move(A_VIEW))
            for _ in range(5):  # turns of the loop, after which the request has been sent
                await asyncio.sleep(0)
            asking.cancel()
            assert await players.move(view) == choose(view)
        assert players.worker_pid == worker


async def test_a_killed_worker_is_replaced_and_its_move_made_at_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with crew() as players:
        killed = players.worker_pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        assert await players.move(A_VIEW) == choose(A_VIEW)
        assert players.worker_pid not in (None, killed)
        assert await players.move(A_VIEW) == choose(A_VIEW)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("script", [SILENT, HUNG])
async def test_a_worker_that_does_not_answer_times_out(
    script: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with crew(worker=running(script), answer_s=0.05) as players:
        silent = players.worker_pid
        assert silent is not None
        assert await asyncio.wait_for(players.move(A_VIEW), 5) == choose(A_VIEW)
        assert players.worker_pid != silent
        with pytest.raises(ProcessLookupError):
            os.kill(silent, 0)
    assert "TimeoutError" in caplog.text


def an_illegal_card() -> bytes:
    foreign = next(card for card in WEST_FLANDERS.cards.cards if card not in (A_VIEW.hand or ()))
    return in_answer(1, command_to_body(Play(foreign)))


def in_answer(number: object, command: object) -> bytes:
    return to_frame(msgpack.packb({"id": number, "command": command}))


@pytest.mark.parametrize(
    "answer",
    [
        b"Traceback (most recent call last):\n",
        b"\0\0\0\0",
        b"\xff\xff\xff\xff",
        to_frame(b"\xc1"),
        to_frame(b"\x91" * 3000),
        to_frame(msgpack.packb(7)),
        to_frame(msgpack.packb({"id": 1})),
        in_answer("one", {"act": "next"}),
        in_answer(1, {"act": "win"}),
        in_answer(1, {"act": "play", "card": "11♣"}),
        an_illegal_card(),
    ],
)
async def test_a_worker_that_answers_nonsense_is_replaced(
    answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with crew(worker=saying(answer), restarts=0) as players:
        assert await asyncio.wait_for(players.move(A_VIEW), 10) == choose(A_VIEW)
        assert players.worker_pid is None
    assert "worker" in caplog.text


async def test_after_the_last_restart_the_policy_plays_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with crew(worker=running("raise SystemExit"), restarts=2) as players:
        for view in VIEWS:
            assert await players.move(view) == choose(view)
        assert players.worker_pid is None
    assert (
        len(caplog.records) == 3 + 1
    )  # one for each of three workers, and one that there are no more


async def test_without_a_worker_moves_are_made_in_the_host(
    caplog: pytest.LogCaptureFixture, tmp_path: os.PathLike[str]
) -> None:
    async with crew(worker=(os.path.join(tmp_path, "missing"),)) as players:
        assert await players.move(A_VIEW) == choose(A_VIEW)
    assert "cannot start a worker" in caplog.text


async def test_moves_are_still_made_after_stopping() -> None:
    async with crew() as players:
        await players.stop()
        assert players.worker_pid is None
        assert await players.move(A_VIEW) == choose(A_VIEW)


@needs_pidfd
async def test_a_worker_has_its_own_session_and_ends_with_stop() -> None:
    async with crew() as players:
        assert players.worker_pid is not None
        assert os.getsid(players.worker_pid) != os.getsid(0)
        pidfd = os.pidfd_open(players.worker_pid)
        await players.stop()
        await ended(pidfd)


@needs_pidfd
async def test_a_cancelled_stop_leaves_no_hung_worker() -> None:
    async with crew(worker=running(HUNG)) as players:
        assert players.worker_pid is not None
        pidfd = os.pidfd_open(players.worker_pid)
        stopping = asyncio.create_task(players.stop())
        await asyncio.sleep(0)
        stopping.cancel()
        await asyncio.wait([stopping])
        assert stopping.cancelled()
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
        await ended(pidfd)


@needs_pidfd
async def test_no_worker_outlives_a_killed_host() -> None:
    script = (
        "import asyncio\n"
        "from manillen_tui.players.crew import ComputerPlayers\n"
        "async def main():\n"
        "    players = ComputerPlayers()\n"
        "    await players.start()\n"
        "    print(players.worker_pid, flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())"
    )
    host = await asyncio.create_subprocess_exec(
        *running(script), stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
    )
    assert host.stdout is not None
    pidfd = os.pidfd_open(int(await host.stdout.readline()))
    assert not select.select([pidfd], [], [], 0)[0]
    host.kill()
    await host.communicate()
    await ended(pidfd)
