"""`podium backup`, `restore`, `copy`, `doctor`, `migrate` and `rebuild`: a whole database, kept, moved and mended."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from podium import bootstrap
from podium.app.server.findings import Finding, finding_text
from podium.app.words import counts
from podium.app.words.language import _
from podium.app.words.phrases import enumeration
from podium.bootstrap import database_file
from podium.cli.frame import (
    Console,
    answer,
    configured,
    db_option,
    json_option,
    note_database,
    on_database,
    opened,
    say,
    table,
)
from podium.cli.older import conversion_text, convert_older, report_row
from podium.cli.progress import progress


@click.command("backup")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@db_option
@json_option
@click.pass_context
def backup(ctx: click.Context, file: Path, force: bool, db: str | None, as_json: bool) -> None:
    """Write the whole database, as it is at this moment, into FILE: a SQLite database, whatever the server uses.

    The server may run and people may write meanwhile. Before the file gets its name it is opened and
    every event in it is replayed; what is wrong is printed, and the exit code is 1. Only you can read
    the file: hashes of passwords and tokens are in it.
    """
    config = configured(db)
    with progress(_("Backing up")):
        backup = bootstrap.backups.back_up(config.database, file, replace=force)
    value = {
        "file": str(backup.file),
        "bytes": backup.size,
        "tournaments": backup.tournaments,
        "findings": [finding_row(each) for each in backup.findings],
        "leftovers": [str(each) for each in backup.leftovers],
    }
    for each in backup.leftovers:
        say(_("Removed %(file)s, which a backup left that was ended before it was done.", file=each))
    lines = [finding_text(each) for each in backup.findings]
    done = _(
        "%(file)s holds %(tournaments)s, opened and replayed.",
        file=backup.file,
        tournaments=counts.tournaments(backup.tournaments),
    )
    damaged = _("%(file)s is a copy of a damaged database.", file=backup.file)
    answer(value, "\n".join([*lines, damaged if lines else done]), as_json=as_json)
    ctx.exit(int(bool(lines)))


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
def doctor(ctx: click.Context, repair: bool, accept_loss: bool, db: str | None, as_json: bool) -> None:
    """Replay every event and name whatever is wrong in the database. Nothing is changed without an option.

    Looked at are whether all that was confirmed can be read, the tables and their version, gaps in the
    versions of an event, whether its history can be replayed, whether the tables for outside SQL say the
    same, and rows that belong to nothing. Exit code 0 only if nothing is wrong (any more).
    """
    config = configured(db)
    with progress(_("Looking at everything")):
        kept = bootstrap.backups.accept_loss(config.database) if accept_loss else None
        found = list(bootstrap.backups.database_findings(config.database))
        repaired = repair and bootstrap.backups.repair_read_model(config.database, found)
        if repaired:
            found = list(bootstrap.backups.database_findings(config.database))
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
    return {**asdict(finding), "problem": finding.problem.value, "detail": finding_text(finding)}


@click.command("restore")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Give up what is in the database; the server must be stopped.")
@click.option("--trusted", is_flag=True, help="Take also what no command would have taken, as earlier versions did.")
@db_option
@json_option
def restore(file: Path, force: bool, trusted: bool, db: str | None, as_json: bool) -> None:
    """Bring the backup FILE back into an empty database, SQLite or PostgreSQL.

    Every event in it is replayed first, and every table is compared with the backup before the old
    one is gone: it is restored whole, or nothing has changed.
    """
    config = configured(db)
    note_database(str(file))
    where = bootstrap.database_address(config.database)
    with progress(_("Restoring")):
        digests = bootstrap.backups.restore(file, config.database, replace=force, trusted=trusted)
    rows = {name: digest.rows for name, digest in digests.items()}
    done = _(
        "%(database)s is restored: %(tournaments)s.",
        database=where,
        tournaments=counts.tournaments(rows["tournaments"]),
    )
    answer({"database": where, "tables": rows}, done, as_json=as_json)


SHOWN = 16  # digits of a digest that are enough to compare two by eye


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def copy(source: str, target: str, as_json: bool) -> None:
    """Copy everything in the database FROM into the empty database TO; each a SQLite file or a postgresql:// address.

    The tables of TO are made if they are missing. When all is there it is read back and compared, rows
    and digest of every table; a difference, or a table that Podium does not know, and nothing is copied.
    """
    note_database(source)
    with progress(_("Copying")):
        digests = bootstrap.backups.copy_database(source, target)
    where = bootstrap.database_address(target)
    rows = [(name, digest.rows, digest.hex) for name, digest in digests.items()]
    value = {"database": where, "tables": [dict(zip(("name", "rows", "digest"), row, strict=True)) for row in rows]}
    listed = table(["table", "rows", "digest"], [(name, count, hex[:SHOWN]) for name, count, hex in rows], right="rows")
    done = _("%(database)s is equal to what was copied.", database=where)
    answer(value, f"{listed}\n{done}", as_json=as_json)


LAST_NUMBERED_BY_ENTRY = "0005"  # the last revision of a Podium whose lists had numbers of their own


@click.command("migrate")
@db_option
@json_option
def migrate(db: str | None, as_json: bool) -> None:
    """Bring the tables of the database up to date, as every start of the server does.

    An older database is converted: a copy is kept beside it, and what was found is said.
    """
    config = configured(db)
    with progress(_("Converting")):
        converted = convert_older(config)
    with progress(_("Bringing up to date")), opened(config) as podium:
        before = podium.database.upgraded_from
        where = str(database_file(config.database) or podium.database.url.render_as_string(hide_password=True))
    told: dict[str, object] = {"database": where}
    lines = [_("%(database)s is up to date.", database=where)]
    if converted is not None:
        told |= {"copy": str(converted.copy), **report_row(converted.report)}
        lines.insert(0, conversion_text(converted))
    if before is not None and before <= LAST_NUMBERED_BY_ENTRY:
        told["changed"] = _(
            "Each player of its events now has one number everywhere, that by which rounds are paired; before, lists "
            "and report files each had their own. In a knockout, a win counts in the table before its round is over."
        )
        lines.append(str(told["changed"]))
    answer(told, "\n".join(lines), as_json=as_json)


@click.command("upgrade")
@click.option("--check", is_flag=True, help="Say what would be done, and do nothing; exit code 1 if there is anything.")
@click.option("--without-backup", is_flag=True, help="Keep no copy: there is one already.")
@db_option
@json_option
@click.pass_context
def upgrade(ctx: click.Context, check: bool, without_backup: bool, db: str | None, as_json: bool) -> None:
    """Bring the tables of the database up to date, and keep a copy of it beside it before: the way back."""
    config = configured(db)
    missing, where = bootstrap.backups.missing_revisions(config.database), bootstrap.database_address(config.database)
    told: dict[str, object] = {"database": where, "missing": missing, "backup": None}
    if not missing:
        answer(told, _("%(database)s is up to date.", database=where), as_json=as_json)
        return
    if check:
        text = _("%(database)s is not up to date: %(steps)s.", database=where, steps=enumeration(missing))
        answer(told, text, as_json=as_json)
        ctx.exit(1)
    if not without_backup:
        file = bootstrap.backups.backup_beside(config.database, missing[0])
        with progress(_("Backing up")):
            told["backup"] = str(bootstrap.backups.back_up(config.database, file, replace=False).file)
    with progress(_("Bringing up to date")), opened(config):
        pass
    lines = [_("%(file)s is the database as it was.", file=told["backup"])] if told["backup"] else []
    answer(told, "\n".join([*lines, _("%(database)s is up to date.", database=where)]), as_json=as_json)


@click.command("rebuild")
@on_database()
def rebuild(here: Console) -> None:
    """Write the tables for lists and outside SQL anew from the journal. Nothing else changes."""
    with progress(_("Rebuilding")):
        count = here.podium.journal.rebuild()
    here.answer(
        {"tournaments": count}, _("The tables are rebuilt from %(tournaments)s.", tournaments=counts.tournaments(count))
    )
