"""`podium pair`, `podium check` and `podium generate`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from podium.cli import program
from podium.files.trf import read

GOLDEN = Path(__file__).parents[1] / "golden" / "dutch"
DISPUTED = str(GOLDEN / "second-bye.trf")
PLAYED = sorted(path for path in GOLDEN.glob("*.trf") if path.stem.isdigit())[:3]


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(program, list(words), input=text)


def test_pair_prints_the_count_and_the_pairs() -> None:
    done = run("pair", DISPUTED)
    assert done.exit_code == 0
    assert done.stdout == "4\n4 2\n7 5\n6 3\n8 0\n"


def test_pair_reads_stdin_and_answers_in_json() -> None:
    done = run("pair", "-", "--json", text=Path(DISPUTED).read_text("utf-8"))
    said = json.loads(done.stdout)
    assert said["round"] == 6
    assert (said["engine"], said["edition"]) == ("podium-dutch", "2026-02")
    assert said["pairs"][0] == {"board": 1, "white": 4, "black": 2, "colour_rule": "5.2.1"}
    assert said["bye"] == 8


def test_any_round_can_be_paired_again() -> None:
    report = read(PLAYED[0].read_text("utf-8"))
    done = run("pair", str(PLAYED[0]), "--round", "2", "--json")
    pairs = {(one["white"], one["black"]) for one in json.loads(done.stdout)["pairs"]}
    assert pairs == {(entry.number, entry.cell(2).opponent) for entry in report.entries if entry.cell(2).colour == "w"}


def test_what_was_filled_in_is_said() -> None:
    done = run("pair", str(PLAYED[0]), "--round", "2")
    assert "The file names no initial colour" in done.stderr
    assert "how many rounds" in done.stderr


def test_an_explanation_names_the_criteria() -> None:
    done = run("pair", DISPUTED, "--explain")
    assert "8 has the bye, with 2.5 points the lowest score with which it is possible [C5]." in done.stdout
    assert "[C2]" in done.stdout
    about = run("pair", DISPUTED, "--explain", "--about", "6").stdout
    assert "6 (White) meets 3 (Black)." in about
    assert "4 (White) meets 2 (Black)." not in about


def test_pairing_by_rank_gives_start_numbers() -> None:
    text = Path(DISPUTED).read_text("utf-8")
    assert run("pair", "-", text=text + "XXC rank\n").stdout == run("pair", DISPUTED).stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("pair", DISPUTED, "--round", "7"), 4, "There is no round 7."),
        (("pair", DISPUTED, "--about", "77", "--explain"), 4, "There is no player 77."),
        (("pair", "no-such.trf"), 4, "no-such.trf"),
        (("pair", DISPUTED, "--rounds", "5"), 2, "There is no round 6: the tournament has 5."),
        (("pair", str(PLAYED[0])), 2, "name them with --rounds"),
        (("generate", "--players", "0"), 2, "0 players are not possible"),
        (("generate", "--players", "1"), 2, "1 players are not possible: use 2 to 9999"),
        (("generate", "--players", "5", "--zero-byes", "100"), 1, "No first round of 5 players can be paired"),
        (("generate", "--draws", "140"), 2, "draws"),
        (("tiebreaks", DISPUTED, "BH", "--after", "99"), 4, "There is no round 99."),
        (("standings", DISPUTED, "--after", "-1"), 4, "There is no round -1."),
        (("generate", "--lowest", "2000", "--highest", "1999"), 2, "2000 is above the highest, 1999"),
        (("generate", "--highest", "10000"), 2, "10000 is not in the range"),
        (("generate", "--forbidden", "-1"), 2, "-1 is not in the range"),
        (("generate", "--bye-points", "-1"), 2, "0 to 1.0 points, not -1"),
        (("generate", "--bye-points", "2"), 2, "0 to 1.0 points, not 2.0"),
        (("check",), 2, "Missing argument"),
    ],
)
def test_what_cannot_be_is_refused_with_its_exit_code(words: tuple[str, ...], code: int, says: str) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert says in done.stderr


def test_no_legal_round_is_refused_with_its_proof() -> None:
    played = run("generate", "--players", "4", "--rounds", "9", "--seed", "1", "--forfeits", "0", "--half-byes", "0",
                 "--zero-byes", "0", "--withdrawals", "0")  # fmt: skip
    assert "No legal round was left after round 3." in played.stderr
    done = run("pair", "-", text=played.stdout)
    assert done.exit_code == 1
    assert "No legal pairing of round 4 exists" in done.stderr


def test_check_finds_nothing_in_what_is_right() -> None:
    done = run("check", *map(str, PLAYED))
    assert done.exit_code == 0
    assert done.stdout.endswith("no differences.\n")


def test_check_reports_a_wrong_round_and_a_wrong_rank() -> None:
    text = run("generate", "--players", "10", "--rounds", "4", "--seed", "7").stdout
    lines = text.splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("001")]
    first, last = lines[at[0]], lines[at[-1]]
    swapped = text.replace(first, first[:85] + last[85:89] + first[89:])
    done = run("check", "-", text=swapped)
    assert done.exit_code == 1
    assert "rank of 1 should be" in done.stdout
    colours = text.translate(str.maketrans("", ""))
    for line in lines:
        if line.startswith("001"):
            head, cells = line[:91], line[91:]
            turned = cells[:10].replace(" w ", " x ").replace(" b ", " w ").replace(" x ", " b ")
            colours = colours.replace(line, head + turned + cells[10:])
    done = run("check", "-", "--json", text=colours)
    assert done.exit_code == 1
    found = json.loads(done.stdout)["differences"]
    assert found[0]["round"] == 1
    assert "colours should be" in found[0]["text"]


def test_check_goes_on_after_a_file_it_cannot_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text("001    1 too short to be")
    done = run("check", str(broken), str(PLAYED[0]))
    assert done.exit_code == 3
    assert "2 files" in done.stdout


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--trf16",),
        ("--scoring", "3-1-0", "--bye-points", "1"),
        ("--accelerated", "--forbidden", "4", "--late", "10"),
        ("--initial-colour", "black", "--full-byes", "5", "--players", "33"),
    ],
)
def test_what_is_generated_passes_the_check(options: tuple[str, ...]) -> None:
    made = run("generate", "--players", "24", "--rounds", "7", "--seed", "s", *options)
    assert made.exit_code == 0
    done = run("check", "-", text=made.stdout)
    assert (done.exit_code, done.stdout) == (0, "1 file, 7 rounds: no differences.\n")


def test_a_seed_repeats_and_its_lack_does_not() -> None:
    assert run("generate", "--seed", "x").stdout == run("generate", "--seed", "x").stdout
    assert run("generate").stdout != run("generate").stdout
