"""`podium result`: the result of a game."""

from __future__ import annotations

from shlex import quote

import click

from podium.app.rounds.answers import pairing_answer
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database
from podium.cli.naming import names, pairing, round_meant, tournament
from podium.cli.verbs.knockout import what_it_undoes
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId
from podium.core.result import AS_OFFERED, Result
from podium.flow.commands import CorrectForRating, RecordResult
from podium.flow.formats.knockout import match_on_board, open_games_of
from podium.flow.lookups import find_pairing
from podium.flow.state import Tournament
from podium.knockout import read_reason

CLEAR = "clear"
WORDS: dict[str, Result | None] = {
    **{result.value: result for result in AS_OFFERED},
    **{result.value.replace("1/2", "½"): result for result in AS_OFFERED},
    CLEAR: None,
}


@click.command("result")
@click.argument("named", metavar="TOURNAMENT")
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
@click.argument("said", metavar="RESULT")
@click.option("--was", help="Only if the result that stands is this one, or `clear` for none.")
@click.option("--reason", help="Knockout: how it ended, for example STALEMATE; a draw may need one.")
@click.option("--rating-only", is_flag=True, help="For the rating report alone, if the round cannot change any more.")
@click.option("--confirm", is_flag=True, help="Knockout: undo what followed from another result.")
@on_database(acts=True)
def verb(
    here: Console,
    named: str,
    number: int,
    board: str,
    said: str,
    was: str | None,
    reason: str | None,
    rating_only: bool,
    confirm: bool,
) -> None:
    """Record the RESULT of the game on BOARD: 1-0, 0-1 or 1/2-1/2; by forfeit 1-0F, 0-1F or 0-0F; with points taken
    over the board 1/2-0, 0-1/2 or 0-0; not rated with a U, as 1-0U; adjourned; or `clear`.

    In a knockout that is the match itself; a tie-break game of it is named by its id, or reported with `podium match`.
    Where another result would undo something, it says what, and does so with --confirm.
    """
    result = read_result(said)
    stood = read_result(was) if was is not None else None
    seen = tournament(here, named)
    meant = _meant(seen.state, number, board)
    if was is None and not confirm and result is not Result.DRAW:
        _not_in_tie_break(seen.state, meant)
    why = None if reason is None else read_reason(reason.upper())
    command = RecordResult(meant, result, was=stood, replaces=was is not None, reason=why, confirm=confirm)
    with what_it_undoes(here, seen.state):
        receipt = here.perform(seen.state.id, CorrectForRating(meant, result) if rating_only else command)
    after = find_pairing(receipt.state, meant)
    white, black = names(receipt.state, after)
    done = f"{white} - {black}: {result.value if result else _('no result')}"
    if waiting := open_games_of(receipt.state, meant):
        way_on = f"podium match {quote(named)} {number} {after.board} RESULT --game {waiting[0].index}"
        games = counts.tie_break_games(len(waiting))
        done += "\n" + _("%(games)s to play: %(command)s", games=games, command=way_on)
    here.answer(pairing_answer(receipt.state, after, receipt.version), done)


def _meant(state: Tournament, number: int, board: str) -> PairingId:
    """The game that a board number or an id means; in a knockout also a match that waits for its players."""
    open_match = match_on_board(state, number, board)
    return open_match.id if open_match is not None else pairing(round_meant(state, number), board).id


def _not_in_tie_break(state: Tournament, id: PairingId) -> None:
    """Nothing, unless the match is in its tie-break: 1-0 would mean the draw corrected to some, a game won to others,
    and in an Armageddon game the colours are exchanged."""
    if waiting := open_games_of(state, id):
        games = [f"{game.index} ({game.id})" for game in waiting]
        raise Refused("tie-break-running", value=waiting[0].board, round=waiting[0].round, games=games)


def read_result(said: str) -> Result | None:
    if said not in WORDS:
        raise Invalid(
            "result-unknown", field="result", value=said, allowed=[*(each.value for each in AS_OFFERED), CLEAR]
        )
    return WORDS[said]
