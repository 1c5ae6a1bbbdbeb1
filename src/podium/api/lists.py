"""Lists of players: files in, after a look at what they would do, and files out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response

from podium.api import answers, asked
from podium.api.callers import Gate
from podium.api.problems import Edge, malformed
from podium.api.reads import PRIVATE, etag, matches
from podium.api.writing import json_response
from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen
from podium.app.ports import Receipt
from podium.app.trf.export import report_of, section_of
from podium.app.views.rows import Row
from podium.app.words.files import remark
from podium.core.errors import Forbidden, FormatError, Stale
from podium.core.ids import TournamentId
from podium.files import (
    Action,
    Finding,
    ImportPlan,
    Known,
    Sheet,
    choose_columns,
    plan,
    read_list,
    write_csv,
    write_xlsx,
)
from podium.files.trf import write as write_report
from podium.files.trf.writer import Dialect
from podium.flow.commands import ImportPlayers
from podium.flow.state import Tournament

TRIES = 5  # how often to plan anew when the event moved on meanwhile
CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TRF = "text/plain"
DIALECTS: dict[str, Dialect] = {"trf": "trf26", "trf26": "trf26", "trf16": "trf16"}
FORMATS = {"csv": (write_csv, f"{CSV}; charset=utf-8"), "xlsx": (write_xlsx, XLSX)}


@dataclass(frozen=True, slots=True)
class Upload:
    """A list as it came, with what the client says about its columns and its sheet."""

    content: bytes
    columns: str | None
    sheet: str | None

    @property
    def fingerprint(self) -> str:
        told = hashlib.sha256(self.content)
        told.update(repr((self.columns, self.sheet)).encode())
        return told.hexdigest()

    def read(self) -> Sheet:
        return read_list(self.content, self.sheet)

    def chosen(self) -> dict[int, str | None]:
        """What the client says that columns hold, by their number from 0."""
        if self.columns is None:
            return {}
        given = asked.json_text(self.columns, "columns")
        if not isinstance(given, dict) or not all(isinstance(value, str | None) for value in given.values()):
            raise malformed('columns must be like {"0": "name", "3": null}.', field="columns", value=self.columns)
        return {asked.field_number("columns", key): value for key, value in given.items()}


class Lists:
    """The endpoints of import and export."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    async def import_players(self, request: Request) -> Response:
        """The players of a file, added and brought up to date in one step; with `preview`, only what would happen."""
        caller = await run_in_threadpool(self._gate.writer, request)
        stream = TournamentId(asked.identity("tournament", request.path_params["id"]))
        upload = await _upload(request)
        do = self._preview if asked.query_flag(request, "preview") else partial(self._import, request)
        return await run_in_threadpool(do, caller.actor, stream, upload)

    def export(self, request: Request) -> Response:
        """The players as a file, or a section of the tournament as a report file."""
        actor = self._gate.reader(request).actor
        seen = self._desk.see(actor, TournamentId(asked.identity("tournament", request.path_params["id"])))
        name = request.path_params["format"]
        if name not in FORMATS and name not in DIALECTS:
            detail = f"There is no format {name[:40]}: use csv, xlsx, trf or trf16."
            raise Edge(404, "unknown-format", detail, value=name)
        tag = etag(seen)
        headers = {"ETag": tag, **PRIVATE}
        if matches(request, tag):
            return Response(status_code=304, headers=headers)
        if name in DIALECTS:
            section = section_of(seen.state, request.query_params.get("section"))
            headers["Content-Disposition"] = 'attachment; filename="tournament.trf"'
            text = write_report(report_of(seen.state, section), DIALECTS[name])
            return Response(text, headers=headers, media_type=TRF)
        write, media_type = FORMATS[name]
        players = sorted(seen.state.players.values(), key=lambda player: player.number)
        headers["Content-Disposition"] = f'attachment; filename="players.{name}"'
        return Response(write(player.fields for player in players), headers=headers, media_type=media_type)

    def _preview(self, actor: Actor, stream: TournamentId, upload: Upload) -> Response:
        seen = self._seen(actor, stream)
        sheet = upload.read()
        return json_response({**_plan_row(_planned(seen.state, sheet, upload), sheet), "version": seen.version})

    def _import(self, request: Request, actor: Actor, stream: TournamentId, upload: Upload) -> Response:
        sheet = upload.read()
        expected, key = asked.expected_version(request), asked.command_id(request)
        tries = TRIES
        while True:
            tries -= 1
            seen = self._seen(actor, stream)
            planned = _planned(seen.state, sheet, upload)
            command = ImportPlayers(planned.additions, dict(planned.updates))
            try:
                receipt = self._desk.perform(
                    actor,
                    stream,
                    command,
                    command_id=key,
                    expected=seen.version if expected is None else expected,
                    fingerprint=upload.fingerprint,
                )
            except Stale:
                if expected is not None or not tries:
                    raise
                continue
            return self._imported(stream, receipt, planned, sheet, upload)

    def _imported(
        self, stream: TournamentId, receipt: Receipt, planned: ImportPlan, sheet: Sheet, upload: Upload
    ) -> Response:
        if receipt.events and not receipt.written:  # done before: the plan is that of then
            with self._desk.journal.past(stream) as past:
                before = past.state(receipt.version - 1)
            assert before is not None
            planned = _planned(before, sheet, upload)
        body = {**_plan_row(planned, sheet), **answers.players_added(receipt, {}), "version": receipt.version}
        return json_response(body)

    def _seen(self, actor: Actor, stream: TournamentId) -> Seen:
        seen = self._desk.see(actor, stream)
        if seen.role < Role.ARBITER:
            raise Forbidden(ImportPlayers.__name__)
        return seen


async def _upload(request: Request) -> Upload:
    """The list in the body: a form with a `file`, or the file itself."""
    query = request.query_params
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return Upload(await request.body(), query.get("columns"), query.get("sheet"))
    try:
        async with request.form(max_files=1, max_fields=10) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise malformed("The form has no file.", field="file")
            columns, sheet = (_text(form, query, name) for name in ("columns", "sheet"))
            return Upload(await file.read(), columns, sheet)
    except MultiPartException as problem:
        raise malformed(f"The form cannot be read: {problem.message}") from None


def _text(form: Mapping[str, object], query: Mapping[str, str], name: str) -> str | None:
    value = form.get(name, query.get(name))
    return value if isinstance(value, str) else None


def _planned(state: Tournament, sheet: Sheet, upload: Upload) -> ImportPlan:
    """What the list would do; raises where nothing of it can be used."""
    columns = choose_columns(sheet, upload.chosen())
    planned = plan(sheet, columns, [Known(player.id, player.fields) for player in state.players.values()])
    for finding in planned.findings:
        if finding.blocks:
            raise FormatError(finding.line, finding.column, finding.code)
    return planned


def _plan_row(planned: ImportPlan, sheet: Sheet) -> Row:
    return {
        "columns": {str(number): column.value for number, column in planned.columns.items()},
        "sheets": list(sheet.sheets),
        "rows": [
            {
                "line": row.line,
                "action": row.action.value,
                "player_id": row.player,
                "name": row.fields.name if row.fields else None,
                "reason": row.reason,
                "changes": list(row.changes),
            }
            for row in planned.rows
        ],
        "problems": [_finding_row(finding) for finding in planned.problems],
        "warnings": [_finding_row(finding) for finding in planned.warnings],
        **{action.value: planned.count(action) for action in Action},
    }


def _finding_row(finding: Finding) -> Row:
    return {
        "line": finding.line,
        "column": finding.column,
        "code": finding.code,
        "detail": remark(finding),
        "value": finding.value,
        "field": finding.field,
    }
