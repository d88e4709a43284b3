"""What the score sheet says about the shuffle of each deal."""

from msgspec.structs import replace

from manillen_tui.engine.records import Phase
from manillen_tui.guest.deal_check import Doubt, Verdict
from manillen_tui.guest.deal_proofs import Proofs
from manillen_tui.guest.replay import Part
from manillen_tui.words.proofs import proof_line
from support.fake_client import PLAYING, RECORD, FakeClient, FakeWorld, view_with
from support.screens import BASE, COMPACT, WIDE, clipped, running, text_of


SHEET = tuple(replace(RECORD, number=number) for number in (1, 2, 3, 4))
SCORED = view_with(
    phase=Phase.SCORE, turn=90, to_act=(0, 1), hand=(), legal=(), trick=(), sheet=SHEET, deal=4
)


class Told(Proofs):
    """Proofs with given verdicts."""

    def __init__(self, *verdicts: Verdict | None) -> None:
        super().__init__()
        self._told = dict(enumerate(verdicts, 1))

    def of(self, number: int) -> Verdict | None:
        return self._told.get(number)


def judged(*verdicts: Verdict | None) -> FakeWorld:
    client = FakeClient(PLAYING, SCORED)
    client.proofs = Told(*verdicts)
    return FakeWorld(client)


async def test_each_proved_deal_has_a_tick_and_the_last_one_a_sentence() -> None:
    world = judged(Verdict(), Verdict(Doubt.LEFT_OUT), Verdict(Doubt.VOID), Verdict())
    async with running(world, size=WIDE) as (app, _pilot):
        lines = text_of(app).splitlines()
    assert sum("✓ The deal is proved." in line for line in lines) == 1
    first, second, third = (next(x for x in lines if f"deal {n} " in x) for n in (1, 2, 3))
    assert "✓" in first
    assert "✓" not in second and "?" in second
    assert "✓" not in third and "?" not in third
    assert first.index("✓") == second.index("?")


async def test_every_reason_against_a_proof_is_given_in_one_line() -> None:
    world = judged()
    async with running(world) as (app, pilot):
        for size in (BASE, COMPACT):
            await pilot.resize_terminal(*size)
            verdicts = [Verdict(doubt) for doubt in set(Doubt) - {Doubt.VOID}]
            for verdict in (*verdicts, *(Verdict(Doubt.DIFFERS, part) for part in Part)):
                world.client.proofs = Told(None, None, None, verdict)
                world.client.push(view=SCORED)
                await pilot.pause()
                assert proof_line(verdict) in text_of(app), f"{verdict} at {size}"
                assert "? Not proved: " in text_of(app), f"{verdict} at {size}"
                assert clipped(app) == [], f"{verdict} at {size}"


async def test_nothing_is_said_about_a_deal_not_yet_revealed_or_void() -> None:
    for verdict in (None, Verdict(Doubt.VOID)):
        async with running(judged(None, None, None, verdict)) as (app, _pilot):
            assert "proved" not in text_of(app)
