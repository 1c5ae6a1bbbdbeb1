"""Events longer than 30 days, and of Chess960, from the command line."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_ratings_of_later_rounds(podium: Run) -> None:
    podium("user", "add", "ana")
    podium(
        "tournament", "create", "League", "--format", "swiss", "--rounds", 9, "--long-event", "--tiebreak-ratings",
        "round",
    )  # fmt: skip
    podium("players", "add", "league", "Ann", "--rating", 2100)
    assert podium("players", "ratings", "league", "Ann", "4=2130", "7=2120").out == (
        "Ann has the rating 2130 from round 4 on and 2120 from round 7 on.\n"
    )
    shown = podium("players", "list", "league", "--json").json
    assert shown["players"][0]["later_ratings"] == {"4": 2130, "7": 2120}
    assert podium("players", "ratings", "league", "Ann").out == "Ann has one rating for all rounds.\n"
    assert "4=2130" in podium("players", "ratings", "league", "Ann", "four", code=2).err
    assert podium("tournament", "show", "league", "--json").json["tiebreak_ratings"] == "round"


def test_start_positions(podium: Run) -> None:
    podium("user", "add", "ana")
    podium("tournament", "create", "Freestyle", "--format", "swiss", "--rounds", 3, "--chess960")
    podium("players", "add", "freestyle", "Ann", "Ben")
    assert "Start position " in podium("round", "pair", "freestyle").err
    assert podium("round", "position", "freestyle", "--number", 518).out == "Start position 518: RNBQKBNR\n"
    drawn = podium("round", "position", "freestyle", "--json").json["start_position"]
    assert drawn["seed"]
    refused = podium("round", "position", "freestyle", "--number", 960, code=2)
    assert "There is no start position 960" in refused.err
    text = podium("export", "--tournament", "freestyle", "--format", "pgn").out
    assert '[Variant "Chess960"]' in text
