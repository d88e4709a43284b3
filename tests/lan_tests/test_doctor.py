"""What `manillen doctor` says on machines with various problems."""

import asyncio

from support.lan import Machine
from support.lan_programs import alive, host, responder, watcher


async def doctor(machine: Machine, find_s: int = 30) -> tuple[int, str]:
    """The exit code and output of the doctor, searching for its table this many seconds."""
    async with machine.run("-m", "support.patient_doctor", str(find_s)) as program:
        printed = await program.prints()
        return await program.ended(), printed


def lines(printed: str, level: str) -> list[str]:
    return [line[9:] for line in printed.splitlines() if line.startswith(f"{level} ")]


async def test_on_a_good_network_everything_works_and_others_answer(
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
    assert f"eth0: multicast from {address} works." in good
    assert "1 other machine on this network answers." in good
    assert "UDP port 5353, for finding tables, is free." in good
    assert any("was joined with its code, encrypted" in line for line in good)
    assert {row.name for seen in person.seen for row in seen.rows} == {"Kroon"}, "seen by nobody"


async def test_without_a_network_it_says_what_still_works(machines: list[Machine]) -> None:
    unplugged, bare = machines[:2]
    unplugged.unplug()
    bare.only_the_bare_machine()
    (code, printed), (bare_code, bare_printed) = await asyncio.gather(
        doctor(unplugged), doctor(bare, find_s=2)
    )

    assert code == 1
    (trouble,) = lines(printed, "failed")
    assert trouble.startswith("This machine is not on a network")
    assert "eth0 is down and not used." in lines(printed, "warning")
    assert any("was joined with its code" in line for line in lines(printed, "ok"))

    # Not even loopback: it still ends without a traceback.
    assert bare_code == 1
    assert lines(bare_printed, "failed")[0].startswith("This machine is not on a network")
    assert "Traceback" not in bare_printed


async def test_another_program_on_the_port_of_multicast_dns_is_named(
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
    assert any("is taken by python" in line for line in troubles)
    assert any("The test table was not found by multicast" in line for line in troubles)
    assert any("was joined with its code" in line for line in lines(alone_printed, "ok"))


async def test_refused_multicast_is_reported_for_the_interface(
    machines: list[Machine],
) -> None:
    machines[0].refuse_multicast()
    code, printed = await doctor(machines[0], find_s=2)

    assert code == 1
    address = machines[0].address
    # The link-local address of a new machine is still being checked for duplicates.
    troubles = [line for line in lines(printed, "failed") if "fe80:" not in line]
    assert troubles[0].startswith(f"eth0: the multicast group cannot be joined from {address}")
    assert troubles[1].startswith("The test table was not found by multicast")
    assert any("was joined with its code" in line for line in lines(printed, "ok"))
