"""`podium import`: players from a list, games from PGN, a tournament from a report file, or an older database."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from podium.app.access import Actor, Role
from podium.app.accounts.accounts import User
from podium.app.desk import Seen, new_id
from podium.app.exports.file_words import remark
from podium.app.older.adoption import Report, adopt, examine
from podium.app.older.records import OlderRecords
from podium.app.pgn.answers import PgnAnswer, PgnGameRow, imported_answer, preview_answer
from podium.app.pgn.importing import import_games, preview_games
from podium.app.players.answers import ImportAnswer, import_plan_row
from podium.app.trf.import_report import (
    ImportedReport,
    difference_rows,
    examine_report,
    import_report,
    notes,
    read_report,
    report_imported,
)
from podium.app.versions import versioned
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.bootstrap import older_records
from podium.cli.frame import (
    Console,
    acknowledged_option,
    answer,
    as_option,
    ask,
    console,
    db_option,
    json_option,
    note_database,
    on_terminal,
    read_bytes,
    say,
    server_option,
    table,
    values_of_a_file,
)
from podium.cli.naming import tournament
from podium.cli.older import report_row, report_text
from podium.cli.progress import progress
from podium.cli.verbs.tournament import owner_of
from podium.core.errors import Cautioned, FormatError, Invalid
from podium.core.ids import TournamentId
from podium.files.file_kinds import READ_AS_LISTS, FileKind, file_kind
from podium.files.players.columns import choose_columns
from podium.files.players.importplan import Action, ImportPlan, plan
from podium.files.players.listfile import read_list
from podium.files.players.matching import Known
from podium.files.sheet import Sheet
from podium.flow.commands import ImportPlayers
from podium.flow.fide.gate import MOST_STEPS

SQLITE = b"SQLite format 3\x00"
DATABASES = (".db", ".sqlite", ".sqlite3")
REPORTS = (".trf", ".trfx", ".tab")


@click.command("import")
@click.argument("file")
@click.option("--tournament", "named", metavar="TOURNAMENT", help="Where the players of a list, or games, go.")
@click.option(
    "--round", "number", type=int, metavar="ROUND", help="The round that games are of. [default: by their tags]"
)
@click.option(
    "--rounds", type=int, metavar="N", help="How many rounds a report's event will have, where the file does not say."
)
@click.option(
    "--keep-points",
    is_flag=True,
    help="Keep the points of a report where its results add up to others, as adjustments.",
)
@click.option("--preview", is_flag=True, help="Say what would happen, and do nothing.")
@click.option(
    "--column", "columns", multiple=True, metavar="COLUMN=FIELD",
    help="What a column of a list holds, as `3=rating` (counted from 0) or `Elo=rating`; `3=` leaves it out.",
)  # fmt: skip
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook.")
@click.option(
    "--owner",
    metavar="USER",
    help="Whose the tournaments of a file are. [default: the only user]",
)
@db_option
@server_option
@as_option
@acknowledged_option
@json_option
def verb(
    file: str,
    named: str | None,
    number: int | None,
    rounds: int | None,
    keep_points: bool,
    preview: bool,
    columns: tuple[str, ...],
    sheet: str | None,
    owner: str | None,
    db: str | None,
    acting: str | None,
    acknowledged: int,
    as_json: bool,
) -> None:
    """Import FILE, or stdin for `-`: a list of players (CSV, XLSX, DBF, JSON, XML, FIDE's text), games as PGN, a report
    file (TRF), or an older database. What it is shows in the file, whatever it is called.

    A list needs --tournament; rows that cannot be imported are named, and the others are. So do games: each finds its
    board by its tag Round (`3.1`), by FIDE numbers or by names, and boards without a result get that of their game. An
    older database brings its tournaments with it. Importing any of them again changes nothing. A report file makes a
    new tournament each time; what was converted, inferred or left out is said by record and line.
    """
    content = read_bytes(file)  # a wrong file is refused before a database is touched
    if named is not None:
        if content.startswith(SQLITE):
            raise click.UsageError(_("An older database brings its own tournaments: leave --tournament out."))
        if is_pgn(file, content):
            with console(db, acting, as_json=as_json, create=False) as here:
                import_pgn(here, content, named, number, preview=preview)
            return
        with progress(_("Reading")):
            listed = read_list(content, sheet)
        with console(db, acting, as_json=as_json, create=False) as here:
            _players(replace(here, acknowledged=acknowledged), listed, named, columns, preview=preview)
    elif file.lower().endswith(REPORTS) or (kind := file_kind(content)) is FileKind.REPORT:
        _report(content, db, acting, owner, rounds, keep_points, preview=preview, as_json=as_json)
    elif is_pgn(file, content):
        raise click.UsageError(_("Name the tournament that the games are of: --tournament."))
    elif kind in READ_AS_LISTS and not file.lower().endswith(DATABASES):
        raise click.UsageError(_("Name the tournament that the players go to: --tournament."))
    elif kind is not FileKind.DATABASE and kind not in READ_AS_LISTS:
        raise FormatError(0, 0, "not-a-list", kind=kind.value)
    else:
        records = _records(file, content)
        if preview:
            report = examine(records)
        else:
            with console(db, acting, as_json=as_json, create=True) as here:
                report = _adopted(here, records, owner)
        answer(report_row(report), report_text(report), as_json=as_json)


def _report(
    content: bytes,
    db: str | None,
    acting: str | None,
    owner: str | None,
    rounds: int | None,
    keep_points: bool,
    *,
    preview: bool,
    as_json: bool,
) -> None:
    """A tournament made from a report file; what was filled in goes to stderr."""
    digest = hashlib.sha256(content).hexdigest()
    if preview:
        with progress(_("Checking")), values_of_a_file():
            made, found = examine_report(
                content, TournamentId("preview"), digest, rounds=rounds, keep_points=keep_points
            )
        for note in notes(made, found):
            say(note)
        players, paired = len(made.command.players), len(made.command.rounds)
        rows = {"players": players, "rounds_paired": paired}
        text = _("%(players)s and %(rounds)s to bring.", players=counts.players(players), rounds=counts.rounds(paired))
        words = {name: getattr(made, name) for name in ("filled_in", "kept", "left_out", "converted")}
        answer({**rows, **words, "differences": difference_rows(found)}, text, as_json=as_json)
        return
    with values_of_a_file():  # a wrong file is refused before a database is made
        read_report(content, TournamentId("preview"), digest, rounds, keep_points)
    with console(db, acting, as_json=as_json, create=True) as here:
        bring = partial(_bring, here, owner_of(here, owner), content, digest, rounds, keep_points)
        try:
            imported = bring(MOST_STEPS if as_json or not on_terminal() else 0)
        except Cautioned as caution:
            ask(caution)
            imported = bring(MOST_STEPS)
        for note in imported.notes:
            say(note)
        state = imported.receipt.state
        created = report_imported(imported)
        here.answer(created, _("%(tournament)s created: %(id)s", tournament=state.settings.name, id=state.id))


def _bring(
    here: Console,
    actor: Actor,
    content: bytes,
    digest: str,
    rounds: int | None,
    keep_points: bool,
    acknowledged: int,
) -> ImportedReport:
    with progress(_("Importing")), values_of_a_file():
        id = new_id(actor, None)
        return import_report(here.podium.desk, actor, content, id, None, digest, rounds, acknowledged, keep_points)


def _records(file: str, content: bytes) -> OlderRecords:
    if file != "-":
        note_database(file)
        return older_records(Path(file))
    with tempfile.TemporaryDirectory(prefix="podium-import-") as folder:
        path = Path(folder) / "older.db"
        path.write_bytes(content)
        return older_records(path)


def _adopted(here: Console, records: OlderRecords, named: str | None) -> Report:
    users = here.podium.registry.users()
    owner = here.user(named) if named is not None else users[0] if len(users) == 1 else None
    with progress(_("Importing")):
        report = adopt(here.podium.desk, records, owner)
    _give(here, [each.id for each in report.adopted], owner)
    return report


def _give(here: Console, ids: list[TournamentId], owner: User | None) -> None:
    """Give what belongs to nobody to `owner`, also if an earlier import brought it; say so where there is none."""
    unowned = [id for id in ids if not here.podium.registry.roles(id)]
    if owner is not None:
        for id in unowned:
            here.podium.registry.set_roles(id, {owner.name: Role.OWNER})
    elif unowned:
        say(_("They belong to nobody: name a user with --owner, or make the first with `podium user add NAME`."))


def _players(here: Console, sheet: Sheet, named: str, columns: tuple[str, ...], *, preview: bool) -> None:
    seen = tournament(here, named)
    planned = _planned(seen, sheet, columns)
    version = seen.version
    if not preview:
        command = ImportPlayers(planned.additions, dict(planned.updates))
        # The plan was made for what was seen; should somebody be faster, it is refused.
        with progress(_("Importing")):
            version = here.perform(seen.state.id, command, expected=seen.version).version
    if not here.as_json:
        for finding in (*planned.problems, *planned.warnings):
            say(_("Line %(line)s: %(remark)s", line=finding.line, remark=remark(finding)))
    row = versioned(ImportAnswer, import_plan_row(planned, sheet), version)
    here.answer(row, _plan_text(planned, preview=preview))


def _planned(seen: Seen, sheet: Sheet, columns: tuple[str, ...]) -> ImportPlan:
    """What the list would do; raises where nothing of it can be used."""
    chosen = dict(_choice(sheet, text) for text in columns)
    known = [Known(player.id, player.fields) for player in seen.state.players.values()]
    planned = plan(sheet, choose_columns(sheet, chosen), known)
    for finding in planned.findings:
        if finding.blocks:
            raise FormatError(finding.line, finding.column, finding.code)
    return planned


def _choice(sheet: Sheet, text: str) -> tuple[int, str | None]:
    """The number of a column and the field it holds, as `3=rating` or `Elo=rating` say."""
    column, equals, field = text.rpartition("=")
    if not equals:
        raise click.UsageError(_("--column is COLUMN=FIELD, not %(value)s.", value=text))
    if column.isdecimal():
        return int(column), field or None
    headers = [name.casefold() for name in sheet.header.cells] if sheet.header else []
    if column.casefold() not in headers:
        raise Invalid("no-such-column", field="columns", value=column, columns=sheet.width)
    return headers.index(column.casefold()), field or None


def _plan_text(planned: ImportPlan, *, preview: bool) -> str:
    text = (
        N_("%(added)s to add, %(changed)s to change, %(skipped)s skipped, %(problems)s.")
        if preview
        else N_("%(added)s added, %(changed)s changed, %(skipped)s skipped, %(problems)s.")
    )
    said = _(
        text,
        added=counts.players(planned.count(Action.ADD)),
        changed=planned.count(Action.UPDATE),
        skipped=planned.count(Action.SKIP),
        problems=counts.problems(planned.count(Action.PROBLEM)),
    )
    if not preview:
        return said
    rows = [
        (
            row.line,
            row.action.value,
            row.fields.name if row.fields else "",
            ", ".join(each.field for each in row.changes),
        )
        for row in planned.rows
    ]
    return f"{table(('line', 'fate', 'name', 'changes'), rows, 'line')}\n{said}"


def is_pgn(name: str, content: bytes) -> bool:
    """Whether a file holds games: because it begins like that, or by its name where it is text of any kind."""
    kind = file_kind(content)
    return kind is FileKind.GAMES or (kind is FileKind.LIST and name.lower().endswith(".pgn"))


def import_pgn(here: Console, content: bytes, named: str, number: int | None, *, preview: bool) -> None:
    """Bring the games of a file to their boards, and say what came of each."""
    seen, desk = tournament(here, named), here.podium.desk
    with progress(_("Reading")), values_of_a_file():
        games = preview_games(desk, seen, content, number)
    if preview:
        answer = preview_answer(games, seen.version)
    else:
        with progress(_("Importing")):
            written = import_games(desk, here.actor, seen, games, results=True)
        answer = imported_answer(written, desk.see(here.actor, seen.state.id).version)
    if not here.as_json:
        for row in answer.games:
            for remark in [*row.remarks, *([row.problem.detail] if row.problem else [])]:
                say(_("Game %(number)s: %(remark)s", number=row.game, remark=remark))
    here.answer(answer, _text(answer))


def _text(answer: PgnAnswer) -> str:
    text = (
        N_("%(games)s to store, %(results)s to enter, %(problems)s.")
        if answer.preview
        else N_("%(games)s stored, %(results)s entered, %(problems)s.")
    )
    said = _(
        text,
        games=counts.games(answer.records),
        results=counts.results(answer.results),
        problems=counts.problems(answer.problems),
    )
    if not answer.preview:
        return said
    header = ("no.", "board", "white", "black", "result", "fate")
    return f"{table(header, [_line(row) for row in answer.games], 'no.')}\n{said}"


def _line(row: PgnGameRow) -> tuple[object, ...]:
    fate = _("left out") if row.problem else _("new") if row.records else _("as it is")
    return row.game, row.board, row.white, row.black, row.result, fate
