"""`podium audit`: who changed accounts, roles, links and tokens, and who signed in."""

from __future__ import annotations

import click

from podium.app.accounts.answers import audit_answer
from podium.app.accounts.audit import A_PAGE, way_in
from podium.app.words.language import _, ngettext
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import tournament as tournament_meant


@click.group("audit")
def verb() -> None:
    """List the audit, and take names out of it."""


@verb.command("list")
@click.option("--tournament", metavar="TOURNAMENT", help="Only what concerns this one.")
@click.option("--limit", type=click.IntRange(1, 500), default=A_PAGE, show_default=True, help="How many entries.")
@click.option("--before", type=int, metavar="ID", help="Only entries before this one.")
@on_database()
def list_(here: Console, tournament: str | None, limit: int, before: int | None) -> None:
    """List the newest entries first: when, who, what, and where from."""
    event = tournament_meant(here, tournament).state.id if tournament is not None else None
    entries = here.podium.registry.audit(event, before=before, most=limit)
    answer = audit_answer(entries, limit, whole_addresses=True)
    rows = [
        (row.id, row.at, row.name, row.text, " ".join(filter(None, (way_in(entry), row.address))))
        for row, entry in zip(answer.entries, entries, strict=True)
    ]
    text = table(("id", "at", "by", "what", "address"), rows, "id") if rows else _("The audit is empty.")
    here.answer(answer, text)


@verb.command("forget")
@click.argument("name")
@on_database()
def forget(here: Console, name: str) -> None:
    """Take NAME, who has no account any more, out of all entries."""
    count = here.podium.registry.forget_in_audit(name)
    text = ngettext("%(num)s entry named them.", "%(num)s entries named them.", count)
    here.answer({"entries": count}, text)
