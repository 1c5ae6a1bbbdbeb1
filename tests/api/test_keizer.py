"""A Keizer over HTTP: its settings, absences and check-in, the table, a card that explains itself, and bad input."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.access import Role
from tests.kit.http import Caller, Event, House, Json

CLASSIC: Json = {
    "preset": "classic",
    "top": "auto",
    "win": 1,
    "draw": 0.5,
    "loss": 0,
    "bye": 0.667,
    "clubDuty": 0.667,
    "excused": 0.333,
    "absent": 0,
    "again": 3,
}
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")


def season(by: Caller, *names: str, **options: object) -> Event:
    event = by.event("Season", "keizer", rounds=30, **options)
    for at, name in enumerate(names or NAMES):
        event.players(name, rating=2000 - 50 * at)
    return event


def play(event: Event, result: str = "1-0") -> Json:
    """The next round, in which every game ends so."""
    made = event.pair()
    for row in made["pairings"]:
        if not row["is_bye"]:
            event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": result}).ok()
    closed: Json = event("POST", f"/rounds/{made['round']}/close", {}).ok()
    return closed


def table(event: Event, query: str = "") -> dict[str, Json]:
    return {row["name"]: row for row in event("GET", f"/standings{query}").ok()["standings"]}


def byes(made: Json) -> dict[str, str]:
    return {row["white_player_id"]: row["bye_type"] for row in made["pairings"] if row["is_bye"]}


def test_the_settings_are_those_of_the_contract_and_change_by_their_names(chief: Caller) -> None:
    event = season(chief)
    assert chief.get(event.url)["keizer"] == CLASSIC
    given: Any = {"preset": "classic", "top": 60, "bye": 0.5}
    assert season(chief, keizer=given).by.get(event.url)["keizer"] == CLASSIC
    changed = event("PATCH", "", {"keizer": {"top": 60, "bye": 0.123456, "again": 5}}).ok()["keizer"]
    assert changed == {**CLASSIC, "top": 60, "bye": 0.123456, "again": 5}
    assert event("PATCH", "", {"keizer": {"bye": None, "win": 0.9}}).ok()["keizer"] == {
        **changed,
        "bye": 0.667,
        "win": 0.9,
    }
    clubs = event("PATCH", "", {"keizer": {"preset": "keizer-for-clubs"}}).ok()["keizer"]
    assert (clubs["top"], clubs["bye"], clubs["clubDuty"], clubs["absent"], clubs["again"]) == (
        "auto",
        0.5,
        0.7,
        0.35,
        3,
    )


def test_a_refusal_says_what_was_wrong(chief: Caller) -> None:
    event = season(chief)
    refused = event("PATCH", "", {"keizer": {"absent": -1}}).refused(400, "share-malformed")
    assert (refused["value"], refused["detail"]) == (
        -1,
        "-1 is no share for absent: use a decimal from 0 to 10, such as 0.667.",
    )
    event("PATCH", "", {"keizer": []}).refused(400, "malformed")
    event("PATCH", "", {"tiebreaks": ["BH"]}).refused(400, "tiebreak-not-in-keizer")
    event("GET", "/standings?tiebreaks=BH").refused(409, "tiebreak-not-in-keizer")


def test_absences_are_noted_and_other_formats_have_none_of_them(chief: Caller) -> None:
    event = season(chief)
    asked = {"1": "club-duty", "2": "excused", "3": "absent"}
    assert event("PUT", f"/players/{event.ids['Eve']}/byes", asked).ok()["byes"] == asked
    refused = event("PUT", f"/players/{event.ids['Eve']}/byes", {"4": "half"}).refused(400, "bye-type-unknown")
    assert refused["detail"] == 'Invalid byes "half": use "club-duty", "excused" or "absent"'
    made = event.pair()
    assert byes(made) == {event.ids["Eve"]: "club-duty"}
    swiss = chief.event("Open", "swiss", rounds=3)
    swiss.players(*NAMES)
    for kind in asked.values():
        told = swiss("PUT", f"/players/{swiss.ids['Ann']}/byes", {"1": kind}).refused(400, "bye-type-unknown")
        assert told["detail"].endswith('use "half" or "zero"')
    row = next(each for each in swiss.pair()["pairings"] if each["is_bye"])
    given = {"player_id": row["white_player_id"], "byeType": "excused"}
    swiss("POST", "/rounds/1/byes", given).refused(400, "bye-type-unknown")


def test_the_table_says_what_everybody_is_worth_and_how_the_score_adds_up(chief: Caller) -> None:
    event = season(chief)
    play(event)
    answer = event("GET", "/standings").ok()
    assert answer["circle"] is False
    rows = {row["name"]: row for row in answer["standings"]}
    assert [(row["rank"], row["value"]) for row in answer["standings"]] == [(1, 8), (2, 7), (3, 6), (4, 5), (5, 4)]
    assert rows["Eve"]["details"] == "worth 6 + bye (4.002) = 10.002"
    assert (rows["Eve"]["score"], rows["Eve"]["points"]) == (10.002, 10.0)
    won = [row for row in answer["standings"] if "1W" in row["details"]]
    assert all(row["score"] == row["value"] + float(row["details"].split("(")[1].split(")")[0]) for row in won)


def test_standings_after_an_earlier_round_are_those_of_that_evening(chief: Caller) -> None:
    event = season(chief)
    then = []
    for _ in range(4):
        play(event)
        then.append(event("GET", "/standings").ok()["standings"])
    event.players("Zoe", rating=2500)
    play(event, "1/2-1/2")
    for number, rows in enumerate(then, start=1):
        earlier = [row for row in event("GET", f"/standings?after={number}").ok()["standings"] if row["name"] != "Zoe"]
        assert earlier == rows
    assert table(event, "?after=4")["Zoe"]["value"] is None


def test_a_card_explains_every_part_of_the_score(chief: Caller) -> None:
    event = season(chief)
    event("PUT", f"/players/{event.ids['Ann']}/byes", {"2": "excused"}).ok()
    play(event, "1-0")
    play(event, "1/2-1/2")
    row = table(event)["Ann"]
    card = event("GET", f"/players/{event.ids['Ann']}/card").ok()
    assert (card["value"], card["score"]) == (row["value"], row["score"])
    assert card["score"] == pytest.approx(card["value"] + sum(each["score"] for each in card["rounds"]))
    assert all(each["score"] == pytest.approx(each["value"] * each["share"]) for each in card["rounds"])
    first, *_rounds, last = card["explanation"]
    assert first == f"The worth of rank {row['rank']}: {row['value']}."
    assert card["rounds"][1]["explanation"] == f"Round 2: excused, 0.333 of the own worth {row['value']} = " + (
        f"{round(row['value'] * 0.333, 3)}."
    )
    assert last == f"Together: {row['score']}."


def test_who_is_checked_in_is_paired_and_the_others_are_absent(either_hall: House) -> None:
    event = season(either_hall.user("chief"), *"ABCDEFGH")
    event("PUT", f"/players/{event.ids['H']}/byes", {"1": "club-duty"}).ok()
    event("POST", "/check-in", {}).ok(201)
    for name in "BDE":
        event("PUT", f"/check-in/players/{event.ids[name]}", {}).ok()
    made = event("POST", "/rounds", {}, **{"Idempotency-Key": "evening-1"}).ok(201)
    kinds = byes(made)
    assert {name: kinds.get(id) for name, id in event.ids.items()} == {
        **dict.fromkeys("ACFG", "absent"),
        "B": None,
        "D": None,
        "E": "bye",
        "H": "club-duty",
    }
    again = event("POST", "/rounds", {}, **{"Idempotency-Key": "evening-1"}).ok(201)
    assert again["pairings"] == made["pairings"]
    event("POST", "/undo", {}).ok()
    event("POST", "/check-in/end", {"absent": "absent"}).ok()
    assert byes(event.pair()) == kinds


def test_who_has_nothing_in_a_round_made_by_hand_was_absent_once_it_is_closed(chief: Caller) -> None:
    event = season(chief)
    made = event.pairs([("Ann", "Eve")])
    assert len(made["unpaired"]) == 3
    event.result("Ann", "0-1").ok()
    closed = event("POST", "/rounds/1/close", {}).ok()
    assert closed["unpaired"] == []
    assert sorted(byes(event("GET", "/rounds/1").ok()).values()) == ["absent"] * 3
    event.pairing("Ann")


def test_why_says_who_was_nearer_and_a_hand_made_board_is_compared(chief: Caller) -> None:
    event = season(chief, *NAMES[:4])
    play(event, "1/2-1/2")
    made = event.pair()
    told = chief.get(f"/api/pairings/{made['pairings'][0]['id']}/why")
    assert told["prescribed"] is True
    assert any("is nearer, but they met in round 1" in said for part in told["parts"] for said in part["sentences"])
    first = made["pairings"][0]
    event.by(
        "PATCH", f"/api/pairings/{first['id']}", {"white": first["black_player_id"], "black": first["white_player_id"]}
    )
    turned = chief.get(f"/api/pairings/{first['id']}/why")
    assert turned["prescribed"] is False
    assert turned["parts"][0]["title"] == "Made by hand"
    refused = event("POST", "/rounds/2/edit", {"open": False}).refused(409, "differences-not-acknowledged")
    assert refused["value"] == 2
    event("POST", "/rounds/2/edit", {"open": False, "acknowledge": True}).ok()


def test_what_if_leaves_all_as_it_is(chief: Caller) -> None:
    event = season(chief)
    play(event)
    made = event.pair()
    game = next(row for row in made["pairings"] if not row["is_bye"])
    before, version = table(event), event.version
    told = event(
        "POST", "/what-if", {"method": "PUT", "path": f"/api/pairings/{game['id']}/result", "body": {"result": "0-1"}}
    ).ok()
    assert told["refused"] is None
    assert told["standings"]
    assert (table(event), event.version) == (before, version)


def test_a_report_file_cannot_tell_of_it_and_says_so(chief: Caller) -> None:
    event = season(chief)
    play(event)
    assert '"keizer"' in event("GET", "/export/trf16").refused(409, "report-of-format")["detail"]


def test_players_may_see_the_table_and_their_card(hall: House) -> None:
    event = season(hall.user("chief"))
    play(event)
    event("POST", "/publish").ok()
    ann = event.as_seen_by(hall.by_link(event, Role.PLAYER, "Ann"))
    assert table(ann)["Ann"]["value"]
