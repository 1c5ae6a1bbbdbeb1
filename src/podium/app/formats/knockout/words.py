"""Matches of a knockout in words: who met whom, how it ended, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.ids import PairingId, PlayerId
from podium.flow.formats.knockout import bracket_of
from podium.flow.state import Tournament
from podium.knockout import (
    BracketMatch,
    Branch,
    Bye,
    Changed,
    FinalistOf,
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
    Outcome.DOUBLE_FORFEIT: N_("nobody came"),
    Outcome.BYE: N_("bye"),
}
REASONS = {
    Reason.CHECKMATE: N_("checkmate"),
    Reason.STALEMATE: N_("stalemate"),
    Reason.INSUFFICIENT_MATERIAL: N_("insufficient material"),
    Reason.FIFTY_MOVE_RULE: N_("fifty-move rule"),
    Reason.THREE_FOLD_REPETITION: N_("threefold repetition"),
    Reason.FIVE_FOLD_REPETITION: N_("fivefold repetition"),
    Reason.SEVENTY_FIVE_MOVE_RULE: N_("seventy-five-move rule"),
    Reason.TIMEOUT: N_("on time"),
    Reason.RESIGNATION: N_("resignation"),
    Reason.DRAW_AGREEMENT: N_("by agreement"),
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

_UNKNOWN = -1  # how far it is to the final
_NUMBERED, _NUMBERED_PHRASE = N_("Round %(stage)s"), N_("round %(stage)s")
_ROUND_NAMES = {0: N_("Final"), 1: N_("Semi-finals"), 2: N_("Quarter-finals"), 3: N_("Round of 16")}
_ROUND_PHRASES = {0: N_("the final"), 1: N_("the semi-finals"), 2: N_("the quarter-finals"), 3: N_("the round of 16")}
_MARKS = {  # White's mark and Black's
    Outcome.WHITE_WIN: ("1", "0"),
    Outcome.BLACK_WIN: ("0", "1"),
    Outcome.DRAW: ("½", "½"),
    Outcome.DOUBLE_FORFEIT: ("−", "−"),
}
_WINNERS = {
    1: N_("Winner of semi-final %(number)s"),
    2: N_("Winner of quarter-final %(number)s"),
    3: N_("Winner of round of 16, {board||table} %(number)s"),
    _UNKNOWN: N_("Winner of round %(stage)s, {board||table} %(number)s"),
}
_LOSERS = {1: N_("Loser of semi-final %(number)s"), _UNKNOWN: N_("Loser of round %(stage)s, {board||table} %(number)s")}
_NAMES_OF_BRANCHES = {  # of the last round there, and of those before it
    Branch.WINNERS: (N_("Winners’ final"), N_("Winners’ round %(stage)s")),
    Branch.LOSERS: (N_("Losers’ final"), N_("Losers’ round %(stage)s")),
    Branch.FINAL: (N_("Grand final"), N_("Grand final, second match")),
}
_PHRASES_OF_BRANCHES = {
    Branch.WINNERS: (N_("the winners’ final"), N_("winners’ round %(stage)s")),
    Branch.LOSERS: (N_("the losers’ final"), N_("losers’ round %(stage)s")),
    Branch.FINAL: (N_("the grand final"), N_("the second match of the grand final")),
}
_WINNERS_OF_BRANCHES = {
    Branch.WINNERS: (N_("Winner of the winners’ final"), N_("Winner of winners’ round %(stage)s, board %(number)s")),
    Branch.LOSERS: (N_("Winner of the losers’ final"), N_("Winner of losers’ round %(stage)s, board %(number)s")),
}
_LOSERS_OF_WINNERS = (N_("Loser of the winners’ final"), N_("Loser of winners’ round %(stage)s, board %(number)s"))
BRANCHES = {
    Branch.WINNERS: N_("Winners’ bracket"),
    Branch.LOSERS: N_("Losers’ bracket"),
    Branch.FINAL: N_("Grand final"),
}
_UNPLAYED_MARKS = {Outcome.WHITE_WIN: ("+", "−"), Outcome.BLACK_WIN: ("−", "+")}


def round_name(state: Knockout, number: int) -> str:
    """What a round is called: by its distance from the final where that is near, else by its number."""
    if (branch := state.branch(number)) is not None:
        return _of_branch(_NAMES_OF_BRANCHES[branch], state, number)
    return _(_ROUND_NAMES.get(_left(state, number), _NUMBERED), stage=number)


def round_phrase(state: Knockout, number: int) -> str:
    """A round as it stands inside a sentence: `the final`, `the round of 16`, `round 3`."""
    if (branch := state.branch(number)) is not None:
        return _of_branch(_PHRASES_OF_BRANCHES[branch], state, number)
    return _(_ROUND_PHRASES.get(_left(state, number), _NUMBERED_PHRASE), stage=number)


def _of_branch(texts: tuple[str, str], state: Knockout, round: int, **facts: object) -> str:
    """What is said of a round of a double elimination."""
    here = state.plan.rounds[round - 1]
    usual = here.left if here.branch is not Branch.FINAL else here.if_needed
    return _(texts[bool(usual)], stage=here.stage, **facts)


def _left(state: Knockout, number: int) -> int:
    """How many rounds come after that one, as far as anybody knows."""
    return _UNKNOWN if state.rules.both_advance else state.last_round - number


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


def seat_label(
    state: Knockout, match: BracketMatch, slots: tuple[Slot, Slot] | None, at: int, *, sections: bool = False
) -> str:
    """What an empty seat says; with `sections` the matches before it are those that end the sections of a print."""
    if match.played is Outcome.BYE:
        return _("bye")
    if match.status is Status.CANCELED or slots is None:
        return _("nobody")
    match slots[at]:
        case WinnerOf(board=board) if sections:
            return _("Winner of section %(number)s", number=board)
        case WinnerOf(round=number, board=board) if branch := state.branch(number):
            return _of_branch(_WINNERS_OF_BRANCHES[branch], state, number, number=board)
        case LoserOf(round=number, board=board) if state.branch(number):
            return _of_branch(_LOSERS_OF_WINNERS, state, number, number=board)
        case WinnerOf(round=number, board=board):
            return _(_WINNERS.get(_left(state, number), _WINNERS[_UNKNOWN]), number=board, stage=number)
        case LoserOf(round=number, board=board):
            return _(_LOSERS.get(_left(state, number), _LOSERS[_UNKNOWN]), number=board, stage=number)
        case Seed() | Bye() | FinalistOf():
            return _("bye")


def result_word(outcome: Outcome) -> str:
    """A result as it is written between two names: `1-0`, `nobody came`."""
    return _(RESULTS[outcome])


def reason_word(reason: Reason) -> str:
    """How a game or a match ended: `checkmate`, `in the rapid tie-break`."""
    return _(REASONS[reason])


def champions_line(names: Sequence[str]) -> str:
    """Who won: `Champion: Ann`, `Joint champions: Ann, Ben`."""
    text = N_("Champion: %(names)s") if len(names) == 1 else N_("Joint champions: %(names)s")
    return _(text, names=separated(names))


def match_changed(state: Tournament, changed: Changed) -> str:
    """What a change did, told by the match whose result it is about."""
    before = {match.id: match for match in changed.before}
    about = next((match for match in changed.after if match.full and _own(before, match)), None)
    knockout = bracket_of(state)
    if about is None:
        return _ordered(knockout, changed)
    old = before.get(about.id)
    before_that = ""
    if old is not None and old.played is about.played:
        text = N_("%(match)s: %(white)s %(result)s %(black)s, %(reason)s (was %(before)s)")
        before_that = _why(old)
    elif old is not None and old.played is not None:
        text = N_("%(match)s: %(white)s %(result)s %(black)s (was %(before)s)")
        before_that = result_word(old.played)
    elif about.played_reason is Reason.NO_SHOW:
        text = N_("%(match)s: %(white)s %(result)s %(black)s, by a no-show")
    else:
        text = N_("%(match)s: %(white)s %(result)s %(black)s")
    said = _(
        text,
        match=_where(knockout, about),
        white=name(state, about.white),
        black=name(state, about.black),
        result=result_word(about.played) if about.played is not None else _("result cleared"),
        reason=_why(about),
        before=before_that,
    )
    return "; ".join([said, *filter(None, [separated(_led_to(state, changed, before))])])


def undone_words(state: Tournament, matches: Iterable[PairingId], champions: Iterable[PlayerId]) -> list[str]:
    """What a correction would undo, one line each: matches with what was played in them, games, titles."""
    knockout = bracket_of(state)
    known = sorted(map(knockout.match, matches), key=lambda match: match.order)
    said = [_("%(match)s: %(undone)s", match=_where(knockout, match), undone=_undone(state, match)) for match in known]
    return [*said, *(_("the title of %(name)s", name=name(state, player)) for player in champions)]


def _undone(state: Tournament, match: BracketMatch) -> str:
    if match.played is Outcome.BYE:
        return _("the bye of %(name)s", name=name(state, match.white))
    if match.status is Status.CANCELED and match.parent is None:
        return _("that nobody comes to it")
    result = result_word(match.result) if match.result is not None else "–"
    game = f"{name(state, match.white)} {result} {name(state, match.black)}"
    if match.verdict_reason is None:
        return game
    return _("%(game)s, %(reason)s", game=game, reason=reason_word(match.verdict_reason))


def name(state: Tournament, player: PlayerId | None) -> str:
    """The name of somebody at a board, or an empty seat."""
    return state.players[player].name if player is not None else "…"


def game_word(match: BracketMatch) -> str:
    """What a tie-break game is called: `Armageddon game`, `Best of three, game 2`."""
    if match.kind is None:
        return ""
    if match.kind.games == 1:
        return _(GAMES[match.kind])
    return _("%(series)s, game %(number)s", series=_(GAMES[match.kind]), number=match.index)


def _where(knockout: Knockout, match: BracketMatch) -> str:
    third = match.third_place or _for_third(knockout, match)
    place = _("Third place") if third else round_name(knockout, match.round)
    if match.kind is None:
        return _("%(round)s, {board||table} %(board)s", round=place, board=match.board)
    return _("%(round)s, {board||table} %(board)s, %(game)s", round=place, board=match.board, game=game_word(match))


def _for_third(knockout: Knockout, game: BracketMatch) -> bool:
    """Whether a tie-break game belongs to the match for third place."""
    parent = knockout.on_board(game.round, game.board) if game.parent is not None else None
    return parent is not None and parent.third_place


def _own(before: Mapping[PairingId, BracketMatch], match: BracketMatch) -> bool:
    """Whether the match's own result or its reason is another than before."""
    old = before.get(match.id)
    was = (old.played, old.played_reason) if old is not None else (None, None)
    return was != (match.played, match.played_reason)


def _why(match: BracketMatch) -> str:
    return reason_word(match.played_reason) if match.played_reason is not None else _("no reason given")


def _ordered(knockout: Knockout, changed: Changed) -> str:
    """A round that somebody ordered, or that was taken back."""
    matches = changed.created or changed.removed
    text = N_("%(round)s ordered: %(matches)s") if changed.created else N_("%(round)s taken back: %(matches)s")
    return _(text, round=round_name(knockout, matches[0].round), matches=counts.matches(len(matches)))


def _led_to(state: Tournament, changed: Changed, before: Mapping[PairingId, BracketMatch]) -> list[str]:
    said = []
    for parent in (match for match in changed.after if match.verdict is not None):
        old = before.get(parent.id)
        if old is not None and old.verdict is not parent.verdict:
            winner = parent.advancing[0] if parent.advancing else None
            wins = _("%(name)s wins the match", name=name(state, winner))
            said.append(wins if winner else _("nobody wins the match"))
    games = sum(match.parent is not None for match in changed.created)
    if games:
        said.append(counts.tie_break_games(games))
    if gone := sum(match.played is not None for match in changed.removed):
        said.append(_("%(results)s undone", results=counts.results(gone)))
    return said
