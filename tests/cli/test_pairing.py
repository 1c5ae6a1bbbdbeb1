"""`podium pair`, `podium check` and `podium generate`."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from podium.app.trf.tiebreak_view import view_of
from podium.app.words.language import speaking
from podium.cli import program
from podium.files.trf import read
from podium.tiebreaks import standings
from tests.kit.loops import every

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


def test_what_was_filled_in_is_said_in_ones_own_language() -> None:
    with speaking("de"):
        said = run("pair", str(PLAYED[0]), "--round", "2").stderr
    assert ": Weiß, " in said


def test_an_explanation_names_the_criteria() -> None:
    done = run("pair", DISPUTED, "--explain")
    assert "8 has the bye, with 2½ points the lowest score with which it is possible [C5]." in done.stdout
    assert "[C2]" in done.stdout
    about = run("pair", DISPUTED, "--explain", "--about", "6").stdout
    assert "6 (White) meets 3 (Black)." in about
    assert "4 (White) meets 2 (Black)." not in about


def test_pairing_by_rank_gives_start_numbers() -> None:
    text = Path(DISPUTED).read_text("utf-8")
    assert run("pair", "-", text=text + "XXC rank\n").stdout == run("pair", DISPUTED).stdout


@every(
    ("words", "code", "says"),
    [
        (("pair", DISPUTED, "--round", "7"), 4, "There is no round 7."),
        (("pair", DISPUTED, "--about", "77", "--explain"), 4, "There is no player 77."),
        (("pair", "no-such.trf"), 4, "no-such.trf"),
        (("pair", DISPUTED, "--rounds", "5"), 2, "There is no round 6: the tournament has 5."),
        (("pair", str(PLAYED[0])), 2, "name them with --rounds"),
        (("generate", "--players", "0"), 2, "0 players are not possible"),
        (("generate", "--players", "1"), 2, "1 players are not possible: use 2 to 9999"),
        (("generate", "--players", "5", "--zero-byes", "100%"), 1, "No first round of 5 players can be paired"),
        (("generate", "--draws", "140"), 2, "draws"),
        (("tiebreaks", DISPUTED, "BH", "--after", "99"), 4, "There is no round 99."),
        (("standings", DISPUTED, "--after", "-1"), 4, "There is no round -1."),
        (("generate", "--lowest", "2000", "--highest", "1999"), 2, "2000 is above the highest, 1999"),
        (("generate", "--highest", "10000"), 2, "10000 is not in the range"),
        (("generate", "--forbidden", "-1"), 2, "-1 is not in the range"),
        (("generate", "--bye-points", "-1"), 2, "0 to 1 points, not -1"),
        (("generate", "--bye-points", "2"), 2, "0 to 1 points, not 2"),
        (("generate", "--half-byes", "some"), 2, "some is neither a number nor a share in per cent (5%)"),
        (("generate", "--late", "-3"), 2, "-3 is less than nothing"),
        (("generate", "--returns", "often"), 2, "often is not a share in per cent"),
        (("generate", "--odd-results", "101%"), 2, "cannot be 101 per cent"),
        (("generate", "--ratings", "2000,1900", "--players", "3"), 2, "Ratings listed: 2, for 3 players"),
        (("generate", "--ratings", "2000,5000"), 2, "5000 is no rating"),
        (("generate", "--ratings", "no-such-file"), 4, "no-such-file"),
        (("generate", "--tiebreaks", "BH,XX"), 2, 'There is no tie-break "XX"'),
        (("generate", "--ratings", "2000,1900,0", "--rounds", "1", "--tiebreaks", "ARO"), 1, "ARO"),
        (("generate", "--players", "0", "--fixed"), 2, "0 players are not possible"),
        (("check",), 2, "Missing argument"),
    ],
)
def test_what_cannot_be_is_refused_with_its_exit_code(words: tuple[str, ...], code: int, says: str) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert says in done.stderr


def test_no_legal_round_is_refused_with_its_proof() -> None:
    played = run("generate", "--fixed", "--players", "4", "--rounds", "9", "--seed", "1", "--forfeits", "0",
                 "--half-byes", "0", "--zero-byes", "0", "--withdrawals", "0")  # fmt: skip
    assert "No legal round was left after round 3." in played.stderr
    done = run("pair", "-", text=played.stdout)
    assert done.exit_code == 1
    assert "No legal pairing of round 4 exists" in done.stderr


def test_check_finds_nothing_in_what_is_right() -> None:
    done = run("check", *map(str, PLAYED))
    assert done.exit_code == 0
    assert done.stdout.endswith("no differences.\n")


TAMPERED = run("generate", "--fixed", "--players", "11", "--rounds", "4", "--seed", "7", "--tiebreaks", "BH,SB").stdout


def tampered(at: dict[int, tuple[int, int, str]]) -> str:
    """The file with other words from a column on, for these players: (round or 0 for the rank, width, text)."""
    lines = TAMPERED.splitlines()
    for number, (round_number, width, text) in at.items():
        place = next(row for row, line in enumerate(lines) if line.startswith(f"001 {number:>4}"))
        column = 81 + 10 * round_number if round_number else 85
        line = lines[place]
        lines[place] = line[:column] + f"{text:>{width}}" + line[column + width :]
    return "\n".join(lines) + "\n"


def cell(number: int, round_number: int) -> str:
    line = next(line for line in TAMPERED.splitlines() if line.startswith(f"001 {number:>4}"))
    return line[81 + 10 * round_number : 91 + 10 * round_number].rstrip().ljust(10)[:10]


def found_in(text: str) -> list[dict[str, object]]:
    done = run("check", "-", "--json", text=text)
    found: list[dict[str, object]] = json.loads(done.stdout)["differences"]
    assert done.exit_code == (1 if found else 0)
    return found


def players_of(round_number: int) -> dict[int, tuple[int, str]]:
    """Opponent and colour of each player in a round; nobody for 0."""
    report = read(TAMPERED)
    return {one.number: (one.cell(round_number).opponent, one.cell(round_number).colour) for one in report.entries}


def test_check_finds_nothing_before_a_file_is_tampered_with() -> None:
    assert found_in(TAMPERED) == []


def test_check_finds_a_rank_that_the_tiebreaks_do_not_give() -> None:
    ranks = {one.number: one.rank for one in read(TAMPERED).entries}
    first = next(number for number, rank in ranks.items() if rank == 1)
    last = max(ranks, key=lambda number: ranks[number] or 0)
    found = found_in(tampered({first: (0, 4, str(ranks[last])), last: (0, 4, "1")}))
    assert {one["round"] for one in found} == {None}
    assert any(str(one["text"]).startswith(f"rank of {first} should be 1; is") for one in found)


LEVEL = run(
    "generate", "--fixed", "--players", "24", "--rounds", "3", "--seed", "7", "--draws", "80%", "--tiebreaks", "BH"
).stdout
"""Players level on points, whom the tie-breaks part."""


def exchanged(text: str) -> str:
    """The file with the ranks exchanged of two who are level on points and not on tie-breaks."""
    entries = sorted(read(text).entries, key=lambda entry: entry.rank or 0)
    first, other = next(
        pair for pair in pairwise(entries)
        if pair[0].points == pair[1].points and pair[0].rank != pair[1].rank
    )  # fmt: skip
    swapped = {first.number: other.rank, other.number: first.rank}
    lines = [
        line[:85] + f"{swapped.get(int(line[4:8]), int(line[85:89])):>4}" + line[89:] if line[:3] == "001" else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def without_a_rating(text: str) -> str:
    """The file with its first player unrated."""
    first = next(line for line in text.splitlines() if line.startswith("001    1"))
    return text.replace(first, first[:48] + "    " + first[52:])


@every(
    ("text", "says"),
    [
        (exchanged(LEVEL).replace("202 BH\n", "202 XYZ,BH\n"), 'There is no tie-break "XYZ"'),
        (exchanged(LEVEL).replace("202 BH\n", "202 EXT,BH\n"), "typed in"),
        (without_a_rating(exchanged(LEVEL)).replace("202 BH\n", "202 ARO,BH\n"), "needs a rating of everybody"),
        (exchanged(LEVEL).replace("202 BH\n", "212 XYZ,PTS\n"), 'There is no tie-break "XYZ"'),
        (LEVEL.replace("192 FIDE_DUTCH", "192 FIDE_DUBOV"), "no rules for FIDE_DUBOV"),
        (LEVEL.replace("192 FIDE_DUTCH", "192 CUSTOM_SWISS"), "no rules for CUSTOM_SWISS"),
        (re.sub(r"(?m)^(001.{82}).{4}", r"\1    ", LEVEL), "the file has none that are final"),
        (re.sub(r"(?m)^(001    1.{77}).{4}", r"\1    ", LEVEL), "no rank for 1"),
    ],
    ids=["unknown", "typed", "unrated", "before-points", "dubov", "custom", "no-ranks", "one-without"],
)
def test_what_cannot_be_verified_is_named_and_is_no_success(text: str, says: str) -> None:
    done = run("check", "-", text=text)
    assert done.exit_code == 1
    assert says in done.stdout
    assert "could not be verified" in done.stdout.splitlines()[-1]
    assert any(says in one["text"] for one in json.loads(run("check", "-", "--json", text=text).stdout)["unverified"])


def test_a_file_that_says_what_stands_for_unrated_players_is_ranked_by_it() -> None:
    text = without_a_rating(LEVEL).replace("202 BH\n", "202 ARO,BH\n") + "### Unrated in tie-breaks: 1400\n"
    ranks = standings(view_of(read(text)), ("ARO", "BH")).ranks
    lines = [
        line[:85] + f"{ranks[int(line[4:8])]:>4}" + line[89:] if line[:3] == "001" else line
        for line in text.splitlines()
    ]
    right = "\n".join(lines) + "\n"
    assert found_in(right) == []
    assert found_in(exchanged(right)) != []


def test_tie_breaks_that_nobody_needs_hide_nothing() -> None:
    played = run("generate", "--fixed", "--players", "4", "--rounds", "1", "--draws", "0%", "--seed", "1").stdout
    assert {entry.rank for entry in read(played).entries} == {1, 3}
    assert run("check", "-", text=re.sub("202 .*", "202 BH", played)).exit_code == 0


def test_pairs_that_may_not_meet_and_virtual_points_are_told_to_other_programs() -> None:
    options = ("--fixed", "--players", "20", "--rounds", "7", "--seed", "f", "--forbidden", "4", "--accelerated")
    text = run("generate", *options, "--trf16").stdout
    tags = [line[:3] for line in text.splitlines()]
    groups = read(run("generate", *options).stdout).forbidden
    assert tags.count("XXP") == sum(len(each.numbers) * (len(each.numbers) - 1) // 2 for each in groups) > 0
    assert {len(line.split()) for line in text.splitlines() if line.startswith("XXP")} == {3}  # pair by pair
    assert tags.count("XXA") == 10
    assert read(text).forbidden == read(run("generate", *options).stdout).forbidden


def test_check_finds_turned_colours() -> None:
    number, (opponent, colour) = next((one, other) for one, other in players_of(1).items() if other[0])
    mine, theirs = cell(number, 1), cell(opponent, 1)
    turned = {"w": "b", "b": "w"}
    text = tampered(
        {
            number: (1, 10, mine.replace(f" {colour} ", f" {turned[colour]} ")),
            opponent: (1, 10, theirs.replace(f" {turned[colour]} ", f" {colour} ")),
        }
    )
    [found] = [one for one in found_in(text) if one["round"] == 1]
    assert "colours should be" in str(found["text"])


def test_check_finds_a_pairing_that_the_rules_do_not_give() -> None:
    whites = [number for number, (opponent, colour) in players_of(1).items() if opponent and colour == "w"][:2]
    (one, two), rivals = whites, [players_of(1)[number][0] for number in whites]
    swapped = {
        one: (1, 10, cell(two, 1)),
        two: (1, 10, cell(one, 1)),
        rivals[0]: (1, 10, cell(rivals[1], 1)),
        rivals[1]: (1, 10, cell(rivals[0], 1)),
    }
    assert 1 in {found["round"] for found in found_in(tampered(swapped))}


def test_check_finds_a_bye_that_somebody_else_should_have() -> None:
    report = read(TAMPERED)
    free = next(one.number for one in report.entries if one.cell(1).code == "U")
    other, (opponent, _) = next((one, game) for one, game in players_of(1).items() if game[0])
    changed = {
        free: (1, 10, cell(other, 1)),
        other: (1, 10, cell(free, 1)),
        opponent: (1, 10, cell(opponent, 1).replace(f"{other:>4}", f"{free:>4}", 1)),
    }
    assert any(f"{free} bye" in str(found["text"]) for found in found_in(tampered(changed)))


def test_check_goes_on_after_a_file_it_cannot_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.trf"
    broken.write_text("001    1 too short to be")
    done = run("check", str(broken), str(PLAYED[0]))
    assert done.exit_code == 3
    assert "2 files" in done.stdout


@every(
    "options",
    [
        (),
        ("--trf16",),
        ("--scoring", "3-1-0", "--bye-points", "1"),
        ("--accelerated", "--forbidden", "4", "--late", "10%"),
        ("--initial-colour", "black", "--full-byes", "5%", "--players", "33"),
        ("--fixed",),
        ("--odd-results", "9", "--unrated-games", "10%", "--double-forfeits", "3", "--tiebreaks", "STD,BH/M1,DE,SB"),
    ],
)
def test_what_is_generated_passes_the_check(options: tuple[str, ...]) -> None:
    made = run("generate", "--players", "24", "--rounds", "7", "--seed", "s", *options)
    assert made.exit_code == 0
    done = run("check", "-", text=made.stdout)
    assert (done.exit_code, done.stdout) == (0, "1 file, 7 rounds: no differences.\n")


@every("seed", range(12))
def test_whatever_is_drawn_passes_the_check(seed: int) -> None:
    made = run("generate", "--seed", f"drawn {seed}")
    assert made.exit_code == 0
    done = run("check", "-", text=made.stdout)
    assert (done.exit_code, done.stdout.partition(": ")[2]) == (0, "no differences.\n")


def test_a_file_carries_its_tiebreaks_and_is_ranked_by_them() -> None:
    report = read(run("generate", "--players", "16", "--seed", "t", "--tiebreaks", "fide-swiss").stdout)
    assert report.tiebreaks == ("PTS", "BH/C1", "BH", "DE", "WIN", "BWG")
    ranks = standings(view_of(report), report.tiebreaks).ranks
    assert {entry.number: entry.rank for entry in report.entries} == ranks
    text = run("generate", "--players", "16", "--seed", "t", "--tiebreaks", "bh/c1, SB").stdout
    assert "\n202 BH/C1,SB\n" in text


def test_a_file_says_how_it_is_made_again() -> None:
    made = run("generate", "--half-byes", "3", "--json")
    said = json.loads(made.stdout)
    [line] = [line for line in said["trf"].splitlines() if line.startswith("### podium generate")]
    assert shlex.split(line)[3:] == said["options"]
    assert run("generate", *said["options"]).stdout == said["trf"]
    assert ("--seed", said["seed"]) == tuple(said["options"][:2])


def test_ratings_come_from_a_list_or_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.txt"
    file.write_text("1850\n2100, 1990\n\n2300 0\n")
    for words in ("1850,2100,1990;2300 0", str(file)):
        report = read(run("generate", "--ratings", words, "--seed", "1").stdout)
        assert [entry.rating for entry in report.entries] == [2300, 2100, 1990, 1850, None]


def test_what_a_count_leaves_over_is_said() -> None:
    made = run("generate", "--players", "6", "--rounds", "2", "--half-byes", "40", "--seed", "1")
    assert "--half-byes: no room for" in made.stderr


def test_two_runs_draw_different_options() -> None:
    plans = [tuple(json.loads(run("generate", "--json").stdout)["options"][2:]) for _ in range(3)]
    assert len(set(plans)) == 3


def test_fixed_takes_the_usual_for_what_is_not_named() -> None:
    report = read(run("generate", "--fixed", "--rounds", "3", "--seed", "1").stdout)
    assert (len(report.entries), report.planned_rounds, report.tiebreaks) == (50, 3, ("PTS",))
    assert (report.accelerations, report.forbidden) == ((), ())


def test_a_seed_repeats_and_its_lack_does_not() -> None:
    assert run("generate", "--seed", "x").stdout == run("generate", "--seed", "x").stdout
    assert run("generate").stdout != run("generate").stdout


class TestTheNumberOfRoundsIsSaidOnce:
    """Files of programs that do not write it: it is asked for, and with `--remember` kept in the file."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        file = tmp_path / "open.trf"
        file.write_bytes(PLAYED[0].read_bytes())
        return file

    def test_by_pair(self, file: Path) -> None:
        assert "--remember" in run("pair", str(file)).stderr
        before = run("pair", str(file), "--rounds", "13").stdout
        assert run("pair", str(file)).exit_code == 2  # it was said for that time alone
        assert "13 rounds" in run("pair", str(file), "--rounds", "13", "--remember").stderr
        again = run("pair", str(file))
        assert (again.exit_code, again.stdout) == (0, before)
        assert len(file.read_bytes()) == len(PLAYED[0].read_bytes()) + len(b"XXR 13\n")

    def test_by_check(self, file: Path) -> None:
        assert run("check", str(file), "--rounds", "13", "--remember").exit_code in (0, 1)
        assert read(file.read_text("utf-8")).planned_rounds == 13
        kept = file.read_bytes()
        run("check", str(file), "--rounds", "14", "--remember")
        assert file.read_bytes() == kept  # what a file says is not changed

    def test_fewer_than_were_paired_are_not_written(self, file: Path) -> None:
        done = run("pair", str(file), "--round", "1", "--rounds", "1", "--remember")
        assert (done.exit_code, file.read_bytes()) == (2, PLAYED[0].read_bytes())
        assert "the tournament has 1" in done.stderr

    def test_there_must_be_something_to_remember_and_where(self, file: Path) -> None:
        assert "--rounds" in run("pair", str(file), "--remember").stderr
        done = run("pair", "-", "--rounds", "13", "--remember", text=file.read_text("utf-8"))
        assert "needs a file" in done.stderr
