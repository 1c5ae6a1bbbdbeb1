"""`podium second-entry`: results entered a second time without a look at the first, and where the two differ."""

from __future__ import annotations

import click

from podium.app.desk import Seen
from podium.app.rounds.answers import pairing_answer
from podium.app.rounds.second_entry import (
    compared,
    comparison_answer,
    game_and_round,
    permit_second_entry,
    second_entry_answer,
)
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import TOURNAMENT, names, on_tournament, pairing, round_meant, tournament
from podium.cli.verbs.boards import read_result
from podium.core.errors import Refused
from podium.flow.commands import RecordResult
from podium.flow.lookups import find_pairing
from podium.flow.state import Game

ROUND = click.argument("number", type=int, metavar="ROUND")
BOARD = click.argument("board")


@click.group("second-entry")
def verb() -> None:
    """Enter the results of a round a second time, without a look at the first, and see where the two differ."""


@verb.command("enter")
@TOURNAMENT
@ROUND
@BOARD
@click.argument("said", metavar="RESULT")
@on_database(acts=True)
def enter(here: Console, named: str, number: int, board: str, said: str) -> None:
    """Enter the RESULT of the game on BOARD a second time, as `podium result` has them; `clear` takes it out again."""
    result = read_result(said)
    seen = tournament(here, named)
    game = _game(seen, number, board)
    registry = here.podium.registry
    registry.set_second_entry(seen.state.id, game.id, result, here.actor)
    entry = registry.second_entries(seen.state.id).get(game.id)
    done = _("Board %(board)s: entered the second time.", board=game.board)
    if entry is None:
        done = _("Board %(board)s: the second entry is taken out.", board=game.board)
    here.answer(second_entry_answer(game, entry, seen.version), done)


@verb.command("compare")
@on_tournament
@ROUND
def compare(here: Console, seen: Seen, number: int) -> None:
    """List the boards of ROUND whose two entries differ, and those that lack the second."""
    round = round_meant(seen.state, number)
    permit_second_entry(seen, round)
    entries = here.podium.registry.second_entries(seen.state.id)
    found = compared(round, entries)
    rows = [
        (
            game.board,
            *names(seen.state, game),
            game.result.value if game.result else None,
            entries[game.id].result.value,
        )
        for game in (*found.differing, *found.once)
    ]
    agreeing = len(found.agreeing)
    lines = [ngettext("%(num)s board agrees.", "%(num)s boards agree.", agreeing)]
    if rows:
        lines.insert(0, table(("board", "white", "black", "first", "second"), rows, "board"))
    if found.missing:
        boards = enumeration([str(game.board) for game in found.missing])
        lines.append(_("Entered once only: board %(boards)s.", boards=boards))
    here.answer(comparison_answer(round, entries, seen.version), "\n".join(lines))


@verb.command("settle")
@on_tournament
@ROUND
@BOARD
@click.argument("right", type=click.Choice(["first", "second"]))
def settle(here: Console, seen: Seen, number: int, board: str, right: str) -> None:
    """Say which of the two entries of BOARD is right; it takes the place of the other."""
    game = _game(seen, number, board)
    registry = here.podium.registry
    entry = registry.second_entries(seen.state.id).get(game.id)
    if entry is None or (right == "first" and game.result is None):
        raise Refused("second-entry-changed", value=game.board)
    if right == "first":
        registry.set_second_entry(seen.state.id, game.id, game.result, here.actor)
        done = _("Board %(board)s: the first entry stands.", board=game.board)
        here.answer(pairing_answer(seen.state, game, seen.version), done)
        return
    command = RecordResult(game.id, entry.result, was=game.result, replaces=True)
    receipt = here.perform(seen.state.id, command)
    after = find_pairing(receipt.state, game.id)
    done = _("Board %(board)s: the second entry stands.", board=game.board)
    here.answer(pairing_answer(receipt.state, after, receipt.version), done)


def _game(seen: Seen, number: int, board: str) -> Game:
    game, round = game_and_round(seen, pairing(round_meant(seen.state, number), board).id)
    permit_second_entry(seen, round)
    return game
