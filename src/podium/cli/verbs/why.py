"""`podium why`: the reasons for one board of a round."""

from __future__ import annotations

import click

from podium.app.queries import why
from podium.app.rounds.why_answers import why_answer
from podium.cli.frame import Console, on_database
from podium.cli.naming import pairing, round_meant, tournament


@click.command("why")
@click.argument("named", metavar="TOURNAMENT")
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
@on_database(acts=True)
def verb(here: Console, named: str, number: int, board: str) -> None:
    """Say why BOARD of ROUND is what it is: opponent, colours, floats, bye."""
    seen = tournament(here, named)
    found = pairing(round_meant(seen.state, number), board)
    told = why(seen.state, found)
    lines = [told.who]
    for part in told.parts:
        lines += ["", part.title, *(f"  {line}" for line in part.sentences)]
    here.answer(why_answer(found.id, told, seen.version), "\n".join(lines))
