"""`podium export`: the players of a tournament, its games, or the whole of it, as a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from podium.app.desk import Seen
from podium.app.exports import CALENDAR, EXPORTS, TRF, ZIP
from podium.app.pgn.export import event_pgn, round_pgn
from podium.app.pgn.importing import games_of, records_of, seen_games
from podium.app.trf.details import missing_details
from podium.app.views.schedule import schedule
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import tournament
from podium.core.errors import Refused

PGN = "pgn"
"""The format that needs the games, and no export of the tournament alone can be."""


@click.command("export")
@click.option("--tournament", "named", metavar="TOURNAMENT", required=True, help="Whose players.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(sorted((*EXPORTS, PGN))),
    help="[default: by the name of the file, or csv]",
)
@click.option("--section", metavar="NAME", help="Which section a report file is of; needed where there are several.")
@click.option("--round", "number", type=int, metavar="ROUND", help="The round whose games are written. [default: all]")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; `-` is stdout.", show_default=True)
@on_database(acts=True)
def verb(here: Console, named: str, kind: str | None, section: str | None, number: int | None, output: str) -> None:
    """Write the players of a tournament as a list that can be imported again, its games as PGN, the planned
    rounds as a calendar (ICS), or all of it as a report file (TRF, or the three tables of US Chess)."""
    seen = tournament(here, named)
    ending = Path(output).suffix.removeprefix(".").lower()
    chosen = kind or (ending if ending in (*EXPORTS, PGN) else "csv")
    content, written = _games(here, seen, number) if chosen == PGN else _file(seen, chosen, section)
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


def _file(seen: Seen, chosen: str, section: str | None) -> tuple[bytes, Written]:
    content = EXPORTS[chosen].content(seen.state, section)
    if EXPORTS[chosen].media_type == TRF and (missing := missing_details(seen.state.settings)):
        say(missing)
    if EXPORTS[chosen].media_type == ZIP:
        say(_("The ids of members, affiliate and directors are not in it: US Chess asks for them when you upload it."))
    if EXPORTS[chosen].media_type == CALENDAR:
        planned = len(schedule(seen.state.settings))
        return content, Written({"rounds": planned}, counts.rounds(planned))
    players = len(seen.state.players)
    return content, Written({"players": players}, counts.players(players))


def _games(here: Console, seen: Seen, number: int | None) -> tuple[bytes, Written]:
    games = seen_games(here.podium.desk, seen, games_of(seen.state, number))
    records = records_of(games)
    text = event_pgn(seen.state, records) if number is None else round_pgn(seen.state, number, records)
    return text.encode(), Written({"games": len(games)}, counts.games(len(games)))
