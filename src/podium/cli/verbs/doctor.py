"""`podium doctor`: what is wrong with a database."""

from __future__ import annotations

import click

from podium import bootstrap
from podium.app.server.findings import Finding, finding_text
from podium.app.words import counts
from podium.app.words.language import _
from podium.cli.frame import answer, configured, db_option, json_option
from podium.cli.progress import progress


@click.command("doctor")
@click.option(
    "--repair", is_flag=True, help="Write the tables for outside SQL anew where they differ from the journal."
)
@click.option(
    "--accept-loss",
    is_flag=True,
    help="Go on without changes that a damaged log has lost; a copy is kept.",
)
@db_option
@json_option
@click.pass_context
def verb(ctx: click.Context, repair: bool, accept_loss: bool, db: str | None, as_json: bool) -> None:
    """Replay every event and name whatever is wrong in the database. Nothing is changed without an option.

    Looked at are whether all that was confirmed can be read, the tables and their version, gaps in the
    versions of an event, whether its history can be replayed, whether the tables for outside SQL say the
    same, and rows that belong to nothing. Exit code 0 only if nothing is wrong (any more).
    """
    config = configured(db)
    with progress(_("Looking at everything")):
        kept = bootstrap.accept_loss(config.database) if accept_loss else None
        found = list(bootstrap.database_findings(config.database))
        repaired = repair and bootstrap.repair_read_model(config.database, found)
        if repaired:
            found = list(bootstrap.database_findings(config.database))
    lines = [finding_text(each) for each in found]
    if repaired:
        lines.insert(0, _("The tables for outside SQL are written anew."))
    if kept is not None:
        lines.insert(0, _("What cannot be read is given up; %(file)s is the database as it was.", file=kept))
    lines.append(_("%(problems)s found.", problems=counts.problems(len(found))) if found else _("Nothing is wrong."))
    value = {"findings": [finding_row(each) for each in found], "repaired": repaired, "kept": kept}
    answer(value, "\n".join(lines), as_json=as_json)
    ctx.exit(int(bool(found)))


def finding_row(finding: Finding) -> dict[str, object]:
    """A finding as JSON."""
    return {
        "problem": finding.problem.value,
        "table": finding.table,
        "stream": finding.stream,
        "value": finding.value,
        "count": finding.count,
        "detail": finding_text(finding),
    }
