"""Matches of a knockout in words: who met whom, how it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from podium.app.words.results import plural
from podium.core.ids import PairingId, PlayerId
from podium.flow.formats.knockout import bracket_of
from podium.flow.state import Tournament
from podium.knockout import (
    BracketMatch,
    Bye,
    Changed,
    Knockout,
    LoserOf,
    Outcome,
    Reason,
    Seed,
    Slot,
    Status,
    TieBreakPolicy,
    WinnerOf,
)

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

_ROUND_NAMES = {0: "Final", 1: "Semi-finals", 2: "Quarter-finals"}
_MARKS = {  # White's mark and Black's
    Outcome.WHITE_WIN: ("1", "0"),
    Outcome.BLACK_WIN: ("0", "1"),
    Outcome.DRAW: ("½", "½"),
    Outcome.DOUBLE_FORFEIT: ("−", "−"),
}
_UNPLAYED_MARKS = {Outcome.WHITE_WIN: ("+", "−"), Outcome.BLACK_WIN: ("−", "+")}


def round_name(state: Knockout, number: int) -> str:
    """What a round is called: by its distance from the final where that is known, else by its number."""
    left = state.last_round - number
    if state.rules.both_advance:
        return f"Round {number}"
    return _ROUND_NAMES.get(left, f"Round of {2 ** (left + 1)}")


def marks(state: Knockout, match: BracketMatch) -> tuple[list[str], list[str]]:
    """The marks of White and of Black of the match: its own game, then the tie-break games that are not cancelled."""
    found: tuple[list[str], list[str]] = ([], [])
    for game in (match, *state.games_of(match)):
        if game.played in _MARKS:
            table = _UNPLAYED_MARKS if game.played_reason is Reason.NO_SHOW else _MARKS
            pair = table[game.played]
        elif game.parent is not None and game.status is not Status.CANCELED:
            pair = ("·", "·")
        else:
            continue
        for at in (0, 1):
            found[at].append(pair[at] if game.white == match.white else pair[1 - at])
    return found


def seat_label(match: BracketMatch, slots: tuple[Slot, Slot] | None, at: int, place: str = "board") -> str:
    """What an empty seat says; `place` is what the boards before it are called."""
    if match.played is Outcome.BYE:
        return "bye"
    if match.status is Status.CANCELED or slots is None:
        return "nobody"
    match slots[at]:
        case WinnerOf(board=board):
            return f"Winner of {place} {board}"
        case LoserOf(board=board):
            return f"Loser of {place} {board}"
        case Seed() | Bye():
            return "bye"


def match_changed(state: Tournament, changed: Changed) -> str:
    """What a change did, told by the match whose result it is about."""
    before = {match.id: match for match in changed.before}
    about = next((match for match in changed.after if match.full and _own(before, match)), None)
    knockout = bracket_of(state)
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
    knockout = bracket_of(state)
    known = sorted(map(knockout.match, matches), key=lambda match: match.order)
    said = [f"{_where(knockout, match)}: {_undone(state, match)}" for match in known]
    return [*said, *(f"the title of {name(state, player)}" for player in champions)]


def _undone(state: Tournament, match: BracketMatch) -> str:
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


def game_word(match: BracketMatch) -> str:
    """What a tie-break game is called: `Armageddon game`, `Best of three, game 2`."""
    if match.kind is None:
        return ""
    several = match.kind.games > 1
    return GAMES[match.kind] + (f", game {match.index}" if several else "")


def _where(knockout: Knockout, match: BracketMatch) -> str:
    place = "Third place" if match.third_place or _for_third(knockout, match) else round_name(knockout, match.round)
    return f"{place}, board {match.board}{_game(match)}"


def _for_third(knockout: Knockout, game: BracketMatch) -> bool:
    """Whether a tie-break game belongs to the match for third place."""
    parent = knockout.on_board(game.round, game.board) if game.parent is not None else None
    return parent is not None and parent.third_place


def _game(match: BracketMatch) -> str:
    return f", {game_word(match)}" if match.kind is not None else ""


def _own(before: Mapping[PairingId, BracketMatch], match: BracketMatch) -> bool:
    """Whether the match's own result or its reason is another than before."""
    old = before.get(match.id)
    was = (old.played, old.played_reason) if old is not None else (None, None)
    return was != (match.played, match.played_reason)


def _why(match: BracketMatch) -> str:
    return REASONS[match.played_reason] if match.played_reason is not None else "no reason given"


def _ordered(knockout: Knockout, changed: Changed) -> str:
    """A round that somebody ordered, or that was taken back."""
    came = bool(changed.created)
    matches = changed.created if came else changed.removed
    word = "ordered" if came else "taken back"
    return f"{round_name(knockout, matches[0].round)} {word}: {plural(len(matches), 'match', 'matches')}"


def _led_to(state: Tournament, changed: Changed, before: Mapping[PairingId, BracketMatch]) -> str:
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
