"""Going back to a table: a running one, a saved seat, a saved table."""

import msgspec
import pytest

from manillen_tui.guest.saved_seats import Keepsake
from manillen_tui.trouble import Trouble
from manillen_tui.ui.screens.dialog import Dialog
from manillen_tui.ui.screens.home import HomeScreen
from manillen_tui.ui.screens.lobby import LobbyScreen
from manillen_tui.ui.services import NewTable
from net.address import Address
from net.discovery.listing import Status
from support.fake_client import LOBBY, FakeBrowser, FakeRunning, FakeSaved, FakeWorld, table_row
from support.screens import (
    BASE,
    COMPACT,
    WIDE,
    clipped,
    notice_of,
    running,
    sitting_of,
    text_of,
    until,
)


CLUB = Keepsake(
    table="c0ffee",
    name="Clubhouse",
    addresses=(Address("192.168.1.9", 7842),),
    fingerprint="00" * 32,
    token="secret",
    player="Maria",
    seat=1,
)


async def test_one_key_goes_back_to_a_saved_seat() -> None:
    world = FakeWorld(kept=[CLUB])
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.came_back == [CLUB]


async def test_a_lost_seat_is_reported_in_one_line() -> None:
    world = FakeWorld(kept=[CLUB], refusal=Trouble("taken"))
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "That seat is no longer yours" in notice_of(app))
        assert isinstance(app.screen, HomeScreen)


async def test_a_saved_table_is_continued_by_its_host() -> None:
    world = FakeWorld(saved=[FakeSaved()])
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Sunday table" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert sitting_of(app).running is not None
    assert world.gone_on == ["77aa"]
    assert world.joined[0].rights == "token"


async def test_a_damaged_or_newer_table_says_so_when_it_is_chosen() -> None:
    broken = [
        FakeSaved("aa", "aa12", trouble="table-damaged"),
        FakeSaved("bb", "bb34", trouble="table-newer"),
    ]
    world = FakeWorld(saved=broken)
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "2 more to go back to" in text_of(app))
        await pilot.press("o", "1")
        await until(pilot, lambda: "is damaged" in notice_of(app))
        await pilot.press("o", "2")
        await until(pilot, lambda: "saved by a newer version: update yours" in notice_of(app))


async def test_each_table_is_offered_once_and_a_list_has_all_of_them() -> None:
    own = FakeRunning(table="3f2a")
    seats = [CLUB, msgspec.structs.replace(CLUB, table="3f2a", name="Kitchen table")]
    world = FakeWorld(left_running=own, kept=seats, saved=[FakeSaved()])
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "2 more to go back to" in text_of(app))
        assert "Kitchen table · you host it" in text_of(app)
        await pilot.press("o")
        assert isinstance(app.screen, Dialog)
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.came_back == [CLUB]


async def test_esc_cancels_the_search_for_a_table() -> None:
    world = FakeWorld(kept=[CLUB])
    world.answering.clear()
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "Looking for Clubhouse, up to 15 s" in notice_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: world.given_up == 1)
        await until(pilot, lambda: notice_of(app) == "")


async def test_a_seat_at_a_silent_table_comes_after_those_that_work() -> None:
    old = msgspec.structs.replace(CLUB, table="01d", name="Old table")
    world = FakeWorld(kept=[old, CLUB], silent={"01d"})
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse · seat kept for Maria" in text_of(app))
        await pilot.press("o")
        assert "2 Old table not answering right now" in " ".join(text_of(app).split())


async def test_the_home_screen_notices_tables_ending_and_answering_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("manillen_tui.ui.screens.home.AGAIN_S", 0.02)
    world = FakeWorld(left_running=FakeRunning(), kept=[CLUB], silent={"c0ffee"})
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Kitchen table · you host it" in text_of(app))
        world.left_running = None
        await until(pilot, lambda: "Clubhouse · not answering right now" in text_of(app))
        world.silent.clear()
        await until(pilot, lambda: "Clubhouse · seat kept for Maria" in text_of(app))
        await pilot.press("down")
        looked = len(world.asked)
        await until(pilot, lambda: len(world.asked) > looked + 1)
        assert "► h" in text_of(app)  # the cursor stays where the person has put it


async def test_a_way_back_that_failed_comes_after_those_that_work() -> None:
    sunday = FakeSaved("77aa", "Sunday table", trouble=None)
    world = FakeWorld(kept=[CLUB], saved=[sunday], refusal=Trouble("busy"))
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "Sunday table · saved" in text_of(app))
        assert "Too many people are trying to join that table" in notice_of(app)
        world.refusal = None
        await pilot.press("o", "2")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    assert world.came_back == [CLUB, CLUB]


@pytest.mark.parametrize("code", ["closed", "closing", "deserted"])
async def test_the_host_is_not_offered_a_table_that_ended(code: str) -> None:
    world = FakeWorld(left_running=FakeRunning())
    async with running(world, "b", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        world.client.lose(code)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert world.ended == ["3f2a"]


async def test_somebody_who_passed_the_rights_on_goes_back_like_anybody() -> None:
    world = FakeWorld(left_running=FakeRunning())
    world.client.rights = "token"
    async with running(world, "b", at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert world.held == [("3f2a", "token", "amber banjo")]
        world.client.rights = None
        world.client.push(room=msgspec.structs.replace(LOBBY, holder=1))
        await until(pilot, lambda: ("3f2a", None, "amber banjo") in world.held)
        world.left_running = FakeRunning(rights="")
        await pilot.press("q", "y")
        await until(pilot, lambda: "Kitchen table · running on this machine" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert sitting_of(app).running is None
    assert [to.rights for to in world.joined] == ["token", None]


async def test_rights_found_to_be_void_are_not_offered_again() -> None:
    world = FakeWorld(left_running=FakeRunning(), refusal=Trouble("rights-gone"))
    async with running(world, "b", at=None) as (app, pilot):
        await until(pilot, lambda: "Join it like anybody" in notice_of(app))
    assert world.held == [("3f2a", None, None)]


async def test_one_key_and_a_confirmation_forget_a_seat() -> None:
    world = FakeWorld(kept=[CLUB])
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "Clubhouse" in text_of(app))
        await pilot.press("delete", "escape")
        assert not world.forgotten
        await pilot.press("delete", "y")
        await until(pilot, lambda: "Clubhouse" not in text_of(app))
    assert world.forgotten == [("c0ffee", None)]


async def test_a_saved_match_is_deleted_only_after_saying_so() -> None:
    world = FakeWorld(kept=[CLUB], saved=[FakeSaved()], left_running=FakeRunning())
    async with running(world, at=None) as (app, pilot):
        await until(pilot, lambda: "2 more to go back to" in text_of(app))
        await pilot.press("delete")
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        assert "Kitchen table" not in text_of(app)  # it is closed, not forgotten
        await pilot.press("2")
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert clipped(app) == [], f"at {size}"
        assert "Forget Sunday table?" in text_of(app)
        assert "y Delete the saved table" in text_of(app)
        assert "► n" in text_of(app)
        await pilot.press("y")
        await until(pilot, lambda: "1 more to go back to" in text_of(app))
    assert world.forgotten == [("77aa", FakeSaved().path)]


async def test_the_host_chooses_access_absence_and_what_spectators_see() -> None:
    world = FakeWorld()
    keys = [*["down"] * 4, "right", "down", "right", "down", "right", "enter"]
    async with running(world, "h", *keys, at=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
    (new,) = world.hosted
    assert isinstance(new, NewTable)
    assert not new.guarded
    assert new.absence_s == 120
    assert new.rules.watch_open


async def test_the_list_shows_which_tables_require_a_code() -> None:
    rows = (
        table_row("a", "Kitchen table", "Wim", people=2),
        table_row("b", "Clubhouse", "Bea", people=4, state="playing", code=False),
        table_row("c", "Old table", "Jan", status=Status.SILENT, code=None),
    )
    async with running(FakeWorld(browser=FakeBrowser(rows)), "j", at=None) as (app, pilot):
        for size in (COMPACT, BASE, WIDE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = text_of(app).splitlines()
            assert "2 of 4 code    open" in next(line for line in lines if "Kitchen" in line)
            assert "4 of 4 no code playing" in next(line for line in lines if "Club" in line)
            assert clipped(app) == [], f"at {size}"


async def test_going_back_to_a_table_on_a_full_disk_says_what_is_wrong() -> None:
    full = FakeSaved(CLUB.table, CLUB.table, trouble="disk-full")
    world = FakeWorld(kept=[CLUB], saved=[full])
    async with running(world, at=None, size=WIDE) as (app, pilot):
        await until(pilot, lambda: "Clubhouse · saved, but the disk is full" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "The disk is full: make room" in notice_of(app))
    assert world.came_back == []
