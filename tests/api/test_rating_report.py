"""The rating report over HTTP: all players, one of them game by game, and as a file."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, House


@pytest.fixture
def played(chief: Caller) -> Event:
    """Ann, a junior of 2000, beats Ben of 2100 and draws with Cid, who has no rating."""
    event = chief.event(format="manual", rounds=2, start="2026-05-01")
    event.players("Ann", rating=2000, birth="2010-05-04")
    event.players("Ben", rating=2100)
    event.players("Cid")
    event("POST", "/publish").ok()
    event.pairs([("Ann", "Ben")])
    event("POST", "/rounds/1/publish").ok()
    event.result("Ann", "1-0").ok()
    event.pairs([("Ann", "Cid")])
    event("POST", "/rounds/2/publish").ok()
    event.result("Ann", "1/2-1/2").ok()
    return event


def test_the_report_has_change_k_and_performance_of_everybody(played: Event) -> None:
    answer = played.by.get(f"{played.url}/rating-report")
    assert answer["regulations"] == {
        "kind": "standard",
        "first_day": "2026-05-01",
        "ratings_since": "2025-10-01",
        "titles_since": "2024-01-01",
        "federations_waived": False,
    }
    ann = next(row for row in answer["players"] if row["name"] == "Ann")
    assert (ann["k"], ann["k_basis"], ann["change"], ann["points"], ann["new_rating"]) == (40, "age", 25.6, 26, 2026)
    assert (ann["games"], ann["average"], ann["performance"]) == (1, 2100, 2900)
    assert [each["title"] for each in ann["norms"]] == ["GM", "IM"]
    cid = next(row for row in answer["players"] if row["name"] == "Cid")
    assert (cid["change"], cid["initial"]["games"], cid["initial"]["rating"]) == (None, 1, 1867)


def test_one_player_is_told_game_by_game(played: Event) -> None:
    answer = played.by.get(f"{played.url}/players/{played.ids['Ann']}/rating-report?k={played.ids['Ann']}:20")
    [game] = answer["games"]
    assert (game["opponent"], game["rating_difference"], game["expected"], game["difference"]) == (
        "Ben",
        -100,
        0.36,
        0.64,
    )
    assert answer["not_rated"] == [2]
    assert (answer["player"]["k_basis"], answer["player"]["change"]) == ("stated", 12.8)


def test_an_earlier_round_and_another_rating_can_be_asked_for(played: Event) -> None:
    none = played.by.get(f"{played.url}/rating-report?after=0&kind=blitz")
    assert none["regulations"]["kind"] == "blitz"
    assert {(row["games"], len(row["norms"])) for row in none["players"]} == {(0, 0)}


@pytest.mark.parametrize(
    ("query", "status"),
    [("kind=slow", 400), ("k=20", 400), ("k=p:many", 400), ("k=p:0", 400), ("after=9", 404), ("after=x", 400)],
)
def test_what_makes_no_sense_is_named(played: Event, query: str, status: int) -> None:
    assert played("GET", f"/rating-report?{query}").status == status


def test_the_public_is_told_nothing_that_comes_from_a_birth(played: Event, hall: House) -> None:
    answer = hall.anyone.get(f"{played.url}/rating-report")
    ann = next(row for row in answer["players"] if row["name"] == "Ann")
    assert (ann["k"], ann["k_basis"]) == (20, "usual")


def test_formats_that_are_not_rated_refuse(chief: Caller) -> None:
    event = chief.event(format="doubles")
    event("GET", "/rating-report").refused(409, "format-not-rated")
    event("GET", "/players/nobody/rating-report").refused(409, "format-not-rated")
