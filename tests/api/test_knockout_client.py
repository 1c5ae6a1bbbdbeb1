"""A client that knows the contract and meets a knockout: every read and write works, or says why not."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from tests.kit.http import Answer, Caller, Event, House, Json


def field(chief: Caller, players: int, **rules: object) -> Event:
    """A knockout of P1, the best, to Pn, with its bracket built."""
    event = chief.event("Cup", "knockout", **rules)
    entries = [{"name": f"P{number}", "rating": 2500 - number} for number in range(1, players + 1)]
    added = event("POST", "/players", {"players": entries}).ok(201)["players"]
    event.ids |= {row["name"]: row["id"] for row in added}
    event.pair()
    return event


def matches(event: Event, round: int) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/matches?round={round}")["matches"]
    return found


def report(event: Event, match: str, result: str | None, **more: object) -> Answer:
    return event.by("PUT", f"/api/matches/{match}/result", {"result": result, **more})


def put(event: Event, pairing: str, **body: object) -> Answer:
    return event.by("PUT", f"/api/pairings/{pairing}/result", body)


def ranks(event: Event, query: str = "") -> list[tuple[str, int]]:
    return [(row["name"], row["rank"]) for row in event.by.get(f"{event.url}/standings{query}")["standings"]]


def summaries(event: Event) -> list[str]:
    return [commit["summary"] for commit in event.by.get(f"{event.url}/history")["commits"]]


@pytest.fixture
def eight(chief: Caller) -> Event:
    """Round 1 of eight: P1 won, P4 and P5 drew and play a best of three, the others wait."""
    event = field(chief, 8, tieBreakPolicy="BEST_OF_3")
    first, second, *_ = matches(event, 1)
    report(event, first["id"], "WHITE_WIN").ok()
    report(event, second["id"], "DRAW").ok()
    return event


@pytest.fixture
def over(eight: Event) -> Event:
    """The same to its end: P1 is the champion, P4 came through the tie-break."""
    _, drawn, *_ = [row for row in matches(eight, 1) if not row["isTieBreak"]]
    one, two, _ = drawn["tieBreakMatches"]
    report(eight, one, "WHITE_WIN").ok()
    report(eight, two, "BLACK_WIN").ok()
    for round in (1, 2, 3):
        for row in matches(eight, round):
            if row["status"] == "PENDING":
                report(eight, row["id"], "WHITE_WIN").ok()
    return eight


class TestTieBreaksOnPoints:
    @pytest.mark.parametrize("codes", [["BH"], ["PTS", "BH/C1"], "fide-swiss"])
    def test_they_are_no_setting(self, chief: Caller, codes: object) -> None:
        body = {"name": "Cup", "format": "knockout", "tiebreaks": codes}
        refused = chief("POST", "/api/tournaments", body).refused(400, "not-in-knockout")
        assert (refused["field"], "leave them empty" in refused["detail"]) == ("tiebreaks", True)
        event = chief.event(format="knockout")
        event("PATCH", "", {"tiebreaks": codes}).refused(400, "not-in-knockout")
        event("PATCH", "", {"tiebreaks": []}).ok()
        assert event.version == 1

    def test_they_cannot_be_asked_for(self, over: Event) -> None:
        over("GET", "/standings?tiebreaks=BH").refused(409, "tiebreak-not-in-knockout")
        over("GET", "/standings?tiebreaks=XY").refused(400, "tiebreak-unknown")
        way = f"/players/{over.ids['P1']}/tiebreaks"
        over("GET", f"{way}?codes=BH,SB").refused(409, "tiebreak-not-in-knockout")
        plain = over("GET", way).ok()
        assert plain["tiebreaks"] == []
        assert [each["code"] for each in plain["refused"]] == ["knockout-without-tiebreaks"]


class TestReads:
    def test_standings_after_a_round(self, over: Event) -> None:
        assert {rank for _, rank in ranks(over, "?after=0")} == {1}
        assert ranks(over, "?after=1")[:4] == [("P1", 1), ("P2", 1), ("P3", 1), ("P4", 1)]
        assert {rank for _, rank in ranks(over, "?after=1")[4:]} == {5}
        assert ranks(over, "?after=2")[:4] == [("P1", 1), ("P2", 1), ("P3", 3), ("P4", 3)]
        assert ranks(over, "?after=3") == ranks(over)
        assert ranks(over)[:3] == [("P1", 1), ("P2", 2), ("P3", 3)]
        over("GET", "/standings?after=4").refused(404, "unknown-round")

    def test_those_who_are_not_beaten_yet_are_still_in(self, eight: Event) -> None:
        assert ranks(eight, "?after=1") == ranks(eight)
        assert ranks(eight)[-1] == ("P8", 8)
        eight("GET", "/standings?after=2").refused(404, "unknown-round")  # nobody is in it yet

    def test_the_crosstable(self, over: Event) -> None:
        [table] = over("GET", "/crosstable").ok()["sections"]
        assert (table["kind"], table["columns"]) == ("rounds", ["1", "2", "3"])
        rows = {row["name"]: row["cells"] for row in table["rows"]}
        assert list(rows)[:2] == ["P1", "P2"]
        assert rows["P1"] == ["8w1", "4w1", "2w1"]
        assert rows["P4"] == ["5w½t1", "1b0", ""]
        assert over("GET", "/crosstable?after=1").ok()["sections"][0]["columns"] == ["1"]

    def test_the_card(self, over: Event, eight: Event) -> None:
        shown = over("GET", f"/players/{over.ids['P5']}/card").ok()
        [line] = shown["rounds"]
        assert (line["outcome"], line["decided"]) == ("draw, then lost in the best of three", "in the best of three")
        assert [(game["index"], game["status"], game["outcome"]) for game in line["tie_breaks"]] == [
            (1, "FINISHED", "loss"),
            (2, "FINISHED", "loss"),
            (3, "CANCELED", "not needed"),
        ]
        assert (shown["points"], line["total"]) == (0, 0)
        champion = over("GET", f"/players/{over.ids['P1']}/card").ok()
        assert [line["total"] for line in champion["rounds"]] == [1, 2, 3]
        assert champion["points"] == 3

    def test_rounds_and_pairings(self, eight: Event) -> None:
        here = eight("GET", "/rounds/1").ok()
        assert (here["status"], here["pending"]) == ("playing", 3)  # one of them is in its tie-break
        half_open = matches(eight, 2)[0]["id"]
        eight.by("GET", f"/api/pairings/{half_open}").refused(404, "unknown-pairing")
        put(eight, half_open, result="1-0").refused(409, "match-open")
        eight("GET", "/rounds/1/edit").refused(409, "knockout-rounds")

    def test_why(self, eight: Event) -> None:
        answer = eight.by.get(f"/api/pairings/{matches(eight, 1)[0]['id']}/why")
        assert (answer["engine"], answer["prescribed"]) == ("knockout", True)
        assert answer["parts"][0]["sentences"][0] == "P1 is seed 1 and P8 is seed 8."
        eight.by("GET", f"/api/pairings/{eight.id}-none/why").refused(404, "unknown-pairing")

    def test_files(self, over: Event) -> None:
        assert b"P1,2499" in over("GET", "/export/csv").body
        assert over("GET", "/export/xlsx").status == 200
        for name in ("trf", "trf16"):
            assert "one against one" in over("GET", f"/export/{name}").refused(409, "report-of-format")["detail"]

    def test_the_event_as_it_was(self, over: Event) -> None:
        built = over("GET", "/state?version=3").ok()
        assert (len(built["matches"]), {row["result"] for row in built["matches"]}) == (7, {None})
        assert [row["rank"] for row in built["standings"]] == [1] * 8
        now = over("GET", "/state").ok()
        assert sum(row["isTieBreak"] for row in now["matches"]) == 3

    def test_etags(self, over: Event) -> None:
        paths = ("/standings", "/crosstable", "/bracket", "/matches", "/rounds", "/state")
        tags = {path: over("GET", path).headers["etag"] for path in paths}
        assert [over("GET", path, If_None_Match=tag).status for path, tag in tags.items()] == [304] * 6
        over("POST", "/undo", {}).ok()
        assert [over("GET", path, If_None_Match=tag).status for path, tag in tags.items()] == [200] * 6

    def test_the_public_sees_the_same(self, hall: House, over: Event) -> None:
        over("POST", "/publish", {}).ok()
        public = over.as_seen_by(hall.anyone)
        for path in ("/standings?after=1", "/crosstable", f"/players/{over.ids['P4']}/card", "/matches", "/bracket"):
            assert public("GET", path).ok() == over("GET", path).ok()


class TestWrites:
    def test_rounds_come_by_themselves(self, eight: Event) -> None:
        before = eight.version
        for method, path, body in (
            ("POST", "/rounds/1/close", {}),
            ("POST", "/rounds/1/reopen", {}),
            ("POST", "/rounds/1/publish", {}),
            ("POST", "/rounds/1/edit", {"open": True}),
            ("POST", "/rounds/1/byes", {"player_id": "x", "byeType": "bye"}),
            ("POST", "/rounds/1/pairings", {"white": "x", "black": "y"}),
            ("DELETE", "/rounds/2", None),
            ("POST", "/rounds", {"pairings": []}),
            ("POST", "/rounds", {"round": 9}),
        ):
            eight(method, path, body).refused(409, "knockout-rounds")
        assert eight.version == before

    def test_what_a_match_does_not_take(self, chief: Caller) -> None:
        event = field(chief, 3, tieBreakPolicy="RAPID")
        bye, full = (row["id"] for row in matches(event, 1))
        for id, code in ((bye, "match-is-bye"), (full, "pairing-has-two-players")):
            event.by("POST", f"/api/pairings/{id}/bye-result", {"byeType": "bye"}).refused(409, code)
        put(event, bye, result="1-0").refused(409, "match-is-bye")
        unknown = f"/api/pairings/{event.id}-none"
        event.by("POST", f"{unknown}/bye-result", {"byeType": "bye"}).refused(404, "unknown-pairing")
        event.by("PUT", f"{unknown}/result", {"result": "1-0"}).refused(404, "unknown-pairing")
        event.by("PUT", f"/api/pairings/{full}/sets", {"home": 1}).refused(409, "game-without-sets")
        event.by("PATCH", f"/api/pairings/{full}", {"colours": "swap"}).refused(409, "knockout-rounds")
        event.by("DELETE", f"/api/pairings/{full}").refused(409, "knockout-rounds")
        assert event.version == 3

    def test_a_result_by_the_name_of_a_pairing(self, eight: Event) -> None:
        drawn = matches(eight, 1)[1]
        one, two, _ = drawn["tieBreakMatches"]
        put(eight, drawn["id"], result="1-0", was=None).refused(409, "result-differs")
        put(eight, drawn["id"], result="1-0", was="1/2-1/2").refused(409, "result-has-consequences")
        put(eight, one, result="1-0", was=None).ok()
        put(eight, two, result="0-1").ok()
        assert eight.by.get(f"/api/pairings/{drawn['id']}")["result"] == "1-0"
        before = eight.version
        put(eight, drawn["id"], result="1-0", was="1-0").ok()
        put(eight, drawn["id"], result="0-1", was="1-0").refused(409, "result-has-consequences")
        assert eight.version == before

    def test_what_if_shows_what_would_be_undone(self, over: Event) -> None:
        first, drawn = (row for row in matches(over, 1) if row["boardNumber"] in (1, 2) and not row["isTieBreak"])
        [final] = matches(over, 3)
        before = over.version
        wish = {"method": "PUT", "path": f"/api/matches/{first['id']}/result", "body": {"result": "BLACK_WIN"}}
        answer = over("POST", "/what-if", wish).ok()
        assert answer["refused"]["code"] == "result-has-consequences"
        gone = {each["id"] for each in answer["pairings"] if each["after"] is None}
        assert gone == set(answer["refused"]["matches"])
        assert final["id"] in gone
        confirmed = over("POST", "/what-if", {**wish, "body": {"result": "BLACK_WIN", "confirm": True}}).ok()
        assert confirmed["refused"] is None
        assert confirmed["standings"] == answer["standings"]
        by_pairing = {"method": "PUT", "path": f"/api/pairings/{drawn['id']}/result", "body": {"result": "0-1"}}
        other = over("POST", "/what-if", by_pairing).ok()
        gone = {each["id"] for each in other["pairings"] if each["after"] is None}
        assert set(drawn["tieBreakMatches"]) < gone
        assert over.version == before

    def test_a_player_is_not_told_more_by_what_if(self, hall: House, over: Event) -> None:
        first = matches(over, 1)[0]["id"]
        player = over.as_seen_by(hall.by_link(over, Role.PLAYER, "P1"))
        wish = {"method": "PUT", "path": f"/api/matches/{first}/result", "body": {"result": "BLACK_WIN"}}
        player("POST", "/what-if", wish).refused(403, "forbidden")

    def test_undo_and_redo_across_rounds(self, over: Event) -> None:
        champion = ranks(over)
        over("POST", "/undo", {}).ok()
        assert over.by.get(f"{over.url}/bracket")["champions"] == []
        over("POST", "/redo", {}).ok()
        assert ranks(over) == champion
        over("POST", "/undo", {"commit": 4}).refused(409, "change-depended-on")
        over("POST", "/undo", {"to": 3}, If_Match=f'"{over.version}"').ok()
        assert {row["result"] for row in matches(over, 1)} == {None}

    def test_the_whole_bracket_is_taken_back_and_built_again(self, over: Event) -> None:
        over("DELETE", "/rounds/1").ok()
        assert over("GET", "/rounds").ok()["rounds"] == []
        over("GET", "/standings?after=1").refused(404, "unknown-round")
        over("DELETE", "/rounds/1").refused(404, "unknown-round")
        over("POST", "/players", {"players": [{"name": "P9"}]}).ok(201)
        assert len(over.pair()["pairings"]) == 8

    def test_the_history_says_what_happened(self, over: Event) -> None:
        said = summaries(over)
        assert said[0] == "Final, board 1: P1 1-0 P2"
        assert "Quarter-finals, board 2, Best of three, game 2: P5 0-1 P4; P4 wins the match" in said
        assert "Quarter-finals, board 2: P4 ½-½ P5; 3 tie-break games" in said


def test_shared_ranks_go_into_the_prizes(chief: Caller) -> None:
    event = field(chief, 5)
    [game] = [row for row in matches(event, 1) if row["result"] is None]
    report(event, game["id"], "DRAW").ok()
    assert {rank for _, rank in ranks(event)} == {1}
    prizes = [{"place": place, "cash": 100 * (4 - place)} for place in (1, 2, 3)]
    event("PUT", "/prizes", {"categories": [{"name": "Main", "prizes": prizes}]}).ok()
    answer = event("POST", "/prizes/allocate", {"dryRun": True}).ok()
    assert [line.split("rank=")[1].split()[0] for line in answer["log"] if "alloc.win" in line] == ["1", "1", "1"]


def test_thirty_seven_with_byes(chief: Caller) -> None:
    event = field(chief, 37, tieBreakPolicy="RAPID")
    here = event("GET", "/rounds/1").ok()
    assert (sum(row["is_bye"] for row in here["pairings"]), here["pending"]) == (27, 5)
    round = 1
    while event.by.get(f"{event.url}/bracket")["status"] == "RUNNING":
        for row in matches(event, round):
            if row["result"] is None and row["status"] == "PENDING":
                report(event, row["id"], "WHITE_WIN").ok()
        round += 1
    assert round == 7
    assert [rank for _, rank in ranks(event)].count(33) == 5
    assert ranks(event)[0] == ("P1", 1)
    first = event("GET", "/crosstable").ok()["sections"][0]["rows"][0]
    assert (first["cells"][0], len(first["cells"]), first["points"]) == ("bye", 6, 6)
    for number in range(7):
        placed = ranks(event, f"?after={number}")
        assert len(placed) == 37
        assert sum(rank == 1 for _, rank in placed) == (37 if number == 0 else 2 ** (6 - number))
