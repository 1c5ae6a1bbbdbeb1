"""`podium sets`: the sets of a match of doubles."""

from __future__ import annotations

import click

from podium.app.formats.doubles import score
from podium.app.rounds.answers import pairing_answer
from podium.app.words.language import _
from podium.cli.frame import Console, on_database
from podium.cli.naming import names, pairing, round_meant, tournament
from podium.core.errors import Invalid
from podium.flow.commands import RecordSets
from podium.flow.state import Match, Side


@click.command("sets")
@click.argument("named", metavar="TOURNAMENT")
@click.argument("number", type=int, metavar="ROUND")
@click.argument("board")
@click.argument("said", metavar="SETS")
@on_database(acts=True)
def verb(here: Console, named: str, number: int, board: str, said: str) -> None:
    """Enter the SETS of the match at BOARD, home team first: 3:1; `?` for not entered, nothing to leave a side."""
    seen = tournament(here, named)
    meant = pairing(round_meant(seen.state, number), board)
    receipt = here.perform(seen.state.id, RecordSets(meant.id, _sets(said)))
    after = receipt.state.pairing(meant.id)
    home, away = names(receipt.state, after)
    text = score(after) if isinstance(after, Match) else None
    here.answer(
        pairing_answer(receipt.state, after, receipt.version),
        f"{home} - {away}: {text or _('not entered')}",
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
