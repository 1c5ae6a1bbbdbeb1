"""`podium export`: a table of a tournament, its games, or the whole of it, as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click

from podium.app.desk import Seen
from podium.app.event.schedule import schedule
from podium.app.exports.exported_tables import TableName
from podium.app.exports.exports import CALENDAR, EXPORTS, SPREADSHEETS, TRF, ZIP, exported_file
from podium.app.pgn.export import event_pgn, round_pgn
from podium.app.pgn.importing import games_of, records_of, seen_games
from podium.app.queries import part_of
from podium.app.trf.details import upload_obstacles
from podium.app.trf.import_report import UploadAnswer
from podium.app.words import counts
from podium.app.words.language import _, ngettext
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import tournament
from podium.core.errors import Invalid, Refused

PGN = "pgn"
"""The format that needs the games, and no export of the tournament alone can be."""


@click.command("export")
@click.option("--tournament", "named", metavar="TOURNAMENT", required=True, help="Which tournament.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(sorted((*EXPORTS, PGN))),
    help="[default: by the name of the file, or csv]",
)
@click.option(
    "--table",
    type=click.Choice([each.value for each in TableName]),
    help="Which table a spreadsheet (csv, xlsx) has. [default: players]",
)
@click.option(
    "--section",
    metavar="NAME",
    help="Which section a report file is of, needed where there are several; or the only one of a table.",
)
@click.option(
    "--round",
    "number",
    type=int,
    metavar="ROUND",
    help="The round whose games or pairings are written, or after which a ranking is. [default: all]",
)
@click.option("--stage", type=int, metavar="STAGE", help="Which stage, of an event of stages.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; `-` is stdout.", show_default=True)
@click.option("--ready", is_flag=True, help="Write nothing: say what FIDE's report lacks to be uploaded, exit 1 if so.")
@on_database(acts=True)
def verb(
    here: Console,
    named: str,
    ready: bool,
    kind: str | None,
    table: str | None,
    section: str | None,
    number: int | None,
    stage: int | None,
    output: str,
) -> None:
    """Write a table of a tournament as a spreadsheet (CSV, XLSX), its games as PGN, the planned rounds as a calendar
    (ICS), or all of it as a report file (TRF, or the three tables of US Chess). The players are a list that can be
    imported again."""
    seen = tournament(here, named)
    part, number = part_of(seen.state, stage, number)
    seen = replace(seen, state=part)
    if ready:
        lacks = list(upload_obstacles(seen.state))
        here.answer(
            UploadAnswer(not lacks, lacks, seen.version), "\n".join(lacks) or _("The report is ready to be uploaded.")
        )
        click.get_current_context().exit(int(bool(lacks)))
    ending = Path(output).suffix.removeprefix(".").lower()
    chosen = kind or (ending if ending in (*EXPORTS, PGN) else "csv")
    if chosen == PGN and table is not None:
        raise Invalid("only-in-spreadsheets", field="table", value=table, allowed=SPREADSHEETS)
    if chosen == PGN:
        content, written = _games(here, seen, number)
    else:
        content, written = _file(seen, chosen, section, table, number)
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
        here.answer({"file": output, "format": chosen, **written.numbers, "version": seen.version}, "")
    else:
        say(_("%(what)s written to %(file)s.", what=written.text, file=output))


@dataclass(frozen=True, slots=True)
class Written:
    """What a file holds: in numbers by name, and in words."""

    numbers: Mapping[str, int]
    text: str


def _file(seen: Seen, chosen: str, section: str | None, table: str | None, number: int | None) -> tuple[bytes, Written]:
    file = exported_file(seen.state, chosen, section, table, number)
    for lack in upload_obstacles(seen.state) if file.media_type == TRF else ():
        say(lack)
    if file.media_type == ZIP:
        say(_("The ids of members, affiliate and directors are not in it: US Chess asks for them when you upload it."))
    if file.media_type == CALENDAR:
        planned = len(schedule(seen.state.settings))
        return file.content, Written({"rounds": planned}, counts.rounds(planned))
    if table not in (None, TableName.PLAYERS):
        rows = file.rows or 0
        return file.content, Written({"rows": rows}, ngettext("%(num)s row", "%(num)s rows", rows))
    players = len(seen.state.players) if file.rows is None else file.rows
    return file.content, Written({"players": players}, counts.players(players))


def _games(here: Console, seen: Seen, number: int | None) -> tuple[bytes, Written]:
    games = seen_games(here.podium.desk, seen, games_of(seen.state, number))
    records = records_of(games)
    text = event_pgn(seen.state, records) if number is None else round_pgn(seen.state, number, records)
    return text.encode(), Written({"games": len(games)}, counts.games(len(games)))
