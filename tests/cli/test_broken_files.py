"""Report files that are wrong in every way: a sentence and exit code 3, or an answer; never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from podium.app.words.errors import sentence
from podium.core.errors import Refused
from tests.cli.conftest import Run, invoke

REPORTS = sorted((Path(__file__).parents[1] / "golden").rglob("*.trf"), key=lambda file: (file.stat().st_size, file))
LINES = (
    b"XXR 0", b"XXR 99999", b"XXC rank", b"XXA 1 1 1", b"XXP 1 1", b"XXZ 1", b"142 0", b"142 3", b"152 B", b"162 W 1.0",
    b"192 FIDE_ROUND_ROBIN", b"202 BH/C1,SB", b"212 PTS,DE,BH/C9", b"240 H 1 1", b"240 F  3 0001 0002", b"260 1 9 1 2",
    b"250  1.0  0.0 1 3 1 5", b"299 W 2.0 1 1", b"042 9999/99/99", b"132 26/13/40", b"\xef\xbb\xbf", b"\xff\xfe\x00",
)  # fmt: skip
BYTES = (b"\x00", b"\xff", b"\n", b"\r", b" ", b"-", b"0", b"9999", b"*", b"+", b"H", b"U", b"w", "½".encode())
VERBS = (
    ("pair",),
    ("pair", "--round", "2", "--explain"),
    ("pair", "--rounds", "12", "--json"),
    ("check",),
    ("tiebreaks", "BH", "DE", "TPR", "KS", "FB", "AOB", "--unrated", "1200"),
    ("tiebreaks", "--explain", "1"),
    ("standings",),
    ("import", "--preview"),
)


def broken(content: bytes, dice: random.Random) -> bytes:
    """The content with a few things wrong: bytes, cells, lines lost, doubled, cut or out of order, lines of ours."""
    for _ in range(dice.choice((1, 1, 2, 5))):
        lines = content.split(b"\n")
        at = dice.randrange(len(lines))
        match dice.randrange(6):
            case 0:
                lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
            case 1:
                lines.insert(dice.randrange(len(lines) + 1), lines[at])
            case 2:
                lines.pop(at)
            case 3:
                lines.insert(0, dice.choice(LINES))
            case 4:
                place = dice.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + dice.choice(BYTES) + lines[at][place + dice.randrange(2) :]
            case _:
                dice.shuffle(lines)
        content = b"\n".join(lines)
    return content


@pytest.mark.parametrize("seed", range(40))
def test_a_broken_report_is_no_fault(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    file = tmp_path / "broken.trf"
    file.write_bytes(broken(dice.choice(REPORTS[:20]).read_bytes(), dice))
    for verb, *options in VERBS:
        said = invoke((verb, file, *options))  # raises what the program does not turn into a sentence
        assert said.code in (0, 1, 2, 3, 4)
        assert said.code == 0 or said.err or verb == "check"


HEADER = b"012 Small\n092 Individual: Swiss-System\nXXR 3\n"
PLAYERS = "".join(
    f"001 {number:>4}      {name:<33} {rating:>4}{'':28}{points:>4} {number:>4}  {opponent:>4} {game}\n"
    for number, name, rating, points, opponent, game in (
        (1, "Ann", 2000, "1.0", 2, "w 1"),
        (2, "Bob", 1900, "0.0", 1, "b 0"),
    )
).encode()


def small(tmp_path: Path, *records: bytes, old: bytes = b"", new: bytes = b"") -> Path:
    file = tmp_path / "small.trf"
    file.write_bytes((HEADER + b"".join(records) + PLAYERS).replace(old, new))
    return file


@pytest.mark.parametrize("verb", ["tiebreaks", "standings"])
def test_a_value_that_is_wrong_in_the_file_is_not_wrong_usage(podium: Run, tmp_path: Path, verb: str) -> None:
    assert podium(verb, small(tmp_path)).code == 0
    assert "rating 6000" in podium(verb, small(tmp_path, old=b"2000", new=b"6000"), code=3).err
    assert "XX" in podium(verb, small(tmp_path, b"212 PTS,XX\n"), code=3).err
    assert "XX" in podium(verb, small(tmp_path), "XX", code=2).err
    assert "rating 6000" in podium(verb, small(tmp_path), "--unrated", 6000, code=2).err
    assert "no round 9" in podium(verb, small(tmp_path), "--after", 9, code=4).err


def test_the_same_holds_for_an_import_and_a_check(without_database: Run, tmp_path: Path) -> None:
    wrong = small(tmp_path, old=b"2000", new=b"6000")
    assert "rating 6000" in without_database("import", wrong, code=3).err
    assert "rating 6000" in without_database("import", wrong, "--preview", code=3).err
    assert not (tmp_path / "podium.db").exists()
    by_rank = small(tmp_path, b"XXC rank\n", old=b"0.0    2", new=b"0.0    1")
    assert without_database("pair", by_rank, code=3).err
    assert without_database("check", by_rank, code=3).out


def test_a_tournament_that_is_over_has_no_next_round(podium: Run, tmp_path: Path) -> None:
    over = small(tmp_path, old=b"XXR 3", new=b"XXR 1")
    assert podium("pair", over, code=1).err == "There is no round 2: the tournament has 1.\n"
    assert podium("pair", over, "--round", 3, code=4).err == "There is no round 3.\n"


def test_about_a_player_explains(podium: Run, tmp_path: Path) -> None:
    told = podium("pair", small(tmp_path), "--round", 1, "--about", 2).out
    assert told.startswith("1\n1 2\n\n")
    assert len(told.splitlines()) > 3


def test_a_sentence_names_some_of_a_thousand_boards() -> None:
    refused = Refused("results-missing", value=3, round=2, boards=list(range(1, 1251)))
    assert sentence(refused).endswith("are missing (boards 1, 2, 3, 4 and 1246 others).")
