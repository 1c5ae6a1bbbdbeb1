"""Points in FIDE mode: who is absent is not paid, and a half-point bye counts as a draw."""

from __future__ import annotations

from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import PRESETS
from podium.flow.commands import AdoptRecords, LeaveFideMode
from tests.kit.events import Director, director, refused
from tests.kit.loops import every
from tests.kit.memory import MemoryJournal

TABLES: list[tuple[dict[str, object], str, float, float]] = [
    ({"forfeit_loss": 1}, "forfeit_loss", 1.0, 0.0),
    ({"forfeit_loss": 0.5}, "forfeit_loss", 0.5, 0.0),
    ({"zero_bye": 0.5}, "zero_bye", 0.5, 0.0),
    ({"half_bye": 1}, "half_bye", 1.0, 0.5),
    ({"half_bye": 0}, "half_bye", 0.0, 0.5),
    ({"win": 3, "draw": 1, "half_bye": 1.5}, "half_bye", 1.5, 1.0),
    ({"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "zero_bye": 1, "half_bye": 1}, "zero_bye", 1.0, 0.0),
]


@every("format", ["swiss", "round-robin"])
@every(("table", "part", "worth", "due"), TABLES, ids=str)
def test_other_tables_are_refused_by_the_value(
    format: str, table: dict[str, object], part: str, worth: float, due: float
) -> None:
    with refused("points-not-of-fide") as caught:
        director(format, rules="fide", scoring=table)
    facts = caught.value.facts
    assert (facts["field"], facts["part"], facts["value"], facts["due"]) == ("scoring", part, worth, due)
    event = director(format, rules="fide")
    with refused("points-not-of-fide"):
        event.settings(scoring=table)
    club = director(format, scoring=table)
    with refused("points-not-of-fide"):
        club.settings(rules="fide")


@every("table", ["fide", "club", "3-1-0", {"win": 3, "draw": 2, "loss": 1}, {"win": 3, "draw": 1}, {"bye": 0}], ids=str)
def test_usual_tables_are_taken(table: object) -> None:
    event = director("swiss", rules="fide", scoring=table)
    assert event.state.settings.scoring.forfeit_loss == PRESETS["fide"].forfeit_loss


def test_a_club_event_and_one_that_left_pay_what_they_like() -> None:
    director("swiss", scoring={"forfeit_loss": 0.5})
    event = director("swiss", rules="fide")
    event.do(LeaveFideMode(), acknowledged=2)
    event.settings(scoring={"zero_bye": 0.5})
    assert event.state.settings.scoring.zero_bye.number == 0.5


def test_an_event_that_came_with_such_a_table_keeps_it_until_it_changes() -> None:
    event = Director(MemoryJournal(), TournamentId("t1"))
    given = {"name": "Old", "format": "swiss", "rules": "fide", "rounds": 3, "scoring": {"zero_bye": 0.5}}
    event.do(AdoptRecords(event.stream, given, {PlayerId(id): PlayerFields(id.upper()) for id in "ab"}, ()))
    event.settings(name="Open", place="Graz")
    assert event.state.settings.scoring.zero_bye.number == 0.5
    with refused("points-not-of-fide"):
        event.settings(scoring={"zero_bye": 1})
    event.settings(scoring="fide")
    assert event.state.settings.scoring == PRESETS["fide"]
