"""`podium export`: the players of a tournament, or the whole of it, as a file."""

from __future__ import annotations

from pathlib import Path

import click

from podium.app.trf.export import report_of, section_of
from podium.app.views.numbers import player_numbers
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import tournament
from podium.core.errors import Refused
from podium.files import write_csv, write_xlsx
from podium.files.trf import write
from podium.files.trf.writer import Dialect

WRITERS = {"csv": write_csv, "xlsx": write_xlsx}
DIALECTS: dict[str, Dialect] = {"trf": "trf26", "trf16": "trf16"}


@click.command("export")
@click.option("--tournament", "named", metavar="TOURNAMENT", required=True, help="Whose players.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(sorted([*WRITERS, *DIALECTS])),
    help="[default: by the name of the file, or csv]",
)
@click.option("--section", metavar="NAME", help="Which section a report file is of; needed where there are several.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; `-` is stdout.", show_default=True)
@on_database(acts=True)
def verb(here: Console, named: str, kind: str | None, section: str | None, output: str) -> None:
    """Write the players of a tournament as a list that can be imported again, or all of it as a report file (TRF)."""
    seen = tournament(here, named)
    players = sorted(seen.state.players.values(), key=lambda each: each.number)
    ending = Path(output).suffix.removeprefix(".").lower()
    chosen = kind or (ending if ending in WRITERS or ending in DIALECTS else "csv")
    if chosen in DIALECTS:
        report = report_of(seen.state, section_of(seen.state, section))
        content = write(report, DIALECTS[chosen]).encode()
    else:
        numbers = player_numbers(seen.state)
        content = WRITERS[chosen]((each.fields for each in players), [numbers[each.id] for each in players])
    told = {"file": output, "format": chosen, "players": len(players), "version": seen.version}
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
        here.answer(told, "")
    else:
        say(_("%(players)s written to %(file)s.", players=counts.players(len(players)), file=output))
