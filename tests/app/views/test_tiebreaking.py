"""Tie-breaks in the standings of an event, from its own games and byes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.queries import explained, refusals, standings
from podium.app.standings.answers import standing_row
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.evolve import with_round
from podium.flow.state import Bye
from podium.tiebreaks import Category, Game, buchholz
from tests.kit.events import Director, director, refused


def played(**settings: object) -> Director:
    """Five players, two rounds: A beats B and draws C; C beats D; E has two byes, one of them asked for."""
    event = director("manual", "t1", **settings)
    event.players(*"ABCDE")
    event.asks("E", {2: "half"})
    event.pairs(1, [("A", "B"), ("C", "D")])
    event.result("A", "1-0")
    event.result("C", "1-0")
    event.pairs(2, [("C", "A"), ("B", "D")])
    event.result("C", "1/2-1/2")
    event.result("B", "1-0")
    return event


def values(event: Director, code: str) -> dict[str, str | None]:
    return {row.player.name: row.tiebreaks[code] for row in standings(event.state)}


def test_buchholz_is_that_of_the_library() -> None:
    event = played(tiebreaks=["BH"], scoring="fide")
    games = [
        [Game("A", "B", 1), Game("C", "D", 1), Game("E", "", 1, "pairing-bye")],
        [Game("C", "A", 0.5), Game("B", "D", 1), Game("E", "", 0.5, "half-bye")],
    ]
    found = {name: float(value or 0) for name, value in values(event, "BH").items()}
    assert found == {name: buchholz(name, games) for name in "ABCDE"}


def test_ranks_follow_the_list_and_say_what_decided() -> None:
    event = played(tiebreaks=["WIN", "BWG"])
    rows = standings(event.state)
    assert [(row.rank, row.player.name, row.decided_by) for row in rows] == [
        (1, "A", None),
        (1, "C", None),
        (3, "B", "PTS"),
        (4, "E", "WIN"),
        (5, "D", "PTS"),
    ]
    assert standing_row(rows[0]).tiebreaks == {"WIN": 1.0, "BWG": 0.0}


def test_what_decided_a_shared_rank_stands_on_its_first_row() -> None:
    """Two share rank 2, below A by games won with Black; the later entry has the higher rating and is named first."""
    event = director("manual", "t1", tiebreaks=["BWG"])
    event.players(*"ABCD")
    event.edit("C", rating=2000)
    event.pairs(1, [("D", "A"), ("B", "", "unpaired"), ("C", "", "unpaired")])
    event.result("D", "0-1")
    assert [(row.rank, row.player.name, row.decided_by) for row in standings(event.state)] == [
        (1, "A", None),
        (2, "C", "BWG"),
        (2, "B", None),
        (4, "D", "PTS"),
    ]


@pytest.mark.parametrize(("language", "order"), [("any", "Åberg Berg Böhm Busch"), ("sv", "Berg Busch Böhm Åberg")])
def test_who_shares_a_rank_stands_by_the_alphabet_of_the_event(language: str, order: str) -> None:
    event = director("manual", "t1", language=language)
    event.players("Busch", "Åberg", "Böhm", "Berg")
    assert [row.player.name for row in standings(event.state)] == order.split()


def test_points_are_those_of_the_tally_whatever_the_scoring() -> None:
    for preset in ("club", "fide", "3-1-0"):
        event = played(scoring=preset, tiebreaks=["BH/C1"])
        assert {row.player.name: str(row.points) for row in standings(event.state)} == event.points


def test_an_open_game_is_no_round_yet() -> None:
    event = played(tiebreaks=["BH"])
    before = values(event, "BH")
    event.pairs(3, [("A", "D"), ("B", "C")])
    assert values(event, "BH")["A"] == before["A"]


def test_codes_can_be_asked_for() -> None:
    event = played()
    rows = standings(event.state, codes=["SB", "PS"])
    assert list(rows[0].tiebreaks) == ["SB", "PS"]
    with refused("tiebreak-unknown"):
        standings(event.state, codes=["XX"])


def test_a_tie_break_on_ratings_waits_until_everybody_has_one() -> None:
    event = played(tiebreaks=["ARO", "WIN"])
    assert list(standings(event.state)[0].tiebreaks) == ["WIN"]
    assert [refusal.code for refusal in refusals(event.state)] == ["tiebreak-unrated-players"]
    with refused("tiebreak-unrated-players"):
        standings(event.state, codes=["ARO"])
    event.settings(unrated=1400)
    assert list(standings(event.state)[0].tiebreaks) == ["ARO", "WIN"]
    assert refusals(event.state) == ()


def test_sections_rank_on_their_own() -> None:
    event = director(sections=["Open", "Youth"], tiebreaks=["BH"])
    event.players(*"AB", section="Open")
    event.players(*"CD", section="Youth")
    event.pairs(1, [("A", "B"), ("C", "D")])
    event.result("A", "1-0")
    event.result("C", "0-1")
    assert [(row.section, row.rank, row.player.name) for row in standings(event.state)] == [
        ("Open", 1, "A"),
        ("Open", 2, "B"),
        ("Youth", 1, "D"),
        ("Youth", 2, "C"),
    ]


def test_the_edition_is_the_events_own() -> None:
    event = played(edition=2024, tiebreaks=["BH"])
    (why,) = explained(event.state, event.player("E"), ["BH"])
    assert why.edition == 2024
    assert [part.category for part in why.parts] == [Category.BYE, Category.LAST_BYE]


def test_what_an_older_database_paid_counts() -> None:
    event = played(tiebreaks=["BH"])
    here = event.round(1)
    bye = next(each for each in here.games.values() if isinstance(each, Bye))
    paid = replace(bye, kind=ByeType.UNSPECIFIED, recorded=Points.of("0.75"))
    state = with_round(event.state, replace(here, games={**here.games, bye.id: paid}))
    assert {row.player.name: str(row.points) for row in standings(state)}["E"] == "1.25"


@pytest.mark.parametrize("after", [0, 1, 2])
def test_after_any_round(after: int) -> None:
    event = played(tiebreaks=["BH", "DE"])
    assert len(standings(event.state, after)) == 5


def test_nothing_is_computed_twice_while_nothing_changes() -> None:
    event = played(tiebreaks=["BH"])
    assert standings(event.state) is standings(event.state)
