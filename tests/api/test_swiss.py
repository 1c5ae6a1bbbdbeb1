"""A Swiss over HTTP: a whole event, its reasons, its editing by hand, its report files."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import pytest

from podium.app.access import OPERATOR
from podium.app.rounds.pairing_pool import PairingPool
from podium.app.trf.swiss_field import field_of, paired_in
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.files.trf import read
from podium.flow.commands import PairRound
from podium.flow.formats.swiss_field import ComputedRound
from podium.swiss import Field, check_round
from tests.kit.http import Answer, Caller, Event, House
from tests.kit.waiting import PATIENCE

NAMES = ["Anna", "Boris", "Carla", "David", "Elena", "Farid", "Greta", "Hugo", "Irene"]


def swiss(chief: Caller, names: list[str] = NAMES, rounds: int = 5, **settings: Any) -> Event:
    event = chief.event(format="swiss", rounds=rounds, **settings)
    players = [{"name": name, "rating": 2300 - 50 * at} for at, name in enumerate(names)]
    added = event("POST", "/players", {"players": players}).ok(201)["players"]
    event.ids |= {player["name"]: player["id"] for player in added}
    return event


def play(event: Event, made: dict[str, Any], dice: Dice) -> None:
    for row in made["pairings"]:
        if not row["is_bye"]:
            result = {"result": dice.pick(["1-0", "0-1", "1/2-1/2"])}
            event.by("PUT", f"/api/pairings/{row['id']}/result", result).ok()


def test_a_whole_event_is_what_its_report_asks_for(chief: Caller) -> None:
    event, dice = swiss(chief, initial_colour="black", scoring="fide", tiebreaks=["BH", "SB"]), Dice("whole")
    event("PUT", f"/players/{event.ids['Carla']}/byes", {"2": "half"}).ok()
    for number in range(1, 6):
        made = event("POST", "/rounds", {"round": number}).ok(201)
        assert (made["engine"], made["edition"]) == ("podium-dutch", "2026-02")
        play(event, made, dice)
        if number == 2:
            event("POST", f"/players/{event.ids['Greta']}/withdraw", {}).ok()
            event.players("Late", rating=2111)
        event("POST", f"/rounds/{number}/close", {}).ok()
    for dialect in ("trf", "trf16"):
        text = event("GET", f"/export/{dialect}").ok().decode()
        report = read(text)
        assert report.paired_rounds == 5
        for number in range(1, 6):
            assert check_round(field_of(report, number), *paired_in(report, number)) is None
    refused = event("POST", "/rounds", {}).refused(409, "rounds-exhausted")
    assert refused["value"] == 6


def test_missing_results_are_named_by_board(chief: Caller) -> None:
    event = swiss(chief, NAMES[:4])
    event.pair()
    event.result("Anna", "1-0")
    problem = event("POST", "/rounds", {}).refused(409, "results-missing")
    assert len(problem["boards"]) == 1
    assert f"board {problem['boards'][0]}" in problem["detail"]


@pytest.mark.parametrize("names", [[], ["Anna"]], ids=["nobody", "one"])
def test_too_few_players_are_named(chief: Caller, names: list[str]) -> None:
    event = chief.event(format="swiss", rounds=3)
    if names:
        event.players(*names)
    event("POST", "/rounds", {}).refused(409, "too-few-players")


def test_more_rounds_than_the_field_allows(chief: Caller) -> None:
    event, dice = swiss(chief, NAMES[:4], rounds=7), Dice("small")
    for _ in range(3):
        play(event, event.pair(), dice)
    version = event.version
    problem = event("POST", "/rounds", {}).refused(409, "round-impossible-at-all")
    assert "1.9.3" in problem["detail"]
    assert event.version == version


def test_each_board_says_why(chief: Caller) -> None:
    event, dice = swiss(chief), Dice("why")
    for _ in range(3):
        play(event, event.pair(), dice)
    for here in chief.get(f"{event.url}/rounds")["rounds"]:
        for row in here["pairings"]:
            told = chief.get(f"/api/pairings/{row['id']}/why")
            assert told["prescribed"] is True
            assert {part["title"] for part in told["parts"]} >= (
                {"The bye"} if row["is_bye"] else {"Opponent", "Colours"}
            )
            said = " ".join(line for part in told["parts"] for line in part["sentences"])
            assert next(name for name, id in event.ids.items() if id == row["white_player_id"]) in said


def test_a_rival_met_before_is_named_as_a_rejected_alternative(chief: Caller) -> None:
    event, dice = swiss(chief), Dice("met")
    for _ in range(5):
        play(event, event.pair(), dice)
    rejected = [
        one
        for here in chief.get(f"{event.url}/rounds")["rounds"]
        for row in here["pairings"]
        for one in chief.get(f"/api/pairings/{row['id']}/why")["rejected"]
    ]
    met = next(one for one in rejected if one["criterion"] == "C1")
    assert met["reason"] == f"they met in round {met['met_in']} [C1]"
    assert met["player_id"] in event.ids.values()


def test_a_board_made_by_hand_says_what_the_engine_does(chief: Caller) -> None:
    event = swiss(chief, NAMES[:4])
    made = event.pairs([("Anna", "Boris"), ("Carla", "David")])
    told = chief.get(f"/api/pairings/{made['pairings'][0]['id']}/why")
    assert told["prescribed"] is False
    assert told["parts"][0]["title"] == "Made by hand"
    assert "Carla" in " ".join(told["parts"][0]["sentences"])


def test_a_requested_bye_and_other_formats_say_why_too(chief: Caller) -> None:
    event = swiss(chief)
    event("PUT", f"/players/{event.ids['Boris']}/byes", {"1": "half"}).ok()
    event.pair()
    told = chief.get(f"/api/pairings/{event.pairing('Boris')['id']}/why")
    assert told["parts"] == [{"title": "Bye", "sentences": ["Boris has a half-point bye and asked for it beforehand."]}]
    robin = chief.event(format="round-robin")
    robin.players("K", "L")
    robin.pair()
    assert chief.get(f"/api/pairings/{robin.pairing('K')['id']}/why")["prescribed"] is None


def test_editing_by_hand_is_a_session_with_warnings_and_a_comparison(chief: Caller, hall: House) -> None:
    event, dice = swiss(chief, NAMES[:6], rounds=4), Dice("edit")
    play(event, event.pair(), dice)
    event.pair()
    begun = event("POST", "/rounds/2/edit", {}).ok()
    assert (begun["editing"], begun["warnings"], begun["comparison"]["same"]) == (True, [], True)
    event("POST", "/rounds/2/publish", {}).refused(409, "round-being-edited")
    first = event.pairing("Anna", 1)
    rival = next(id for id in (first["white_player_id"], first["black_player_id"]) if id != event.ids["Anna"])
    board = event.pairing("Anna", 2)
    side = "black" if board["white_player_id"] == event.ids["Anna"] else "white"
    edited = chief("PATCH", f"/api/pairings/{board['id']}", {side: rival}).ok()
    assert "rematch" in {one["kind"] for one in edited["warnings"]}
    seen = chief.get(f"{event.url}/rounds/2/edit")
    assert "rematch" in {one["kind"] for one in seen["warnings"]}
    event("POST", "/rounds/2/edit", {"open": False}).refused(409, "differences-not-acknowledged")
    said = {"open": False, "acknowledge": True, "reason": "They asked for it"}
    ended = event("POST", "/rounds/2/edit", said).ok()
    assert ended["editing"] is False
    assert ended["comparison"]["same"] is False
    assert ended["comparison"]["engine"]
    assert event("POST", "/rounds/2/edit", {"open": False}).ok()["version"] == ended["version"]
    newest = event("GET", "/history").ok()["commits"][0]
    assert newest["reason"] == "They asked for it"
    assert "not the engine's" in newest["summary"]
    event("POST", "/rounds/2/publish", {}).ok()
    hall.anyone("POST", f"{event.url}/rounds/2/edit", {"open": True}).refused(401, "credentials-missing")


def test_a_report_file_becomes_a_tournament(chief: Caller) -> None:
    event, dice = swiss(chief), Dice("file")
    play(event, event.pair(), dice)
    text: bytes = event("GET", "/export/trf").ok()
    without = b"".join(line for line in text.splitlines(keepends=True) if not line.startswith((b"142", b"152")))
    made = chief.raw("POST", "/api/tournaments/import", without, "text/plain").ok(201)
    assert made["format"] == "swiss"
    assert (made["players"], made["rounds_paired"]) == (9, 1)
    assert len(made["filled_in"]) == 2
    same = chief.raw("POST", "/api/tournaments/import", text, "text/plain").ok(201)
    copy = Event(chief, same["id"])
    assert {name: points for name, (points, _) in copy.standings.items()} == {
        name: points for name, (points, _) in event.standings.items()
    }
    names = {row["id"]: row["name"] for each in (event, copy) for row in chief.get(f"{each.url}/players")["players"]}
    sheets = [
        [(names[row["white_player_id"]], names.get(row["black_player_id"])) for row in each.pair()["pairings"]]
        for each in (event, copy)
    ]
    assert sheets[0] == sheets[1]


def test_what_fides_report_asks_for_is_given_and_taken_out(chief: Caller) -> None:
    """Records 032, 102, 112, 122, 132, 172 and 192 of TRF26."""
    details: dict[str, Any] = {
        "federation": "GER", "chief_arbiter": "IA Anna 123456", "deputy_arbiters": ["Ben", "Cleo"],
        "rate_of_play": "90 min + 30 s", "round_dates": ["2026-04-01", "2026-04-01"],
        "starting_rank": "FIDON", "national_ratings": "ger",
    }  # fmt: skip
    event = swiss(chief, **details, acceleration="baku")
    seen = chief.get(event.url)
    assert {name: seen[name] for name in details} == {**details, "national_ratings": "GER"}
    lines = event("GET", "/export/trf").ok().decode().splitlines()
    dates = "132".ljust(91) + "26/04/01  26/04/01"
    for line in (
        "032 GER", "102 IA Anna 123456", "112 Ben", "112 Cleo", "122 90 min + 30 s", dates, "172 GER FIDON",
        "192 FIDE_DUTCH_2026_BAKU",
    ):  # fmt: skip
        assert line in lines
    made = chief.raw("POST", "/api/tournaments/import", "\n".join(lines).encode(), "text/plain").ok(201)
    assert {name: made[name] for name in details} == {**details, "national_ratings": "GER"}
    assert made["acceleration"] == "baku"
    event("PATCH", "", {"round_dates": ["2026-04-31"]}).refused(400, "date-malformed")
    event("PATCH", "", {"national_ratings": "Germany"}).refused(400, "federation-malformed")
    event("PATCH", "", {"starting_rank": "by height"}).refused(400, "choice-unknown")


def test_arbiters_have_a_name_and_a_fide_number(chief: Caller) -> None:
    """Records 102 and 112 hold a line of text each."""
    deputies = [{"name": "Roth, Ben", "fide_id": "4612346"}, "Cleo"]
    event = swiss(chief, chief_arbiter="IA Berg, Anna 4612345", deputy_arbiters=deputies)
    seen = chief.get(event.url)
    assert seen["deputy_arbiters"] == ["Roth, Ben (4612346)", "Cleo"]
    assert seen["arbiters"] == [
        {"role": "chief", "title": "IA", "name": "Berg, Anna", "fide_id": "4612345"},
        {"role": "deputy", "title": None, "name": "Roth, Ben", "fide_id": "4612346"},
        {"role": "deputy", "title": None, "name": "Cleo", "fide_id": None},
    ]
    lines = event("GET", "/export/trf").ok().decode().splitlines()
    assert {"102 IA Berg, Anna 4612345", "112 Roth, Ben (4612346)", "112 Cleo"} <= set(lines)
    made = chief.raw("POST", "/api/tournaments/import", "\n".join(lines).encode(), "text/plain").ok(201)
    assert made["arbiters"] == seen["arbiters"]
    event("PATCH", "", {"chief_arbiter": {"name": "Berg, Anna", "title": "fa", "fide_id": None}}).ok()
    assert chief.get(event.url)["chief_arbiter"] == "FA Berg, Anna"
    event("PATCH", "", {"chief_arbiter": {"title": "FA"}}).refused(400, "name-missing")
    event("PATCH", "", {"chief_arbiter": {"name": 4}}).refused(400, "malformed")
    event("PATCH", "", {"chief_arbiter": None}).ok()


def test_an_imported_round_that_the_rules_would_not_give_is_named(chief: Caller) -> None:
    event = swiss(chief, NAMES[:4], rounds=3)
    pairs = [(event.ids[white], event.ids[black]) for white, black in (("Anna", "Boris"), ("Carla", "David"))]
    event("POST", "/rounds", {"pairings": [{"white": white, "black": black} for white, black in pairs]}).ok(201)
    text: bytes = event("GET", "/export/trf").ok()
    made = chief.raw("POST", "/api/tournaments/import", text + b"222 5400+30\n", "text/plain").ok(201)
    [found] = made["differences"]
    assert found["round"] == 1
    assert found["text"] == "round 1: should be 1-3, 4-2; is 1-2, 3-4"
    assert made["kept"] == ["Line 16, record 222: Podium has no field for it."]
    again: bytes = chief.raw("GET", f"/api/tournaments/{made['id']}/export/trf", b"", "text/plain").ok()
    assert "### Import @ Round 1: 1-3 4-2 => 1-2 3-4" in again.decode().splitlines()
    assert "222 5400+30" in again.decode().splitlines()


def test_whoever_wants_to_be_asked_about_such_a_round_is_before_anything_is_stored(chief: Caller) -> None:
    event = swiss(chief, NAMES[:4], rounds=3)
    pairs = [(event.ids[white], event.ids[black]) for white, black in (("Anna", "Boris"), ("Carla", "David"))]
    event("POST", "/rounds", {"pairings": [{"white": white, "black": black} for white, black in pairs]}).ok(201)
    text: bytes = event("GET", "/export/trf").ok()

    def bring(number: str) -> Answer:
        return chief.raw("POST", "/api/tournaments/import", text, "text/plain", Podium_Acknowledge=number)

    before = len(chief.get("/api/tournaments")["tournaments"])
    asked = bring("0").refused(409, "fide-mode-asks")
    assert (asked["level"], asked["acknowledge"], asked["cautions"][0]["code"]) == ("L3", 1, "round-imported")
    assert len(chief.get("/api/tournaments")["tournaments"]) == before
    assert bring("1").ok(201)["fide_mode"] is True


def test_a_report_file_with_byes_to_come_is_one_commit(chief: Caller) -> None:
    event = swiss(chief)
    for name in ("Carla", "David"):
        event("PUT", f"/players/{event.ids[name]}/byes", {"2": "half", "4": "zero"}).ok()
    text: bytes = event("GET", "/export/trf").ok()
    made = chief.raw("POST", "/api/tournaments/import", text, "text/plain").ok(201)
    copy = Event(chief, made["id"])
    assert (made["version"], copy.version) == (1, 1)
    [commit] = chief.get(f"{copy.url}/history")["commits"]
    assert (commit["type"], commit["summary"]) == ("AdoptRecords", "Open brought over: 9 players, 0 rounds")
    byes = {row["name"]: row["byes"] for row in chief.get(f"{copy.url}/players")["players"] if row["byes"]}
    assert byes == {name: {"2": "half", "4": "zero"} for name in ("Carla", "David")}


def test_a_wrong_report_stores_nothing(chief: Caller) -> None:
    before = chief.get("/api/tournaments")
    content = b"012 Open\n001    1      Anna                              20x0\n"
    problem = chief.raw("POST", "/api/tournaments/import", content, "text/plain")
    assert problem.status == 400
    assert problem.body["line"] == 2
    assert chief.get("/api/tournaments") == before


@pytest.mark.parametrize("content", [b"", b"012 Open\n062 0\n"], ids=["empty file", "no players"])
def test_a_report_without_players_makes_no_tournament(chief: Caller, content: bytes) -> None:
    answer = chief.raw("POST", "/api/tournaments/import", content, "text/plain")
    assert answer.status == 400
    assert chief.get("/api/tournaments") == {"tournaments": []}


def test_a_section_is_named_where_there_are_several(chief: Caller) -> None:
    event = chief.event(format="swiss", rounds=3, sections=["Open", "Minor"])
    event("GET", "/export/trf").refused(400, "section-not-named")
    event("GET", "/export/trf?section=Junior").refused(400, "section-unknown")
    assert b"012" in event("GET", "/export/trf?section=Minor").ok()


def test_a_large_round_is_computed_in_another_process(
    chief: Caller, hall: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing_pool = PairingPool(large=5)
    monkeypatch.setattr(hall.podium.desk, "_pairing_pool", pairing_pool)
    try:
        large, small = swiss(chief), swiss(chief)
        asked: list[int] = []
        pair = pairing_pool.pair

        def counted(fields: Mapping[str, Field]) -> Future[dict[str, ComputedRound]]:
            asked.append(len(fields))
            return pair(fields)

        monkeypatch.setattr(pairing_pool, "pair", counted)
        made = large("POST", "/rounds", {}, Idempotency_Key="once").ok(201)
        again = large("POST", "/rounds", {}, Idempotency_Key="once").ok(201)
        assert asked == [1]
        assert again == made
        monkeypatch.setattr(hall.podium.desk, "_pairing_pool", None)
        small.pair()
        for name in NAMES:
            mine, theirs = large.pairing(name), small.pairing(name)
            assert (mine["board"], mine["is_bye"]) == (theirs["board"], theirs["is_bye"])
    finally:
        pairing_pool.close()


def test_whoever_asked_for_a_large_round_may_go_but_cannot_call_it_off(
    chief: Caller, hall: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: Future[dict[str, ComputedRound]] = Future()

    class Slow(PairingPool):
        def pair(self, fields: Mapping[str, Field]) -> Future[dict[str, ComputedRound]]:
            return work

    event = swiss(chief)
    monkeypatch.setattr(hall.podium.desk, "_pairing_pool", Slow(large=5))
    asked = hall.podium.desk.submit(OPERATOR, TournamentId(event.id), PairRound())
    assert not asked.cancel()
    work.cancel()  # the worker is gone
    assert len(asked.result(PATIENCE).state.rounds) == 1


def test_one_number_everywhere_which_corrections_do_not_move(chief: Caller) -> None:
    event, dice = swiss(chief, NAMES[:8], rounds=6), Dice("numbers")
    for number in range(1, 5):
        play(event, event("POST", "/rounds", {"round": number}).ok(201), dice)
        if number == 2:
            event("PATCH", f"/players/{event.ids['Hugo']}", {"rating": 2280}).ok()
            moved = event("POST", "/players/renumber", {}).ok()["players"]
            assert {row["name"]: (row["number"], row["entry"]) for row in moved}["Hugo"] == (2, 8)
    event("PATCH", f"/players/{event.ids['Greta']}", {"rating": 2900, "title": "GM"}).ok()
    event("POST", "/players/renumber", {}).refused(409, "numbers-fixed")
    event("PATCH", "", {"numbering": "list"}).refused(409, "rounds-exist")
    numbers = {row["name"]: row["number"] for row in event("GET", "/players").ok()["players"]}
    assert sorted(numbers, key=lambda name: numbers[name]) == [
        "Anna", "Hugo", "Boris", "Carla", "David", "Elena", "Farid", "Greta",
    ]  # fmt: skip
    [table] = event("GET", "/crosstable").ok()["sections"]
    assert {row["name"]: row["number"] for row in table["rows"]} == numbers
    assert {entry.name: entry.number for entry in read(event("GET", "/export/trf").ok().decode()).entries} == numbers
    ranked = event("GET", "/standings?tiebreaks=TPN").ok()["standings"]
    assert {row["name"]: row["tiebreaks"]["TPN"] for row in ranked} == numbers
    card = event("GET", f"/players/{event.ids['Greta']}/card").ok()
    assert card["number"] == 8
    assert [row["opponent_number"] for row in card["rounds"]] == [numbers[row["opponent"]] for row in card["rounds"]]
    lines = event("GET", "/export/csv").ok().decode("utf-8-sig").splitlines()
    assert {line.split(",")[0]: int(line.split(",")[-1]) for line in lines[1:]} == numbers


def test_a_format_without_pairing_numbers_is_not_renumbered(chief: Caller) -> None:
    event = chief.event(format="round-robin")
    event("POST", "/players/renumber", {}).refused(409, "numbers-of-format")


def test_by_fides_rules_what_was_declared_is_refused_afterwards(chief: Caller) -> None:
    """API.md: "fide" means scoring `fide`, with what freezes at round 1 refused afterwards (409)."""
    event = swiss(chief, NAMES[:6], rules="fide")
    made = event("GET", "").ok()
    assert (made["rules"], made["scoring"]) == ("fide", "fide")
    event.pair()
    problem = event("PATCH", "", {"tiebreaks": ["BH"], "confirm": True}).refused(409, "declared-before-round-1")
    assert "tiebreaks" in problem["detail"]
    assert event("PATCH", "", {"place": "Town Hall"}).ok()["place"] == "Town Hall"


def test_a_club_event_confirms_what_makes_a_round_wrong(chief: Caller) -> None:
    event = swiss(chief, NAMES[:6])
    [first, *_rest] = event.pair()["pairings"]
    apart = {"forbidden": [[first["white_player_id"], first["black_player_id"]]]}
    problem = event("PATCH", "", apart).refused(409, "rounds-made-wrong")
    assert problem["rounds"] == [1]
    assert event("PATCH", "", {**apart, "confirm": True}).ok()["forbidden"] == apart["forbidden"]
