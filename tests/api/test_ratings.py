"""Rating lists over the API: loaded, looked in, dropped, and compared with the players of an event."""

from __future__ import annotations

from pathlib import Path

import pytest

from podium.app.ratings.rating_lists import ListToLoad
from tests.kit.http import Caller, Event, House
from tests.kit.rating_lists import MAGNUS, combined_list, to_load, zipped
from tests.kit.waiting import until

OCTETS = "application/octet-stream"


@pytest.fixture
def loaded(hall: House, tmp_path: Path) -> House:
    hall.podium.rating_lists.load(to_load(tmp_path))
    return hall


@pytest.fixture
def open_(loaded: House, chief: Caller) -> Event:
    """An event in which the list knows Magnus by his number, and Hans by his name."""
    event = chief.event()
    event.players("Carlsen, M", rating=2800, fide_id=MAGNUS.id)
    event.players("Hans Müller", rating=1800, birth="1980")
    event.players("Nobody, Known")
    return event


class TestLoading:
    def test_is_done_by_and_by_and_told_how_far(self, either_hall: House) -> None:
        chief = either_hall.user("chief")
        content = zipped(combined_list())
        begun = chief.raw("PUT", "/api/rating-lists/fide?file=players_list.zip&edition=2026-11", content, OCTETS).ok(
            202
        )
        assert (begun["list"], begun["status"], begun["file"]) == ("fide", "loading", "players_list.zip")
        until(lambda: chief.get("/api/rating-lists")["lists"][0]["status"] == "ready")
        (list_,) = chief.get("/api/rating-lists")["lists"]
        assert (list_["players"], list_["edition"], list_["part"]) == (6, "2026-11", 1.0)
        assert (list_["layout"], list_["loaded_by"], list_["problem"]) == ("fide-text", "chief", None)
        assert [row["name"] for row in chief.get("/api/ratings?q=Muller")["players"]] == [
            "Müller, Hanna",
            "Mueller, Hans",
            "Muller, Jean",
        ]
        chief("DELETE", "/api/rating-lists/fide").ok()
        assert chief.get("/api/rating-lists") == {"lists": []}
        chief("DELETE", "/api/rating-lists/fide").refused(404, "unknown-rating-list")

    def test_of_what_is_no_list_says_why(self, chief: Caller) -> None:
        chief.raw("PUT", "/api/rating-lists/fide", b"<html><body>404</body></html>", OCTETS).ok(202)
        until(lambda: chief.get("/api/rating-lists")["lists"][0]["status"] == "failed")
        assert chief.get("/api/rating-lists")["lists"][0]["problem"].startswith("This is no rating list")

    @pytest.mark.parametrize(
        ("address", "code"),
        [
            ("/api/rating-lists/FIDE", "rating-list-name-malformed"),
            ("/api/rating-lists/fide?edition=November", "edition-malformed"),
            ("/api/rating-lists/fide?kind=bullet", "rating-kind-unknown"),
        ],
    )
    def test_is_refused_before_a_byte_is_kept(self, chief: Caller, address: str, code: str) -> None:
        chief.raw("PUT", address, combined_list(), OCTETS).refused(400, code)

    def test_is_for_administrators(self, hall: House, chief: Caller) -> None:
        other = hall.user("other")
        other.raw("PUT", "/api/rating-lists/fide", combined_list(), OCTETS).refused(403, "administrators-only")
        other("DELETE", "/api/rating-lists/fide").refused(403, "administrators-only")


class TestLookingUp:
    def test_answers_with_the_rating_that_is_asked_for(self, loaded: House, chief: Caller) -> None:
        found = chief.get("/api/ratings?q=carl&kind=blitz&limit=1")
        assert (found["list"], found["kind"]) == ("fide", "blitz")
        (magnus,) = found["players"]
        assert magnus == {
            "id": "1503014", "name": "Carlsen, Magnus", "federation": "NOR", "title": "GM", "gender": "m",
            "birth": "1990", "fide_id": "1503014", "national_id": None, "club": None, "standard": 2839, "rapid": 2824,
            "blitz": 2886, "rating": 2886, "active": True,
        }  # fmt: skip

    def test_is_for_those_with_an_account_who_may_enter_players(self, loaded: House, chief: Caller) -> None:
        token = chief("POST", "/api/tokens", {"label": "hall", "scope": "results"}).ok(201)["token"]
        Caller(chief.client, token)("GET", "/api/ratings?q=carl").refused(403, "forbidden")
        loaded.anyone("GET", "/api/ratings?q=carl").refused(401, "credentials-missing")
        loaded.user("other").get("/api/ratings?q=carl")

    def test_of_a_list_that_is_not_there_is_refused(self, loaded: House, chief: Caller) -> None:
        chief("GET", "/api/ratings?q=carl&list=dwz").refused(404, "unknown-rating-list")
        chief("GET", "/api/ratings?q=carl&kind=bullet").refused(400, "rating-kind-unknown")
        chief("GET", "/api/ratings?q=carl&limit=many").refused(400, "malformed")

    def test_without_any_list_finds_nobody(self, chief: Caller) -> None:
        assert chief.get("/api/ratings?q=carl") == {"list": None, "edition": None, "kind": "standard", "players": []}


class TestComparing:
    def test_says_what_differs_and_who_may_be_meant(self, open_: Event) -> None:
        compared = open_("GET", "/ratings").ok()
        assert (compared["list"], compared["kind"], compared["version"]) == ("fide", "standard", open_.version)
        magnus, hans, nobody = compared["players"]
        assert {(each["field"], each["before"], each["after"]) for each in magnus["changes"]} == {
            ("name", "Carlsen, M", "Carlsen, Magnus"),
            ("rating", 2800, 2839),
            ("title", None, "GM"),
            ("federation", None, "NOR"),
            ("gender", None, "m"),
            ("birth", None, "1990"),
        }
        assert [each["id"] for each in hans["proposals"]] == ["4600001"]
        assert (nobody["listed"], nobody["changes"], nobody["proposals"]) == (None, [], [])

    def test_takes_over_all_that_differs_in_one_step_that_is_undone(self, open_: Event) -> None:
        before = open_.version
        taken = open_("POST", "/ratings", {}).ok()
        assert [row["name"] for row in taken["players"]] == ["Carlsen, Magnus"]
        assert (taken["players"][0]["rating"], taken["version"]) == (2839, before + 1)
        (newest, *_) = open_("GET", "/history").ok()["commits"]
        assert "Carlsen" in newest["summary"]
        open_("POST", "/undo", {}).ok()
        assert open_("GET", "/players").ok()["players"][0]["name"] == "Carlsen, M"

    def test_takes_over_what_is_chosen_of_whom_is_chosen(self, open_: Event) -> None:
        body = {
            "players": [{"player_id": open_.ids["Hans Müller"], "id": "4600001"}],
            "fields": ["rating", "fide_id"],
            "kind": "rapid",
        }
        (hans,) = open_("POST", "/ratings", body).ok()["players"]
        assert (hans["name"], hans["rating"], hans["fide_id"], hans["federation"]) == (
            "Hans Müller", 1850, "4600001", None
        )  # fmt: skip
        assert open_("GET", "/history").ok()["commits"][0]["reason"] == "From the rating list FIDE"

    def test_asks_by_the_time_control_which_rating_is_meant(self, loaded: House, chief: Caller) -> None:
        blitz = chief.event(format="swiss", rounds=5, live=True, timeControl="3+2")
        blitz.players("Carlsen, Magnus", fide_id=MAGNUS.id)
        assert blitz("GET", "/ratings").ok()["kind"] == "blitz"
        assert blitz("GET", "/ratings?kind=rapid").ok()["players"][0]["listed"]["rating"] == 2824
        rapid = chief.event(format="swiss", rounds=5, rate_of_play="15 min + 10 s")
        assert rapid("GET", "/ratings").ok()["kind"] == "rapid"

    def test_knows_players_by_the_number_of_a_federations_own_list(
        self, loaded: House, chief: Caller, tmp_path: Path
    ) -> None:
        file = tmp_path / "members.csv"
        file.write_text("Member ID,Name,Rating\n12345678,Oak Ann,2101\n")
        loaded.podium.rating_lists.load(ListToLoad(file, file.name, "uscf", "Ana"))
        event = chief.event(format="swiss", rounds=3)
        event.players("Ann Oak", rating=2000, national_id="12345678")
        event.players("Oak, Ann")
        ann, other = event("GET", "/ratings?list=uscf").ok()["players"]
        assert ("rating", 2000, 2101) in {(each["field"], each["before"], each["after"]) for each in ann["changes"]}
        assert [each["national_id"] for each in other["proposals"]] == ["12345678"]

    def test_leaves_boards_and_numbers_as_they_are(self, loaded: House, chief: Caller) -> None:
        event = chief.event(format="swiss", rounds=3)
        event.players("Ann", rating=2900)
        event.players("Carlsen, M", rating=2800, fide_id=MAGNUS.id)
        event.players("Ben", rating=2820)
        event.players("Cid", rating=1000)
        event.pair()
        boards = event("GET", "/rounds/1").ok()["pairings"]
        numbers = {row["id"]: row["number"] for row in event("GET", "/players").ok()["players"]}
        event("POST", "/ratings", {}).ok()
        assert event("GET", "/rounds/1").ok()["pairings"] == boards
        assert {row["id"]: row["number"] for row in event("GET", "/players").ok()["players"]} == numbers

    def test_ratings_hold_from_the_next_round_on_in_an_event_longer_than_30_days(
        self, loaded: House, chief: Caller
    ) -> None:
        event = chief.event(format="swiss", rounds=3, long_event=True)
        event.players("Carlsen, M", rating=2800, fide_id=MAGNUS.id)
        event.players("Ann", rating=2000)
        event.pair()
        taken = event("POST", "/ratings", {}).ok()["players"][0]
        assert (taken["name"], taken["rating"], taken["later_ratings"]) == ("Carlsen, Magnus", 2800, {"2": 2839})
        (newest, *_) = event("GET", "/history").ok()["commits"]
        assert newest["summary"].startswith("Carlsen, Magnus has the rating 2839 from round 2 on, name Carlsen, Magnus")
        assert event("GET", "/ratings").ok()["players"][0]["changes"] == []
        event("POST", "/ratings", {"fields": ["title"], "players": [{"player_id": taken["id"], "id": MAGNUS.id}]}).ok()
        assert event("GET", "/players").ok()["players"][0]["later_ratings"] == {"2": 2839}

    def test_is_refused_where_something_does_not_fit(self, open_: Event, hall: House) -> None:
        someone = {"player_id": open_.ids["Hans Müller"], "id": "4600001"}
        open_("GET", "/ratings?list=dwz").refused(404, "unknown-rating-list")
        open_("POST", "/ratings", {"players": [{**someone, "id": "1"}]}).refused(404, "unknown-rated-player")
        open_("POST", "/ratings", {"players": [{**someone, "player_id": "x"}]}).refused(404, "unknown-player")
        open_("POST", "/ratings", {"players": [someone], "fields": ["club"]}).refused(400, "field-unknown")
        open_("POST", "/ratings", {}, if_match='"1"').refused(409, "stale")
        stranger = open_.as_seen_by(hall.user("stranger"))
        stranger("GET", "/ratings").refused(404, "unknown-tournament")
        open_("POST", "/publish", {}).ok()
        stranger("GET", "/ratings").refused(403, "forbidden")
        stranger("POST", "/ratings", {}).refused(403, "forbidden")


class TestTheCheck:
    def test_says_what_the_lists_say_otherwise_and_takes_over_the_chosen(self, open_: Event, chief: Caller) -> None:
        url = f"/api/tournaments/{open_.id}/rating-check"
        told = chief.get(f"{url}?anyway=true")  # a list without a month is not known to be current
        assert (told["current"], told["missing"], [each["list"] for each in told["lists"]]) == (False, [], ["fide"])
        (magnus,) = told["affected"]
        assert (magnus["name"], magnus["typed"]) == ("Carlsen, M", True)
        assert {"field": "rating", "before": 2800, "after": 2839} in magnus["changes"]
        assert len(told["unlisted"]) == 1  # Nobody, Known
        assert chief("POST", url, {"anyway": True}).ok()["players"] == []  # what was typed stays
        (row,) = chief("POST", url, {"players": [magnus["player_id"]], "anyway": True}).ok()["players"]
        assert (row["rating"], row["standard"], row["rapid"]) == (2839, 2839, 2824)
        assert row["rating_source"]["kind"] == "standard"
        assert row["rating_source"]["list"] == "fide"
        assert row["official_sources"]["blitz"]["list"] == "fide"
        chief("POST", url, {"players": ["nobody"], "anyway": True}).refused(404, "unknown-player")

    def test_asks_first_whether_the_lists_are_current(self, loaded: House, chief: Caller) -> None:
        event = chief.event(rating_lists=["fide/standard", "dwz/standard"])
        url = f"/api/tournaments/{event.id}/rating-check"
        chief("GET", url).refused(409, "rating-lists-outdated")
        assert chief.get(f"{url}?anyway=true")["missing"] == ["dwz"]

    def test_without_a_list_says_so(self, chief: Caller) -> None:
        event = chief.event()
        chief("GET", f"/api/tournaments/{event.id}/rating-check").refused(404, "unknown-rating-list")

    def test_a_player_is_entered_with_the_ratings_of_the_list(self, loaded: House, chief: Caller) -> None:
        event = chief.event(rate_of_play="15+10")
        body = {"players": [{"name": "Hans", "fide_id": "4600001"}, {"name": "Eve", "blitz": 1500, "rating": 1600}]}
        hans, eve = chief("POST", f"/api/tournaments/{event.id}/players", body).ok(201)["players"]
        assert (hans["rating"], hans["standard"], hans["rapid"], hans["rating_source"]["kind"]) == (
            1850,
            1900,
            1850,
            "rapid",
        )
        assert (eve["rating"], eve["blitz"], eve["rating_source"]) == (1600, 1500, None)
        again = {"blitz": 1510}
        changed = chief("PATCH", f"/api/tournaments/{event.id}/players/{eve['id']}", again).ok()
        assert (changed["rating"], changed["blitz"]) == (1600, 1510)
        assert changed["official_sources"] == {"blitz": {"kind": "blitz", "list": None, "edition": None}}

    def test_entering_twice_with_one_key_is_entering_once_whatever_list_came_between(
        self, hall: House, chief: Caller, tmp_path: Path
    ) -> None:
        event = chief.event()
        url, body = f"/api/tournaments/{event.id}/players", {"players": [{"name": "Hans", "fide_id": "4600001"}]}
        first = chief("POST", url, body, Idempotency_Key="once").ok(201)
        hall.podium.rating_lists.load(to_load(tmp_path))
        assert chief("POST", url, body, Idempotency_Key="once").ok(201) == first


class TestUpdates:
    def test_are_switched_and_asked_for_by_administrators(self, chief: Caller, hall: House) -> None:
        assert chief.get("/api/rating-list-update")["daily"] is False
        assert chief("PUT", "/api/rating-list-update", {"daily": True}).ok()["daily"] is True
        assert chief("PUT", "/api/rating-list-update", {"daily": False}).ok()["daily"] is False
        other = hall.user("somebody else")
        other("PUT", "/api/rating-list-update", {"daily": True}).refused(403, "administrators-only")
        other("POST", "/api/rating-list-update", {}).refused(403, "administrators-only")
