"""Ties over HTTP: shared, drawn by lot, ordered by hand; values computed elsewhere; who has left is marked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.http import Caller, Event


@pytest.fixture
def level(chief: Caller) -> Event:
    """A and C win, B and D lose: two pairs who share a place."""
    event = chief.event(tiebreaks=["WIN", "EXT"], rounds=1)
    event.players(*"ABCD")
    event.pairs([("A", "B"), ("C", "D")])
    event.result("A", "1-0").ok()
    event.result("C", "1-0").ok()
    return event


def rows(event: Event, query: str = "") -> dict[str, Any]:
    return {row["name"]: row for row in event("GET", f"/standings{query}").ok()["standings"]}


def ordered(event: Event, by: str, *names: str) -> Any:
    return event("PUT", "/ties", {"players": [event.ids[name] for name in names], "by": by})


def ranks_of_report(event: Event) -> dict[str, str]:
    lines = event("GET", "/export/trf").ok().decode().splitlines()
    return {line[14:47].strip(): line[85:89].strip() for line in lines if line.startswith("001")}


def test_shared_places_are_listed(level: Event) -> None:
    ties = level("GET", "/ties").ok()["ties"]
    assert [(tie["rank"], tie["last"], tie["ordered_by"]) for tie in ties] == [(1, 2, None), (3, 4, None)]
    assert [each["name"] for each in ties[0]["players"]] == ["A", "C"]


def test_an_order_by_hand_is_in_the_standings(level: Event) -> None:
    answer = ordered(level, "hand", "C", "A").ok()
    assert [each["name"] for each in answer["ties"][0]["players"]] == ["C", "A"]
    table = rows(level)
    assert [(name, row["rank"], row.get("ordered_by")) for name, row in table.items()] == [
        ("C", 1, "hand"), ("A", 2, "hand"), ("B", 3, None), ("D", 3, None)
    ]  # fmt: skip


def test_lots_are_the_same_however_often_they_are_drawn(level: Event) -> None:
    first = ordered(level, "lot", "C", "A").ok()["ties"][0]
    assert (first["ordered_by"], first["seed"]) == ("lot", level.id)
    level("POST", "/undo", {}).ok()
    assert ordered(level, "lot", "A", "C").ok()["ties"][0] == first
    assert ordered(level, "shared", "A", "C").ok()["ties"][0]["ordered_by"] is None
    assert ordered(level, "lot", "C", "A").ok()["ties"][0] == first
    assert "seed" not in ordered(level, "hand", "C", "A").ok()["ties"][0]


def test_what_cannot_be_ordered_is_refused(level: Event) -> None:
    ordered(level, "lot", "A", "B").refused(409, "players-not-tied")
    ordered(level, "lot", "A", "A").refused(400, "player-twice")
    level("PUT", "/ties", {"players": [level.ids["A"], "nobody"], "by": "lot"}).refused(404, "unknown-player")
    ordered(level, "lot", "A").refused(400, "tie-of-one")
    ordered(level, "strength", "A", "C").refused(400, "choice-unknown")


def test_the_report_file_has_the_ranks_that_were_decided(level: Event) -> None:
    ordered(level, "hand", "C", "A").ok()
    assert ranks_of_report(level) == {"A": "2", "B": "3", "C": "1", "D": "3"}


def test_typed_values_are_read_and_written(level: Event) -> None:
    answer = level("PUT", "/typed-tiebreaks", {"values": {level.ids["C"]: 2.25, level.ids["A"]: "1,5"}}).ok()
    assert (answer["code"], [(row["name"], row["value"]) for row in answer["values"]]) == (
        "EXT",
        [("A", 1.5), ("B", None), ("C", 2.25), ("D", None)],
    )
    assert level("GET", "/typed-tiebreaks").ok() == answer
    table = rows(level)
    assert [(name, row["rank"], row["tiebreaks"]["EXT"]) for name, row in table.items()] == [
        ("C", 1, 2.25), ("A", 2, 1.5), ("B", 3, None), ("D", 3, None)
    ]  # fmt: skip
    assert table["A"]["decided_by"] == "EXT"
    level("PUT", "/typed-tiebreaks", {"values": {level.ids["C"]: "much"}}).refused(400, "typed-value-malformed")
    level("PATCH", "", {"tiebreaks": ["WIN"]}).ok()
    level("PUT", "/typed-tiebreaks", {"values": {level.ids["C"]: 1}}).refused(409, "typed-values-unused")


def test_a_typed_value_is_explained(level: Event) -> None:
    level("PUT", "/typed-tiebreaks", {"values": {level.ids["C"]: 2.25}}).ok()
    [_, typed] = level("GET", f"/players/{level.ids['C']}/tiebreaks").ok()["tiebreaks"]
    assert (typed["code"], typed["value"], typed["article"]) == ("EXT", "2.25", None)


def test_who_has_left_is_marked(level: Event) -> None:
    level("POST", f"/players/{level.ids['B']}/withdraw", {}).ok()
    assert [name for name, row in rows(level).items() if row.get("withdrawn")] == ["B"]
    [section] = level("GET", "/crosstable").ok()["sections"]
    assert [row["name"] for row in section["rows"] if row.get("withdrawn")] == ["B"]


def test_who_was_expelled_is_left_out_of_the_standings_and_nowhere_else(chief: Caller) -> None:
    event = chief.event(format="swiss", tiebreaks=["BH"], rounds=1)
    event.players(*"ABCD")
    event.pairs([("A", "B"), ("C", "D")])
    event.result("A", "1-0").ok()
    event.result("C", "1-0").ok()
    before = rows(event)["B"]
    event("POST", f"/players/{event.ids['A']}/expel", {}).ok()
    table = rows(event)
    assert [(name, row["rank"]) for name, row in table.items()] == [("C", 1), ("B", 2), ("D", 2)]
    assert table["B"]["tiebreaks"] == before["tiebreaks"] == {"BH": 1.0}
    [section] = event("GET", "/crosstable").ok()["sections"]
    [gone] = [row for row in section["rows"] if row.get("expelled")]
    assert (gone["name"], gone["rank"], gone["points"]) == ("A", None, 1.0)
    card = event("GET", f"/players/{event.ids['A']}/card").ok()
    assert (card["rank"], card["points"]) == (None, 1.0)
    assert ranks_of_report(event) == {"A": "", "B": "2", "C": "1", "D": "2"}


def test_a_fide_event_is_asked_for_codes_of_c07(chief: Caller) -> None:
    event = chief.event(format="swiss", rules="fide", rounds=3)
    assert event("PATCH", "", {"tiebreaks": ["SOLK"]}).refused(400, "tiebreak-not-of-fide")["field"] == "tiebreaks"
    event("GET", "/standings?tiebreaks=SOLK").refused(400, "tiebreak-not-of-fide")
    event("PATCH", "", {"tiebreaks": ["BH", "EXT"], "unrated_method": "lowest"}).ok()


def test_the_lowest_rating_of_the_section_stands_for_who_has_none(chief: Caller) -> None:
    event = chief.event(format="swiss", tiebreaks=["ARO"], rounds=1, unrated_method="lowest")
    event("POST", "/players", {"players": [{"name": "A", "rating": 2000}, {"name": "B", "rating": 1500}]}).ok(201)
    event.ids |= {row["name"]: row["id"] for row in event("GET", "/players").ok()["players"]}
    event.players("C", "D")
    event.pairs([("A", "C"), ("B", "D")])
    event.result("A", "1/2-1/2").ok()
    event.result("B", "1/2-1/2").ok()
    assert {name: row["tiebreaks"]["ARO"] for name, row in rows(event).items()} == {
        "A": 1500, "B": 1500, "C": 2000, "D": 1500
    }  # fmt: skip
    event("PATCH", "", {"unrated_method": "average"}).ok()
    assert rows(event)["A"]["tiebreaks"]["ARO"] == 1750
    event("PATCH", "", {"unrated_method": "fixed"}).ok()
    [refusal] = event("GET", "/standings").ok()["refused"]
    assert refusal["code"] == "tiebreak-unrated-players"
