"""Tie-breaks of an event in the database, from the command line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def settings(podium: Run) -> dict[str, object]:
    row: dict[str, object] = podium("tournament", "show", "cup", "--json").json
    return {name: row[name] for name in ("tiebreaks", "edition", "unrated")}


def test_everything_about_them_can_be_said_at_once(podium: Run) -> None:
    podium(
        *("tournament", "create", "Cup", "--format", "manual", "--preset", "us-chess", "--edition", "2024"),
        *("--unrated", "1200"),
    )
    assert settings(podium) == {
        "tiebreaks": ["PTS", "MMED", "SOLK", "CUM", "OCUM"],
        "edition": 2024,
        "unrated": 1200,
    }


def test_they_can_be_changed(podium: Run) -> None:
    podium("tournament", "create", "Cup", "--format", "manual", "--tiebreak", "bh/c1", "--tiebreak", "DE")
    assert settings(podium)["tiebreaks"] == ["BH/C1", "DE"]
    podium("tournament", "change", "cup", "--edition", "2024", "--unrated", "1000")
    assert settings(podium) == {"tiebreaks": ["BH/C1", "DE"], "edition": 2024, "unrated": 1000}
    podium("tournament", "change", "cup", "--preset", "none")
    assert settings(podium)["tiebreaks"] == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(["--tiebreak", "BUCH"], 'There is no tie-break "BUCH"', id="a code nobody knows"),
        pytest.param(["--tiebreak", "SB/M1"], "does not apply", id="a modifier amiss"),
        pytest.param(["--preset", "lots"], "lots", id="a list nobody knows"),
        pytest.param(["--edition", "2023"], "2023", id="an edition there is not"),
        pytest.param(["--unrated", "9000"], "9000", id="an impossible rating"),
        pytest.param(["--preset", "club", "--tiebreak", "SB"], "not both", id="two ways at once"),
        pytest.param(["--format", "round-robin", "--tiebreak", "BH"], "round robin", id="Buchholz in a round robin"),
    ],
)
def test_nonsense_is_wrong_usage(podium: Run, options: list[str], said: str) -> None:
    podium("tournament", "create", "Cup", "--format", "manual")
    assert said in podium("tournament", "change", "cup", *options, code=2).err


def test_the_table_by_the_events_own_and_by_others(event: Run) -> None:
    event("tournament", "change", "evening", "--tiebreak", "BH", "--tiebreak", "ARO")
    event("result", "evening", 1, 1, "1-0")
    event("result", "evening", 1, 2, "1/2-1/2")
    shown = event("table", "evening")
    assert shown.out.splitlines()[0].split() == ["rank", "name", "points", "BH", "details"]
    assert '"ARO" needs a rating of everybody, and there is none for Alice' in shown.err
    table = event("table", "evening", "--json").json
    assert [each["code"] for each in table["refused"]] == ["tiebreak-unrated-players"]
    others = event("table", "evening", "--tiebreak", "SB", "--tiebreak", "WIN")
    assert others.out.splitlines()[0].split() == ["rank", "name", "points", "SB", "WIN", "details"]
    assert others.err == ""


def test_a_table_by_what_cannot_be_used(event: Run) -> None:
    assert 'There is no tie-break "XX"' in event("table", "evening", "--tiebreak", "XX", code=2).err
    assert "needs a rating" in event("table", "evening", "--tiebreak", "TPR", code=1).err
