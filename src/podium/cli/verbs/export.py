"""`podium export`: the players of a tournament, or the whole of it, as a file."""

from __future__ import annotations

from pathlib import Path

import click

from podium.app.exports import EXPORTS, TRF
from podium.app.trf.details import missing_details
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import tournament
from podium.core.errors import Refused


@click.command("export")
@click.option("--tournament", "named", metavar="TOURNAMENT", required=True, help="Whose players.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(sorted(EXPORTS)),
    help="[default: by the name of the file, or csv]",
)
@click.option("--section", metavar="NAME", help="Which section a report file is of; needed where there are several.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; `-` is stdout.", show_default=True)
@on_database(acts=True)
def verb(here: Console, named: str, kind: str | None, section: str | None, output: str) -> None:
    """Write the players of a tournament as a list that can be imported again, or all of it as a report file (TRF)."""
    seen = tournament(here, named)
    players = len(seen.state.players)
    ending = Path(output).suffix.removeprefix(".").lower()
    chosen = kind or (ending if ending in EXPORTS else "csv")
    content = EXPORTS[chosen].content(seen.state, section)
    if EXPORTS[chosen].media_type == TRF and (missing := missing_details(seen.state.settings)):
        say(missing)
    if output == "-":
        if here.as_json:
            raise click.UsageError(_("With --json the list needs a file: -o FILE."))
        click.echo(content, nl=False)
        return
    try:
        Path(output).write_bytes(content)
    except OSError as problem:
        raise Refused("file-unwritable", value=output, reason=problem.strerror) from None
    if here.as_json:
        here.answer({"file": output, "format": chosen, "players": players, "version": seen.version}, "")
    else:
        say(_("%(players)s written to %(file)s.", players=counts.players(players), file=output))
