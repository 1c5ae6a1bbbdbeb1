"""`podium result`: the result of a game."""

from __future__ import annotations

import click

from podium.app.views.rows import pairing_row
from podium.cli.frame import Console, on_database
from podium.cli.naming import names, pairing, round_meant, tournament
from podium.core.errors import Invalid
from podium.core.result import Result
from podium.flow.commands import RecordResult

CLEAR = "clear"
WORDS: dict[str, Result | None] = {
    **{result.value: result for result in Result},
    "½-½": Result.DRAW,
    CLEAR: None,
}


@click.command("result")
@click.argument("named", metavar="TOURNAMENT")
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
@click.argument("said", metavar="RESULT")
@click.option("--was", help="Only if the result that stands is this one, or `clear` for none.")
@on_database(acts=True)
def verb(here: Console, named: str, number: int, board: str, said: str, was: str | None) -> None:
    """Record the RESULT of the game on BOARD: 1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F, or `clear`."""
    result = _result(said)
    stood = _result(was) if was is not None else None
    seen = tournament(here, named)
    meant = pairing(round_meant(seen.state, number), board)
    command = RecordResult(meant.id, result, was=stood, replaces=was is not None)
    receipt = here.podium.desk.perform(here.actor, seen.state.id, command)
    after = receipt.state.pairing(meant.id)
    white, black = names(receipt.state, after)
    done = f"{white} - {black}: {result.value if result else 'no result'}"
    here.answer({**pairing_row(receipt.state, after), "version": receipt.version}, done)


def _result(said: str) -> Result | None:
    if said not in WORDS:
        raise Invalid("result-unknown", field="result", value=said, allowed=list(WORDS))
    return WORDS[said]
