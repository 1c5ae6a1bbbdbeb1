"""Certificates: of the three places, and of everybody who took part."""

from __future__ import annotations

import pytest

from podium.app.prizes.certificates import Recipients, certificates, offered
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers
from podium.flow.formats.registry import FORMAT_NAMES
from tests.kit.events import Director, director
from tests.kit.finished import NAMES, entered, finished, pair, play


def told(event: Director, recipients: Recipients) -> list[tuple[str, str, str]]:
    return [(each.name, each.achievement, each.result) for each in certificates(event.state, recipients)]


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_everybody_gets_a_sheet_and_the_best_another(format: str) -> None:
    event = finished(format)
    assert {each.name for each in certificates(event.state, Recipients.PLAYERS)} == set(NAMES)
    assert certificates(event.state, Recipients.PLACES)[0].name == "Ann"
    assert offered(event.state) == (Recipients.PLACES, Recipients.PLAYERS)


def test_a_sheet_names_the_place_the_event_and_the_score() -> None:
    event = finished("round-robin", name="Club Cup")
    assert told(event, Recipients.PLACES) == [
        ("Ann", "First place", "7 points"),
        ("Ben", "Second place", "6 points"),
        ("Cid", "Third place", "5 points"),
    ]
    assert told(event, Recipients.PLAYERS)[3] == ("Dan", "took part", "place 4 of 8, 4 points")
    assert {each.event for each in certificates(event.state, Recipients.PLACES)} == {"Club Cup"}


def test_who_shares_a_place_gets_a_sheet_that_says_so() -> None:
    event = entered("manual", NAMES[:4], rounds=1)
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    play(event, 1)
    assert [(name, place) for name, place, _score in told(event, Recipients.PLACES)] == [
        ("Ann", "Shared first place"),
        ("Cid", "Shared first place"),
        ("Ben", "Shared third place"),
        ("Dan", "Shared third place"),
    ]


def test_a_knockout_has_a_champion_and_no_points() -> None:
    assert told(finished("knockout"), Recipients.PLACES)[0] == ("Ann", "Champion", "")


def test_before_the_end_there_are_sheets_without_places() -> None:
    event = entered("swiss")
    assert offered(event.state) == ()
    pair(event, 1)
    play(event, 1)
    assert offered(event.state) == (Recipients.PLAYERS,)
    assert told(event, Recipients.PLAYERS)[0][1:] == ("took part", "")


def test_who_left_before_the_first_round_took_no_part() -> None:
    event = entered("swiss")
    event.withdraws("Hal")
    pair(event, 1)
    play(event, 1)
    assert "Hal" not in {name for name, _place, _score in told(event, Recipients.PLAYERS)}


def test_one_player_is_chosen_by_id_and_named_as_one_says_it() -> None:
    event = director("swiss", rounds=1)
    event.do(AddPlayers((PlayerFields("Kestrel, Ada"), PlayerFields("Dune, Xenia"))))
    pair(event, 1)
    play(event, 1)
    [sheet] = certificates(event.state, Recipients.PLAYERS, event.id("Kestrel, Ada"))
    assert sheet.name == "Ada Kestrel"


def test_a_section_is_named_with_the_event() -> None:
    event = director("swiss", rounds=1, sections=["A", "B"])
    event.players("Ann", "Ben", section="A")
    event.players("Cid", "Dan", section="B")
    pair(event, 1)
    play(event, 1)
    event.publish_event()
    assert [each.event for each in certificates(event.state, Recipients.PLACES)] == ["Open, A"] * 2 + ["Open, B"] * 2
