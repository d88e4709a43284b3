"""What `manillen doctor` says on machines with one trouble or another."""

import asyncio

from support.lan import Machine
from support.lan_programs import alive, host, responder, watcher


async def doctor(machine: Machine, find_s: int = 30) -> tuple[int, str]:
    """Its exit code and what it prints, when it searches its table for so many seconds."""
    async with machine.run("-m", "support.patient_doctor", str(find_s)) as program:
        printed = await program.prints()
        return await program.ended(), printed


def lines(printed: str, level: str) -> list[str]:
    return [line[9:] for line in printed.splitlines() if line.startswith(f"{level} ")]


async def test_on_a_good_network_everything_works_and_the_others_are_heard(
    machines: list[Machine],
) -> None:
    # No machine here has a default route, nor one for multicast.
    async with host(machines[1], "--name", "Kroon"), watcher(machines[2]) as person:
        await person.until(alive)
        code, printed = await doctor(machines[0])

    assert code == 0
    assert lines(printed, "failed") == []
    good = lines(printed, "ok")
    address = machines[0].address
    assert any(line.startswith(f"eth0 has {address}") for line in good)
    assert f"eth0: what {address} sends to all by multicast is heard again." in good
    assert "1 other machine on this network answers." in good
    assert "UDP port 5353, for finding tables, is free." in good
    assert any("is joined by its code, encrypted" in line for line in good)
    assert {row.name for seen in person.seen for row in seen.rows} == {"Kroon"}, "seen by nobody"


async def test_without_a_network_it_says_what_is_left(machines: list[Machine]) -> None:
    unplugged, bare = machines[:2]
    unplugged.unplug()
    bare.only_the_bare_machine()
    (code, printed), (bare_code, bare_printed) = await asyncio.gather(
        doctor(unplugged), doctor(bare, find_s=2)
    )

    assert code == 1
    (trouble,) = lines(printed, "failed")
    assert trouble.startswith("This machine is on no network")
    assert "eth0 is down: not used." in lines(printed, "warning")
    assert any("is joined by its code" in line for line in lines(printed, "ok"))

    # Not even loopback: an end, and no traceback.
    assert bare_code == 1
    assert lines(bare_printed, "failed")[0].startswith("This machine is on no network")
    assert "Traceback" not in bare_printed


async def test_whoever_else_has_the_port_of_multicast_dns_is_named(
    machines: list[Machine],
) -> None:
    async with responder(machines[0], shares=True), responder(machines[1], shares=False):
        (code, printed), (alone_code, alone_printed) = await asyncio.gather(
            doctor(machines[0]), doctor(machines[1], find_s=2)
        )

    assert code == 0
    assert any("is shared with python" in line for line in lines(printed, "ok"))

    assert alone_code == 1
    troubles = lines(alone_printed, "failed")
    assert any("is kept by python" in line for line in troubles)
    assert any("It is not found by multicast" in line for line in troubles)
    assert any("is joined by its code" in line for line in lines(alone_printed, "ok"))


async def test_where_multicast_is_refused_that_is_said_of_the_interface(
    machines: list[Machine],
) -> None:
    machines[0].refuse_multicast()
    code, printed = await doctor(machines[0], find_s=2)

    assert code == 1
    address = machines[0].address
    # A link-local address is still being tried out when a machine has just begun.
    troubles = [line for line in lines(printed, "failed") if "fe80:" not in line]
    assert troubles[0].startswith(f"eth0: {address} cannot join the multicast group")
    assert troubles[1].startswith("It is not found by multicast")
    assert any("is joined by its code" in line for line in lines(printed, "ok"))
