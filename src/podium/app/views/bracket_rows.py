"""A knockout as rows with the names that clients know, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from podium.app.words.knockout import round_name
from podium.knockout import BracketMatch, Bye, Knockout, LoserOf, Seed, Slot, WinnerOf


def match_row(match: BracketMatch, tournament: str | None = None) -> dict[str, object]:
    """One match or tie-break game."""
    return {
        "id": match.id,
        "tournamentId": tournament,
        "roundNumber": match.round,
        "boardNumber": match.board,
        "whiteEntryId": match.white,
        "blackEntryId": match.black,
        "status": match.status.value,
        "result": _value(match.result),
        "resultReason": _value(match.reason),
        "parentMatchId": match.parent,
        "isTieBreak": match.parent is not None,
        "tieBreakIndex": match.index,
        "tieBreakType": _value(match.kind),
        "timeControlOverride": match.clock,
        "finishedAt": match.finished_at,
        "tieBreakMatches": list(match.tie_breaks),
    }


def bracket_row(state: Knockout, tournament: str | None = None) -> dict[str, object]:
    """The whole bracket: its rounds with their matches, tie-break games inside them, and the champions."""
    return {
        "status": "FINISHED" if state.over else "RUNNING",
        "rounds": [
            {
                "round": here.number,
                "name": round_name(state, here.number),
                "begun": here.number <= state.begun,
                "matches": [_in_bracket(state, match, tournament) for match in here.parents],
            }
            for here in state.rounds
        ],
        "champions": list(state.champions),
    }


def _in_bracket(state: Knockout, match: BracketMatch, tournament: str | None) -> dict[str, object]:
    slots = state.slots(match)
    return {
        **match_row(match, tournament),
        "thirdPlace": match.third_place,
        "slots": None if slots is None else [_slot(slot) for slot in slots],
        "tieBreaks": [match_row(game, tournament) for game in state.games_of(match)],
    }


def _slot(slot: Slot) -> Mapping[str, object]:
    match slot:
        case Seed():
            return {"seed": slot.number}
        case WinnerOf():
            return {"winnerOf": {"round": slot.round, "board": slot.board}}
        case LoserOf():
            return {"loserOf": {"round": slot.round, "board": slot.board}}
        case Bye():
            return {"bye": True}


def _value(choice: Enum | None) -> object:
    return None if choice is None else choice.value
