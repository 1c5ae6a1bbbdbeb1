"""Report files over HTTP: team events, what is said of a file, and where one is wrong."""

from tests.kit.http import Caller

TRF = "text/plain"
OPEN = (
    "012 Open\n042 24/09/2010\n"
    + f"{'001    1 m    Ann                               2000':<80} 1.0    1     2 w 1\n"
    + f"{'001    2 f    Bea                               1900':<80} 0.0    2     1 b 0\n"
)


def test_a_file_without_a_number_of_rounds_gets_one_and_keeps_it(chief: Caller) -> None:
    made = chief.raw("POST", "/api/tournaments/import?rounds=5", OPEN.encode(), TRF).ok(201)
    assert made["rounds"] == 5
    assert made["converted"] == [
        'Line 2, record 042: the date "24/09/2010" is read as 2010-09-24.',
        'Line 4, record 001: the sex "f" is read as w.',
    ]
    assert b"\n142 5\n" in chief("GET", f"/api/tournaments/{made['id']}/export/trf").ok()
    chief.raw("POST", "/api/tournaments/import?rounds=0", OPEN.encode(), TRF).refused(400, "count-out-of-range")


def test_the_number_of_rounds_that_a_file_says_is_not_overruled(chief: Caller) -> None:
    content = f"{OPEN}142 5\n".encode()
    problem = chief.raw("POST", "/api/tournaments/import?rounds=9", content, TRF).refused(400, "rounds-in-file")
    assert (problem["field"], problem["value"], problem["planned"]) == ("rounds", 9, 5)
    assert chief.raw("POST", "/api/tournaments/import?rounds=5", content, TRF).ok(201)["rounds"] == 5


def test_a_team_event_is_refused_by_that_name(chief: Caller) -> None:
    content = f"{OPEN}310   1 Rooks\n".encode()
    refused = chief.raw("POST", "/api/tournaments/import", content, TRF).refused(400, "team-event")
    assert (refused["line"], refused["tag"]) == (5, "310")
    assert "this is a team event" in refused["detail"]


def test_a_wrong_value_is_named_with_line_column_and_player(chief: Caller) -> None:
    content = OPEN.replace("1900", "19X0").encode()
    refused = chief.raw("POST", "/api/tournaments/import", content, TRF).refused(400, "rating-malformed")
    assert [refused[name] for name in ("line", "column", "player", "value")] == [4, 49, 2, "19X0"]


def test_tie_breaks_that_fide_does_not_list_stay_out_of_an_event_in_fide_mode(chief: Caller) -> None:
    content = f"{OPEN}202 PTS,SOLK,BH\n".encode()
    made = chief.raw("POST", "/api/tournaments/import?rounds=5", content, TRF).ok(201)
    assert (made["fide_mode"], made["tiebreaks"]) == (True, ["PTS", "BH"])
    assert "Line 5, record 202: The tie-break SOLK." in made["left_out"]


def test_points_that_the_results_do_not_explain_are_kept_if_that_is_asked_for(chief: Caller) -> None:
    content = OPEN.replace(" 1.0    1", " 1.5    1").encode()
    refused = chief.raw("POST", "/api/tournaments/import", content, TRF).refused(400, "points-do-not-add-up")
    assert "bring the file with its points kept" in refused["detail"]
    made = chief.raw("POST", "/api/tournaments/import?keep_points=true&rounds=5", content, TRF).ok(201)
    assert any("player 1 keeps 1.5 points" in each for each in made["filled_in"])
    rows = chief.get(f"/api/tournaments/{made['id']}/standings")["standings"]
    assert [row["points"] for row in rows] == [1.5, 0]
    assert b"299 " in chief("GET", f"/api/tournaments/{made['id']}/export/trf").ok()


def test_a_report_of_another_system_is_named_and_not_judged_as_dutch(chief: Caller) -> None:
    content = OPEN.replace("042 ", "092 Individual: Swiss-System (Dubov)\n042 ").encode()
    made = chief.raw("POST", "/api/tournaments/import?rounds=5", content, TRF).ok(201)
    assert made["format"] == "manual"
    named = "Podium has no rules for Individual: Swiss-System (Dubov)."
    assert f"Brought over as paired by hand: {named}" in made["left_out"]
    assert [each["text"] for each in made["differences"]] == [f"The rounds are not checked: {named}"]
