"""`podium result`, `sets`, `bye` and `why`: what becomes of one board of a round, and why it is what it is."""

from __future__ import annotations

from shlex import quote

import click
from msgspec import to_builtins

from podium.app.desk import Seen
from podium.app.formats.doubles import score
from podium.app.queries import warnings, why
from podium.app.rounds.answers import pairing_answer, pairing_row
from podium.app.rounds.result_words import GIVEN, bye_message
from podium.app.rounds.why_answers import why_answer
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import TOURNAMENT, names, on_tournament, pairing, player, round_meant, tournament
from podium.cli.verbs.knockout import what_it_undoes
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId
from podium.core.result import AS_OFFERED, ByeType, Result
from podium.flow.commands import Command, CorrectForRating, GiveBye, RecordBye, RecordResult, RecordSets
from podium.flow.formats.knockout import match_on_board, open_games_of
from podium.flow.lookups import find_pairing
from podium.flow.state import Bye, Side, Stage, Tournament
from podium.knockout import read_reason

CLEAR = "clear"
WORDS: dict[str, Result | None] = {
    **{result.value: result for result in AS_OFFERED},
    **{result.value.replace("1/2", "½"): result for result in AS_OFFERED},
    CLEAR: None,
}


@click.command("result")
@TOURNAMENT
@click.argument("words", nargs=-1, metavar="[ROUND] BOARD RESULT")
@click.option("--was", help="Only if the result that stands is this one, or `clear` for none.")
@click.option("--reason", help="Knockout: how it ended, for example STALEMATE; a draw may need one.")
@click.option("--rating-only", is_flag=True, help="For the rating report alone, if the round cannot change any more.")
@click.option("--confirm", is_flag=True, help="Knockout: undo what followed from another result.")
@on_database(acts=True)
def result(
    here: Console,
    named: str,
    words: tuple[str, ...],
    was: str | None,
    reason: str | None,
    rating_only: bool,
    confirm: bool,
) -> None:
    """Record the RESULT of the game on BOARD: 1-0, 0-1 or 1/2-1/2; by forfeit 1-0F, 0-1F or 0-0F; with points taken
    over the board 1/2-0, 0-1/2 or 0-0; not rated with a U, as 1-0U; adjourned; or `clear`.

    In a knockout that is the match itself; a tie-break game of it is named by its id, or reported with `podium match`.
    Where another result would undo something, it says what, and does so with --confirm.
    Without a ROUND it is the one that is open.
    """
    if len(words) not in (2, 3) or not (len(words) == 2 or words[0].isdecimal()):
        raise click.UsageError(_("Name a round, a board and a result; without a round the one that is open."))
    *numbers, board, said = words
    result = read_result(said)
    stood = read_result(was) if was is not None else None
    seen = tournament(here, named)
    number = int(numbers[0]) if numbers else _open_round(seen.state)
    meant = _meant(seen.state, number, board)
    if was is None and not confirm and result is not Result.DRAW:
        _not_in_tie_break(seen.state, meant)
    why = None if reason is None else read_reason(reason.upper())
    command = RecordResult(meant, result, was=stood, replaces=was is not None, reason=why, confirm=confirm)
    with what_it_undoes(here, seen.state):
        receipt = here.perform(seen.state.id, CorrectForRating(meant, result) if rating_only else command)
    after = find_pairing(receipt.state, meant)
    white, black = names(receipt.state, after)
    done = f"{white} - {black}: " + (result.value if result else _("no result"))
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


def _open_round(state: Tournament) -> int:
    """The one round that is paired and not closed; raises UsageError where it is not clear which."""
    found = [here.number for here in state.rounds if here.stage is not Stage.CLOSED]
    if len(found) != 1:
        raise click.UsageError(_("Name the round: %(count)s are open.", count=len(found)))
    return found[0]


def read_result(said: str) -> Result | None:
    if said not in WORDS:
        raise Invalid(
            "result-unknown", field="result", value=said, allowed=[*(each.value for each in AS_OFFERED), CLEAR]
        )
    return WORDS[said]


@click.command("sets")
@on_tournament
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
@click.argument("said", metavar="SETS")
def sets(here: Console, seen: Seen, number: int, board: str, said: str) -> None:
    """Enter the SETS of the match at BOARD, home team first: 3:1; `?` for not entered, nothing to leave a side."""
    meant = pairing(round_meant(seen.state, number), board)
    receipt = here.perform(seen.state.id, RecordSets(meant.id, _sets(said)))
    after = receipt.state.pairing(meant.id)
    home, away = names(receipt.state, after)
    text = score(after) if after.is_match else None
    here.answer(
        pairing_answer(receipt.state, after, receipt.version),
        f"{home} - {away}: " + (text or _("not entered")),
    )


def _sets(said: str) -> dict[Side, int | None]:
    """The sides that were named: `3:1`, `3:?`, `3:` for the home side alone."""
    parts = said.split(":")
    if len(parts) != 2:
        raise Invalid("sets-malformed", field="sets", value=said)
    return {side: _one(said, part.strip()) for side, part in zip(Side, parts, strict=True) if part.strip()}


def _one(said: str, part: str) -> int | None:
    if part == "?":
        return None
    if not (part.isascii() and part.isdigit() and len(part) < 5):
        raise Invalid("sets-malformed", field="sets", value=said)
    return int(part)


KINDS = [kind.value for kind in ByeType if kind.can_be_given]


@click.command(
    "bye",
    help="Say what kind of bye PLAYER has in ROUND, or give one to a player who has nothing in it.\n\n"
    + ", ".join(f"`{kind.value}` {GIVEN[kind]}" for kind in ByeType if kind.can_be_given)
    + ". Who has withdrawn can be given one too, and a closed round stays closed.",
)
@on_tournament
@click.argument("number", type=int, metavar="ROUND")
@click.argument("who", metavar="PLAYER")
@click.argument("kind", type=click.Choice(KINDS))
def bye(here: Console, seen: Seen, number: int, who: str, kind: str) -> None:
    meant = player(seen.state, who)
    at = round_meant(seen.state, number)
    stands = at.pairing_of(meant.id)
    command: Command = GiveBye(at.number, meant.id, ByeType(kind))
    if stands is not None and stands.is_bye:
        command = RecordBye(stands.id, ByeType(kind))
    receipt = here.perform(seen.state.id, command)
    now = receipt.state.rounds[at.number - 1]
    if now.editing:  # a bye by hand is an edit like any other
        for one in warnings(receipt.state, now):
            if meant.id in one.players:
                say(one.said)
    bye = now.pairing_of(meant.id)
    assert isinstance(bye, Bye)
    points = bye.points(receipt.state.settings.scoring)
    row = {**to_builtins(pairing_row(receipt.state, bye)), "points": points.number, "version": receipt.version}
    here.answer(row, f"{meant.name}: {bye_message(bye.kind, points)}")


@click.command("why")
@on_tournament
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
def why_board(here: Console, seen: Seen, number: int, board: str) -> None:
    """Say why BOARD of ROUND is what it is: opponent, colours, floats, bye."""
    found = pairing(round_meant(seen.state, number), board)
    told = why(seen.state, found)
    lines = [told.who]
    for part in told.parts:
        lines += ["", part.title, *(f"  {line}" for line in part.sentences)]
    here.answer(why_answer(found.id, told, seen.version), "\n".join(lines))
