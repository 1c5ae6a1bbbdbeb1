"""History, undo, redo, the past, what-if; and writes that are repeated or come too late."""

from __future__ import annotations

import pytest

from tests.kit.http import Event, House
from tests.kit.loops import every


@pytest.fixture
def four(hall: House) -> Event:
    """Four players, two games, and a result on the first board: version 4."""
    return four_in(hall)


@pytest.fixture
def four_in_either(either_hall: House) -> Event:
    return four_in(either_hall)


def four_in(hall: House) -> Event:
    event = hall.user("chief").event()
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event.result("Ann", "1-0").ok()
    return event


class TestHistory:
    def test_newest_first(self, four: Event) -> None:
        body = four.by.get(f"{four.url}/history")
        assert body["version"] == 4
        assert [line["version"] for line in body["commits"]] == [4, 3, 2, 1]
        assert [line["parent"] for line in body["commits"]] == [3, 2, 1, 0]
        newest = body["commits"][0]
        assert newest["type"] == "RecordResult"
        assert newest["summary"] == "Round 1, board 1: Ann 1-0 Ben"
        assert newest["actor"] == "chief"
        assert newest["at"].endswith("+00:00")

    def test_the_event_as_it_was(self, four: Event) -> None:
        then = four.by.get(f"{four.url}/state?version=2")
        assert (then["version"], len(then["players"]), then["rounds"]) == (2, 4, [])
        four("GET", "/state?version=99").refused(404, "unknown-commit")
        four("GET", "/state?version=-1").refused(400, "malformed")


class TestUndo:
    def test_the_newest(self, four: Event) -> None:
        assert four("POST", "/undo", {}).ok() == {"version": 5, "commit": 4, "dropped": []}
        assert four.pairing("Ann")["result"] is None
        assert four("POST", "/redo").ok()["version"] == 6
        assert four.pairing("Ann")["result"] == "1-0"
        four("POST", "/redo").refused(409, "nothing-to-redo")

    def test_until_nothing_is_left(self, four: Event) -> None:
        for _ in range(3):
            four("POST", "/undo", {}).ok()
        four("POST", "/undo", {}).refused(409, "nothing-to-undo")

    def test_one_that_others_depend_on(self, four: Event) -> None:
        problem = four("POST", "/undo", {"commit": 3}).refused(409, "change-depended-on")
        assert "round 1 has results" in problem["detail"]
        four("POST", "/undo", {"commit": 99}).refused(404, "unknown-commit")

    def test_one_in_the_middle(self, four: Event) -> None:
        four.result("Cid", "0-1").ok()
        assert four("POST", "/undo", {"commit": 4}).ok()["commit"] == 4
        assert (four.pairing("Ann")["result"], four.pairing("Cid")["result"]) == (None, "0-1")

    def test_going_back_needs_if_match(self, four: Event) -> None:
        four("POST", "/undo", {"to": 2}).refused(400, "if-match-required")
        four("POST", "/undo", {"to": 2}, If_Match='"3"').refused(409, "stale")
        assert four("POST", "/undo", {"to": 2}, If_Match='"4"').ok() == {
            "version": 5,
            "commit": None,
            "dropped": [3, 4],
        }
        assert four.by.get(f"{four.url}/rounds")["rounds"] == []
        assert four("POST", "/redo").ok()["version"] == 6
        assert four.pairing("Ann")["result"] == "1-0"

    def test_both_at_once_is_malformed(self, four: Event) -> None:
        four("POST", "/undo", {"to": 2, "commit": 3}, If_Match='"4"').refused(400, "malformed")


class TestWhatIf:
    def test_what_a_result_would_change(self, four: Event) -> None:
        pairing = four.pairing("Cid")["id"]
        asked = {"method": "PUT", "path": f"/api/pairings/{pairing}/result", "body": {"result": "0-1"}}
        body = four("POST", "/what-if", asked).ok()
        assert (body["version"], body["refused"], body["prizes"]) == (4, None, [])
        [changed] = body["pairings"]
        assert (changed["id"], changed["before"]["result"], changed["after"]["result"]) == (pairing, None, "0-1")
        dan = next(row for row in body["standings"] if row["player_id"] == four.ids["Dan"])
        assert (dan["before"], dan["after"]) == ({"rank": 2, "points": 0.0}, {"rank": 1, "points": 1.0})

    def test_nothing_is_written(self, four: Event) -> None:
        before = four.by.get(f"{four.url}/history")
        for method, path, body in (
            ("POST", f"{four.url}/rounds", {}),
            ("DELETE", f"{four.url}/rounds/1", None),
            ("POST", f"{four.url}/undo", {}),
            ("POST", f"{four.url}/undo", {"to": 1}),
            ("DELETE", four.url, None),
        ):
            answer = four("POST", "/what-if", {"method": method, "path": path, "body": body}).ok()
            assert answer["refused"] is None
        assert four.by.get(f"{four.url}/history") == before

    def test_what_would_be_refused(self, four: Event) -> None:
        pairing = four.pairing("Ann")["id"]
        for method, path, body, status, code in (
            ("POST", f"{four.url}/rounds", {"round": 1}, 409, "round-exists"),
            ("PUT", f"/api/pairings/{pairing}/result", {"result": "2-0"}, 400, "result-unknown"),
            ("PUT", f"/api/pairings/{pairing}/result", {"outcome": "1-0"}, 400, "malformed"),
            ("POST", f"/api/pairings/{pairing}/bye-result", {"byeType": "bye"}, 409, "pairing-has-two-players"),
            ("POST", f"{four.url}/players/nobody/withdraw", None, 404, "unknown-player"),
        ):
            refused = four("POST", "/what-if", {"method": method, "path": path, "body": body}).ok()["refused"]
            assert (refused["status"], refused["code"]) == (status, code)

    def test_a_question_that_makes_no_sense(self, four: Event) -> None:
        other = four.by.event("Other")
        for method, path, status, code in (
            ("GET", f"{four.url}/standings", 400, "what-if-path"),
            ("POST", "/api/tournaments", 400, "what-if-path"),
            ("POST", f"{other.url}/rounds", 400, "what-if-path"),
            ("PUT", "/api/pairings/nowhere/result", 404, "unknown-pairing"),
        ):
            four("POST", "/what-if", {"method": method, "path": path}).refused(status, code)


class TestRepeatedWrites:
    def test_the_same_key_and_body_get_the_first_answer_again(self, four: Event) -> None:
        pairing = four.pairing("Cid")["id"]
        path, body = f"/api/pairings/{pairing}/result", {"result": "1-0"}
        first = four.by("PUT", path, body, Idempotency_Key="k1").ok()
        four.result("Cid", "0-1").ok()
        assert four.by("PUT", path, body, Idempotency_Key="k1").ok() == first
        assert four.pairing("Cid")["result"] == "0-1"

    def test_another_body_with_the_same_key(self, four: Event) -> None:
        path = f"/api/pairings/{four.pairing('Cid')['id']}/result"
        four.by("PUT", path, {"result": "1-0"}, Idempotency_Key="k1").ok()
        problem = four.by("PUT", path, {"result": "0-1"}, Idempotency_Key="k1")
        assert problem.refused(409, "idempotency-key-reused")["value"] == "k1"

    @pytest.mark.parametrize(
        ("method", "path", "body", "status"),
        [
            ("POST", "/players", {"players": [{"name": "Eve"}]}, 201),
            ("POST", "/rounds", {}, 201),
            ("POST", "/publish", {}, 200),
            ("POST", "/undo", {}, 200),
            ("PATCH", "", {"name": "Other"}, 200),
            ("DELETE", "/rounds/1", None, 200),
        ],
        ids=["players", "pairing", "publishing", "undo", "settings", "unpairing"],
    )
    def test_every_kind_of_write(
        self, four_in_either: Event, method: str, path: str, body: object, status: int
    ) -> None:
        first = four_in_either(method, path, body, Idempotency_Key="once").ok(status)
        assert first["version"] == 5
        assert four_in_either(method, path, body, Idempotency_Key="once").ok(status) == first
        assert four_in_either.version == 5

    def test_going_back_twice(self, four: Event) -> None:
        first = four("POST", "/undo", {"to": 2}, If_Match='"4"', Idempotency_Key="back").ok()
        assert four("POST", "/undo", {"to": 2}, If_Match='"4"', Idempotency_Key="back").ok() == first

    def test_a_tournament_is_created_once(self, either_hall: House) -> None:
        caller = either_hall.user("maker")
        given = {"name": "Once", "format": "manual"}
        first = caller("POST", "/api/tournaments", given, Idempotency_Key="new").ok(201)
        assert caller("POST", "/api/tournaments", given, Idempotency_Key="new").ok(201) == first
        other = {"name": "Twice", "format": "manual"}
        caller("POST", "/api/tournaments", other, Idempotency_Key="new").refused(409, "idempotency-key-reused")
        assert len(caller.get("/api/tournaments")["tournaments"]) == 1
        stranger = either_hall.user("stranger")
        assert stranger("POST", "/api/tournaments", given, Idempotency_Key="new").ok(201)["id"] != first["id"]

    @every("key", ["", " ", "x" * 201, "a\tb"])
    def test_a_key_that_is_none(self, four: Event, key: str) -> None:
        four("POST", "/publish", {}, Idempotency_Key=key).refused(400, "idempotency-key-malformed")


class TestIfMatch:
    def test_the_version_one_sees(self, four: Event) -> None:
        four.result("Cid", "1-0").ok()
        problem = four("POST", "/publish", {}, If_Match='"4"').refused(409, "stale")
        assert (problem["value"], problem["version"]) == (4, 5)
        assert four("POST", "/publish", {}, If_Match='"5"').ok()["version"] == 6

    def test_a_whole_etag_will_do(self, four: Event) -> None:
        tag = four("GET", "").headers["etag"]
        assert tag == '"4-owner-en"'
        assert four("POST", "/publish", {}, If_Match=tag).ok()["version"] == 5

    @every("given", ["banana", '"x"', '"-1"', '""', '"1" "2"', "1.5", '"' + "9" * 30 + '"'])
    def test_what_is_no_version(self, four: Event, given: str) -> None:
        assert four("POST", "/publish", {}, If_Match=given).refused(400, "if-match-malformed")["value"] == given

    def test_a_version_that_will_never_be(self, four: Event) -> None:
        four("POST", "/publish", {}, If_Match='"9223372036854775"').refused(409, "stale")

    def test_any_will_do(self, four: Event) -> None:
        assert four("POST", "/publish", {}, If_Match="*").ok()["version"] == 5


class TestEtags:
    def test_one_who_has_it_gets_nothing(self, four: Event) -> None:
        for path in ("", "/standings", "/rounds/1", "/history", "/players", "/crosstable", "/state"):
            answer = four("GET", path)
            answer.ok()
            tag = answer.headers["etag"]
            assert tag == '"4-owner-en"'
            again = four("GET", path, If_None_Match=tag)
            assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        four.result("Cid", "1-0").ok()
        assert four("GET", "/standings", If_None_Match='"4-owner-en"').ok()["version"] == 5

    def test_it_differs_by_role(self, four: Event, hall: House) -> None:
        four("POST", "/publish").ok()
        public = four.as_seen_by(hall.anyone)
        assert public("GET", "").headers["etag"] == '"5-public-en"'
        public("GET", "", If_None_Match='"5-owner-en"').ok()
