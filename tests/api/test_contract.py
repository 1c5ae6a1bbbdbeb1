"""Every route of the contract: what it takes, what it answers, and what it refuses."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, House

P = {
    "id",
    "round",
    "board",
    "white_player_id",
    "black_player_id",
    "result",
    "is_bye",
    "bye_type",
    "section",
}


@pytest.fixture
def four(event: Event) -> Event:
    """Four players, and two games in round 1."""
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    return event


class TestTournaments:
    def test_create(self, chief: Caller) -> None:
        answer = chief("POST", "/api/tournaments", {"name": "Open", "format": "round-robin", "rounds": 5})
        body = answer.ok(201)
        assert (body["name"], body["format"], body["rounds"], body["version"]) == ("Open", "round-robin", 5, 1)
        assert answer.headers["location"] == f"/api/tournaments/{body['id']}"

    def test_every_setting_comes_back(self, chief: Caller) -> None:
        given = {
            "name": "Open",
            "format": "manual",
            "rounds": 7,
            "place": "Delft",
            "start": "2026-08-01",
            "end": "2026-08-09",
            "sections": ["A", "B"],
            "scoring": "fide",
            "tiebreaks": ["BH"],
            "cycles": 1,
        }
        made = chief("POST", "/api/tournaments", given).ok(201)
        assert {name: made[name] for name in given} == given

    def test_the_first_day_by_its_other_name(self, chief: Caller) -> None:
        given = {"name": "Open", "format": "manual", "start_date": "2026-08-01"}
        made = chief("POST", "/api/tournaments", given).ok(201)
        assert (made["start"], made["start_date"]) == ("2026-08-01", "2026-08-01")
        url = f"/api/tournaments/{made['id']}"
        assert chief("PATCH", url, {"start_date": "2026-08-02"}).ok()["start"] == "2026-08-02"
        both = chief("PATCH", url, {"start": "2026-08-03", "start_date": "2026-08-03"}).refused(400, "malformed")
        assert (both["field"], both["value"]) == ("start_date", "2026-08-03")

    def test_a_scoring_of_ones_own(self, chief: Caller) -> None:
        event = chief.event(scoring={"bye": 1, "unpaired": 0.5})
        scoring = chief.get(event.url)["scoring"]
        assert (scoring["bye"], scoring["unpaired"], scoring["win"]) == (1.0, 0.5, 1.0)

    def test_the_list_has_what_is_mine_and_what_is_published(self, hall: House, event: Event) -> None:
        other = hall.user("other")
        assert other.get("/api/tournaments") == {"tournaments": []}
        [row] = event.by.get("/api/tournaments")["tournaments"]
        assert (row["id"], row["status"], row["role"]) == (event.id, "draft", "owner")
        event("POST", "/publish").ok()
        [row] = hall.anyone.get("/api/tournaments")["tournaments"]
        assert (row["id"], row["status"], row["role"]) == (event.id, "published", "public")

    def test_the_list_is_searched_by_format_and_by_the_rules_of_a_knockout(self, chief: Caller) -> None:
        chief.event(name="Open", format="swiss", rounds=3)
        chief.event(name="Both advance", format="knockout")
        chief.event(name="Decisive", format="knockout", tieBreakPolicy="RAPID", requiresDecisiveResult=True)
        chief.event(name="No draws", format="knockout", tieBreakPolicy="RAPID", drawRuleMode="NO_DRAW")

        def found(query: str) -> list[str]:
            return sorted(row["name"] for row in chief.get(f"/api/tournaments?{query}")["tournaments"])

        assert found("format=swiss") == ["Open"]
        assert found("format=knockout") == ["Both advance", "Decisive", "No draws"]
        assert found("tieBreakPolicy=NONE") == ["Both advance"]
        assert found("tieBreakPolicy=RAPID&drawRuleMode=ALLOW_ALL") == ["Decisive"]
        assert found("drawRuleMode=NO_DRAW") == ["No draws"]
        assert found("requiresDecisiveResult=true") == ["Decisive"]
        assert found("requiresDecisiveResult=false") == ["Both advance", "No draws"]
        assert found("format=swiss&tieBreakPolicy=NONE") == []

    def test_change_settings(self, event: Event) -> None:
        body = event("PATCH", "", {"name": "Closed", "place": "Leiden"}).ok()
        assert (body["name"], body["place"], body["version"]) == ("Closed", "Leiden", 2)
        assert event("PATCH", "", {"place": None}).ok()["place"] is None

    def test_publish_and_hide_again(self, event: Event) -> None:
        assert event("POST", "/publish").ok()["status"] == "published"
        assert event("POST", "/publish", {"published": False}).ok()["status"] == "draft"

    def test_archive_and_take_out_again(self, event: Event) -> None:
        assert event("POST", "/archive").ok()["status"] == "archived"
        event("PATCH", "", {"name": "X"}).refused(409, "tournament-archived")
        assert event.by.get("/api/tournaments")["tournaments"] == []
        assert len(event.by.get("/api/tournaments?archived=true")["tournaments"]) == 1
        assert event("POST", "/archive", {"archived": False}).ok()["status"] == "draft"

    def test_delete(self, event: Event) -> None:
        assert event("DELETE", "").ok() == {"version": 2}
        event("GET", "").refused(404, "unknown-tournament")
        event("POST", "/undo", {}).refused(404, "unknown-tournament")

    def test_the_whole_state(self, four: Event) -> None:
        state = four.by.get(f"{four.url}/state")
        assert [player["name"] for player in state["players"]] == ["Ann", "Ben", "Cid", "Dan"]
        assert len(state["rounds"]) == 1
        assert state["tournament"]["id"] == four.id
        assert len(state["standings"]) == 4
        assert state["version"] == 3


class TestPlayers:
    def test_add_many(self, event: Event) -> None:
        body = event("POST", "/players", {"players": [{"name": "Ann", "rating": 1900}, {"name": "Ben"}]}).ok(201)
        assert [(player["name"], player["rating"]) for player in body["players"]] == [("Ann", 1900), ("Ben", None)]
        assert len({player["id"] for player in body["players"]}) == 2
        assert body["version"] == 2

    def test_every_field_comes_back(self, event: Event) -> None:
        given = {
            "name": "Ann",
            "rating": 2000,
            "federation": "NED",
            "fide_id": "1000001",
            "title": "WGM",
            "gender": "f",
            "birth": "1990-05-31",
            "club": "DSC",
            "city": "Delft",
            "state": "ZH",
            "disability": "blind",
            "section": None,
        }
        [made] = event("POST", "/players", {"players": [given]}).ok(201)["players"]
        assert {name: made[name] for name in given} == given
        there = event.by.get(f"{event.url}/players/{made['id']}")
        assert there == made | {"version": 2}

    def test_the_birth_by_its_other_name(self, hall: House, event: Event) -> None:
        given = {"name": "Ann", "date_of_birth": "2014-05-31"}
        [made] = event("POST", "/players", {"players": [given]}).ok(201)["players"]
        assert (made["birth"], made["date_of_birth"]) == ("2014-05-31", "2014-05-31")
        path = f"/players/{made['id']}"
        assert event("PATCH", path, {"date_of_birth": "2015-01-01"}).ok()["birth"] == "2015-01-01"
        event("PATCH", path, {"birth": None, "date_of_birth": "2015-01-01"}).refused(400, "malformed")
        event("POST", "/publish", {}).ok()
        assert hall.anyone.get(event.url + path)["date_of_birth"] is None

    def test_the_list_is_in_the_order_of_entry(self, event: Event) -> None:
        event.players("Zoe", "Ann")
        body = event.by.get(f"{event.url}/players")
        assert [player["name"] for player in body["players"]] == ["Zoe", "Ann"]

    def test_edit_withdraw_return_byes_remove(self, event: Event) -> None:
        event.players("Ann")
        path = f"/players/{event.ids['Ann']}"
        assert event("PATCH", path, {"rating": 1850, "club": "DSC"}).ok()["rating"] == 1850
        assert event("PATCH", path, {"rating": None}).ok()["rating"] is None
        assert event("POST", path + "/withdraw").ok()["withdrawn"] is True
        assert event("POST", path + "/return").ok()["withdrawn"] is False
        assert event("PUT", path + "/byes", {"3": "half", "5": "zero"}).ok()["byes"] == {"3": "half", "5": "zero"}
        assert event("PUT", path + "/byes", {}).ok()["byes"] == {}
        assert event("DELETE", path).ok() == {"version": event.version}
        event("GET", path).refused(404, "unknown-player")

    def test_a_requested_bye_is_given(self, event: Event) -> None:
        event.players("Ann", "Ben", "Cid")
        event("PUT", f"/players/{event.ids['Cid']}/byes", {"1": "half"}).ok()
        event.pairs([("Ann", "Ben")])
        assert event.pairing("Cid")["bye_type"] == "half"
        assert event.standings["Cid"] == (0.5, "half-point bye (0.5) = 0.5")

    def test_a_card(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        card = four.by.get(f"{four.url}/players/{four.ids['Ben']}/card")
        assert (card["name"], card["points"]) == ("Ben", 0.0)
        assert [(line["opponent"], line["colour"], line["outcome"]) for line in card["rounds"]] == [
            ("Ann", "black", "loss")
        ]


class TestRounds:
    def test_the_engine_pairs_and_names_the_round(self, chief: Caller) -> None:
        event = chief.event(format="round-robin")
        event.players("Ann", "Ben", "Cid")
        body = event("POST", "/rounds", {"round": 1}).ok(201)
        assert body["round"] == 1
        assert {frozenset(row) >= P for row in body["pairings"]} == {True}
        assert sorted(row["is_bye"] for row in body["pairings"]) == [False, True]
        assert body["unpaired"] == []
        assert body["version"] == 3

    def test_nothing_means_the_next_round(self, chief: Caller) -> None:
        event = chief.event(format="round-robin")
        event.players("Ann", "Ben", "Cid")
        assert [event.pair()["round"] for _ in range(3)] == [1, 2, 3]
        event("POST", "/rounds", {}).refused(409, "rounds-exhausted")

    def test_a_double_click_pairs_once(self, chief: Caller) -> None:
        event = chief.event(format="round-robin")
        event.players("Ann", "Ben", "Cid", "Dan")
        event("POST", "/rounds", {"round": 1}).ok(201)
        event("POST", "/rounds", {"round": 1}).refused(409, "round-exists")
        event("POST", "/rounds", {"round": 3}).refused(409, "round-not-next")

    def test_by_hand_one_left_over_gets_the_bye(self, event: Event) -> None:
        event.players("Ann", "Ben", "Cid")
        body = event.pairs([("Ann", "Ben")])
        assert [row["bye_type"] for row in body["pairings"]] == [None, "bye"]
        assert body["unpaired"] == []

    def test_by_hand_several_left_over_are_unpaired(self, event: Event) -> None:
        event.players("Ann", "Ben", "Cid", "Dan")
        body = event.pairs([("Ann", "Ben")])
        assert body["unpaired"] == [event.ids["Cid"], event.ids["Dan"]]

    def test_look_publish_close_reopen_unpair(self, four: Event) -> None:
        assert four.by.get(f"{four.url}/rounds/1")["status"] == "draft"
        assert four("POST", "/rounds/1/publish").ok()["status"] == "published"
        problem = four("POST", "/rounds/1/close").refused(409, "round-not-complete")
        assert [match["problem"] for match in problem["matches"]] == ["missing", "missing"]
        four.result("Ann", "1-0").ok()
        four.result("Cid", "1/2-1/2").ok()
        assert four("POST", "/rounds/1/close").ok()["status"] == "closed"
        four.result("Ann", "0-1").refused(409, "round-closed")
        assert four("POST", "/rounds/1/reopen").ok()["status"] == "playing"
        assert four("DELETE", "/rounds/1").ok() == {"version": four.version}
        four("GET", "/rounds/1").refused(404, "unknown-round")

    def test_a_late_result_for_an_undone_pairing(self, four: Event) -> None:
        pairing = four.pairing("Ann")["id"]
        four("DELETE", "/rounds/1").ok()
        four.by("PUT", f"/api/pairings/{pairing}/result", {"result": "1-0"}).refused(409, "pairing-undone")
        four.by("GET", f"/api/pairings/{pairing}").refused(404, "unknown-pairing")

    def test_a_bye_and_a_game_for_those_left_out(self, event: Event) -> None:
        event.players("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
        event.pairs([("Ann", "Ben")])
        bye = event("POST", "/rounds/1/byes", {"player_id": event.ids["Cid"], "byeType": "unpaired"}).ok(201)
        assert (bye["is_bye"], bye["bye_type"], bye["result"]) == (True, "unpaired", "bye_unpaired")
        assert bye.keys() == P | {"version"}
        game = event("POST", "/rounds/1/pairings", {"white": event.ids["Dan"], "black": event.ids["Eve"]}).ok(201)
        assert (game["white_player_id"], game["is_bye"]) == (event.ids["Dan"], False)
        assert event.by.get(f"{event.url}/rounds/1")["unpaired"] == [event.ids["Fay"]]

    def test_sections_pair_and_rank_separately(self, chief: Caller) -> None:
        event = chief.event(format="round-robin", sections=["A", "B"])
        event.players("Ann", "Ben", section="A")
        event.players("Cid", "Dan", section="B")
        event.pair()
        assert [row["section"] for row in event.by.get(f"{event.url}/rounds/1")["pairings"]] == ["A", "B"]
        event.result("Ann", "1-0").ok()
        ranks = {
            row["name"]: (row["section"], row["rank"]) for row in event.by.get(f"{event.url}/standings")["standings"]
        }
        assert ranks == {"Ann": ("A", 1), "Ben": ("A", 2), "Cid": ("B", 1), "Dan": ("B", 1)} or ranks == {
            "Ben": ("A", 1),
            "Ann": ("A", 2),
            "Cid": ("B", 1),
            "Dan": ("B", 1),
        }


class TestPairings:
    def test_look(self, four: Event) -> None:
        pairing = four.pairing("Ann")
        assert four.by.get(f"/api/pairings/{pairing['id']}") == pairing | {"version": 3}

    def test_swap_colours(self, four: Event) -> None:
        pairing = four.pairing("Ann")
        body = four.by("PATCH", f"/api/pairings/{pairing['id']}", {"colours": "swap"}).ok()
        assert (body["white_player_id"], body["black_player_id"]) == (four.ids["Ben"], four.ids["Ann"])

    def test_move_to_a_board(self, four: Event) -> None:
        body = four.by("PATCH", f"/api/pairings/{four.pairing('Cid')['id']}", {"board": 1}).ok()
        assert body["board"] == 1
        assert four.pairing("Ann")["board"] == 2

    def test_swap_players(self, four: Event) -> None:
        four.by("PATCH", f"/api/pairings/{four.pairing('Ann')['id']}", {"black": four.ids["Dan"]}).ok()
        assert four.pairing("Ann")["black_player_id"] == four.ids["Dan"]
        assert four.pairing("Cid")["black_player_id"] == four.ids["Ben"]

    def test_remove(self, four: Event) -> None:
        pairing = four.pairing("Ann")["id"]
        assert four.by("DELETE", f"/api/pairings/{pairing}").ok() == {"version": 4}
        assert len(four.by.get(f"{four.url}/rounds/1")["unpaired"]) == 2

    @pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F"])
    def test_every_result(self, four: Event, result: str) -> None:
        body = four.result("Ann", result).ok()
        assert body.keys() == P | {"version"}
        assert (body["result"], body["version"]) == (result, 4)

    def test_clear_a_result(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        assert four.result("Ann", None).ok()["result"] is None

    def test_the_same_result_again_changes_nothing(self, four: Event) -> None:
        assert four.result("Ann", "1-0").ok() == four.result("Ann", "1-0").ok()

    def test_was(self, four: Event) -> None:
        assert four.result("Ann", "1-0", was=None).ok()["version"] == 4
        problem = four.result("Ann", "0-1", was="1/2-1/2").refused(409, "result-differs")
        assert (problem["value"], problem["stored"]) == ("1/2-1/2", "1-0")
        four.result("Ann", "0-1", was=None).refused(409, "result-differs")
        assert four.result("Ann", "0-1", was="1-0").ok()["result"] == "0-1"


class TestStandings:
    def test_rows(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        body = four.by.get(f"{four.url}/standings")
        assert body["version"] == 4
        assert body["standings"][0] == {
            "rank": 1,
            "player_id": four.ids["Ann"],
            "name": "Ann",
            "section": None,
            "points": 1.0,
            "details": "1W (1.0) = 1.0",
            "tiebreaks": {},
            "decided_by": None,
        }

    def test_after_a_round(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        four.pairs([("Ann", "Cid")])
        four.result("Ann", "1-0").ok()
        after = {row["name"]: row["points"] for row in four.by.get(f"{four.url}/standings?after=1")["standings"]}
        assert after["Ann"] == 1.0
        assert four.standings["Ann"][0] == 2.0
        four("GET", "/standings?after=3").refused(404, "unknown-round")

    def test_a_tie_break_that_is_not_known(self, four: Event) -> None:
        assert four("GET", "/standings?tiebreaks=BH,XX").refused(400, "tiebreak-unknown")["value"] == "XX"
        assert four.by.get(f"{four.url}/standings?tiebreaks=")["standings"][0]["tiebreaks"] == {}

    def test_tie_breaks_of_ones_own_choice(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        four.result("Cid", "1/2-1/2").ok()
        rows = four.by.get(f"{four.url}/standings?tiebreaks=BH/C1,BH")["standings"]
        assert [list(row["tiebreaks"]) for row in rows] == [["BH/C1", "BH"]] * 4
        assert all(isinstance(row["tiebreaks"]["BH"], float) for row in rows)

    def test_a_crosstable(self, four: Event) -> None:
        four.result("Ann", "1-0").ok()
        [table] = four.by.get(f"{four.url}/crosstable")["sections"]
        assert table["kind"] == "rounds"
        assert table["rows"][0]["name"] == "Ann"


class TestServer:
    def test_alive_and_ready(self, hall: House) -> None:
        assert hall.anyone.get("/health") == {"status": "ok"}
        assert hall.anyone.get("/ready") == {"status": "ok"}

    def test_no_database_no_readiness(self, hall: House) -> None:
        with hall.podium.database.writing.begin() as connection:
            connection.exec_driver_sql("DROP TABLE head")
        assert hall.anyone("GET", "/ready").refused(503, "database-away")["part"] == "database"
        hall.anyone("GET", "/api/tournaments/x").refused(503, "database-away")
        assert hall.anyone.get("/health") == {"status": "ok"}

    def test_the_manual_needs_no_internet(self, hall: House) -> None:
        page = hall.anyone("GET", "/docs").ok().decode()
        assert "http" not in page.replace("/openapi.json", "")
        for address in ("vendor/swagger-ui/swagger-ui-bundle.js", "vendor/swagger-ui/swagger-ui.css", "manual.js"):
            assert f"/docs/static/{address}" in page
            hall.anyone("GET", f"/docs/static/{address}").ok()

    @pytest.mark.parametrize("path", ["/health", "/api/tournaments", "/api/nothing", "/docs", "/"])
    def test_every_answer_carries_the_policy(self, hall: House, path: str) -> None:
        headers = hall.anyone("GET", path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
