"""A player's card."""

import pytest
from msgspec import to_builtins

from podium.app.players.answers import card_answer
from podium.app.queries import card
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from tests.kit.events import Director, director


def played() -> Director:
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1/2-1/2")
    event.pairs(2, [("Cid", "Ann")])
    event.result("Cid", "0-1F")
    event.pairs(3, [("Ann", "", "half"), ("Ben", "Cid")])
    event.pairs(4, [("Ben", "Ann")])
    return event


def test_a_card_has_opponent_colour_outcome_points_and_running_total() -> None:
    event = played()
    lines = [
        (
            line.round,
            line.opponent.name if line.opponent else None,
            line.colour,
            line.result,
            line.outcome,
            str(line.points),
            str(line.total),
        )
        for line in card(event.state, event.id("Ann")).lines
    ]
    assert lines == [
        (1, "Ben", "white", "1/2-1/2", "draw", "0.5", "0.5"),
        (2, "Cid", "black", "0-1F", "forfeit win", "1.0", "1.5"),
        (3, None, None, None, "half-point bye", "0.5", "2.0"),
        (4, "Ben", "black", None, "pending", "None", "2.0"),
    ]


def test_the_last_total_is_what_the_standings_say() -> None:
    event = played()
    for name in ("Ann", "Ben", "Cid"):
        sheet = card(event.state, event.id(name))
        assert sheet.lines[-1].total == sheet.standing.points


def test_a_round_without_the_player_is_a_line_that_says_so() -> None:
    event = played()
    event.players("Dot")
    outcomes = [line.outcome for line in card(event.state, event.id("Dot")).lines]
    assert outcomes == ["not paired"] * 4


def test_a_card_after_a_round_ends_there() -> None:
    event = played()
    sheet = card(event.state, event.id("Ann"), after=2)
    assert [line.round for line in sheet.lines] == [1, 2]
    assert str(sheet.standing.points) == "1.5"


def test_there_is_no_card_of_a_stranger() -> None:
    with pytest.raises(Unknown):
        card(played().state, PlayerId("nobody"))


def test_a_card_is_a_row_of_rows() -> None:
    event = played()
    answer = card_answer(card(event.state, event.id("Ann"), after=1), version=7)
    assert to_builtins(answer) == {
        "version": 7,
        "player_id": event.id("Ann"),
        "number": 1,
        "name": "Ann",
        "section": None,
        "rank": 1,
        "points": 0.5,
        "details": "1D (0.5) = 0.5",
        "rounds": [
            {
                "round": 1,
                "pairing_id": event.pairing_id("Ann", 1),
                "board": 1,
                "opponent_id": event.id("Ben"),
                "opponent": "Ben",
                "opponent_number": 2,
                "colour": "white",
                "result": "1/2-1/2",
                "outcome": "draw",
                "points": 0.5,
                "total": 0.5,
            }
        ],
    }
