"""Matches of a knockout in words: who met whom, how it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.views.words import plural
from podium.core.ids import PairingId, PlayerId
from podium.flow.state import Tournament
from podium.knockout import Changed, Match, Outcome, Reason, TieBreakPolicy, round_name

RESULTS = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "½-½",
    Outcome.DOUBLE_FORFEIT: "nobody came",
    Outcome.BYE: "bye",
}
REASONS = {
    Reason.CHECKMATE: "checkmate",
    Reason.STALEMATE: "stalemate",
    Reason.INSUFFICIENT_MATERIAL: "insufficient material",
    Reason.FIFTY_MOVE_RULE: "fifty-move rule",
    Reason.THREE_FOLD_REPETITION: "threefold repetition",
    Reason.TIMEOUT: "on time",
    Reason.RESIGNATION: "resignation",
    Reason.NO_SHOW: "opponent did not come",
    Reason.DOUBLE_NO_SHOW: "neither player came",
    Reason.TIE_BREAK_RAPID: "in the rapid tie-break",
    Reason.TIE_BREAK_BLITZ: "in the blitz tie-break",
    Reason.TIE_BREAK_ARMAGEDDON: "in the Armageddon game",
    Reason.TIE_BREAK_BEST_OF_3: "in the best of three",
    Reason.TIE_BREAK_BEST_OF_5: "in the best of five",
}
GAMES = {
    TieBreakPolicy.RAPID: "Rapid game",
    TieBreakPolicy.BLITZ: "Blitz game",
    TieBreakPolicy.ARMAGEDDON: "Armageddon game",
    TieBreakPolicy.BEST_OF_3: "Best of three",
    TieBreakPolicy.BEST_OF_5: "Best of five",
}


def match_changed(state: Tournament, changed: Changed) -> str:
    """What a change did, told by the match whose result it is about."""
    before = {match.id: match for match in changed.before}
    about = next((match for match in changed.after if _was(before, match) != match.played), None)
    after = state.knockout
    if about is None or after is None or not about.full:
        return f"Bracket: {plural(len(changed.created), 'match', 'matches')} added"
    old = _was(before, about)
    was = f" (was {RESULTS[old]})" if old is not None else ""
    where = f"{round_name(after, about.round)}, board {about.board}{_game(about)}"
    result = RESULTS[about.played] if about.played is not None else "result cleared"
    return f"{where}: {name(state, about.white)} {result} {name(state, about.black)}{was}{_led_to(changed)}"


def name(state: Tournament, player: PlayerId | None) -> str:
    """The name of somebody at a board, or an empty seat."""
    return state.players[player].name if player is not None else "…"


def game_word(match: Match) -> str:
    """What a tie-break game is called: `Armageddon game`, `Best of three, game 2`."""
    if match.kind is None:
        return ""
    several = match.kind.games > 1
    return GAMES[match.kind] + (f", game {match.index}" if several else "")


def _game(match: Match) -> str:
    return f", {game_word(match)}" if match.kind is not None else ""


def _was(before: Mapping[PairingId, Match], match: Match) -> Outcome | None:
    old = before.get(match.id)
    return old.played if old is not None else None


def _led_to(changed: Changed) -> str:
    said = []
    games = sum(match.parent is not None for match in changed.created)
    if games:
        said.append(f"{plural(games, 'tie-break game')}")
    if gone := sum(match.played is not None for match in changed.removed):
        said.append(f"{plural(gone, 'result')} undone")
    return f"; {', '.join(said)}" if said else ""
