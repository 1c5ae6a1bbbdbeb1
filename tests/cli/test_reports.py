"""`podium tiebreaks` and `podium standings` on report files."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from podium.cli import program
from tests.kit.loops import every

GOLDEN = Path(__file__).parents[1] / "golden" / "tiebreaks"
SWISS = str(GOLDEN / "fide" / "held_swiss_5.trf")
ROUND_ROBIN = str(GOLDEN / "fide" / "held_round_robin.trf")
UNRATED = str(GOLDEN / "fide" / "swiss_with_many_unplayed_rounds.trf")


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(program, list(words), input=text)


def test_values_are_exact_decimals_in_strings() -> None:
    done = run("tiebreaks", SWISS, "BH", "BH/C1", "AOB", "--json", "--edition", "2024")
    assert done.exit_code == 0
    players = {row["id"]: row["values"] for row in json.loads(done.stdout)["players"]}
    assert players[4] == {"BH": "15.0", "BH/C1": "11.5", "AOB": "13.38"}
    assert len(players) == 16


def test_who_has_no_value_has_null() -> None:
    done = run("tiebreaks", SWISS, "ARO/C1", "--json")
    assert {"id": 12, "values": {"ARO/C1": None}} in json.loads(done.stdout)["players"]


def test_the_edition_follows_the_date_of_the_file() -> None:
    text = Path(SWISS).read_text("utf-8")
    newer = text.replace("042 2024-08-01", "042 2026/03/01")
    assert '"14.0"' in run("tiebreaks", "-", "BH", "--json", text=newer).stdout
    assert run("tiebreaks", "-", "BH", "--json", text=text).stdout == run("tiebreaks", SWISS, "BH", "--json").stdout


def test_a_table_is_printed_for_people() -> None:
    done = run("tiebreaks", SWISS, "BH")
    assert done.stdout.splitlines()[:2] == ["no.  name         BH", "  2  Bruno      13.0"]


def test_after_looks_back() -> None:
    done = run("tiebreaks", SWISS, "PTS", "--after", "1", "--json")
    assert json.loads(done.stdout)["players"][0] == {"id": 2, "values": {"PTS": "1.0"}}


def test_an_explanation_shows_every_round() -> None:
    done = run("tiebreaks", SWISS, "BH/C1", "--explain", "4", "--json", "--edition", "2026")
    (explained,) = json.loads(done.stdout)["tiebreaks"]
    assert explained["value"] == "11.5"
    assert [part["contribution"] for part in explained["rounds"]] == ["3", "2.5", "1.5", "3.5", "3.5"]
    assert explained["rounds"][1]["cutBy"] == "16.5"
    assert explained["rounds"][1]["cappedBy"] == "16.4.2"
    assert "half-point bye" in run("tiebreaks", SWISS, "BH/C1", "--explain", "4").stdout


def test_standings_follow_the_list_given() -> None:
    done = run("standings", SWISS, "DE", "BH/C1", "--json", "--edition", "2024")
    answer = json.loads(done.stdout)
    assert answer["codes"] == ["PTS", "DE", "BH/C1"]
    assert [(row["rank"], row["name"]) for row in answer["standings"][:3]] == [
        (1, "Bruno"),
        (2, "Charline"),
        (3, "David"),
    ]
    assert answer["standings"][1]["decided_by"] == "PTS"


def test_standings_of_a_round_robin_use_its_preset() -> None:
    answer = json.loads(run("standings", ROUND_ROBIN, "--json").stdout)
    assert answer["codes"] == ["PTS", "DE", "WIN", "SB", "KS", "BWG"]
    assert answer["standings"][0]["name"] == "Alyx"


def test_the_tie_breaks_of_the_file_come_before_any_preset() -> None:
    text = "202 WIN,TPN\n" + Path(SWISS).read_text("utf-8")
    assert json.loads(run("standings", "-", "--json", text=text).stdout)["codes"] == ["PTS", "WIN", "TPN"]
    chosen = run("standings", "-", "--preset", "us-chess", "--json", text=text)
    assert json.loads(chosen.stdout)["codes"] == ["PTS", "MMED", "SOLK", "CUM", "OCUM"]


@every(
    ("words", "code", "said"),
    [
        (["tiebreaks", SWISS, "BUCH"], 2, 'There is no tie-break "BUCH"'),
        (["tiebreaks", SWISS, "SB/M1"], 2, "does not apply"),
        (["standings", SWISS, "BH/X"], 2, 'no modifier "X"'),
        (["standings", SWISS, "BH", "--preset", "club"], 2, "not both"),
        (["tiebreaks", SWISS, "BH", "--edition", "2023"], 2, "2023"),
        (["tiebreaks", SWISS, "BH", "--after", "9"], 4, "There is no round 9"),
        (["tiebreaks", ROUND_ROBIN, "BH"], 1, "round robin"),
        (["tiebreaks", UNRATED, "ARO"], 1, "needs a rating"),
        (["tiebreaks", "nowhere.trf", "BH"], 4, "nowhere.trf"),
        (["tiebreaks", SWISS, "BH", "--explain", "99"], 4, "There is no player 99"),
    ],
)
def test_refusals_have_their_exit_code_and_sentence(words: list[str], code: int, said: str) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert said in done.stderr
    assert done.stdout == ""


def test_a_rating_may_stand_for_unrated_players() -> None:
    assert run("tiebreaks", UNRATED, "ARO", "--unrated", "1400").exit_code == 0


def test_swiss_rules_can_be_asked_for() -> None:
    assert run("tiebreaks", ROUND_ROBIN, "BH", "--swiss").exit_code == 0


def test_a_damaged_file_is_named_by_line_and_column() -> None:
    text = Path(SWISS).read_text("utf-8").replace("10 b 1     7 w 1", "10 b W     7 w 1")
    done = run("tiebreaks", "-", "BH", text=text)
    assert done.exit_code == 3
    assert done.stderr.startswith("Line 5, column 99: player 2")
