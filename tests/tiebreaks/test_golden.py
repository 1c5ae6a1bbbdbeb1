"""Every value with a known answer: the arbiters' exercises, and tournaments judged by gacrux."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from podium.app.trf.tiebreak_view import view_of
from podium.files.trf import Report, decode, read
from podium.tiebreaks import criterion, standings, value_text, values
from tests.kit.loops import every

GOLDEN = Path(__file__).parents[1] / "golden" / "tiebreaks"


def report(path: Path) -> Report:
    return read(decode(path.read_bytes()))


def cases(kind: str) -> list[Any]:
    known = json.loads((GOLDEN / "fide" / "expected.json").read_text("utf-8"))["cases"]
    return [case for case in known if case["kind"] == kind]


def name(case: Any) -> str:
    return f"exercise {case['exercise']} {case['code']} {case['edition']}"


def edition(case: Any) -> int:
    return 2026 if case["edition"].startswith("2026") else 2024


@every("case", cases("value"), ids=name)
def test_the_exercises_for_arbiters_come_out_as_printed(case: Any) -> None:
    view = view_of(report(GOLDEN / "fide" / case["file"]), edition=edition(case), round_robin=case["pre_determined"])
    found = values(view, case["code"])
    one = criterion(case["code"])
    assert {player: str(value_text(view, one, found[int(player)])) for player in case["expected"]} == case["expected"]


@pytest.mark.parametrize("case", cases("rank"), ids=name)
def test_direct_encounter_ranks_the_exercises_as_printed(case: Any) -> None:
    view = view_of(report(GOLDEN / "fide" / case["file"]), edition=edition(case), round_robin=case["pre_determined"])
    ranks = standings(view, ["PTS", case["code"]]).ranks
    assert {player: ranks[int(player)] for player in case["expected"]} == case["expected"]


def judged() -> Any:
    return json.loads((GOLDEN / "gen" / "expected.json").read_text("utf-8"))["files"]


@every("edition", [2024, 2026])
@every("file", sorted(judged()))
def test_judged_tournaments_have_no_difference(file: str, edition: int) -> None:
    expected = judged()[file]
    view = view_of(report(GOLDEN / "gen" / file), edition=edition)
    found = {code: values(view, code) for code in expected["1"][str(edition)]}
    ours = {
        player: {code: value_text(view, criterion(code), column[int(player)]) for code, column in found.items()}
        for player in expected
    }
    assert ours == {player: known[str(edition)] for player, known in expected.items()}


def test_values_are_exact_numbers() -> None:
    view = view_of(report(GOLDEN / "fide" / "held_swiss_5.trf"), edition=2024)
    assert values(view, "AOB")[14] == Fraction(79, 6)
    assert values(view, "BH")[2] == 13.0
    assert isinstance(values(view, "WIN")[2], int)
