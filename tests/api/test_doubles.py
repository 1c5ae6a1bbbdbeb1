"""Doubles over HTTP: the contract of sets, rounds and ranking, and bad input with its sentence."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from podium.app.access import Role
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.http import Caller, Event, House, Json
from tests.kit.loops import every


def evening(by: Caller, players: int = 9, rounds: int = 5, **options: object) -> Event:
    event = by.event("Evening", "doubles", rounds=rounds, **options)
    event.players(*(f"P{number}" for number in range(1, players + 1)))
    return event


def matches(made: Json) -> list[Json]:
    return [row for row in made["pairings"] if "home" in row]


def enter(event: Event, match: Json, **sets: int | None) -> Any:
    return event.by("PUT", f"/api/pairings/{match['id']}/sets", sets)


def play(event: Event, home: int = 3, away: int = 1) -> Json:
    """The next round, drawn, entered and closed."""
    made = event.pair()
    for match in matches(made):
        enter(event, match, home=home, away=away).ok()
    closed: Json = event("POST", f"/rounds/{made['round']}/close", {}).ok()
    return closed


def test_a_tournament_tells_its_options_and_what_is_promised(chief: Caller) -> None:
    event = chief.event("Evening", "doubles", rounds=9, freeGames="random", setting="random", setsToWin=2)
    row = chief.get(event.url)
    assert (row["freeGames"], row["setting"], row["setsToWin"]) == ("random", "random", 2)
    assert (row["avoidOpponents"], row["setDifference"]) == (False, False)
    assert (row["guaranteed"], row["possible"]) == (None, None)
    event.players(*(f"P{number}" for number in range(22)))
    row = chief.get(event.url)
    assert (row["guaranteed"], row["possible"]) == (11, 23)


def test_a_round_has_teams_sets_and_free_games(chief: Caller) -> None:
    event = evening(chief)
    made = event.pair()
    assert made["pairings"] == matches(made)
    assert len(matches(made)) == 2
    for match in matches(made):
        assert len({*match["home"], *match["away"]}) == 4
        assert match["sets"] == {"home": None, "away": None}
    assert made["seed"]
    [bye] = made["free_games"]
    assert bye == {"id": bye["id"], "player_id": made["free"][0], "had": 0, "rank": 1}
    row = chief.get(f"/api/pairings/{bye['id']}")
    assert (row["white_player_id"], row["is_bye"], row["bye_type"]) == (made["free"][0], True, "free")


def test_sets_and_clicks(chief: Caller) -> None:
    event = evening(chief)
    match = matches(event.pair())[0]
    assert enter(event, match, home=3).ok()["sets"] == {"home": 3, "away": None}
    answer = enter(event, match, away=1).ok()
    assert (answer["sets"], answer["result"]) == ({"home": 3, "away": 1}, "3:1")
    assert answer["version"] == event.version
    assert enter(event, match, home=None).ok()["sets"] == {"home": None, "away": 1}
    clicked = chief("POST", f"/api/pairings/{match['id']}/sets/click", {"side": "home"}).ok()
    assert clicked["sets"] == {"home": 0, "away": 1}
    assert enter(event, match).ok()["sets"] == {"home": 0, "away": 1}


@every(
    ("body", "code"),
    [
        ({"home": 4}, "count-out-of-range"),
        ({"home": -1}, "count-out-of-range"),
        ({"away": 10**9}, "count-out-of-range"),
        ({"home": "3"}, "malformed"),
        ({"home": 1.5}, "malformed"),
        ({"home": True}, "malformed"),
        ({"middle": 1}, "malformed"),
        ([], "malformed"),
    ],
)
def test_sets_that_make_no_sense_are_refused_and_nothing_is_lost(chief: Caller, body: object, code: str) -> None:
    event = evening(chief)
    match = matches(event.pair())[0]
    enter(event, match, home=2, away=1).ok()
    chief("PUT", f"/api/pairings/{match['id']}/sets", body).refused(400, code)
    assert chief.get(f"/api/pairings/{match['id']}")["sets"] == {"home": 2, "away": 1}


def test_a_free_game_takes_no_sets(chief: Caller) -> None:
    event = evening(chief)
    made = event.pair()
    [bye] = made["free_games"]
    problem = enter(event, bye, home=3).refused(409, "sets-on-free-game")
    assert problem["detail"] == "This is a free game: it is worth a point, and there are no sets to enter."
    chief("POST", f"/api/pairings/{bye['id']}/bye-result", {"byeType": "bye"}).refused(409, "sets-on-free-game")


def test_a_drawn_round_is_not_edited_by_hand(chief: Caller) -> None:
    event = evening(chief, 8)
    play(event)
    event.pair()
    before = event.version
    event("POST", "/rounds/2/edit", {"open": True}).refused(409, "doubles-are-drawn")
    told = event("GET", "/rounds/2/edit").ok()
    assert (told["warnings"], told["comparison"], told["editing"], event.version) == ([], None, False, before)


def test_a_round_is_paired_by_hand_with_two_teams_a_match(chief: Caller) -> None:
    event = evening(chief)
    p = [event.ids[f"P{number}"] for number in range(1, 10)]
    given = [{"home": p[0:2], "away": p[2:4]}, {"home": p[4:6], "away": p[6:8]}]
    made = event("POST", "/rounds", {"round": 1, "pairings": given}).ok(201)
    assert [(row["home"], row["away"]) for row in made["pairings"]] == [(p[0:2], p[2:4]), (p[4:6], p[6:8])]
    assert (made["engine"], made["free"], made["unpaired"], made["seed"]) == ("hand", [p[8]], [], None)
    for match in made["pairings"]:
        enter(event, match, home=3, away=1).ok()
    event("POST", "/rounds/1/close", {}).ok()
    rows = {row["player_id"]: row["points"] for row in chief.get(f"{event.url}/standings")["standings"]}
    assert [rows[id] for id in p] == [1, 1, 0, 0, 1, 1, 0, 0, 1]
    again = [{"home": [p[1], p[0]], "away": [p[4], p[6]]}]
    problem = event("POST", "/rounds", {"pairings": again}).refused(409, "partner-repeated")
    assert problem["value"] == [p[1], p[0]]
    assert problem["detail"] == '"P2" and "P1" have been partners before: nobody has the same partner twice.'
    event.pair()  # and the draw goes on from there


@every(
    ("line", "status", "code"),
    [
        ({"home": ["P1", "P2"]}, 400, "malformed"),
        ({"home": ["P1"], "away": ["P3", "P4"]}, 400, "malformed"),
        ({"home": ["P1", "P2", "P5"], "away": ["P3", "P4"]}, 400, "malformed"),
        ({"home": ["P1", "P2"], "away": ["P3", "P4"], "white": "P5"}, 400, "malformed"),
        ({"black": "P1"}, 400, "malformed"),
        ({"home": ["P1", "P2"], "away": ["P3", "P1"]}, 400, "player-twice"),
        ({"home": ["P1", "P2"], "away": ["P3", "nobody"]}, 404, "unknown-player"),
        ({"white": "P1", "black": "P2"}, 409, "doubles-are-drawn"),
    ],
)
def test_teams_that_cannot_be(chief: Caller, line: dict[str, Any], status: int, code: str) -> None:
    event = evening(chief)
    ids = {**event.ids, "nobody": "nobody"}
    given = {
        side: [ids[name] for name in names] if isinstance(names, list) else ids[names] for side, names in line.items()
    }
    event("POST", "/rounds", {"pairings": [given]}).refused(status, code)
    assert chief.get(f"{event.url}/rounds")["rounds"] == []


def test_other_formats_have_no_teams(chief: Caller) -> None:
    event = chief.event("Open", "manual")
    event.players("P1", "P2", "P3", "P4")
    p = list(event.ids.values())
    given = [{"home": p[:2], "away": p[2:]}]
    event("POST", "/rounds", {"pairings": given}).refused(409, "teams-outside-doubles")


def test_closing_says_what_is_wrong_with_every_match(chief: Caller) -> None:
    event = evening(chief, 20)
    tie, incomplete, partial, missing, won = matches(event.pair())
    enter(event, tie, home=3, away=3).ok()
    enter(event, incomplete, home=2, away=2).ok()
    enter(event, partial, home=3).ok()
    enter(event, won, home=1, away=3).ok()
    problem = event("POST", "/rounds/1/close", {}).refused(409, "round-not-complete")
    assert problem["matches"] == [
        {"id": tie["id"], "problem": "tie"},
        {"id": incomplete["id"], "problem": "incomplete"},
        {"id": partial["id"], "problem": "partial"},
        {"id": missing["id"], "problem": "missing"},
    ]
    assert "table 1 is a tie" in problem["detail"]


def test_a_round_is_closed_once_and_reopened(chief: Caller) -> None:
    event = evening(chief)
    closed = play(event)
    assert closed["status"] == "closed"
    event("POST", "/rounds/1/close", {}).refused(409, "round-closed")
    enter(event, matches(closed)[0], home=0).refused(409, "round-closed")
    event("POST", "/rounds/1/reopen", {}).ok()
    assert {row["points"] for row in event("GET", "/standings").ok()["standings"]} == {0}
    event("POST", "/rounds/1/close", {}).ok()
    assert {row["points"] for row in event("GET", "/standings").ok()["standings"]} == {0, 1}


def test_the_ranking_and_how_it_came_about(chief: Caller) -> None:
    event = evening(chief, 5)
    closed = play(event, 3, 0)
    [match] = matches(closed)
    rows = {row["player_id"]: row for row in event("GET", "/standings").ok()["standings"]}
    assert (rows[match["home"][0]]["points"], rows[match["home"][0]]["tiebreaks"]) == (1, {"BH": -1})
    assert (rows[match["away"][0]]["points"], rows[match["away"][0]]["tiebreaks"]) == (0, {"BH": 2})
    card = event("GET", f"/players/{match['away'][0]}/card").ok()
    [line] = card["rounds"]
    assert (line["partner_id"], line["opponent_ids"]) == (match["away"][1], match["home"])
    assert (line["partner_points"], line["opponents_points"], line["buchholz"]) == (0, [1, 1], 2)
    free = event("GET", f"/players/{closed['free'][0]}/card").ok()["rounds"]
    assert [(line["outcome"], line["points"]) for line in free] == [("free game", 1)]
    assert event("GET", "/crosstable").ok()["sections"][0]["kind"] == "rounds"


def test_a_plan_beyond_the_possible_names_the_maximum(chief: Caller) -> None:
    event = evening(chief, 8, rounds=8)
    problem = event("POST", "/rounds", {}).refused(409, "rounds-impossible")
    assert (problem["value"], problem["most"]) == (8, 7)
    assert problem["detail"] == "8 players cannot play 8 rounds: at most 7."
    event("PATCH", "", {"rounds": 12}).refused(409, "rounds-impossible")
    event("PATCH", "", {"rounds": 7}).ok()
    event.pair()


def test_fewer_than_four_players_are_too_few(chief: Caller) -> None:
    problem = evening(chief, 3)("POST", "/rounds", {}).refused(409, "too-few-players")
    assert (problem["value"], problem["least"]) == (3, 4)


def test_options_are_fixed_after_round_one(chief: Caller) -> None:
    event = evening(chief)
    event.pair()
    problem = event("PATCH", "", {"setsToWin": 2}).refused(409, "rounds-exist")
    assert problem["field"] == "setsToWin"
    assert chief.get(event.url)["setsToWin"] == 3


@pytest.mark.parametrize("given", [{"freeGames": "x"}, {"setting": "y"}, {"setsToWin": 0}, {"sections": ["A"]}])
def test_options_that_make_no_sense(chief: Caller, given: Json) -> None:
    body = {"name": "E", "format": "doubles", **given}
    answer = chief("POST", "/api/tournaments", body)
    assert (answer.status, answer.body["field"]) == (400, next(iter(given)))


def test_players_leave_and_join_and_both_numbers_are_told_anew(chief: Caller) -> None:
    event = evening(chief, 8, rounds=7)
    play(event)
    assert chief.get(event.url)["possible"] == 7
    event("POST", f"/players/{event.ids['P1']}/withdraw", {}).ok()
    event.players("Late", "Later")
    row = chief.get(event.url)
    assert row["guaranteed"] <= row["possible"] > 7
    made = event.pair()
    assert event.ids["P1"] not in [id for row in matches(made) for id in (*row["home"], *row["away"])]
    assert set(made["free"]) <= {event.ids["Late"], event.ids["Later"]}


def test_undo_takes_back_a_click_and_a_draw(chief: Caller) -> None:
    event = evening(chief)
    match = matches(event.pair())[0]
    chief("POST", f"/api/pairings/{match['id']}/sets/click", {"side": "away"}).ok()
    event("POST", "/undo", {}).ok()
    assert chief.get(f"/api/pairings/{match['id']}")["sets"] == {"home": None, "away": None}
    event("POST", "/undo", {}).ok()
    enter(event, match, home=1).refused(409, "pairing-undone")


def test_a_player_enters_the_own_match_and_no_other(hall: House, chief: Caller) -> None:
    event = evening(chief, 8)
    own, other = matches(event.pair())
    event("POST", "/publish", {}).ok()
    event("POST", "/rounds/1/publish", {}).ok()
    name = next(name for name, id in event.ids.items() if id == own["home"][1])
    phone = event.as_seen_by(hall.by_link(event, Role.PLAYER, name))
    assert enter(phone, own, home=3).ok()["sets"]["home"] == 3
    enter(phone, other, home=3).refused(403, "forbidden")


def test_the_tables_for_outside_sql_show_teams_and_sets(either_hall: House) -> None:
    event = evening(either_hall.user("chief"))
    made = event.pair()
    match = matches(made)[0]
    enter(event, match, home=3, away=1).ok()
    asked = text(
        "SELECT home_1, home_2, away_1, away_2, home_sets, away_sets FROM doubles_matches WHERE pairing_id = :id"
    )
    with either_hall.podium.database.read(EVERY_TOURNAMENT) as connection:
        [row] = connection.execute(asked, {"id": match["id"]}).all()
        points = connection.execute(
            text("SELECT player_id, points FROM results WHERE pairing_id = :id"), {"id": match["id"]}
        ).all()
        assert connection.execute(text("SELECT count(*) FROM doubles_matches")).scalar_one() == 2
    assert tuple(row) == (*match["home"], *match["away"], 3, 1)
    assert {player: int(scored) for player, scored in points} == {
        **dict.fromkeys(match["home"], 1),
        **dict.fromkeys(match["away"], 0),
    }
    event("DELETE", "/rounds/1").ok()
    with either_hall.podium.database.read(EVERY_TOURNAMENT) as connection:
        assert connection.execute(text("SELECT count(*) FROM doubles_matches")).scalar_one() == 0


def test_a_further_round_while_one_has_no_result_asks(chief: Caller) -> None:
    event = evening(chief)
    made = event.pair()
    refused = event("POST", "/rounds", {}).refused(409, "round-without-results")
    assert refused["round"] == 1
    assert event("POST", "/rounds", {"confirm": True}).ok(201)["round"] == 2
    event("POST", "/undo", {}).ok()
    enter(event, matches(made)[0], home=3, away=1).ok()
    assert event("POST", "/rounds", {}).ok(201)["round"] == 2  # it is being played: nobody has to be asked
