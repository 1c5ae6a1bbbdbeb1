"""Matches of a knockout played live: a drawn game leads by itself to its tie-break games, by its own clock."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event, Json
from tests.kit.live import FOOLS_MATE, STALEMATE, THREEFOLD, LiveBoard

WHITE_MATES = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7"


def cup(chief: Caller, policy: str, players: int = 2, **settings: object) -> Event:
    event = chief.event(
        "Cup", "knockout", **{"live": True, "tieBreakPolicy": policy, "timeControl": "10+5", **settings}
    )
    for at in range(players):
        event.players(f"P{at + 1}", rating=2000 - at)
    event("POST", "/publish").ok()
    event.pair()
    return event


def matches(event: Event) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/matches")["matches"]
    return found


def match(event: Event, id: str) -> Json:
    found: Json = event.by.get(f"/api/matches/{id}")
    return found


def games_of(event: Event, parent: str) -> list[LiveBoard]:
    """The tie-break games of a match that can be played now."""
    ids = match(event, parent)["tieBreakMatches"]
    return [LiveBoard.of(event, id) for id in ids if event.by("GET", f"/api/matches/{id}/game").status == 200]


def test_a_drawn_match_leads_to_its_rapid_game_and_that_to_armageddon(chief: Caller) -> None:
    """The spec: RAPID has the colours of the match and its own time control; a second draw, Armageddon."""
    event = cup(chief, "RAPID", tieBreakTimeControl="3+2", armageddonTimeControl={"white": "5+0", "black": "4+0"})
    parent = LiveBoard.of(event, matches(event)[0]["id"]).begin()
    drawn = parent.plays(STALEMATE)
    assert (drawn["result"], drawn["resultReason"], drawn["counted"]) == ("DRAW", "STALEMATE", True)
    (rapid,) = games_of(event, parent.id)
    before = rapid.game()
    assert (before["timeControl"], before["tieBreak"], before["clocks"]["white"]) == ("3+2", True, 180_000)
    assert before["white"]["id"] == drawn["white"]["id"]
    assert match(event, rapid.id)["timeControlOverride"] == "3+2"
    rapid.begin().plays(THREEFOLD)
    last = games_of(event, parent.id)[-1]
    clocks = last.game()["clocks"]
    assert (clocks["white"], clocks["black"]) == (300_000, 240_000)
    assert last.game()["white"]["id"] == drawn["black"]["id"]  # colours are swapped
    last.begin().plays(THREEFOLD)  # Black wins a draw, who had White in the match
    done = match(event, parent.id)
    assert (done["result"], done["resultReason"]) == ("WHITE_WIN", "TIE_BREAK_ARMAGEDDON")


def test_best_of_three_is_played_one_game_after_the_other(chief: Caller) -> None:
    event = cup(chief, "BEST_OF_3", tieBreakTimeControl="3+2")
    parent = LiveBoard.of(event, matches(event)[0]["id"]).begin()
    white = parent.plays(THREEFOLD)["white"]["id"]
    assert len(match(event, parent.id)["tieBreakMatches"]) == 3
    (first,) = games_of(event, parent.id)
    first.begin().plays(WHITE_MATES)
    first, second = games_of(event, parent.id)
    assert second.game()["black"]["id"] == white  # colours alternate
    second.begin().plays(FOOLS_MATE)
    done = match(event, parent.id)
    assert (done["result"], done["resultReason"]) == ("WHITE_WIN", "TIE_BREAK_BEST_OF_3")
    third = match(event, match(event, parent.id)["tieBreakMatches"][2])
    assert third["status"] == "CANCELED"


def test_the_next_round_appears_with_its_games(chief: Caller) -> None:
    event = cup(chief, "ARMAGEDDON", 4)
    for each in [each for each in matches(event) if each["roundNumber"] == 1]:
        LiveBoard.of(event, each["id"]).begin().plays(FOOLS_MATE)
    final = next(each for each in matches(event) if each["roundNumber"] == 2)
    assert LiveBoard.of(event, final["id"]).begin().plays(WHITE_MATES)["counted"]


@pytest.mark.parametrize("mode", ["NO_DRAW_OFFER", "NO_DRAW"])
def test_without_offers_the_draws_by_the_laws_stand(chief: Caller, mode: str) -> None:
    event = cup(chief, "RAPID", drawRuleMode=mode)
    board = LiveBoard.of(event, matches(event)[0]["id"]).begin()
    board.plays("e4 e5")
    refused = board.act(board.white, "draw/offer").refused(409, "draw-refused")
    assert (refused["rule"], refused["value"]) == ("drawRuleMode", mode)
    assert board.plays("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")["result"] == "DRAW"
    assert len(games_of(event, board.id)) == 1


def test_undoing_the_draw_suspends_its_tie_break_game(chief: Caller) -> None:
    event = cup(chief, "RAPID")
    parent = LiveBoard.of(event, matches(event)[0]["id"]).begin()
    parent.plays(THREEFOLD)
    (rapid,) = games_of(event, parent.id)
    rapid.begin().plays("e4")
    event("POST", "/undo").ok()
    assert parent.game()["counted"] is False
    rapid.move(rapid.black, "e5", 1).refused(409, "game-not-running")
    event.by("GET", f"/api/matches/{rapid.id}/game").refused(404, "unknown-match")
