"""FIDE mode over HTTP: what is asked first, how it is answered, and what the report file says."""

from __future__ import annotations

import pytest

from tests.kit.http import Answer, Caller, Event, Json

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")


@pytest.fixture
def swiss(chief: Caller) -> Event:
    event = chief.event(format="swiss", rules="fide", rounds=6, tiebreaks=["BH"])
    for at, name in enumerate(NAMES):
        event.players(name, rating=2000 - 100 * at)
    return event


def play(event: Event, rounds: int) -> None:
    for _round in range(rounds):
        paired = event.pair()
        for row in paired["pairings"]:
            if row["black_player_id"] is not None:
                event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "1-0"}).ok()
        event("POST", f"/rounds/{paired['round']}/close", {}).ok()


def report(event: Event) -> list[str]:
    lines: list[str] = event("GET", "/export/trf").ok().decode().splitlines()
    return [line for line in lines if line.startswith("###")]


def test_leaving_asks_twice_and_stands_in_every_report(swiss: Event) -> None:
    play(swiss, 2)
    assert swiss("GET", "").ok()["fide_mode"] is True
    first = swiss("POST", "/leave-fide-mode", {}).refused(409, "fide-mode-asks")
    assert (first["level"], first["step"], first["steps"]) == ("L4", 1, 2)
    second = leave(swiss, first["acknowledge"]).refused(409, "fide-mode-asks")
    assert second["step"] == 2
    assert "cannot be undone" in second["detail"]
    assert second["detail"].endswith("Rounds, points, tie-breaks and earlier rounds can then be changed.")  # all of it
    left = leave(swiss, second["acknowledge"]).ok()
    assert (left["fide_mode"], left["fide_mode_exit"]) == (False, 2)
    assert report(swiss) == ["### FIDE mode exited @ Round 2"]
    leave(swiss, second["acknowledge"]).refused(409, "not-in-fide-mode")


def leave(event: Event, acknowledge: int) -> Answer:
    """FIDE mode left, with the answer to what it asks."""
    return event("POST", "/leave-fide-mode", {}, Podium_Acknowledge=str(acknowledge))


def left_step_by_step(event: Event) -> None:
    asked = event("POST", "/leave-fide-mode", {}).refused(409, "fide-mode-asks")
    leave(event, leave(event, asked["acknowledge"]).refused(409, "fide-mode-asks")["acknowledge"]).ok()


@pytest.mark.parametrize("number", [1, 2, 1_000_000, 2_000_000])
def test_a_number_that_no_question_came_with_is_asked_the_first_step(swiss: Event, number: int) -> None:
    play(swiss, 1)
    for _time in range(3):
        asked = leave(swiss, number).refused(409, "fide-mode-asks")
        assert (asked["step"], asked["steps"]) == (1, 2)
    assert swiss("GET", "").ok()["fide_mode"] is True


def test_a_step_that_was_put_for_another_act_or_event_answers_nothing(swiss: Event, chief: Caller) -> None:
    first = swiss("POST", "/leave-fide-mode", {}).refused(409, "fide-mode-asks")
    second = leave(swiss, first["acknowledge"]).refused(409, "fide-mode-asks")
    other = chief.event(format="swiss", rules="fide", rounds=6)
    assert leave(other, second["acknowledge"]).refused(409, "fide-mode-asks")["step"] == 1
    club = {"rules": "club"}
    asked = swiss("PATCH", "", club, Podium_Acknowledge=str(second["acknowledge"])).refused(409, "fide-mode-asks")
    assert asked["step"] == 1
    play(swiss, 1)
    assert leave(swiss, second["acknowledge"]).refused(409, "fide-mode-asks")["step"] == 1  # a round later


def test_results_that_come_in_meanwhile_do_not_put_the_question_anew(swiss: Event) -> None:
    first = swiss("POST", "/leave-fide-mode", {}).refused(409, "fide-mode-asks")
    swiss.players("Ida", rating=1000)
    second = leave(swiss, first["acknowledge"]).refused(409, "fide-mode-asks")
    swiss.players("Jon", rating=900)
    assert leave(swiss, second["acknowledge"]).ok()["fide_mode"] is False


def test_a_live_game_whose_result_the_next_round_was_paired_with_is_played_anew_only_when_that_is_acknowledged(
    chief: Caller,
) -> None:
    event = chief.event(format="swiss", rules="fide", rounds=4, live=True, timeControl="10+0")
    for at, name in enumerate(NAMES):
        event.players(name, rating=2000 - 100 * at)
    rows = event("POST", "/rounds", {}).ok(201)["pairings"]
    event("POST", "/rounds/1/publish", {}).ok()
    for row in rows:
        event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "1-0"}).ok()
    event("POST", "/rounds", {}).ok(201)
    replay = f"/api/matches/{rows[0]['id']}/replay"
    assert event.by("POST", replay, {}).refused(409, "fide-mode-asks")["acknowledge"] == 1
    event.by("POST", replay, {}, Podium_Acknowledge="1").ok()
    assert event.by.get(f"/api/pairings/{rows[0]['id']}")["result"] is None


def test_going_back_to_a_club_event_is_leaving_and_for_good(chief: Caller) -> None:
    event = chief.event(format="swiss", rounds=5)
    for at, name in enumerate(NAMES):
        event.players(name, rating=2000 - 100 * at)
    club = event.version
    event("PATCH", "", {"rules": "fide"}).ok()
    play(event, 2)
    there = event.version
    number = "2"
    for step in (1, 2):
        asked = go_to(event, club, number).refused(409, "fide-mode-asks")
        assert (asked["level"], asked["step"], asked["steps"]) == ("L4", step, 2)
        number = str(asked["acknowledge"])
    go_to(event, club, number).ok()
    assert event("GET", "").ok()["fide_mode_exit"] == 2
    go_to(event, there, "0").ok()
    answer = event("GET", "").ok()
    assert (answer["fide_mode"], answer["fide_mode_exit"]) == (False, 2)
    assert report(event) == ["### FIDE mode exited @ Round 2"]


def go_to(event: Event, version: int, acknowledged: str) -> Answer:
    """The event moved to a version of its history."""
    return event("POST", "/undo", {"to": version}, If_Match=f'"{event.version}"', Podium_Acknowledge=acknowledged)


def test_an_event_that_left_stays_out_when_its_report_is_read_again(swiss: Event, chief: Caller) -> None:
    play(swiss, 2)
    left_step_by_step(swiss)
    content = swiss("GET", "/export/trf").ok()
    again = chief.raw("POST", "/api/tournaments/import", content, "text/plain").ok(201)
    assert (again["fide_mode"], again["fide_mode_exit"]) == (False, 2)
    assert report(Event(chief, again["id"])) == ["### FIDE mode exited @ Round 2"]


@pytest.mark.parametrize(
    "line",
    [
        "###fide mode exited @ round 2",
        "###  FIDE Mode Exited  @ Round 2 (hall closed)",
        "### FIDE mode  exited @ Round 2",
        "###\tFIDE\tmode\texited\t@\tRound\t2",
        "  ### FIDE\u00a0mode\u2003exited @ Round\u00a02",
        "### \uff26\uff29\uff24\uff25 mode exited @ Round \uff12",
        "### FI\u200bDE mode ex\u00adited @ Ro\ufeffund 2",
        "### Note: FIDE_mode-EXITED, round: 2",
    ],
)
def test_it_does_however_the_file_spells_it(swiss: Event, chief: Caller, line: str) -> None:
    play(swiss, 2)
    content = swiss("GET", "/export/trf").ok() + f"{line}\r\n".encode()
    again = chief.raw("POST", "/api/tournaments/import", content, "text/plain").ok(201)
    assert (again["fide_mode"], again["fide_mode_exit"]) == (False, 2)
    assert report(Event(chief, again["id"])) == ["### FIDE mode exited @ Round 2"]


def test_what_is_read_from_a_report_file_is_in_fide_mode(swiss: Event, chief: Caller) -> None:
    play(swiss, 2)
    content = swiss("GET", "/export/trf").ok()
    again = chief.raw("POST", "/api/tournaments/import", content, "text/plain").ok(201)
    assert (again["rules"], again["fide_mode"]) == ("fide", True)
    Event(chief, again["id"])("PATCH", "", {"rounds": 7}).refused(409, "declared-before-round-1")


def test_a_file_without_the_number_of_rounds_is_told_it_when_it_is_brought_in_or_never(
    swiss: Event, chief: Caller
) -> None:
    play(swiss, 1)
    lines = swiss("GET", "/export/trf").ok().decode().splitlines()
    content = "\n".join(line for line in lines if not line.startswith(("142", "XXR"))).encode()
    made = chief.raw("POST", "/api/tournaments/import", content, "text/plain").ok(201)
    assert made["rounds"] == 1
    assert any("taken as 1. If there are to be more" in each for each in made["filled_in"])
    event = Event(chief, made["id"])
    for _time in range(2):
        event("PATCH", "", {"rounds": 5}).refused(409, "declared-before-round-1")
    told = Event(chief, chief.raw("POST", "/api/tournaments/import?rounds=5", content, "text/plain").ok(201)["id"])
    told("PATCH", "", {"rounds": 6}).refused(409, "declared-before-round-1")
    assert told.pair()["round"] == 2
    left_step_by_step(event)
    event("PATCH", "", {"rounds": 5}).ok()
    assert event.pair()["round"] == 2


def test_a_correction_is_asked_named_and_taken_back(swiss: Event) -> None:
    play(swiss, 2)
    swiss.pair()
    swiss("POST", "/rounds/1/reopen", {}).ok()
    row = swiss.pairing("Ann", 1)
    asked = swiss.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "0-1"}).refused(409, "fide-mode-asks")
    assert [each["code"] for each in asked["cautions"]] == ["result-corrected"]
    recorded = swiss.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "0-1"}, Podium_Acknowledge="1").ok()
    assert recorded["result"] == "0-1"
    assert report(swiss) == ["### Correction @ Round 1: 1-5: 1-0 => 0-1"]
    history: Json = swiss("GET", "/history").ok()
    assert "### Correction @ Round 1: 1-5: 1-0 => 0-1" in str(history)
    swiss("POST", "/undo", {}).ok()
    assert report(swiss) == []


def test_older_rounds_take_results_for_the_rating_report_alone(swiss: Event) -> None:
    play(swiss, 4)
    row = swiss.pairing("Ann", 1)
    swiss("POST", "/rounds/1/reopen", {}, Podium_Acknowledge="2").refused(409, "fide-mode-forbids")
    rated = swiss.by("PUT", f"/api/pairings/{row['id']}/rating-result", {"result": "0-1"}).ok()
    assert (rated["result"], rated["rating_result"]) == ("1-0", "0-1")
    assert report(swiss) == ["### Rating correction @ Round 1: 1-5: 1-0 => 0-1"]


def test_the_rating_report_counts_by_the_result_for_it(swiss: Event) -> None:
    play(swiss, 4)
    row = swiss.pairing("Ann", 1)
    before = swiss("GET", "/rating-report").ok()
    swiss.by("PUT", f"/api/pairings/{row['id']}/rating-result", {"result": "0-1"}).ok()
    assert swiss("GET", "/rating-report").ok()["players"] != before["players"]


@pytest.mark.parametrize("number", ["-1", "10000000", "two"])
def test_a_number_that_no_question_can_have_is_refused(swiss: Event, number: str) -> None:
    assert swiss("POST", "/leave-fide-mode", {}, Podium_Acknowledge=number).status == 400


def test_numbers_are_exchanged_by_their_players(chief: Caller) -> None:
    event = chief.event(format="swiss", rules="fide", rounds=3)
    event.players("Ann", "Ben", "Cid", "Dan", rating=1800)
    body = {"player": event.ids["Ann"], "other": event.ids["Dan"]}
    event("POST", "/players/exchange-numbers", body).refused(409, "fide-mode-asks")
    rows = event("POST", "/players/exchange-numbers", body, Podium_Acknowledge="1").ok()["players"]
    assert {row["name"]: row["number"] for row in rows if row["name"] in ("Ann", "Dan")} == {"Ann": 4, "Dan": 1}


def test_a_club_event_sees_nothing_of_it(chief: Caller) -> None:
    event = chief.event(format="swiss", rounds=6)
    for at, name in enumerate(NAMES):
        event.players(name, rating=2000 - 100 * at)
    play(event, 4)
    event("POST", "/rounds/1/reopen", {}).ok()
    assert event.result("Ann", "0-1", 1).ok()["result"] == "0-1"
    assert report(event) == []
    assert event("GET", "").ok()["fide_mode"] is False


def test_a_bye_that_the_next_round_was_paired_with_is_asked_about(chief: Caller) -> None:
    event = chief.event(format="swiss", rules="fide", rounds=5)
    for at, name in enumerate(NAMES[:5]):
        event.players(name, rating=2000 - 100 * at)
    play(event, 1)
    event.pair()
    event("POST", "/rounds/1/reopen", {}).ok()
    path, body = f"/api/pairings/{event.pairing('Eva', 1)['id']}/bye-result", {"byeType": "unpaired"}
    asked = event.by("POST", path, body).refused(409, "fide-mode-asks")
    assert {each["code"] for each in asked["cautions"]} == {"full-point-bye", "bye-corrected"}
    assert (asked["level"], asked["acknowledge"]) == ("L3", 1)
    event.by("POST", path, body, Podium_Acknowledge="1").ok()
    assert report(event) == ["### FPB @ Round 1: 5=FPB", "### Correction @ Round 1: 5=PAB => 5=FPB"]
