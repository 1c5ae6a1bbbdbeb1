"""`podium standings`: the ranking of a tournament report."""

from __future__ import annotations

import click

from podium.app.trf.tiebreak_view import view_of
from podium.app.words.language import _
from podium.cli.frame import answer, table, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import read_report
from podium.cli.verbs.tiebreaks import check_question, report_options, usual_codes
from podium.tiebreaks import PRESETS, preset, standings


@click.command("standings")
@click.argument("file")
@click.argument("codes", nargs=-1, metavar="[CODE...]")
@click.option("--preset", "named", type=click.Choice(sorted(PRESETS)), help="A usual list of tie-breaks.")
@report_options
def command(
    file: str,
    codes: tuple[str, ...],
    named: str | None,
    edition: str | None,
    after: int | None,
    round_robin: bool | None,
    unrated: int | None,
    as_json: bool,
) -> None:
    """Print the ranking of the report FILE (- for stdin), by the tie-breaks CODE... or the file's own.

    Players whom nothing separates share a rank.
    """
    if codes and named:
        raise click.UsageError(_("Name tie-breaks or a preset, not both."))
    check_question(codes, unrated)
    report = read_report(file)
    chosen = int(edition) if edition else None
    with progress(_("Ranking")), values_of_a_file():
        view = view_of(report, after=after, edition=chosen, round_robin=round_robin, unrated=unrated)
        ranking = standings(view, codes or (preset(named) if named else usual_codes(report, view)))
    names = {entry.number: entry.name for entry in report.entries}
    rows = [
        {
            "rank": row.rank,
            "id": row.id,
            "name": names[int(row.id)],
            "points": str(row.points),
            "values": dict(zip(ranking.codes, row.texts, strict=True)),
            "decided_by": row.decided_by,
        }
        for row in ranking.rows
    ]
    header = ("rank", "no", "name", *ranking.codes)
    lines = [(row.rank, row.id, names[int(row.id)], *row.texts) for row in ranking.rows]
    text = table(header, lines, " ".join(("rank", "no", *ranking.codes)))
    answer({"standings": rows, "rounds": ranking.rounds, "codes": list(ranking.codes)}, text, as_json=as_json)
