"""Four people on four machines play a whole match."""

from contextlib import AsyncExitStack

from support.lan import Machine
from support.lan_programs import gone, guest, host, order_for, watcher


async def test_four_machines_find_one_table_and_play_a_match_to_the_end(
    machines: list[Machine],
) -> None:
    async with AsyncExitStack() as stack:
        program, table = await stack.enter_async_context(
            host(machines[0], "--seed", "7", "--target", "61")
        )
        people = [
            await stack.enter_async_context(
                guest(machine, order_for(table, name, holder=name == "Wim"))
            )
            for machine, name in zip(machines, ("Wim", "Noor", "Els", "Bea"), strict=True)
        ]
        watching = await stack.enter_async_context(watcher(machines[3]))
        await watching.until(lambda rows: [row.state for row in rows] == ["playing"])

        results = [await person.result() for person in people]

        assert sorted(result.seat for result in results) == [0, 1, 2, 3]
        assert {result.address for result in results} == {machines[0].address}
        (ended,) = {(result.deals, result.totals, result.winner) for result in results}
        deals, totals, winner = ended
        assert deals >= 2
        assert winner is not None
        assert totals[winner] >= 61
        assert totals[winner] > totals[1 - winner]

        assert await program.end() == 0
        await watching.until(gone)
