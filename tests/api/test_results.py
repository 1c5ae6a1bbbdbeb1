"""Every result of the contract over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.http import Caller, Event


@pytest.fixture
def event(chief: Caller) -> Event:
    """A Swiss by FIDE's scoring whose first round is paired."""
    event = chief.event(format="swiss", rounds=3, scoring="fide")
    event.players("Ann", "Ben", "Cid", "Dan")
    return event


def board(event: Event) -> dict[str, Any]:
    row: dict[str, Any] = event("POST", "/rounds", {}).ok(201)["pairings"][0]
    return row


def points(event: Event, row: dict[str, Any]) -> tuple[float, float]:
    scores = {each["player_id"]: each["points"] for each in event("GET", "/standings").ok()["standings"]}
    return scores[row["white_player_id"]], scores[row["black_player_id"]]


@pytest.mark.parametrize(
    ("name", "scored"), [("0-0", (0, 0)), ("1/2-0", (0.5, 0)), ("0-1/2", (0, 0.5)), ("adjourned", (0.5, 0.5))]
)
def test_an_odd_result_is_recorded_and_scores(event: Event, name: str, scored: tuple[float, float]) -> None:
    row = board(event)
    answer = event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": name}).ok()
    assert (answer["result"], "rated" in answer) == (name, False)
    assert points(event, row) == scored


@pytest.mark.parametrize("name", ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"])
def test_a_game_that_is_not_rated_keeps_its_result(event: Event, name: str) -> None:
    row = board(event)
    address = f"/api/pairings/{row['id']}/result"
    answer = event.by("PUT", address, {"result": name, "rated": False}).ok()
    assert (answer["result"], answer["rated"]) == (name, False)
    assert event.by("GET", f"/api/pairings/{row['id']}").ok()["rated"] is False
    scored = points(event, row)
    answer = event.by("PUT", address, {"result": name, "rated": True, "was": name}).ok()
    assert (answer["result"], "rated" in answer) == (name, False)
    assert points(event, row) == scored


@pytest.mark.parametrize("body", [{"result": "1-0F", "rated": True}, {"result": "1-0F", "rated": False}])
def test_a_forfeit_is_never_rated(event: Event, body: dict[str, Any]) -> None:
    row = board(event)
    assert event.by("PUT", f"/api/pairings/{row['id']}/result", body).ok()["result"] == "1-0F"


@pytest.mark.parametrize("name", ["1-1", "1-1/2", "1/2-1/2F", "1F-0", "?", "1-0u", ""])
def test_what_no_arbiter_can_give_is_refused(event: Event, name: str) -> None:
    row = board(event)
    refused = event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": name}).refused(400, "result-unknown")
    assert refused["value"] == name
    assert "1/2-0" in refused["detail"]


def test_an_adjourned_game_ends_after_its_round_is_closed(event: Event) -> None:
    rows = event("POST", "/rounds", {}).ok(201)["pairings"]
    for row, name in zip(rows, ["adjourned", "1-0"], strict=True):
        event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": name}).ok()
    event("POST", "/rounds/1/close", {}).ok()
    event("POST", "/rounds", {}).ok(201)
    text = event("GET", "/export/trf").ok().decode()
    assert " w ?" in text
    assert " X 0.5" in text
    event.by("PUT", f"/api/pairings/{rows[1]['id']}/result", {"result": "0-1"}).refused(409, "round-closed")
    event.by("PUT", f"/api/pairings/{rows[0]['id']}/result", {"result": "0-1"}).ok()
    assert points(event, rows[0]) == (0, 1)


def test_a_report_with_odd_results_comes_back_as_it_went(event: Event) -> None:
    rows = event("POST", "/rounds", {}).ok(201)["pairings"]
    for row, body in zip(rows, [{"result": "0-1/2"}, {"result": "1/2-1/2", "rated": False}], strict=True):
        event.by("PUT", f"/api/pairings/{row['id']}/result", body).ok()
    text = event("GET", "/export/trf").ok().decode()
    assert {line[-3:] for line in text.splitlines() if line.startswith("001")} == {"w 0", "b =", "w D", "b D"}


def test_standings_and_report_are_not_final_while_a_game_is_open(chief: Caller) -> None:
    event = chief.event(format="swiss", rounds=1, rules="fide")
    event.players("Ann", "Ben", "Cid", "Dan")
    first, second = event.pair()["pairings"]
    event.by("PUT", f"/api/pairings/{first['id']}/result", {"result": "1-0"}).ok()
    event.by("PUT", f"/api/pairings/{second['id']}/result", {"result": "adjourned"}).ok()
    closed = event("POST", "/rounds/1/close", {}).ok()
    assert (closed["pending"], closed["adjourned"]) == (0, 1)
    standings = event("GET", "/standings").ok()
    assert (standings["final"], standings["open_games"]) == (False, 1)
    assert event("GET", "/crosstable").ok()["final"] is False
    for kind in ("trf", "trf16", "trf26"):
        problem = event("GET", f"/export/{kind}").refused(409, "report-not-final")
        assert (problem["instead"], problem["count"], problem["round"], problem["board"]) == ("itdx", 1, 1, 2)
    text = event("GET", "/export/itdx").ok().decode()
    assert text.count(" ?") == 2
    made = chief.raw("POST", "/api/tournaments/import", text.encode(), "text/plain").ok(201)
    rounds = chief.get(f"/api/tournaments/{made['id']}/rounds")["rounds"]
    assert [row["result"] for row in rounds[0]["pairings"]] == ["1-0", "adjourned"]
    event.by("PUT", f"/api/pairings/{second['id']}/result", {"result": "0-1"}, podium_acknowledge="1").ok()
    standings = event("GET", "/standings").ok()
    assert (standings["final"], standings["open_games"]) == (True, 0)
    assert event("GET", "/standings?after=0").ok()["final"] is False
    event("GET", "/export/trf").ok()
