"""Double eliminations over HTTP: the bracket by its parts, results to the end, corrections, places."""

from __future__ import annotations

from typing import Any

from tests.kit.http import Answer, Caller, Event, Json


def cup(chief: Caller, players: int = 4, **settings: Any) -> Event:
    event = chief.event(format="double-elimination", **settings)
    for at in range(players):
        event.players(f"Player {at + 1}", rating=2000 - at)
    event.pair()
    return event


def rounds(event: Event) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/bracket")["rounds"]
    return found


def report(event: Event, id: str, result: str, **more: object) -> Answer:
    return event.by("PUT", f"/api/matches/{id}/result", {"result": result, **more})


def open_matches(event: Event) -> list[Json]:
    rows = event.by.get(f"{event.url}/matches")["matches"]
    return [row for row in rows if row["status"] == "PENDING" and row["whiteEntryId"] and row["blackEntryId"]]


def test_the_bracket_says_which_part_each_round_is_of(chief: Caller) -> None:
    event = cup(chief)
    told = [(here["number"], here["bracket"], here["name"], len(here["matches"])) for here in rounds(event)]
    assert told == [
        (1, "winners", "Winners’ round 1", 2),
        (2, "winners", "Winners’ final", 1),
        (3, "losers", "Losers’ round 1", 1),
        (4, "losers", "Losers’ final", 1),
        (5, "final", "Grand final", 1),
    ]
    for here in rounds(event):
        assert {(match["roundNumber"], match["bracket"]) for match in here["matches"]} == {
            (here["number"], here["bracket"])
        }
    assert rounds(event)[2]["matches"][0]["slots"] == [
        {"loserOf": {"round": 1, "board": 1}},
        {"loserOf": {"round": 1, "board": 2}},
    ]


def test_it_is_played_to_the_second_loss_of_everybody_but_one(chief: Caller) -> None:
    event = cup(chief, 11, grandFinal="reset")
    played = 0
    while waiting := open_matches(event):
        report(event, waiting[0]["id"], "BLACK_WIN").ok()
        played += 1
    bracket = event.by.get(f"{event.url}/bracket")
    assert bracket["status"] == "FINISHED"
    assert played in (20, 21)
    rows = event.by.get(f"{event.url}/standings")["standings"]
    assert [rows[0]["player_id"]] == bracket["champions"]
    assert [row["rank"] for row in rows[:4]] == [1, 2, 3, 4]
    last = next(here for here in reversed(bracket["rounds"]) if here["bracket"] == "losers")["matches"][0]
    assert rows[2]["player_id"] == last["whiteEntryId"]  # Black has won


def test_a_correction_is_confirmed_first(chief: Caller) -> None:
    event = cup(chief)
    first = rounds(event)[0]["matches"][0]["id"]
    while waiting := open_matches(event):
        report(event, waiting[0]["id"], "WHITE_WIN").ok()
    refused = report(event, first, "BLACK_WIN").refused(409, "result-has-consequences")
    assert len(refused["matches"]) == 4
    assert len(refused["champions"]) == 1
    report(event, first, "BLACK_WIN", confirm=True).ok()
    assert event.by.get(f"{event.url}/bracket")["champions"] == []
    event("POST", "/undo", {}).ok()
    assert len(event.by.get(f"{event.url}/bracket")["champions"]) == 1


def test_what_cannot_be_is_refused_naming_what_can(chief: Caller) -> None:
    def made(**settings: object) -> Answer:
        return chief("POST", "/api/tournaments", {"name": "Cup", "format": "double-elimination", **settings})

    assert made().ok(201)["grandFinal"] == "reset"
    assert made(grandFinal="single").ok(201)["grandFinal"] == "single"
    assert "reset" in str(made(grandFinal="best").refused(400, "choice-unknown"))
    assert "RAPID" in made(tieBreakPolicy="NONE").refused(400, "double-elimination-without-tie-break")["detail"]
    alone = chief.event(format="double-elimination")
    alone.players("Ann")
    assert "2 to 1024" in str(alone("POST", "/rounds", {}).refused(409, "bracket-size"))


def test_a_live_game_and_its_picture(chief: Caller) -> None:
    event = cup(chief, 4, live=True, timeControl="10+0")
    event("POST", "/rounds/1/start", {}).ok()
    first = rounds(event)[0]["matches"][0]["id"]
    assert event.by.get(f"/api/matches/{first}/game")["status"] == "WAITING"
    assert event.by("GET", f"{event.url}/bracket.svg").status == 200
