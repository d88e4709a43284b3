"""The list of tables, with a clock that the tests move: announcements, answers, removals."""

from msgspec.structs import replace

from net.address import Address
from net.discovery.announcement import Announcement
from net.discovery.listing import Listing, Status
from net.limits import Limits
from net.protocol.host_messages import Info


LIMITS = Limits(probe_every_s=5.0, probe_again_s=1.0, tables=3)
WIFI = Address("192.168.1.20", 7842)
CABLE = Address("10.0.0.20", 7842)

NOTICE = Announcement(
    instance="Kroon 0a1b",
    table_id="0a1b",
    name="Kroon",
    host="Wim",
    addresses=(WIFI, CABLE),
    state="lobby",
    people=1,
    seats=4,
)


def info(notice: Announcement = NOTICE, **changes: object) -> Info:
    answer = Info(
        pv=1,
        table=notice.table_id,
        name=notice.name,
        host=notice.host,
        state=notice.state,
        seats=notice.seats,
        people=notice.people,
        info={"rules": "west-flanders"},
    )
    return replace(answer, **changes)


def other(letter: str, name: str) -> Announcement:
    return replace(NOTICE, instance=f"{name} {letter}", table_id=letter, name=name)


def listing_with_a_table_that_answered() -> Listing:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    listing.due(now=0.0)
    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.0034)
    return listing


def statuses(listing: Listing) -> list[Status]:
    return [row.status for row in listing.rows]


def test_an_announced_table_is_shown_and_probed_at_once() -> None:
    listing = Listing(LIMITS)
    assert listing.next_due() is None

    listing.heard(NOTICE, now=100.0)

    (row,) = listing.rows
    assert (row.name, row.host, row.people, row.seats) == ("Kroon", "Wim", 1, 4)
    assert row.status is Status.SEARCHING
    assert row.info is None and row.round_trip_ms is None
    assert listing.next_due() == 100.0
    assert listing.due(now=100.0) == [(NOTICE.table_id, (WIFI, CABLE))]


def test_an_answer_takes_precedence_over_an_announcement() -> None:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    listing.due(now=0.0)

    listing.answered(NOTICE.table_id, CABLE, info(people=3, state="playing"), round_trip_s=0.0034)

    (row,) = listing.rows
    assert row.status is Status.ALIVE
    assert (row.people, row.state, row.round_trip_ms) == (3, "playing", 3)
    assert row.info == {"rules": "west-flanders"}
    assert row.addresses == (CABLE, WIFI), "the address that answered is tried first from now on"


def test_a_table_is_probed_once_at_a_time_and_then_every_few_seconds() -> None:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    assert len(listing.due(now=0.0)) == 1
    assert listing.due(now=60.0) == [], "the first question is not answered yet"

    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)
    listing.due(now=60.0)
    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)

    assert listing.next_due() == 65.0
    assert listing.due(now=64.9) == []
    assert len(listing.due(now=65.0)) == 1


def test_a_change_announced_during_a_probe_leads_to_another_probe() -> None:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    listing.due(now=0.0)

    listing.heard(replace(NOTICE, people=2), now=0.1)
    listing.answered(NOTICE.table_id, WIFI, info(people=1), round_trip_s=0.2)

    assert len(listing.due(now=0.2)) == 1, "that answer may be older than the change"


def test_a_change_is_shown_before_it_is_confirmed() -> None:
    listing = listing_with_a_table_that_answered()

    listing.heard(replace(NOTICE, people=2, state="playing"), now=1.0)

    (row,) = listing.rows
    assert (row.people, row.state, row.status) == (2, "playing", Status.ALIVE)
    assert row.info == {"rules": "west-flanders"}
    assert len(listing.due(now=1.0)) == 1


def test_one_failed_probe_turns_a_table_silent_and_a_second_removes_it() -> None:
    listing = listing_with_a_table_that_answered()

    listing.due(now=5.0)
    listing.failed(NOTICE.table_id, now=5.0)
    assert statuses(listing) == [Status.SILENT]
    assert listing.next_due() == 6.0, "the second question comes soon"

    listing.due(now=6.0)
    listing.failed(NOTICE.table_id, now=6.0)
    assert statuses(listing) == []


def test_a_table_that_never_answers_is_removed_as_well() -> None:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    for now in (0.0, 1.0):
        listing.due(now)
        listing.failed(NOTICE.table_id, now)
    assert statuses(listing) == []


def test_an_answer_makes_a_silent_table_alive() -> None:
    listing = listing_with_a_table_that_answered()
    listing.due(now=5.0)
    listing.failed(NOTICE.table_id, now=5.0)

    listing.due(now=6.0)
    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)
    assert statuses(listing) == [Status.ALIVE]

    listing.due(now=11.0)
    listing.failed(NOTICE.table_id, now=11.0)
    assert statuses(listing) == [Status.SILENT], "failures count in a row only"


def test_a_table_that_was_only_cut_off_comes_back_without_a_new_announcement() -> None:
    listing = listing_with_a_table_that_answered()
    for now in (5.0, 6.0):
        listing.due(now)
        listing.failed(NOTICE.table_id, now)
    assert statuses(listing) == []

    assert listing.next_due() == 11.0
    listing.due(now=11.0)
    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)
    assert statuses(listing) == [Status.ALIVE]


def test_a_goodbye_removes_a_table_at_once_and_for_good() -> None:
    listing = listing_with_a_table_that_answered()
    listing.due(now=5.0)

    listing.goodbye(NOTICE.instance)
    assert statuses(listing) == []

    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)
    listing.failed(NOTICE.table_id, now=5.1)
    assert statuses(listing) == [], "a late answer brings nothing back"
    assert listing.next_due() is None


def test_a_restarted_table_under_another_name_stays_one_row() -> None:
    listing = listing_with_a_table_that_answered()
    moved = Address("192.168.1.77", 7843)

    listing.heard(replace(NOTICE, instance="Kroon-2 0a1b", addresses=(moved,)), now=9.0)
    listing.goodbye(NOTICE.instance)

    (row,) = listing.rows
    assert row.addresses == (moved,)


def test_two_tables_with_the_same_name_are_two_rows() -> None:
    listing = Listing(LIMITS)
    listing.heard(other("b", "Kroon"), now=0.0)
    listing.heard(other("a", "Kroon"), now=0.0)
    assert [row.table_id for row in listing.rows] == ["a", "b"]


def test_rows_are_sorted_by_name_and_do_not_move_when_a_table_changes() -> None:
    listing = Listing(LIMITS)
    for notice in (other("a", "zolder"), other("b", "Anker"), other("c", "kroon")):
        listing.heard(notice, now=0.0)
    assert [row.name for row in listing.rows] == ["Anker", "kroon", "zolder"]

    listing.heard(replace(other("a", "zolder"), people=4, state="playing"), now=1.0)
    assert [row.name for row in listing.rows] == ["Anker", "kroon", "zolder"]


def test_the_list_is_limited_but_lost_tables_make_room() -> None:
    listing = Listing(LIMITS)
    for letter in "abcd":
        listing.heard(other(letter, letter), now=0.0)
    assert [row.table_id for row in listing.rows] == ["a", "b", "c"]

    for now in (0.0, 1.0):
        listing.due(now)
        listing.failed("b", now)
    listing.heard(other("d", "d"), now=2.0)
    assert [row.table_id for row in listing.rows] == ["a", "c", "d"]


def test_names_from_strangers_lose_what_could_harm_a_terminal() -> None:
    listing = Listing(LIMITS)
    nasty = "\x1b[31mKroon\u202e\u200b\n" + "x" * 300
    listing.heard(replace(NOTICE, name=nasty, host=nasty), now=0.0)
    (row,) = listing.rows
    assert row.name == ("Kroon " + "x" * 300)[:48]
    assert row.host == row.name[:20]

    listing.due(now=0.0)
    listing.answered(NOTICE.table_id, WIFI, info(name=nasty, host=nasty), round_trip_s=0.001)
    assert (listing.rows[0].name, listing.rows[0].host) == (row.name, row.host)


def test_tables_with_the_same_name_get_the_same_suffixes_on_every_screen() -> None:
    kroons = [other("c", "Kroon"), other("a", "Kroon"), other("b", "kroon")]
    for order in (kroons, kroons[::-1]):
        listing = Listing(LIMITS)
        for notice in order:
            listing.heard(notice, now=0.0)
        assert [(row.table_id, row.name) for row in listing.rows] == [
            ("a", "Kroon"),
            ("b", "kroon-2"),
            ("c", "Kroon-3"),
        ]


def test_a_table_whose_name_looks_like_a_suffixed_one_keeps_it() -> None:
    listing = Listing(LIMITS)
    for letter, name in (("a", "Kroon"), ("b", "Kroon"), ("c", "Kroon-2")):
        listing.heard(other(letter, name), now=0.0)
    assert {row.table_id: row.name for row in listing.rows} == {
        "a": "Kroon",
        "b": "Kroon-3",
        "c": "Kroon-2",
    }


def test_the_remaining_one_of_two_tables_loses_its_suffix() -> None:
    listing = Listing(LIMITS)
    listing.heard(other("a", "Kroon"), now=0.0)
    listing.heard(other("b", "Kroon"), now=0.0)
    listing.goodbye("Kroon a")
    assert [row.name for row in listing.rows] == ["Kroon"]


def test_a_table_with_another_version_stays_on_the_list_as_such() -> None:
    listing = Listing(LIMITS)
    listing.heard(NOTICE, now=0.0)
    for now in (0.0, 5.0, 10.0):
        assert len(listing.due(now)) == 1
        listing.other_version(NOTICE.table_id)
        assert statuses(listing) == [Status.OTHER_VERSION]

    listing.due(now=15.0)
    listing.answered(NOTICE.table_id, WIFI, info(), round_trip_s=0.001)
    assert statuses(listing) == [Status.ALIVE], "it was brought up to date"
