"""Forecasts over HTTP: the contract, who may see them, what switches them off, and bad input."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, House
from tests.kit.loops import every

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")


def swiss(by: Caller, **settings: object) -> Event:
    event = by.event("Open", "swiss", **{"rounds": 3, **settings})
    for at, name in enumerate(NAMES):
        event.players(name, rating=2100 - 60 * at)
    event("POST", "/publish").ok()
    return event


def test_the_answer_is_that_of_the_contract(chief: Caller, hall: House) -> None:
    event = swiss(chief)
    answer = hall.anyone.get(f"{event.url}/forecast?runs=60&seed=3")
    assert (answer["version"], answer["runs"], answer["seed"]) == (event.version, 60, 3)
    assert not answer["exact"]
    assert 0.1 < answer["margin"] < 0.2
    assert {each["player_id"] for each in answer["players"]} == set(event.ids.values())
    for each in answer["players"]:
        assert sum(each["places"].values()) == pytest.approx(1)
        assert each["first"] == each["places"].get("1", 0)
        assert each["podium"] == pytest.approx(sum(each["places"].get(place, 0) for place in "123"))
        assert each["qualify"] is None
    for place in "12345":
        assert sum(each["places"].get(place, 0) for each in answer["players"]) == pytest.approx(1)
    assert hall.anyone.get(f"{event.url}/forecast?runs=60&seed=3") == answer
    assert hall.anyone.get(f"{event.url}/forecast?runs=60&seed=4")["players"] != answer["players"]


def test_what_players_need_and_which_game_decides(chief: Caller) -> None:
    event = swiss(chief, rounds=1)
    event.pair()
    event("POST", "/rounds/1/publish").ok()
    answer = event("GET", "/forecast").ok()
    assert answer["exact"]
    assert answer["margin"] == 0
    games = {event.pairing(name)["id"] for name in NAMES if not event.pairing(name)["is_bye"]}
    assert {each["pairing_id"] for each in answer["deciding"]} <= games
    assert [each["weight"] for each in answer["deciding"]] == sorted(
        (each["weight"] for each in answer["deciding"]), reverse=True
    )
    for need in answer["needs"]:
        assert need["result"] in ("1-0", "1/2-1/2", "0-1")
        assert 0 < need["chance"] <= 1
        assert need["chance"] == 1 or not need["sure"]


def test_prizes_are_forecast_by_their_ids(chief: Caller, hall: House) -> None:
    event = swiss(chief)
    body = {"categories": [{"name": "Open", "prizes": [{"place": 1, "cash": 50}, {"place": 2, "cash": 30}]}]}
    ids = {each["id"] for each in event("PUT", "/prizes", body).ok()["categories"][0]["prizes"]}
    players = hall.anyone.get(f"{event.url}/forecast?runs=20")["players"]
    assert {id for each in players for id in each["prizes"]} == ids
    assert sum(each["prize"] for each in players) == pytest.approx(len(ids))


def test_a_draft_is_forecast_for_the_director_alone(chief: Caller, hall: House) -> None:
    event = swiss(chief, rounds=1)
    before = hall.anyone.get(f"{event.url}/forecast?runs=20")
    event.pair()
    assert event("GET", "/forecast?runs=20").ok()["needs"]
    after = hall.anyone.get(f"{event.url}/forecast?runs=20")
    assert after["needs"] == after["deciding"] == []
    assert after["players"] == before["players"]


@every(
    "query",
    ["runs=0", "runs=20001", "runs=many", "seed=-1", "runs=-5", "runs=1e3", "seed=many", "seed=", "seed=1.5", "rns=5"],
)
def test_runs_and_seeds_out_of_range_are_400(chief: Caller, query: str) -> None:
    event = swiss(chief)
    assert event("GET", f"/forecast?{query}").status == 400


def test_what_cannot_be_forecast_says_why(chief: Caller, hall: House) -> None:
    by_hand = chief.event("Free", "manual")
    by_hand.players(*NAMES, rating=1800)
    by_hand("GET", "/forecast").refused(409, "forecast-by-hand")
    unrated = chief.event("Club", "swiss", rounds=3)
    unrated.players(*NAMES)
    problem = unrated("GET", "/forecast").refused(409, "forecast-without-strengths")
    assert "rating" in problem["detail"]
    hall.anyone("GET", f"{by_hand.url}/forecast").refused(404, "unknown-tournament")  # it is not published


def test_a_director_switches_them_off_and_children_have_none(chief: Caller) -> None:
    event = swiss(chief)
    assert chief.get(event.url)["forecasts"] == "usual"
    event("PATCH", "", {"forecasts": "off"}).ok()
    event("GET", "/forecast?runs=5").refused(409, "forecasts-off")
    event("PATCH", "", {"forecasts": "usual", "profile": "school"}).ok()
    event("GET", "/forecast?runs=5").refused(409, "forecasts-off")
    event("PATCH", "", {"forecasts": "shown"}).ok()
    event("GET", "/forecast?runs=5").ok()


def test_the_forecast_follows_the_results(chief: Caller) -> None:
    event = swiss(chief)
    event.pair()
    event("POST", "/rounds/1/publish").ok()
    before = {each["player_id"]: each["first"] for each in event("GET", "/forecast?runs=200").ok()["players"]}
    event.result("Ann", "1-0" if event.pairing("Ann")["white_player_id"] == event.ids["Ann"] else "0-1").ok()
    after = {each["player_id"]: each["first"] for each in event("GET", "/forecast?runs=200").ok()["players"]}
    assert after[event.ids["Ann"]] > before[event.ids["Ann"]]
