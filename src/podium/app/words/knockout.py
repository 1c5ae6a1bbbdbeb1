"""Matches of a knockout in words: who met whom, how it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from podium.app.words.results import plural
from podium.core.ids import PairingId, PlayerId
from podium.flow.state import Tournament
from podium.knockout import Changed, Knockout, Match, Outcome, Reason, Status, TieBreakPolicy, round_name

RESULTS = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "½-½",
    Outcome.DOUBLE_FORFEIT: N_("nobody came"),
    Outcome.BYE: N_("bye"),
}
REASONS = {
    Reason.CHECKMATE: N_("checkmate"),
    Reason.STALEMATE: N_("stalemate"),
    Reason.INSUFFICIENT_MATERIAL: N_("insufficient material"),
    Reason.FIFTY_MOVE_RULE: N_("fifty-move rule"),
    Reason.THREE_FOLD_REPETITION: N_("threefold repetition"),
    Reason.TIMEOUT: N_("on time"),
    Reason.RESIGNATION: N_("resignation"),
    Reason.NO_SHOW: N_("opponent did not come"),
    Reason.DOUBLE_NO_SHOW: N_("neither player came"),
    Reason.TIE_BREAK_RAPID: N_("in the rapid tie-break"),
    Reason.TIE_BREAK_BLITZ: N_("in the blitz tie-break"),
    Reason.TIE_BREAK_ARMAGEDDON: N_("in the Armageddon game"),
    Reason.TIE_BREAK_BEST_OF_3: N_("in the best of three"),
    Reason.TIE_BREAK_BEST_OF_5: N_("in the best of five"),
}
GAMES = {
    TieBreakPolicy.RAPID: N_("Rapid game"),
    TieBreakPolicy.BLITZ: N_("Blitz game"),
    TieBreakPolicy.ARMAGEDDON: N_("Armageddon game"),
    TieBreakPolicy.BEST_OF_3: N_("Best of three"),
    TieBreakPolicy.BEST_OF_5: N_("Best of five"),
}


def match_changed(state: Tournament, changed: Changed) -> str:
    """What a change did, told by the match whose result it is about."""
    before = {match.id: match for match in changed.before}
    about = next((match for match in changed.after if match.full and _own(before, match)), None)
    knockout = state.knockout
    assert knockout is not None  # there is a bracket to change
    if about is None:
        return _ordered(knockout, changed)
    old = before.get(about.id)
    if old is not None and old.played is about.played:
        was = f", {_why(about)} (was {_why(old)})"
    else:
        was = f" (was {RESULTS[old.played]})" if old is not None and old.played is not None else ""
    where = _where(knockout, about)
    result = RESULTS[about.played] if about.played is not None else "result cleared"
    was += ", by a no-show" if about.played_reason is Reason.NO_SHOW and not was else ""
    led_to = _led_to(state, changed, before)
    return f"{where}: {name(state, about.white)} {result} {name(state, about.black)}{was}{led_to}"


def undone_words(state: Tournament, matches: Iterable[PairingId], champions: Iterable[PlayerId]) -> list[str]:
    """What a correction would undo, one line each: matches with what was played in them, games, titles."""
    knockout = state.knockout
    assert knockout is not None  # there is something to undo
    known = sorted(map(knockout.match, matches), key=lambda match: match.order)
    said = [f"{_where(knockout, match)}: {_undone(state, match)}" for match in known]
    return [*said, *(f"the title of {name(state, player)}" for player in champions)]


def _undone(state: Tournament, match: Match) -> str:
    if match.played is Outcome.BYE:
        return f"the bye of {name(state, match.white)}"
    if match.status is Status.CANCELED and match.parent is None:
        return "that nobody comes to it"
    result = RESULTS[match.result] if match.result is not None else "–"
    why = f", {REASONS[match.verdict_reason]}" if match.verdict_reason is not None else ""
    return f"{name(state, match.white)} {result} {name(state, match.black)}{why}"


def name(state: Tournament, player: PlayerId | None) -> str:
    """The name of somebody at a board, or an empty seat."""
    return state.players[player].name if player is not None else "…"


def game_word(match: Match) -> str:
    """What a tie-break game is called: `Armageddon game`, `Best of three, game 2`."""
    if match.kind is None:
        return ""
    several = match.kind.games > 1
    return GAMES[match.kind] + (f", game {match.index}" if several else "")


def _where(knockout: Knockout, match: Match) -> str:
    place = "Third place" if match.third_place or _for_third(knockout, match) else round_name(knockout, match.round)
    return f"{place}, board {match.board}{_game(match)}"


def _for_third(knockout: Knockout, game: Match) -> bool:
    """Whether a tie-break game belongs to the match for third place."""
    parent = knockout.on_board(game.round, game.board) if game.parent is not None else None
    return parent is not None and parent.third_place


def _game(match: Match) -> str:
    return f", {game_word(match)}" if match.kind is not None else ""


def _own(before: Mapping[PairingId, Match], match: Match) -> bool:
    """Whether the match's own result or its reason is another than before."""
    old = before.get(match.id)
    was = (old.played, old.played_reason) if old is not None else (None, None)
    return was != (match.played, match.played_reason)


def _why(match: Match) -> str:
    return REASONS[match.played_reason] if match.played_reason is not None else "no reason given"


def _ordered(knockout: Knockout, changed: Changed) -> str:
    """A round that somebody ordered, or that was taken back."""
    came = bool(changed.created)
    matches = changed.created if came else changed.removed
    word = "ordered" if came else "taken back"
    return f"{round_name(knockout, matches[0].round)} {word}: {plural(len(matches), 'match', 'matches')}"


def _led_to(state: Tournament, changed: Changed, before: Mapping[PairingId, Match]) -> str:
    said = []
    for parent in (match for match in changed.after if match.verdict is not None):
        old = before.get(parent.id)
        if old is not None and old.verdict is not parent.verdict:
            winner = parent.advancing[0] if parent.advancing else None
            said.append(f"{name(state, winner)} wins the match" if winner else "nobody wins the match")
    games = sum(match.parent is not None for match in changed.created)
    if games:
        said.append(f"{plural(games, 'tie-break game')}")
    if gone := sum(match.played is not None for match in changed.removed):
        said.append(f"{plural(gone, 'result')} undone")
    return f"; {', '.join(said)}" if said else ""
