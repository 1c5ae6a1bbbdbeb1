"""`podium prizes`: one document in, the specification's output and log out."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from podium.app.access import OPERATOR
from podium.bootstrap import opened
from podium.cli import program
from podium.cli.program import Program
from podium.cli.verbs.prizes import verb
from podium.config import Config
from podium.core.ids import TournamentId
from podium.flow.commands import SetPrizes
from podium.prizes.document import read
from tests.kit.loops import every

DOCUMENT: dict[str, Any] = {
    "tournament": {"id": "T1", "start_date": "2026-07-01"},
    "players": [
        {"id": "ann", "name": "Ann", "rank": 1, "rating": 2000, "gender": "F", "points": 5},
        {"id": "bob", "name": "Bob", "rank": 2, "rating": 1900, "gender": "M", "points": 4},
        {"id": "cid", "name": "Cid", "rank": 2, "rating": 1800, "gender": "M", "points": 4},
    ],
    "categories": [
        {
            "id": "open",
            "name": "Open",
            "brochure_order": 1,
            "prizes": [{"id": "o1", "place": 1, "cash": 100, "trophy": True}, {"id": "o2", "place": 2, "cash": 50.01}],
        },
        {
            "id": "girls",
            "name": "Girls",
            "brochure_order": 2,
            "gender": "F",
            "prizes": [{"id": "g1", "place": 1, "cash": 40}],
        },
    ],
    "overrides": [],
    "rules": {},
}


def run(document: object, *options: str) -> Result:
    program = Program("podium")
    program.add_command(verb)
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    return CliRunner().invoke(program, ["prizes", "-", *options], input=text)


def test_it_prints_the_output_of_the_specification_and_the_log_beside_it() -> None:
    result = run(DOCUMENT)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer.pop("metadata").keys() == {
        "allocatedCount",
        "conflictCount",
        "unfilledCount",
        "manualOverrideCount",
        "timestamp",
    }
    assert answer == {
        "winners": [{"prize_id": "o1", "player_id": "ann"}, {"prize_id": "o2", "player_id": "bob"}],
        "conflicts": [],
        "unfilled": [{"prize_id": "g1", "reason": "all_won"}],
        "unfilled_prizes": ["g1"],
    }
    assert result.stderr.splitlines() == [
        "[alloc] tId=T1 allocating for tournament",
        "[alloc] queue=3 prizes in queue",
        "[alloc.win] prize=o1 player=ann rank=1 rating=2000 tie_break=none category=open",
        "[alloc.win] prize=o2 player=bob rank=2 rating=1900 tie_break=rating category=open",
        "[alloc.unfilled] prize=g1 reason=all_won",
        "[alloc] done: allocated=2 conflicts=0 unfilled=1",
    ]


@pytest.mark.parametrize("tournament", [None, {"start_date": "2026-07-01"}])
def test_the_tournament_may_be_named_by_its_id_alone(tournament: object) -> None:
    """The specification's input: `tournament_id`."""
    given = {key: value for key, value in DOCUMENT.items() if key != "tournament"} | {"tournament_id": "T7"}
    contest = read(given | ({"tournament": tournament} if tournament else {}))
    assert contest.tournament_id == "T7"


def test_a_file_is_read_as_stdin_is(tmp_path: Path) -> None:
    (tmp_path / "prizes.json").write_text(json.dumps(DOCUMENT), "utf-8-sig")
    program = Program("podium")
    program.add_command(verb)
    result = CliRunner().invoke(program, ["prizes", str(tmp_path / "prizes.json"), "--json"])
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 1)
    assert json.loads(result.stdout)["winners"] == json.loads(run(DOCUMENT).stdout)["winners"]


def test_conflicts_are_results() -> None:
    document = deepcopy(DOCUMENT)
    document["overrides"] = [{"prize_id": "g1", "player_id": "bob"}]
    document["players"][2] |= {"name": "Bob", "rating": 1900}
    result = run(document, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["conflicts"] == [
        {"prize_id": "g1", "player_id": "bob", "reason": "gender_mismatch", "conflicted_with": []},
        {"prize_id": "o2", "player_id": "bob", "reason": "identical_rank_rating_name", "conflicted_with": ["cid"]},
    ]


def test_one_decision_resolves_all_prizes_that_wait_for_it() -> None:
    """The specification, step 3.4: players level in rank, rating and name."""
    document = deepcopy(DOCUMENT)
    document["players"][0] |= {"rank": 2, "name": "Bob", "rating": 1900, "gender": "W"}
    result = run(document)
    assert json.loads(result.stdout)["undecided"] == [{"players": ["ann", "bob"], "prizes": ["o1", "o2"]}]
    assert "2 prizes wait for one decision: who comes first of ann and bob?" in result.stderr
    decided = json.loads(run(document, "--decide", "bob").stdout)
    assert decided["conflicts"] == []
    document["decisions"] = [{"players": ["bob", "ann"]}]
    assert json.loads(run(document).stdout)["winners"] == decided["winners"]


def test_places_count_within_the_category_if_that_is_asked_for() -> None:
    """The specification, Inputs 6: `useCategoryRank`."""
    wanted = ("--category-rank", "--mode", "allow-multiple", "--no-unrated", "--verify")
    result = run(DOCUMENT, *wanted)
    assert [each["player_id"] for each in json.loads(result.stdout)["winners"]] == ["ann", "bob", "ann"]
    assert "category_rank=2" in result.stderr


def test_options_ask_for_another_order_another_sharing_and_a_check() -> None:
    result = run(DOCUMENT, "--json", "--order", "optimal", "--sharing", "equal", "--verify")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["winners"] == [
        {"prize_id": "o1", "player_id": "bob"},
        {"prize_id": "o2", "player_id": "cid"},
        {"prize_id": "g1", "player_id": "ann"},
    ]
    assert answer["certificate"] == {
        "full": ["girls", "open"],
        "blocked": [{"player_id": "ann", "categories": ["open"]}],
    }
    assert answer["shares"][0] == {
        "prizes": ["o1", "o2"],
        "total": 150.01,
        "players": [{"player_id": "bob", "amount": 75.01}, {"player_id": "cid", "amount": 75}],
    }
    assert "Checked: 3 prizes, nothing to object to." in result.stderr
    bypassed = "[alloc.consistency] category=open prize=o1 winner=bob rank=2 bypassed=ann rank=1"
    assert bypassed in result.stderr.splitlines()
    assert bypassed not in run(DOCUMENT, "--order", "optimal", "--no-audit").stderr


def test_it_answers_why_not_and_compares_the_orders() -> None:
    answer = json.loads(run(DOCUMENT, "--why", "cid", "--compare").stdout)
    assert answer["why_not"][1] == {
        "prize_id": "o2",
        "reason": "better_placed",
        "player_id": "bob",
        "prize_id_held": None,
    }
    assert [(each["before"], each["after"]) for each in answer["comparison"]] == [
        ("brochure-first", "value-first"),
        ("brochure-first", "optimal"),
    ]
    assert answer["comparison"][1]["players"][0] == {
        "player_id": "ann",
        "before": ["o1"],
        "after": ["g1"],
        "cash": -60,
        "verdict": "loses",
    }


def test_a_list_to_read() -> None:
    result = run(DOCUMENT, "--list", "--sharing", "hort")
    assert result.stdout.splitlines() == [
        "category  place    cash  also    rank  winner",
        "Open          1  100.00  trophy     1  Ann",
        "Open          2   50.01             2  Bob",
        "Girls         1   40.00                all who are eligible have a prize",
        "",
        "player    paid",
        "Ann     100.00",
        "Bob      37.51",
        "Cid      12.50",
    ]


@every(
    ("text", "options", "code", "said"),
    [
        ("{", (), 3, "The file is not JSON: Expecting property name"),
        ('{"a": NaN}', (), 3, "The file is not JSON: NaN is not a number"),
        ("9" * 5000, (), 3, "The file is not JSON: "),
        ("[" * 100_000, (), 3, "The file is not JSON: "),
        (b"\xff\xfe", (), 3, "The file is not JSON: "),
        ("[]", (), 3, "Bad request: the document must be an object"),
        ("{}", (), 3, "Bad request: tournament is missing in the document."),
        (json.dumps(DOCUMENT), ("--why", "eve"), 4, 'There is no player "eve".'),
        (json.dumps(DOCUMENT), ("--order", "random"), 2, "Invalid value for '--order'"),
        (json.dumps({**DOCUMENT, "overrides": [{"prize_id": "o1", "player_id": "eve"}]}), (), 3, "Invalid override: "),
        (json.dumps({**DOCUMENT, "rules": {"multipleEligibilityMode": "no"}}), (), 3, "The rule multiple"),
        (json.dumps({**DOCUMENT, "overides": []}), (), 3, 'There is no field "overides" in the document: did you '),
        (json.dumps(DOCUMENT), ("--decide", "ann,bob"), 3, "Invalid decision: "),
        (json.dumps(DOCUMENT), ("--keep-rules",), 2, "Only a tournament can keep rules"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence_and_nothing_else_is_printed(
    text: str | bytes, options: tuple[str, ...], code: int, said: str
) -> None:
    result = run(text, *options)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_file_that_is_not_there_is_no_such_thing() -> None:
    program = Program("podium")
    program.add_command(verb)
    result = CliRunner().invoke(program, ["prizes", "no-such-file.json"])
    assert (result.exit_code, result.stderr) == (4, 'There is no file "no-such-file.json".\n')


def test_an_error_is_json_where_json_is_asked_for() -> None:
    document = {**DOCUMENT, "players": [{**DOCUMENT["players"][0], "rank": 0}]}
    assert json.loads(run(document, "--json").stderr) == {
        "code": "rank-below-one",
        "detail": 'The player "ann" cannot have rank 0: ranks begin at 1.',
        "value": 0,
    }


class TestOfATournament:
    """`podium prizes --tournament`: the same from an event in the database."""

    @pytest.fixture
    def podium(self, tmp_path: Path) -> Callable[..., Result]:
        database = str(tmp_path / "podium.db")

        def podium(*words: str) -> Result:
            return CliRunner().invoke(program, [*words, "--db", database])

        podium("tournament", "create", "Evening", "--format", "manual")
        podium("players", "add", "evening", "Ann", "Ben")
        with opened(Config(database)) as here:
            [row] = here.registry.every_tournament()
            plan = SetPrizes(({"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": 5}]},))
            here.desk.perform(OPERATOR, TournamentId(str(row["id"])), plan)
        return podium

    def test_nothing_is_kept_unless_it_is_final(self, podium: Callable[..., Result]) -> None:
        dry = podium("prizes", "--tournament", "evening")
        assert dry.exit_code == 0
        assert [each["prize_id"] for each in json.loads(dry.stdout)["winners"]] == ["o1"]
        assert "Prizes allocated" not in podium("history", "evening").stdout
        final = podium("prizes", "--tournament", "evening", "--finalise", "--order", "optimal")
        assert "certificate" in json.loads(final.stdout)
        assert "Prizes allocated: 1 prize won" in podium("history", "evening").stdout

    def test_the_rules_of_a_run_can_be_kept_and_then_hold(self, podium: Callable[..., Result]) -> None:
        """The specification, Inputs 6: the rules are kept with the event."""
        podium("prizes", "--tournament", "evening", "--order", "optimal", "--keep-rules")
        assert "Rules of the prizes: order optimal (was brochure-first)" in podium("history", "evening").stdout
        assert "certificate" in json.loads(podium("prizes", "--tournament", "evening").stdout)
        assert "certificate" not in podium("prizes", "--tournament", "evening", "--order", "value-first").stdout

    def test_a_final_ranking_decides_where_no_games_are_played(self, podium: Callable[..., Result]) -> None:
        """The specification, Inputs 2: the final rank of each player."""
        podium("players", "edit", "evening", "Ann", "--rank", "2")
        assert podium("prizes", "--tournament", "evening").exit_code == 1
        podium("players", "edit", "evening", "Ben", "--rank", "1", "--gender", "Herr")
        table = podium("table", "evening")
        assert "Final ranking as entered" in table.stderr
        assert [line.split()[:2] for line in table.stdout.splitlines()[1:]] == [["1", "Ben"], ["2", "Ann"]]
        log = podium("prizes", "--tournament", "evening").stderr
        assert "rank=1" in log

    def test_an_unknown_tournament_is_exit_code_4(self, podium: Callable[..., Result]) -> None:
        assert podium("prizes", "--tournament", "nowhere").exit_code == 4

    @pytest.mark.parametrize("words", [(), ("-", "--tournament", "evening"), ("-", "--finalise")])
    def test_a_file_or_a_tournament_is_named(self, podium: Callable[..., Result], words: tuple[str, ...]) -> None:
        assert podium("prizes", *words).exit_code == 2
