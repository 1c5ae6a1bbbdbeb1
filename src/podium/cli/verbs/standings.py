"""`podium standings`: the ranking of a tournament report."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.cli.frame import answer, table, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import read_report
from podium.cli.verbs.tiebreaks import Unrated, asked_view, check_question, report_options, usual_codes
from podium.core.points import Points
from podium.files.trf import Report
from podium.tiebreaks import PRESETS, Standing, Standings, preset, standings


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
    unrated: Unrated | None,
    as_json: bool,
) -> None:
    """Print the ranking of the report FILE (- for stdin), by the tie-breaks CODE... or the file's own.

    Players whom nothing separates share a rank.
    """
    if codes and named:
        raise click.UsageError(_("Name tie-breaks or a preset, not both."))
    check_question(codes, unrated)
    report = read_report(file)
    with progress(_("Ranking")), values_of_a_file():
        view = asked_view(report, edition, after, round_robin, unrated)
        ranking = standings(view, codes or (preset(named) if named else usual_codes(report, view)))
    names = {entry.number: entry.name for entry in report.entries}
    counted = [*ranking.rows, *_left_out(report, ranking)]
    rows = [
        {
            "rank": row.rank,
            "id": row.id,
            "name": names[int(row.id)],
            "points": str(row.points),
            "values": dict(zip(ranking.codes, row.texts, strict=True)),
            "decided_by": row.decided_by,
        }
        for row in counted
    ]
    header = ("rank", "no.", "name", *ranking.codes)
    lines = [(row.rank, row.id, names[int(row.id)], *(figure(text or "") for text in row.texts)) for row in counted]
    text = table(header, lines, " ".join(("rank", "no.", *ranking.codes)))
    answer({"standings": rows, "rounds": ranking.rounds, "codes": list(ranking.codes)}, text, as_json=as_json)


def _left_out(report: Report, ranking: Standings) -> list[Standing]:
    """The rows of those who left a round robin before half of the games: after all others, without values."""
    nothing = (None,) * len(ranking.codes)
    there = ranking.ranks
    return [
        Standing(len(there) + 1, entry.number, Points(0), nothing, nothing, None)
        for entry in report.entries
        if entry.number not in there
    ]
