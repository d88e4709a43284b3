"""`manillen verify`: a saved match is dealt and played again, and everything must agree."""

import base64
import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from manillen_tui.cli import main
from manillen_tui.commands.verify import Exported
from manillen_tui.engine import PRESETS, Rules
from manillen_tui.history import record_from_body
from manillen_tui.host.journal import Store
from manillen_tui.host.table_file import Facts
from manillen_tui.wire import rules_to_body, to_json
from manillen_tui.words.verification import verified_line
from support.guests import Guests
from support.program import COMMAND, run
from support.table_files import edit, room


RULES = replace(PRESETS["malilla"], target=20)


def played(rules: Rules = RULES, matches: int = 1, **options: Any) -> Guests:
    at = Guests(rules, "verify", **options)
    for _ in range(matches):
        at.start()
        at.play()
    return at


def exported(at: Guests, path: Path) -> Path:
    records = tuple(map(record_from_body, at.records))
    path.write_bytes(to_json(Exported(rules=at.rules, records=records)))
    return path


async def kept(at: Guests, path: Path) -> Path:
    """The closed journal of this table."""
    facts = Facts(table="t", rules=rules_to_body(at.rules), key=b"key", certificate=b"certificate")
    store = Store(path, facts)
    for number, record in enumerate(at.records):
        await store.keep(record, room(number, "over"))
    await store.close()
    return path


def tell(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str], str]:
    code = main(["verify", str(path), *more])
    told = capsys.readouterr()
    return code, told.out.splitlines(), told.err


async def test_a_journal_is_verified_deal_by_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = played(matches=2)
    path = await kept(at, tmp_path / "t.manillen")
    before = path.read_bytes()
    code, lines, err = tell(path, capsys)
    assert (code, err) == (0, "")
    second = [line for line in lines if line.startswith("Match 2")]
    assert len(second) == len(at.sheet)
    for number, (line, record) in enumerate(zip(second, at.sheet, strict=True), 1):
        assert line.startswith(f"Match 2, deal {number}: {record.trump}")
        assert line.endswith(
            f"4 players added to the shuffle, {record.totals[0]} - {record.totals[1]}"
        )
    assert lines[0] == "Malilla to 20"
    assert lines[-1].startswith(f"All {len(lines) - 2} deals check out: shuffle, play and score.")
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", PRESETS)
def test_matches_of_every_preset_are_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = played(replace(PRESETS[name], target=5), looks=0.02)
    code, lines, _err = tell(exported(at, tmp_path / "match.json"), capsys)
    assert code == 0
    assert len(lines) == len(at.sheet) + 2


def test_shuffles_of_the_host_alone_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = played(silent=(0, 1, 2, 3))
    code, lines, _err = tell(exported(at, tmp_path / "match.json"), capsys)
    assert code == 0
    assert lines[-1].endswith("All of them were shuffled by the host alone.")


@pytest.mark.parametrize(
    ("alone", "others", "said"),
    [
        (
            1,
            0,
            "The deal checks out: shuffle, play and score. It was shuffled by the host alone.",
        ),
        (3, 0, "check out: shuffle, play and score. All of them were shuffled by the host alone."),
        (1, 2, "check out: shuffle, play and score. 1 of them was shuffled by the host alone."),
        (2, 1, "check out: shuffle, play and score. 2 of them were shuffled by the host alone."),
        (0, 2, "All 2 deals check out: shuffle, play and score."),
    ],
)
def test_the_number_of_deals_shuffled_alone_reads_naturally(
    alone: int, others: int, said: str
) -> None:
    assert verified_line(Counter({False: alone, True: others})).endswith(said)


async def test_only_finished_matches_are_exported_and_without_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = played()
    finished = len(at.records)
    at.start()
    at.deal()
    journal, small = await kept(at, tmp_path / "t.manillen"), tmp_path / "small.json"
    assert tell(journal, capsys, "--export", str(small))[0] == 0
    assert len(json.loads(small.read_bytes())["records"]) == finished
    assert b"certificate" not in small.read_bytes()
    code, lines, _err = tell(small, capsys)
    assert code == 0
    assert len(lines) == len({line for line in lines if line.startswith("Match 1")}) + 2
    code, _lines, err = tell(journal, capsys, "--export", str(tmp_path / "no" / "folder"))
    assert code == 1
    assert err.count("\n") == 1 and "cannot be written" in err


@pytest.mark.parametrize("there", ["the table itself", "a text", "a link to nowhere", "a folder"])
async def test_an_export_never_overwrites_a_file(
    there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, target = await kept(played(), tmp_path / "t.manillen"), tmp_path / "target"
    match there:
        case "the table itself":
            target = journal
        case "a text":
            target.write_text("notes")
        case "a link to nowhere":
            target.symlink_to(tmp_path / "nowhere")
        case _:
            target.mkdir()
    before = journal.read_bytes()
    names = sorted(tmp_path.iterdir())
    code, _lines, err = tell(journal, capsys, "--export", str(target))
    assert code == 1
    assert err == (f"manillen: That file already exists and was not changed: {target}\n")
    assert journal.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == names
    if there == "a text":
        assert target.read_text() == "notes"


def test_an_export_that_does_not_fit_on_the_disk_leaves_nothing(
    tmp_path: Path, env: dict[str, str]
) -> None:
    match = exported(played(), tmp_path / "match.json")
    names = sorted(tmp_path.iterdir())
    export = ["verify", str(match), "--export", str(tmp_path / "small.json")]
    done = subprocess.run(
        ["bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "-", *COMMAND, *export],
        env={
            **env,
            "PYTHONDONTWRITEBYTECODE": "1",
        },  # or Python's own files would be truncated, too
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "cannot be written (File too large)" in done.stderr
    assert sorted(tmp_path.iterdir()) == names


async def test_an_export_to_a_disk_without_hard_links_is_complete_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    journal, small = await kept(played(), tmp_path / "t.manillen"), tmp_path / "small.json"
    assert tell(journal, capsys, "--export", str(small))[0] == 0
    assert tell(small, capsys)[0] == 0
    assert sorted(tmp_path.iterdir()) == [small, journal]


def test_a_match_without_a_finished_deal_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = Guests(RULES, "begun")
    at.start()
    small = tmp_path / "small.json"
    code, _lines, err = tell(exported(at, tmp_path / "match.json"), capsys, "--export", str(small))
    assert code == 1
    assert err == (
        "manillen: No deal has been played to its end yet, so there is nothing to check.\n"
    )
    assert not small.exists()


# What was changed ---------------------------------------------------------------------------------


Records = list[dict[str, Any]]


def other_bytes(text: str) -> str:
    return base64.b64encode(bytes(b ^ 1 for b in base64.b64decode(text))).decode()


def a_secret(records: Records) -> None:
    records[0]["sealed"]["secret"] = other_bytes(records[0]["sealed"]["secret"])


def a_digest(records: Records) -> None:
    records[0]["sealed"]["digest"] = other_bytes(records[0]["sealed"]["digest"])


def a_share(records: Records) -> None:
    records[1]["shares"][2][1] = other_bytes(records[1]["shares"][2][1])


def a_share_left_out(records: Records) -> None:
    del records[1]["shares"][2]


def a_card(records: Records) -> None:
    """Swap the cards that two seats played."""
    plays = [r for r in records if r["step"] == "do" and r["command"]["act"] == "play"]
    plays[0]["command"], plays[1]["command"] = plays[1]["command"], plays[0]["command"]


def a_score(records: Records) -> None:
    ends = next(record for record in records if "totals" in record)
    ends["totals"] = [total + 1 for total in ends["totals"]]


def a_step_left_out(records: Records) -> None:
    del records[5]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (a_secret, "the host's secret is not the one it committed to."),
        (a_digest, "the host's secret is not the one it committed to."),
        (a_share, "the shuffle is not made from what players added."),
        (a_share_left_out, "the shuffle is not made from what players added."),
        (a_card, "a step is against the rules with these cards."),
        (a_score, "the scores do not follow from the cards played."),
        (a_step_left_out, "a step is against the rules with these cards."),
    ],
)
def test_every_change_is_reported_with_its_deal(
    change: Callable[[Records], None],
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = exported(played(), tmp_path / "match.json")
    body = json.loads(path.read_bytes())
    change(body["records"])
    path.write_text(json.dumps(body))
    code, lines, err = tell(path, capsys)
    assert (code, err) == (1, "")
    assert lines[-1] == f"Match 1, deal 1: {why}"


def test_a_change_in_a_later_deal_does_not_affect_earlier_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(played(), tmp_path / "match.json")
    body = json.loads(path.read_bytes())
    shuffles = [record for record in body["records"] if record["step"] == "shuffle"]
    shuffles[1]["shares"][0][1] = other_bytes(shuffles[1]["shares"][0][1])
    path.write_text(json.dumps(body))
    code, lines, _err = tell(path, capsys)
    assert code == 1
    assert [line.partition(":")[0] for line in lines[1:]] == ["Match 1, deal 1", "Match 1, deal 2"]


# What is no match ---------------------------------------------------------------------------------


async def test_a_damaged_file_gets_one_clear_line_and_stays_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = played()
    journal = await kept(at, tmp_path / "t.manillen")
    whole, text = journal.read_bytes(), exported(at, tmp_path / "match.json").read_bytes()
    random = Random(1)
    bad = {
        "empty": b"",
        "random": random.randbytes(5000),
        "truncated": whole[: len(whole) // 2],
        "header": whole[:16] + random.randbytes(4000),
        "half a text": text[: len(text) // 2],
        "deep": b"{" * 100_000,
        "deeper": b'{"rules":' * 100_000,
        "other": b'{"cards": 52}',
        "unplayable": text.replace(b'"rules": {', b'"rules": {"players": 3,'),
        "list": b"[]",
    }
    for name, data in bad.items():
        path = tmp_path / name
        path.write_bytes(data)
        code, lines, err = tell(path, capsys)
        assert (code, lines) == (1, []), name
        assert err.count("\n") == 1 and "is damaged" in err, (name, err)
        assert path.read_bytes() == data


async def test_an_overwritten_record_in_a_journal_is_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = await kept(played(), tmp_path / "t.manillen")
    edit(path, "UPDATE records SET body = x'80' WHERE number = 3")
    code, lines, err = tell(path, capsys)
    assert (code, lines) == (1, [])
    assert "is damaged" in err


def test_a_newer_file_and_a_missing_one_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = exported(played(), tmp_path / "match.json")
    path.write_bytes(path.read_bytes().replace(b'"manillen": 1', b'"manillen": 2'))
    assert "newer" in tell(path, capsys)[2]
    code, _lines, err = tell(tmp_path / "nowhere", capsys)
    assert code == 1
    assert err.count("\n") == 1 and "cannot be read" in err
    assert "cannot be read" in tell(tmp_path, capsys)[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path, env: dict[str, str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run("verify", str(tmp_path / "pipe"), env=env)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1 and "cannot be read (not a plain file)" in done.stderr


def test_verify_is_a_command_of_the_program(tmp_path: Path, env: dict[str, str]) -> None:
    path = exported(played(), tmp_path / "match.json")
    done = run("verify", str(path), env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith("Match 1, deal 1: ")
