"""Events of stages over HTTP: groups, the cut, the bracket, undo across it, and what is refused."""

from __future__ import annotations

from typing import Any

from tests.kit.http import Answer, Caller, Event, Json

GROUPS_AND_CUP = [
    {"format": "round-robin", "groups": 2},
    {"format": "knockout", "qualify": {"perGroup": 2}, "tieBreakPolicy": "ARMAGEDDON"},
]


def stages_event(chief: Caller, players: int = 8, plan: list[Json] | None = None, **settings: Any) -> Event:
    made = chief("POST", "/api/tournaments", {"name": "Evening", "stages": plan or GROUPS_AND_CUP, **settings}).ok(201)
    event = Event(chief, made["id"])
    for at in range(players):
        event.players(f"Player {at + 1}", rating=2000 - at)
    return event


def stages(event: Event) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/stages")["stages"]
    return found


def start(event: Event, number: int, **body: object) -> Answer:
    return event.by("POST", f"{event.url}/stages/{number}/start", body)


def rating_of(event: Event) -> dict[str, int]:
    return {each["id"]: each["rating"] for each in event.by.get(f"{event.url}/players")["players"]}


def play_round(event: Event) -> Json:
    """The next round, which the stronger players win."""
    here: Json = event.by("POST", f"{event.url}/rounds", {}).ok(201)
    strength = rating_of(event)
    for game in here["pairings"]:
        if not game["is_bye"]:
            won = "1-0" if strength[game["white_player_id"]] > strength[game["black_player_id"]] else "0-1"
            event.by("PUT", f"/api/pairings/{game['id']}/result", {"result": won}).ok()
    return here


def test_groups_are_played_and_end_in_a_bracket(chief: Caller) -> None:
    event = stages_event(chief)
    assert event.by.get(event.url)["format"] == "stages"
    assert [(row["number"], row["format"], row["status"]) for row in stages(event)] == [
        (1, "round-robin", "planned"),
        (2, "knockout", "planned"),
    ]
    ids = list(rating_of(event))
    groups = {row["name"]: row["players"] for row in stages(event)[0]["groups"]}
    assert groups == {"A": [ids[0], ids[3], ids[4], ids[7]], "B": [ids[1], ids[2], ids[5], ids[6]]}

    here = play_round(event)
    assert {(game["stage"], game["section"]) for game in here["pairings"]} == {(1, "A"), (1, "B")}
    assert stages(event)[0]["status"] == "playing"
    start(event, 2).refused(409, "stage-unfinished")
    play_round(event)
    play_round(event)
    assert stages(event)[0]["status"] == "finished"
    event.by("POST", f"{event.url}/rounds", {}).refused(409, "rounds-exhausted")
    table = event.by.get(f"{event.url}/standings?stage=1")["standings"]
    assert [(row["section"], row["rank"], row["player_id"]) for row in table[:2]] == [
        ("A", 1, ids[0]),
        ("A", 2, ids[3]),
    ]

    began = start(event, 2).ok()["stages"][1]
    assert began["status"] == "playing"
    assert began["qualified"] == [
        {"player_id": ids[0], "from": "A1", "seed": 1},
        {"player_id": ids[1], "from": "B1", "seed": 2},
        {"player_id": ids[3], "from": "A2", "seed": 3},
        {"player_id": ids[2], "from": "B2", "seed": 4},
    ]
    semis = event.by.get(f"{event.url}/rounds/4")["pairings"]
    assert {game["stage"] for game in semis} == {2}
    for game in semis:
        assert {game["white_player_id"], game["black_player_id"]} != {ids[0], ids[3]}


def test_the_whole_event_is_undone_step_by_step(chief: Caller) -> None:
    event = stages_event(chief)
    states = [event.by.get(f"{event.url}/state?version={event.by.get(event.url)['version']}")]
    for _ in range(3):
        play_round(event)
    start(event, 2).ok()
    version = event.by.get(event.url)["version"]
    before = event.by.get(f"{event.url}/state?version={version}")
    event.by("POST", f"{event.url}/undo", {}).ok()
    assert [row["status"] for row in stages(event)] == ["finished", "planned"]
    event.by("POST", f"{event.url}/redo", {}).ok()
    after = event.by.get(f"{event.url}/state?version={version + 2}")
    assert after["rounds"] == before["rounds"]
    assert after["matches"] == before["matches"]
    while event.by.get(f"{event.url}/history")["undo"] and event.by.get(f"{event.url}/history")["undo"] > 9:
        event.by("POST", f"{event.url}/undo", {}).ok()
    assert event.by.get(f"{event.url}/rounds")["rounds"] == []
    assert stages(event)[0]["status"] == "planned"
    assert states
