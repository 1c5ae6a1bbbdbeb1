"""`podium bracket` and `podium match`: the bracket of a knockout, and the results of its matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from podium.app.desk import Seen
from podium.app.formats.knockout.answers import BracketAnswer, MatchAnswer, bracket_row, match_row
from podium.app.formats.knockout.words import (
    champions_line,
    game_word,
    name,
    reason_word,
    result_word,
    round_name,
    undone_words,
)
from podium.app.pictures.bracket import picture
from podium.app.versions import versioned
from podium.app.words.language import _
from podium.cli.frame import Console, say, table
from podium.cli.naming import on_tournament
from podium.core.errors import Refused, Unknown
from podium.flow.commands import AnotherRound, Command, PairRound
from podium.flow.formats.knockout import bracket_of, match_of, match_report
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, outcome_and_reason

CLEAR = "clear"


@click.command("bracket")
@on_tournament
@click.option("--build", is_flag=True, help="Build it first, of everybody who takes part.")
@click.option("--another-round", "more", is_flag=True, help="Order another round for joint champions first.")
@click.option("--svg", type=click.File("w", encoding="utf-8"), metavar="FILE", help="Draw it into this file.")
def bracket(here: Console, seen: Seen, build: bool, more: bool, svg: TextIO | None) -> None:
    """Show the bracket of the knockout TOURNAMENT, with tie-break games under their match."""
    state, version = seen.state, seen.version
    wanted: list[Command] = [PairRound(1)] if build else []
    wanted += [AnotherRound()] if more else []
    for command in wanted:
        receipt = here.perform(state.id, command)
        state, version = receipt.state, receipt.version
    shown = bracket_of(state)
    if svg is not None:
        svg.write(picture(shown, {id: player.name for id, player in state.players.items()}))
    here.answer(versioned(BracketAnswer, bracket_row(shown, state.id), version), _drawn(state, shown))


@click.command("match")
@on_tournament
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board", type=int)
@click.argument("said", metavar="RESULT")
@click.option("--game", type=int, metavar="INDEX", help="The tie-break game of that index, not the match itself.")
@click.option("--reason", help="How it ended, for example STALEMATE or NO_SHOW.")
@click.option("--confirm", is_flag=True, help="Undo what followed from another result.")
def match(
    here: Console, seen: Seen, number: int, board: int, said: str, game: int | None, reason: str | None, confirm: bool
) -> None:
    """Report the RESULT of the match on BOARD: WHITE_WIN, BLACK_WIN, DRAW, DOUBLE_FORFEIT, or `clear`."""
    meant = _meant(bracket_of(seen.state), number, board, game)
    command = match_report(meant.id, None, confirm=confirm)
    if said != CLEAR:
        command = match_report(meant.id, *outcome_and_reason(said.upper(), reason and reason.upper()), confirm=confirm)
    with what_it_undoes(here, seen.state):
        receipt = here.perform(seen.state.id, command)
    after = match_of(receipt.state, meant.id)
    shown = versioned(MatchAnswer, match_row(bracket_of(receipt.state), after, receipt.stream), receipt.version)
    here.answer(shown, " ".join(str(cell) for cell in _row(receipt.state, after)[1:] if cell != ""))


@contextmanager
def what_it_undoes(here: Console, state: Tournament) -> Iterator[None]:
    """Says what a correction would undo, where that is why it is refused."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "result-has-consequences" and not here.as_json:
            for line in undone_words(state, refusal.facts["matches"], refusal.facts["champions"]):  # type: ignore[arg-type]  # lists of ids
                say(_("It would undo %(change)s.", change=line))
            say(_("With --confirm it does so."))
        raise


def _meant(knockout: Knockout, number: int, board: int, game: int | None) -> BracketMatch:
    found = knockout.on_board(number - knockout.before, board)
    if found is None:
        raise Unknown("match", f"{number}/{board}")
    if game is None:
        return found
    meant = next((each for each in knockout.games_of(found) if each.index == game), None)
    if meant is None:
        raise Unknown("match", f"{number}/{board}, game {game}")
    return meant


def _drawn(state: Tournament, knockout: Knockout) -> str:
    blocks = []
    for here in knockout.rounds:
        rows = [_row(state, each) for match in here.parents for each in (match, *knockout.games_of(match))]
        lines = table(("board", "white", "result", "black", "note"), rows, "board")
        blocks.append(f"{round_name(knockout, here.number)}\n{lines}")
    champions = [state.players[id].name for id in knockout.champions]
    blocks += [champions_line(champions)] if champions else []
    return "\n\n".join(blocks)


def _row(state: Tournament, match: BracketMatch) -> tuple[object, ...]:
    black = _("bye") if match.played is Outcome.BYE else name(state, match.black)
    result = result_word(match.result) if match.result is not None else "-"
    note = reason_word(match.reason) if match.reason is not None else ""
    if match.kind is not None:
        note = ", ".join(
            filter(None, (game_word(match), _(match.status.value.lower()) if match.result is None else note))
        )
    return ("" if match.parent else match.board, name(state, match.white), result, black, note)
