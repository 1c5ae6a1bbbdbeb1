"""Tie-breaks over HTTP: in the settings, in the standings, and explained for one player."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.http import Caller, Event, House
from tests.kit.loops import every


@pytest.fixture
def played(chief: Caller) -> Event:
    """Five players, two rounds: A beats B and draws C; C beats D; B beats D; E has two byes, one asked for."""
    event = chief.event(tiebreaks=["BH/C1", "DE", "WIN"], scoring="fide")
    event.players(*"ABCDE")
    event("PUT", f"/players/{event.ids['E']}/byes", {"2": "half"}).ok()
    for lines, results in (([("A", "B"), ("C", "D")], {"A": "1-0", "C": "1-0"}), ([("C", "A"), ("B", "D")], {})):
        event.pairs(lines)
        for name, result in results.items():
            event.result(name, result).ok()
    event.result("C", "1/2-1/2").ok()
    event.result("B", "1-0").ok()
    return event


def rows(event: Event, query: str = "") -> dict[str, Any]:
    return {row["name"]: row for row in event("GET", f"/standings{query}").ok()["standings"]}


def explained(event: Event, name: str, query: str = "") -> Any:
    return event("GET", f"/players/{event.ids[name]}/tiebreaks{query}").ok()


class TestSettings:
    def test_a_usual_list_has_a_name(self, chief: Caller) -> None:
        event = chief.event(tiebreaks="fide-swiss", edition=2024, unrated=1400)
        row = chief.get(event.url)
        assert row["tiebreaks"] == ["PTS", "BH/C1", "BH", "DE", "WIN", "BWG"]
        assert (row["edition"], row["unrated"]) == (2024, 1400)

    def test_they_can_be_changed(self, event: Event) -> None:
        changed = event("PATCH", "", {"tiebreaks": "us-chess", "edition": 2024, "unrated": 1000}).ok()
        assert changed["tiebreaks"] == ["PTS", "MMED", "SOLK", "CUM", "OCUM"]
        assert (changed["edition"], changed["unrated"]) == (2024, 1000)
        assert event("PATCH", "", {"unrated": None, "tiebreaks": []}).ok()["unrated"] is None

    @every(
        ("wish", "code"),
        [
            pytest.param({"tiebreaks": "lots"}, "tiebreak-preset-unknown", id="a list nobody knows"),
            pytest.param({"tiebreaks": ["BUCH"]}, "tiebreak-unknown", id="a code nobody knows"),
            pytest.param({"tiebreaks": ["SB/M1"]}, "tiebreak-modifier-not-applicable", id="a modifier amiss"),
            pytest.param({"tiebreaks": ["BH/X9"]}, "tiebreak-modifier-unknown", id="a modifier nobody knows"),
            pytest.param({"edition": 2023}, "edition-unknown", id="an edition there is not"),
            pytest.param({"unrated": 9000}, "rating-out-of-range", id="an impossible rating"),
            pytest.param({"format": "round-robin", "tiebreaks": "club"}, "tiebreak-not-in-round-robin", id="Buchholz"),
        ],
    )
    def test_nonsense_is_refused_with_its_field(self, event: Event, wish: dict[str, object], code: str) -> None:
        problem = event("PATCH", "", wish).refused(400, code)
        assert problem["field"] in wish

    def test_the_document_lists_what_is_allowed(self, hall: House) -> None:
        schemas = hall.anyone.get("/openapi.json")["components"]["schemas"]
        fields = schemas["ChangeBody"]["properties"]
        assert fields["edition"]["enum"] == [2024, 2026]
        lists = [each["enum"] for each in fields["tiebreaks"]["anyOf"] if "enum" in each]
        assert lists == [["club", "fide-round-robin", "fide-swiss", "us-chess"]]


class TestStandings:
    def test_values_are_numbers_and_say_what_decided(self, played: Event) -> None:
        table = rows(played)
        assert list(table["A"]["tiebreaks"]) == ["BH/C1", "DE", "WIN"]
        assert table["A"]["tiebreaks"] == {"BH/C1": 1.5, "DE": None, "WIN": 1.0}
        assert [(row["rank"], name, row["decided_by"]) for name, row in table.items()] == [
            (1, "A", None),
            (1, "C", None),
            (3, "E", "BH/C1"),
            (4, "B", "PTS"),
            (5, "D", "PTS"),
        ]

    def test_others_can_be_asked_for(self, played: Event) -> None:
        assert rows(played, "?tiebreaks=SB,ps")["A"]["tiebreaks"] == {"SB": 1.75, "PS": 2.5}
        assert rows(played, "?after=1&tiebreaks=BH")["A"]["tiebreaks"] == {"BH": 0.0}
        assert list(rows(played, "?tiebreaks=us-chess")["A"]["tiebreaks"]) == ["PTS", "MMED", "SOLK", "CUM", "OCUM"]

    def test_a_plus_need_not_be_escaped(self, played: Event) -> None:
        assert list(rows(played, "?tiebreaks=KS/L+1,KS/L%2B2")["A"]["tiebreaks"]) == ["KS/L+1", "KS/L+2"]

    def test_the_order_of_codes_changes_ranks_and_no_value(self, played: Event) -> None:
        one, other = rows(played, "?tiebreaks=FB,BH,SB"), rows(played, "?tiebreaks=SB,BH,FB")
        assert {name: row["tiebreaks"] for name, row in one.items()} == {
            name: row["tiebreaks"] for name, row in other.items()
        }

    def test_what_is_not_known_is_named(self, played: Event) -> None:
        problem = played("GET", "/standings?tiebreaks=BH,XX").refused(400, "tiebreak-unknown")
        assert (problem["value"], problem["field"]) == ("XX", "tiebreaks")
        played("GET", "/standings?tiebreaks=WIN/C1").refused(400, "tiebreak-modifier-not-applicable")
        played("GET", "/standings?tiebreaks=BH,BH").refused(400, "name-twice")
        played("GET", "/standings?tiebreaks=" + ",".join(f"BH/C{n}" for n in range(1, 60))).refused(
            400, "count-out-of-range"
        )

    def test_ratings_that_are_missing_are_a_conflict_that_names_the_players(self, played: Event) -> None:
        problem = played("GET", "/standings?tiebreaks=ARO").refused(409, "tiebreak-unrated-players")
        assert problem["value"] == "ARO"
        assert "A, B, C, D and E" in problem["detail"]

    def test_buchholz_in_a_round_robin_is_a_conflict(self, chief: Caller) -> None:
        event = chief.event(format="round-robin")
        event.players(*"ABCD")
        problem = event("GET", "/standings?tiebreaks=BH/C1").refused(409, "tiebreak-not-in-round-robin")
        assert problem["value"] == "BH/C1"
        event("GET", f"/players/{event.ids['A']}/tiebreaks?codes=AOB").refused(409, "tiebreak-not-in-round-robin")

    def test_one_of_its_own_that_it_cannot_use_is_left_out_and_said(self, played: Event) -> None:
        played("PATCH", "", {"tiebreaks": ["ARO", "WIN"]}).ok()
        body = played("GET", "/standings").ok()
        assert list(body["standings"][0]["tiebreaks"]) == ["WIN"]
        assert [(each["code"], each["value"], each["status"]) for each in body["refused"]] == [
            ("tiebreak-unrated-players", "ARO", 409)
        ]
        played("PATCH", "", {"unrated": 1400}).ok()
        body = played("GET", "/standings").ok()
        assert (list(body["standings"][0]["tiebreaks"]), body["refused"]) == (["ARO", "WIN"], [])


class TestOnePlayer:
    def test_every_round_says_what_it_adds(self, played: Event) -> None:
        body = explained(played, "E")
        assert (body["player_id"], body["name"], body["refused"]) == (played.ids["E"], "E", [])
        cut, direct, wins = body["tiebreaks"]
        assert (cut["code"], cut["name"], cut["article"], cut["edition"]) == ("BH/C1", "Buchholz Cut-1", "8.1", 2026)
        first, second = cut["rounds"]
        assert (first["outcome"], first["dummy"], first["cutBy"]) == ("bye", True, None)
        assert (second["outcome"], second["category"], second["cutBy"]) == ("half-point bye", "16.2.5", "16.5")
        assert (cut["value"], first["contribution"]) == ("1.0", "1")
        assert "article 16.5" in second["remark"]
        assert direct["value"] is None
        assert [each["contribution"] for each in wins["rounds"]] == ["1", None]

    def test_after_a_round_and_for_any_code(self, played: Event) -> None:
        (only,) = explained(played, "A", "?codes=BH&after=1")["tiebreaks"]
        assert [(each["round"], each["opponent"]) for each in only["rounds"]] == [(1, played.ids["B"])]
        assert [each["code"] for each in explained(played, "A", "?codes=club")["tiebreaks"]] == [
            "PTS", "DE", "BH/C1", "BH", "SB",
        ]  # fmt: skip

    def test_values_are_those_of_the_standings(self, played: Event) -> None:
        for name, row in rows(played).items():
            found = {each["code"]: each["value"] for each in explained(played, name)["tiebreaks"]}
            assert {code: value and float(value) for code, value in found.items()} == row["tiebreaks"]

    def test_direct_encounter_is_told_among_those_still_level(self, chief: Caller) -> None:
        event = chief.event(tiebreaks=["WIN", "DE"])
        event.players(*"ABCD")
        for lines, results in (
            ([("A", "B"), ("C", "D")], ("1-0", "1-0")),
            ([("B", "C"), ("D", "A")], ("1-0", "1-0")),
        ):
            event.pairs(lines)
            for (white, _), result in zip(lines, results, strict=True):
                event.result(white, result).ok()
        everyone = {name: explained(event, name)["tiebreaks"][1] for name in "ABCD"}
        assert set(everyone["A"]["facts"]["tied"]) == {event.ids[name] for name in "BCD"}
        event.pairs([("A", "C")])
        event.result("A", "1-0").ok()
        assert explained(event, "A")["tiebreaks"][1]["facts"]["tied"] == []

    def test_strangers_and_nonsense(self, played: Event, hall: House) -> None:
        played("GET", "/players/nobody/tiebreaks").refused(404, "unknown-player")
        played("GET", f"/players/{played.ids['A']}/tiebreaks?codes=XX").refused(400, "tiebreak-unknown")
        played("GET", f"/players/{played.ids['A']}/tiebreaks?codes=TPR").refused(409, "tiebreak-unrated-players")
        played("GET", f"/players/{played.ids['A']}/tiebreaks?after=7").refused(404, "unknown-round")
        hall.anyone("GET", f"{played.url}/players/{played.ids['A']}/tiebreaks").refused(404, "unknown-tournament")
