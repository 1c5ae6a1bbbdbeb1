"""`podium rating-report`: what an event is worth to its players."""

from __future__ import annotations

from tests.cli.conftest import Run


def rated(event: Run) -> None:
    """Alice of 2000 beats Bob of 2100."""
    event("players", "edit", "evening", "Alice", "--rating", 2000)
    event("players", "edit", "evening", "Bob", "--rating", 2100)
    event("result", "evening", 1, 1, "1-0")


def test_all_players_are_listed_with_their_change(event: Run) -> None:
    rated(event)
    out = event("rating-report", "evening").out
    assert "+12.80" in out
    assert "−12.80" in out
    rows = event("rating-report", "evening", "--json").json["players"]
    assert {row["name"]: row["points"] for row in rows if row["rating"]} == {"Alice": 13, "Bob": -13}


def test_one_player_is_told_game_by_game_with_a_stated_k(event: Run) -> None:
    rated(event)
    out = event("rating-report", "evening", "--player", "Alice", "--k", "Alice=40").out
    assert "Rating change: +25.60, rounded +26" in out
    assert "K 40, as it was stated." in out
    assert "No GM norm." in out
    assert "Average rating of the opponents" in out


def test_wrong_questions_are_wrong_usage(event: Run) -> None:
    event("rating-report", "evening", "--k", "Alice", code=2)
    event("rating-report", "evening", "--kind", "slow", code=2)
    event("rating-report", "evening", "--player", "Nobody", code=4)
    event("rating-report", "evening", "--k", "Alice=0", code=2)
