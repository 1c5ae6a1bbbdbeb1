"""Knockouts over HTTP: settings, the bracket, matches, results and their consequences."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from podium.app.formats.knockout.error_words import KNOCKOUT_SENTENCES
from tests.kit.http import Answer, Caller, Event, House, Json
from tests.kit.loops import every

M = {
    "id", "tournamentId", "roundNumber", "boardNumber", "whiteEntryId", "blackEntryId", "status", "result",
    "resultReason", "parentMatchId", "isTieBreak", "tieBreakIndex", "tieBreakType", "timeControlOverride",
    "finishedAt", "tieBreakMatches",
}  # fmt: skip
RULES = {
    "timeControl": "10+0",
    "drawRuleMode": "ALLOW_ALL",
    "drawConfig": None,
    "requiresDecisiveResult": False,
    "tieBreakPolicy": "NONE",
    "tieBreakTimeControl": None,
    "seeding": "standard",
    "thirdPlaceMatch": False,
}


@pytest.fixture
def cup(chief: Caller) -> Event:
    """Four players, the first the best, and a rapid game for every draw."""
    event = chief.event(format="knockout", tieBreakPolicy="RAPID", timeControl="15+10", tieBreakTimeControl="3+2")
    for at, name in enumerate(("Ann", "Ben", "Cid", "Dan")):
        event.players(name, rating=2000 - at)
    event.pair()
    return event


def matches(event: Event, round: int | None = None) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/matches{f'?round={round}' if round else ''}")["matches"]
    return found


def report(event: Event, id: str, result: str | None, **more: object) -> Answer:
    return event.by("PUT", f"/api/matches/{id}/result", {"result": result, **more})


def result_of_pairing(event: Event, id: str, result: str | None, **more: object) -> Answer:
    return event.by("PUT", f"/api/pairings/{id}/result", {"result": result, **more})


class TestSettings:
    def test_the_defaults_are_those_of_the_design(self, chief: Caller) -> None:
        made = chief("POST", "/api/tournaments", {"name": "Cup", "format": "knockout"}).ok(201)
        assert {name: made[name] for name in RULES} == RULES

    def test_what_is_given_comes_back_and_merges(self, chief: Caller) -> None:
        event = chief.event(
            format="knockout", tieBreakPolicy="BEST_OF_3", drawConfig={"minMove": 30}, requiresDecisiveResult=True
        )
        changed = event("PATCH", "", {"tieBreakTimeControl": "3+2", "seeding": "drawn"}).ok()
        assert changed["tieBreakPolicy"] == "BEST_OF_3"
        assert (changed["drawConfig"], changed["tieBreakTimeControl"], changed["seeding"]) == (
            {"minMove": 30},
            "3+2",
            "drawn",
        )

    def test_further_draw_rules_come_back_and_are_told_in_the_history(self, chief: Caller) -> None:
        """The description of the knockout, 2.2: `drawConfig` is any object ("minMove, maxOffers, etc.")."""
        config = {"minMove": 30, "repetition": "fivefold", "ladder": [1, {"x": None}]}
        event = chief.event(format="knockout", drawConfig=config)
        assert event.by.get(event.url)["drawConfig"] == config
        event("PATCH", "", {"drawConfig": {**config, "repetition": "threefold"}}).ok()
        assert event.by.get(event.url)["drawConfig"]["repetition"] == "threefold"
        told = event.by.get(f"{event.url}/history")["commits"]
        assert any("further draw rules repetition threefold" in each["summary"] for each in told)

    def test_the_description_says_what_podium_does_not_enforce(self, chief: Caller) -> None:
        document = chief.get("/openapi.json")["components"]["schemas"]
        [body] = [schema for name, schema in document.items() if name.endswith("NewTournamentBody")]
        assert "Podium runs none" in body["properties"]["timeControl"]["description"]
        assert "Podium sees no offers" in body["properties"]["drawConfig"]["description"]

    @pytest.mark.parametrize(
        ("given", "code"),
        [
            ({"requiresDecisiveResult": True}, "decisive-without-tie-break"),
            ({"drawRuleMode": "NO_DRAW"}, "no-draw-without-tie-break"),
        ],
    )
    def test_impossible_rules(self, chief: Caller, given: Json, code: str) -> None:
        body = {"name": "Cup", "format": "knockout", **given}
        assert chief("POST", "/api/tournaments", body).refused(400, code)["detail"] == KNOCKOUT_SENTENCES[code]
        event = chief.event(format="knockout", tieBreakPolicy="BLITZ", **given)
        refused = event("PATCH", "", {"tieBreakPolicy": "NONE"}).refused(400, code)
        assert refused["detail"] == KNOCKOUT_SENTENCES[code]
        assert event.version == 1
        plain = chief.event(format="knockout")
        assert plain("PATCH", "", given).refused(400, code)["detail"] == KNOCKOUT_SENTENCES[code]

    @every(
        ("field", "value", "code"),
        [
            ("tieBreakPolicy", "CHESS960", "choice-unknown"),
            ("drawRuleMode", "no_draw", "choice-unknown"),
            ("seeding", "best", "choice-unknown"),
            ("timeControl", "ten", "time-control-malformed"),
            ("timeControl", "0+0", "time-control-out-of-range"),
            ("tieBreakTimeControl", "3-2", "time-control-malformed"),
            ("drawConfig", {"minMove": "30"}, "count-out-of-range"),
            ("drawConfig", {"moves": 2**70}, "draw-config-value"),
            ("drawConfig", {"moves": "3" * 4000}, "draw-config-size"),
            ("drawConfig", [1], "malformed"),
            ("requiresDecisiveResult", "yes", "malformed"),
        ],
    )
    def test_bad_values(self, chief: Caller, field: str, value: object, code: str) -> None:
        body = {"name": "Cup", "format": "knockout", field: value}
        chief("POST", "/api/tournaments", body).refused(400, code)

    def test_rounds_follow_from_the_players(self, chief: Caller) -> None:
        """The contract names `rounds` for every format, so a new knockout may come with them; they are not kept."""
        event = chief.event(format="knockout", rounds=7, tieBreakPolicy="RAPID")
        assert event.by.get(event.url)["rounds"] is None
        event.players("Ann", "Ben", "Cid", "Dan", "Eve")
        event.pair()
        assert event.by.get(event.url)["rounds"] == 3
        [row] = [row for row in event.by.get("/api/tournaments")["tournaments"] if row["id"] == event.id]
        assert (row["rounds"], row["rounds_paired"]) == (3, 1)

    def test_a_change_of_the_rounds_is_refused_by_name(self, chief: Caller, cup: Event) -> None:
        before = cup.version
        refused = cup("PATCH", "", {"rounds": 7}).refused(400, "rounds-of-knockout")
        assert (refused["field"], refused["value"]) == ("rounds", 7)
        assert refused["detail"].startswith("The rounds of a knockout follow from its players")
        cup("PATCH", "", {"rounds": None}).ok()
        assert cup.version == before
        swiss = chief.event(format="swiss", rounds=7, acceleration="baku")
        swiss("PATCH", "", {"format": "knockout", "rounds": 7}).refused(400, "rounds-of-knockout")
        assert swiss("PATCH", "", {"format": "knockout"}).ok()["rounds"] is None
        swiss("PATCH", "", {"format": "swiss"}).refused(400, "acceleration-needs-rounds")
        assert swiss("PATCH", "", {"format": "swiss", "rounds": 9}).ok()["rounds"] == 9

    def test_draws_that_take_both_on_leave_the_rounds_open(self, chief: Caller) -> None:
        event = chief.event(format="knockout")
        event.players("Ann", "Ben", "Cid", "Dan")
        event.pair()
        assert event.by.get(event.url)["rounds"] is None

    def test_the_policy_is_fixed_once_the_bracket_stands(self, cup: Event) -> None:
        before = cup.version
        cup("PATCH", "", {"tieBreakPolicy": "BLITZ"}).refused(409, "bracket-built")
        assert cup.version == before


class TestBracket:
    def test_it_is_built_once(self, cup: Event) -> None:
        cup("POST", "/rounds", {}).refused(409, "round-exists")
        cup("POST", "/rounds", {"pairings": []}).refused(409, "knockout-rounds")
        assert len(matches(cup)) == 3
        assert [row["roundNumber"] for row in matches(cup, 2)] == [2]
        assert matches(cup, 3) == []

    def test_too_few(self, chief: Caller) -> None:
        event = chief.event(format="knockout")
        event.players("Ann")
        event("POST", "/rounds", {}).refused(409, "bracket-size")
        assert event.by.get(f"{event.url}/bracket")["status"] == "PENDING"
        event("GET", "/bracket.svg").refused(404, "unknown-bracket")

    def test_a_match_is_a_row_and_a_pairing(self, cup: Event) -> None:
        [first, *_] = matches(cup, 1)
        assert M | {"version"} == cup.by.get(f"/api/matches/{first['id']}").keys()
        pairing = cup.by.get(f"/api/pairings/{first['id']}")
        assert (pairing["white_player_id"], pairing["round"]) == (first["whiteEntryId"], 1)
        answer = cup.by("PUT", f"/api/pairings/{first['id']}/result", {"result": "1-0"}).ok()
        assert (answer["result"], cup.by.get(f"/api/matches/{first['id']}")["result"]) == ("1-0", "WHITE_WIN")
        assert [len(each["pairings"]) for each in cup.by.get(f"{cup.url}/rounds")["rounds"]] == [2]

    def test_played_to_the_end(self, cup: Event) -> None:
        for row in matches(cup, 1):
            report(cup, row["id"], "WHITE_WIN", resultReason="CHECKMATE").ok()
        [final] = matches(cup, 2)
        done = report(cup, final["id"], "DRAW", resultReason="STALEMATE").ok()
        assert (done["status"], done["result"], done["resultReason"]) == ("FINISHED", "DRAW", "STALEMATE")
        [game] = done["tieBreakMatches"]
        shown = cup.by.get(f"/api/matches/{game}")
        assert (shown["parentMatchId"], shown["tieBreakIndex"], shown["tieBreakType"]) == (final["id"], 1, "RAPID")
        assert (shown["timeControlOverride"], shown["boardNumber"]) == ("3+2", final["boardNumber"])
        report(cup, game, "WHITE_WIN").ok()
        parent = cup.by.get(f"/api/matches/{final['id']}")
        assert (parent["result"], parent["resultReason"]) == ("WHITE_WIN", "TIE_BREAK_RAPID")
        assert parent["finishedAt"] == done["finishedAt"]
        bracket = cup.by.get(f"{cup.url}/bracket")
        assert (bracket["status"], bracket["champions"]) == ("FINISHED", [cup.ids["Ann"]])
        assert [len(each["matches"]) for each in bracket["rounds"]] == [2, 1]
        standings = cup.by.get(f"{cup.url}/standings")["standings"]
        assert [row["rank"] for row in standings] == [1, 2, 3, 3]

    def test_the_picture(self, hall: House, cup: Event) -> None:
        answer = cup("GET", "/bracket.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert b"Ann" in answer.body
        cup("GET", "/bracket.svg", If_None_Match=answer.headers["etag"]).ok(304)
        hall.anyone("GET", f"{cup.url}/bracket.svg").refused(404, "unknown-tournament")

    def test_another_round(self, chief: Caller) -> None:
        event = chief.event(format="knockout")
        event.players("Ann", "Ben")
        event.pair()
        event("POST", "/bracket/another-round", {}).refused(409, "no-joint-champions")
        report(event, matches(event)[0]["id"], "DRAW").ok()
        assert len(event.by.get(f"{event.url}/bracket")["champions"]) == 2
        assert len(event("POST", "/bracket/another-round", {}).ok(201)["rounds"]) == 2

    def test_another_round_by_its_number(self, chief: Caller) -> None:
        event = chief.event(format="knockout")
        event.players("Ann", "Ben")
        event.pair()
        [only] = matches(event)
        event("POST", "/rounds", {"round": 2}).refused(409, "knockout-rounds")
        report(event, only["id"], "DRAW").ok()
        event("POST", "/rounds", {}).refused(409, "round-exists")  # a bracket built twice by mistake orders nothing
        event("POST", "/rounds", {"round": 3}).refused(409, "knockout-rounds")
        answer = event("POST", "/rounds", {"round": 2}).ok(201)
        assert answer["round"] == 2
        assert [row["white_player_id"] for row in answer["pairings"]] == [only["whiteEntryId"]]
        event("POST", "/rounds", {"round": 2}).refused(409, "round-exists")
        report(event, matches(event, 2)[0]["id"], "WHITE_WIN").ok()
        event("POST", "/rounds", {"round": 3}).refused(409, "knockout-rounds")


class TestResults:
    def test_the_same_again_has_no_effect(self, cup: Event) -> None:
        [first, _] = matches(cup, 1)
        one = report(cup, first["id"], "DRAW").ok()
        assert report(cup, first["id"], "DRAW").ok() == one
        assert len(matches(cup)) == 4

    def test_the_same_key_again_is_answered_the_same(self, cup: Event) -> None:
        [first, _] = matches(cup, 1)
        way = f"/api/matches/{first['id']}/result"
        answers = [cup.by("PUT", way, {"result": "DRAW"}, Idempotency_Key="k1").ok() for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
        cup.by("PUT", way, {"result": "WHITE_WIN"}, Idempotency_Key="k1").refused(409, "idempotency-key-reused")

    def test_another_says_what_it_would_undo(self, cup: Event) -> None:
        [first, second] = matches(cup, 1)
        for row in (first, second):
            report(cup, row["id"], "WHITE_WIN").ok()
        [final] = matches(cup, 2)
        report(cup, final["id"], "BLACK_WIN").ok()
        before = cup.version
        problem = report(cup, first["id"], "BLACK_WIN").refused(409, "result-has-consequences")
        assert problem["matches"] == [final["id"]]
        assert len(problem["champions"]) == 1
        assert cup.version == before
        report(cup, first["id"], "BLACK_WIN", confirm=True).ok()
        [again] = matches(cup, 2)
        assert (again["result"], again["id"] == final["id"]) == (None, False)
        report(cup, final["id"], "WHITE_WIN").refused(409, "pairing-undone")
        cup("POST", "/undo", {}).ok()
        assert matches(cup, 2)[0]["result"] == "BLACK_WIN"

    def test_as_a_pairing_too_another_must_be_confirmed(self, cup: Event) -> None:
        """Both names of a match lead to the same correction: the same refusal, and the same way on."""
        [first, second] = (row["id"] for row in matches(cup, 1))
        for id in (first, second):
            result_of_pairing(cup, id, "1-0").ok()
        final = matches(cup, 2)[0]["id"]
        result_of_pairing(cup, final, "0-1F").ok()
        before = cup.version
        refused = result_of_pairing(cup, first, "0-1").refused(409, "result-has-consequences")
        as_match = report(cup, first, "BLACK_WIN").refused(409, "result-has-consequences")
        assert (refused["matches"], refused["champions"]) == (as_match["matches"], as_match["champions"])
        assert refused["matches"] == [final]
        result_of_pairing(cup, first, "0-1", confirm=False).refused(409, "result-has-consequences")
        result_of_pairing(cup, first, "0-1", was="1/2-1/2", confirm=True).refused(409, "result-differs")
        result_of_pairing(cup, first, "0-1", confirm="yes").refused(400, "malformed")
        assert cup.version == before
        assert result_of_pairing(cup, first, "0-1", was="1-0", confirm=True).ok()["result"] == "0-1"
        [again] = matches(cup, 2)
        assert (again["result"], again["whiteEntryId"]) == (None, cup.ids["Dan"])
        assert again["id"] != final

    def test_a_drawn_pairing_is_cleared_with_its_games_once_confirmed(self, cup: Event) -> None:
        [first, _] = (row["id"] for row in matches(cup, 1))
        result_of_pairing(cup, first, "1/2-1/2").ok()
        [game] = cup.by.get(f"/api/matches/{first}")["tieBreakMatches"]
        assert result_of_pairing(cup, first, None).refused(409, "result-has-consequences")["matches"] == [game]
        assert result_of_pairing(cup, first, None, confirm=True).ok()["result"] is None
        assert cup.by.get(f"/api/matches/{first}")["tieBreakMatches"] == []

    def test_what_if_of_a_pairing_is_as_confirmed_as_its_body(self, cup: Event) -> None:
        [first, second] = (row["id"] for row in matches(cup, 1))
        for id in (first, second):
            report(cup, id, "WHITE_WIN").ok()
        wish = {"method": "PUT", "path": f"/api/pairings/{first}/result", "body": {"result": "0-1"}}
        waits = cup("POST", "/what-if", wish).ok()
        done = cup("POST", "/what-if", {**wish, "body": {"result": "0-1", "confirm": True}}).ok()
        assert (waits["refused"]["code"], done["refused"]) == ("result-has-consequences", None)
        assert waits["standings"] == done["standings"] != []

    def test_confirming_is_nothing_to_other_formats(self, chief: Caller) -> None:
        event = chief.event()
        event.players("Ann", "Ben")
        id = event.pairs([("Ann", "Ben")])["pairings"][0]["id"]
        for result in ("1-0", "0-1", None):
            assert result_of_pairing(event, id, result, confirm=True).ok()["result"] == result

    def test_a_corrected_game_names_the_match_it_decided(self, cup: Event) -> None:
        [first, _] = matches(cup, 1)
        report(cup, first["id"], "DRAW").ok()
        game = matches(cup, 1)[1]
        report(cup, game["id"], "WHITE_WIN").ok()
        problem = report(cup, game["id"], "BLACK_WIN").refused(409, "result-has-consequences")
        assert (problem["matches"], problem["champions"]) == ([first["id"]], [])
        report(cup, game["id"], "BLACK_WIN", confirm=True).ok()
        assert matches(cup, 1)[0]["result"] == "BLACK_WIN"

    def test_what_if(self, cup: Event) -> None:
        [first, _] = matches(cup, 1)
        wish = {"method": "PUT", "path": f"/api/matches/{first['id']}/result", "body": {"result": "WHITE_WIN"}}
        before = cup.version
        answer = cup("POST", "/what-if", wish).ok()
        assert [each["id"] for each in answer["pairings"]] == [first["id"]]
        assert answer["refused"] is None
        assert {each["player_id"] for each in answer["standings"]} == {cup.ids["Ann"], cup.ids["Dan"]}
        assert cup.version == before

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({"result": "WON"}, "outcome-unknown"),
            ({"result": "BYE"}, "outcome-unknown"),
            ({"result": "DRAW", "resultReason": "BORED"}, "reason-unknown"),
            ({"result": "DRAW", "resultReason": "CHECKMATE"}, "reason-misfit"),
            ({"result": "WHITE_WIN", "resultReason": "TIE_BREAK_RAPID"}, "reason-misfit"),
            ({}, "outcome-unknown"),
            ({"result": 1}, "malformed"),
        ],
    )
    def test_bad_reports(self, cup: Event, body: Json, code: str) -> None:
        before = cup.version
        cup.by("PUT", f"/api/matches/{matches(cup)[0]['id']}/result", body).refused(400, code)
        assert cup.version == before

    def test_matches_that_take_none(self, cup: Event) -> None:
        report(cup, matches(cup, 2)[0]["id"], "WHITE_WIN").refused(409, "match-open")
        report(cup, f"{cup.id}-nothing", "WHITE_WIN").refused(404, "unknown-match")
        report(cup, "nothing-at-all", "WHITE_WIN").refused(404, "unknown-match")

    def test_a_cancelled_game_takes_none(self, chief: Caller) -> None:
        event = chief.event(format="knockout", tieBreakPolicy="BEST_OF_3")
        event.players("Ann", "Ben")
        event.pair()
        [match] = matches(event)
        one, two, three = report(event, match["id"], "DRAW").ok()["tieBreakMatches"]
        report(event, one, "WHITE_WIN").ok()
        report(event, two, "BLACK_WIN").ok()  # the same player, with the other colour
        assert event.by.get(f"/api/matches/{three}")["status"] == "CANCELED"
        report(event, three, "DRAW").refused(409, "match-cancelled")

    def test_who_may_report(self, hall: House, cup: Event) -> None:
        first, second = (row["id"] for row in matches(cup, 1))
        ann = cup.as_seen_by(hall.by_link(cup, Role.PLAYER, "Ann"))
        report(ann, second, "WHITE_WIN").refused(403, "forbidden")
        report(ann, first, "WHITE_WIN").ok()
        report(ann, first, "DRAW", confirm=True).refused(403, "forbidden")
        result_of_pairing(ann, first, "1-0").ok()
        result_of_pairing(ann, first, "1/2-1/2", confirm=True).refused(403, "forbidden")
        result_of_pairing(ann, first, None, confirm=True).refused(403, "forbidden")
        scorer = cup.as_seen_by(hall.role(cup, "sue", Role.SCORER))
        report(scorer, second, "BLACK_WIN").ok()
        report(cup.as_seen_by(hall.anyone), second, "BLACK_WIN").refused(401, "credentials-missing")

    def test_a_pairing_of_another_format_is_no_match(self, chief: Caller) -> None:
        event = chief.event()
        event.players("Ann", "Ben")
        id = event.pairs([("Ann", "Ben")])["pairings"][0]["id"]
        event.by("GET", f"/api/matches/{id}").refused(404, "unknown-match")
        assert event.by.get(f"{event.url}/matches")["matches"] == []


def test_a_round_says_when_it_was_paired(cup: Event) -> None:
    """The first round with the bracket, a later one with the result that gave it its first match."""
    for match in matches(cup, 1):
        report(cup, match["id"], "WHITE_WIN").ok()
    at = {row["version"]: row["at"] for row in cup.by.get(f"{cup.url}/history")["commits"]}
    built, final = cup.version - 2, cup.version
    rounds = cup.by.get(f"{cup.url}/rounds")["rounds"]
    assert [here["paired_at"] for here in rounds] == [at[built], at[final]]


class TestDrawsWithoutOffers:
    """The description of the knockout, 2.2: under NO_DRAW_OFFER only automatic draws are accepted."""

    @pytest.fixture
    def quiet(self, chief: Caller) -> Event:
        event = chief.event(format="knockout", tieBreakPolicy="RAPID", drawRuleMode="NO_DRAW_OFFER")
        event.players("Ann", "Ben")
        event.pair()
        return event

    def test_a_draw_needs_the_rule_that_made_it_one(self, quiet: Event) -> None:
        [final] = matches(quiet)
        problem = report(quiet, final["id"], "DRAW").refused(409, "draw-reason-missing")
        assert (problem["field"], "STALEMATE" in problem["allowed"]) == ("resultReason", True)
        report(quiet, final["id"], "DRAW", resultReason="DRAW_AGREEMENT").refused(409, "draw-agreement-refused")
        drawn = report(quiet, final["id"], "DRAW", resultReason="INSUFFICIENT_MATERIAL").ok()
        assert drawn["resultReason"] == "INSUFFICIENT_MATERIAL"

    def test_also_by_the_name_of_the_pairing(self, quiet: Event) -> None:
        [final] = matches(quiet)
        result_of_pairing(quiet, final["id"], "1/2-1/2").refused(409, "draw-reason-missing")
        result_of_pairing(quiet, final["id"], "1-0F", resultReason="CHECKMATE").refused(400, "reason-misfit")
        result_of_pairing(quiet, final["id"], "1/2-1/2", resultReason="STALEMATE").ok()
        assert matches(quiet)[0]["resultReason"] == "STALEMATE"

    def test_elsewhere_players_may_agree(self, cup: Event) -> None:
        first = matches(cup, 1)[0]
        assert report(cup, first["id"], "DRAW", resultReason="DRAW_AGREEMENT").ok()["resultReason"] == "DRAW_AGREEMENT"
