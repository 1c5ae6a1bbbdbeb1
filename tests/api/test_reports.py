"""Players report over the API: the report is part of the pairing, and what is refused says why."""

from __future__ import annotations

from typing import Any

from podium.app.access import Role
from tests.kit.http import Caller, Event, House, Json


def published(chief: Caller, format: str = "manual", **settings: Any) -> Event:
    event = chief.event(format=format, **settings)
    event.players("Ann", "Ben", "Cid", "Dan")
    if format == "manual":
        event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    else:
        event.pair()
    event("POST", "/publish", {}).ok()
    event("POST", "/rounds/1/publish", {}).ok()
    return event


def said(pairing: Json) -> tuple[str, list[tuple[str, str]]]:
    report = pairing["report"]
    return report["status"], [(each["name"], each["result"]) for each in report["statements"]]


def test_a_report_is_part_of_the_pairing_and_counts_at_once(hall: House, chief: Caller) -> None:
    event = published(chief)
    ann, ben = (hall.by_link(event, Role.PLAYER, name) for name in ("Ann", "Ben"))
    path = f"/api/pairings/{event.pairing('Ann')['id']}/report"
    pairing = ann("POST", path, {"result": "1-0"}).ok()
    assert (pairing["result"], *said(pairing)) == ("1-0", "reported", [("Ann", "1-0")])
    assert pairing["report"]["takeBackUntil"] > pairing["report"]["statements"][0]["at"]
    assert said(event.pairing("Ann")) == ("reported", [("Ann", "1-0")])
    pairing = ben("POST", f"{path}/confirm", {"result": "1-0"}).ok()
    assert said(pairing) == ("confirmed", [("Ann", "1-0"), ("Ben", "1-0")])
    rows = hall.anyone.get(f"{event.url}/rounds")["rounds"][0]["pairings"]
    assert [row["result"] for row in rows] == ["1-0", None]
    assert not any("report" in row for row in rows)  # what players say to one another is theirs


def test_an_objection_is_a_dispute_that_an_official_ends_and_undo_brings_back(hall: House, chief: Caller) -> None:
    event = published(chief)
    ann, ben = (hall.by_link(event, Role.PLAYER, name) for name in ("Ann", "Ben"))
    path = f"/api/pairings/{event.pairing('Ann')['id']}/report"
    ann("POST", path, {"result": "1-0"}).ok()
    ben("POST", f"{path}/object", {"result": "1/2-1/2"}).ok()
    event.result("Cid", "1-0").ok()
    problem = event("POST", "/rounds/1/close", {}).refused(409, "round-disputed")
    assert "(board 1)" in problem["detail"]
    preview = event(
        "POST", "/what-if", {"method": "PUT", "path": path.replace("report", "result"), "body": {"result": "0-1"}}
    )
    assert preview.ok()["standings"]
    event.result("Ann", "0-1").ok()
    assert said(event.pairing("Ann"))[0] == "decided"
    assert event.pairing("Ann")["report"]["decidedAt"]
    event("POST", "/undo", {}).ok()
    assert said(event.pairing("Ann")) == ("disputed", [("Ann", "1-0"), ("Ben", "1/2-1/2")])
    event("POST", "/rounds/1/close", {"confirm": True}).ok()


def test_taking_back_leaves_nothing(hall: House, chief: Caller) -> None:
    event = published(chief)
    ann = hall.by_link(event, Role.PLAYER, "Ann")
    path = f"/api/pairings/{event.pairing('Ann')['id']}/report"
    ann("POST", path, {"result": "1-0"}).ok()
    pairing = ann("DELETE", path, {}).ok()
    assert pairing["result"] is None
    assert "report" not in pairing
    ann("DELETE", path, {}).refused(409, "nothing-reported")


def test_the_same_key_is_the_same_report_however_often_it_is_sent(hall: House, chief: Caller) -> None:
    event = published(chief)
    ann = hall.by_link(event, Role.PLAYER, "Ann")
    path = f"/api/pairings/{event.pairing('Ann')['id']}/report"
    first = ann("POST", path, {"result": "1-0"}, Idempotency_Key="k1").ok()
    ann("DELETE", path, {}, Idempotency_Key="k2").ok()
    version = event.version
    assert ann("POST", path, {"result": "1-0"}, Idempotency_Key="k1").ok()["version"] == first["version"]
    assert event.version == version  # it was done once, and taken back since
    ann("POST", path, {"result": "0-1"}, Idempotency_Key="k1").refused(409, "idempotency-key-reused")


def test_who_does_not_play_reports_nothing(hall: House, chief: Caller) -> None:
    event = published(chief)
    path = f"/api/pairings/{event.pairing('Ann')['id']}/report"
    cid, scorer = hall.by_link(event, Role.PLAYER, "Cid"), hall.by_link(event, Role.SCORER)
    for caller in (cid, scorer, chief):
        caller("POST", path, {"result": "1-0"}).refused(403, "forbidden")
        caller("POST", f"{path}/confirm", {}).refused(403, "forbidden")
        caller("DELETE", path, {}).refused(403, "forbidden")
    hall.anyone("POST", path, {"result": "1-0"}).refused(401, "credentials-missing")
    ann = hall.by_link(event, Role.PLAYER, "Ann")
    ann("POST", "/api/pairings/nothing/report", {"result": "1-0"}).refused(404, "unknown-pairing")
    ann("POST", path, {"result": "2-1"}).refused(400, "result-unknown")
    ann("POST", path, {"result": "1-0F"}).refused(400, "result-not-for-players")


def test_a_result_that_a_player_puts_is_a_report(hall: House, chief: Caller) -> None:
    event = published(chief, playerReports="agreed")
    ann, ben = (hall.by_link(event, Role.PLAYER, name) for name in ("Ann", "Ben"))
    path = f"/api/pairings/{event.pairing('Ann')['id']}/result"
    assert ann("PUT", path, {"result": "1-0"}).ok()["result"] is None
    assert ben("PUT", path, {"result": "1-0"}).ok()["result"] == "1-0"
    assert said(event.pairing("Ann"))[0] == "confirmed"
    event("PATCH", "", {"playerReports": "off"}).ok()
    cid = hall.by_link(event, Role.PLAYER, "Cid")
    own = event.pairing("Cid")["id"]
    cid("PUT", f"/api/pairings/{own}/result", {"result": "1-0"}).refused(403, "forbidden")
    cid("POST", f"/api/pairings/{own}/report", {"result": "1-0"}).refused(409, "reports-off")


def test_a_match_of_doubles_is_reported_by_its_sets(hall: House, chief: Caller) -> None:
    event = published(chief, "doubles", setsToWin=2, rounds=1)
    [match] = chief.get(f"{event.url}/rounds")["rounds"][0]["pairings"]
    names = {id: name for name, id in event.ids.items()}
    home, away = (hall.by_link(event, Role.PLAYER, names[match[side][1]]) for side in ("home", "away"))
    path = f"/api/pairings/{match['id']}/report"
    assert home("POST", path, {"result": "2:1"}).ok()["sets"] == {"home": 2, "away": 1}
    assert away("POST", path, {"result": "0:2"}).ok()["report"]["status"] == "disputed"
    away("POST", path, {"result": "1:1"}).refused(400, "score-wins-nothing")


def test_forgetting_a_player_leaves_what_was_said(hall: House, chief: Caller) -> None:
    event = published(chief)
    ann = hall.by_link(event, Role.PLAYER, "Ann")
    ann("POST", f"/api/pairings/{event.pairing('Ann')['id']}/report", {"result": "1-0"}).ok()
    event("POST", f"/players/{event.ids['Ann']}/forget", {}).ok()
    [(name, result)] = said(event.by.get(f"{event.url}/rounds")["rounds"][0]["pairings"][0])[1]
    assert (name != "Ann", result) == (True, "1-0")
