"""Lists of players: files in, after a look at what they would do, and files out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.datastructures import UploadFile
from litestar.exceptions import ClientException
from litestar.params import PathParameter, QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.documentation import RANKING, change, read, upload
from podium.api.parameters import (
    LARGEST,
    WHOLE_NUMBER,
    Acknowledge,
    IdempotencyKey,
    IfMatch,
    Injected,
    OfStage,
    Tournament,
    command_key,
    expected_version,
    query_number,
)
from podium.api.problems import Edge, malformed
from podium.api.resources.players import added_players
from podium.api.resources.tournaments import MOST_UPLOADED
from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen
from podium.app.exports.exported_tables import TableName
from podium.app.exports.exports import CSV, EXPORTS, XLSX, exported_file
from podium.app.players.answers import ImportAnswer, import_plan_row
from podium.app.ports import Receipt
from podium.app.queries import part_of
from podium.app.trf.details import upload_obstacles
from podium.app.trf.import_report import UploadAnswer
from podium.app.versions import versioned
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import FormatError, Invalid, Stale
from podium.core.ids import TournamentId, identity
from podium.files.players.columns import choose_columns
from podium.files.players.importplan import ImportPlan
from podium.files.players.listfile import read_list
from podium.files.players.matching import Known
from podium.files.sheet import Sheet
from podium.flow.commands import ImportPlayers
from podium.flow.state import Tournament as State

TRIES = 5  # how often to plan anew when the event moved on meanwhile

Preview = Annotated[bool, QueryParameter(description="Only say what would happen.")]
Columns = Annotated[str | None, QueryParameter(description='What columns hold, as JSON: {"0": "name", "3": null}.')]
SheetName = Annotated[str | None, QueryParameter(description="Which sheet of a workbook.")]
Section = Annotated[
    str | None,
    QueryParameter(
        description="Which section a report file is of, needed where there are several; or the only one of a table."
    ),
]
TableOf = Annotated[
    str | None,
    QueryParameter(
        name="table",
        description="Which table a spreadsheet (csv, xlsx) has: players, pairings, standings, crosstable, prizes.",
        schema_extra={"enum": [each.value for each in TableName]},
    ),
]
OfRound = Annotated[
    str | None,
    QueryParameter(
        description="The round that the pairings are of, or after which a ranking is; without it all.",
        schema_extra=WHOLE_NUMBER,
    ),
]
FileFormat = Annotated[str, PathParameter(description=", ".join(EXPORTS), min_length=1)]


@dataclass(frozen=True, slots=True)
class UploadedList:
    """A list as it came, with what the client says about its columns and its sheet."""

    content: bytes
    columns: str | None
    sheet: str | None

    @property
    def fingerprint(self) -> str:
        digest = hashlib.sha256(self.content)
        digest.update(repr((self.columns, self.sheet)).encode())
        return digest.hexdigest()

    def read(self, desk: Desk) -> Sheet:
        return desk.files.read(read_list, self.content, self.sheet)

    def chosen(self) -> dict[int, str | None]:
        """What the client says that columns hold, by their number from 0."""
        if self.columns is None:
            return {}
        try:
            named = msgspec.json.decode(self.columns)
        except (ValueError, RecursionError):
            raise malformed(_("columns is not JSON."), field="columns", value=self.columns) from None
        if not isinstance(named, dict) or not all(isinstance(value, str | None) for value in named.values()):
            detail = _('columns must be like {"0": "name", "3": null}.')
            raise malformed(detail, field="columns", value=self.columns)
        return {_column(key): value for key, value in named.items()}


@change(
    "POST /tournaments/{id:str}/players/import",
    "Import players from a list: CSV, XLSX, DBF, JSON, XML or FIDE's text",
    status=200,
    operation_class=upload(CSV, XLSX, form=("columns", "sheet")),
    request_max_body_size=MOST_UPLOADED,
)
async def import_players(
    request: ApiRequest,
    desk: Injected[Desk],
    id: Tournament,
    preview: Preview = False,
    columns: Columns = None,
    sheet: SheetName = None,
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    acknowledge: Acknowledge = None,
) -> ImportAnswer:
    """The players of a file, added and imported up to date in one step; with `preview`, only what would happen."""
    actor, stream = request.user.actor, TournamentId(identity("tournament", id))
    uploaded = await _upload(request, columns, sheet)
    if preview:
        return await sync_to_thread(_preview, desk, actor, stream, uploaded)
    key, expected = command_key(idempotency_key), expected_version(if_match)
    return await sync_to_thread(_import, desk, actor, stream, uploaded, key, expected, acknowledge or 0)


@read("/tournaments/{id:str}/upload-check", summary="What FIDE's report lacks to be uploaded", responses=RANKING)
def upload_check(seen: Injected[Seen]) -> UploadAnswer:
    """Whether the report of an event by FIDE's rules is ready, and a sentence for each thing that it lacks."""
    lacks = list(upload_obstacles(seen.state))
    return UploadAnswer(not lacks, lacks, seen.version)


@read(
    "/tournaments/{id:str}/export/{format:str}",
    summary="A table as a spreadsheet (csv, xlsx), a section as a report file (trf, trf16), or a calendar (ics)",
    responses=RANKING,
    media_type=CSV,
)
def export(
    seen: Injected[Seen],
    format: FileFormat,
    section: Section = None,
    table: TableOf = None,
    round: OfRound = None,
    stage: OfStage = None,
) -> Response[bytes]:
    """The players or another table as a spreadsheet, a section of the tournament as a report file, or the planned
    rounds as a calendar; what a table says is what whoever asks may see."""
    if format not in EXPORTS:
        detail = sentence(Invalid("format-unknown", field="format", value=format[:40], allowed=list(EXPORTS)))
        raise Edge(404, "unknown-format", detail, value=format)
    state, number = part_of(seen.state, query_number("stage", stage), query_number("round", round))
    file = exported_file(state, format, section, table, number)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, headers=headers, media_type=file.media_type)


def _preview(desk: Desk, actor: Actor, stream: TournamentId, uploaded: UploadedList) -> ImportAnswer:
    seen = desk.see_as(actor, stream, Role.ARBITER, ImportPlayers.__name__)
    sheet = uploaded.read(desk)
    return versioned(ImportAnswer, import_plan_row(_planned(desk, seen.state, sheet, uploaded), sheet), seen.version)


def _import(
    desk: Desk,
    actor: Actor,
    stream: TournamentId,
    uploaded: UploadedList,
    key: str | None,
    expected: int | None,
    acknowledged: int,
) -> ImportAnswer:
    sheet = uploaded.read(desk)
    tries = TRIES
    while True:
        tries -= 1
        seen = desk.see_as(actor, stream, Role.ARBITER, ImportPlayers.__name__)
        planned = _planned(desk, seen.state, sheet, uploaded)
        command = ImportPlayers(planned.additions, dict(planned.updates))
        try:
            receipt = desk.perform(
                actor,
                stream,
                command,
                command_id=key,
                expected=seen.version if expected is None else expected,
                fingerprint=uploaded.fingerprint,
                acknowledged=acknowledged,
            )
        except Stale:
            if expected is not None or not tries:
                raise
            continue
        return _imported(desk, stream, receipt, planned, sheet, uploaded)


def _imported(
    desk: Desk, stream: TournamentId, receipt: Receipt, planned: ImportPlan, sheet: Sheet, uploaded: UploadedList
) -> ImportAnswer:
    if receipt.events and not receipt.written:  # done before: the plan is that of then
        with desk.journal.past(stream) as past:
            before = past.state(receipt.version - 1)
        assert before is not None
        planned = _planned(desk, before, sheet, uploaded)
    return versioned(ImportAnswer, import_plan_row(planned, sheet), receipt.version, players=added_players(receipt))


async def _upload(request: ApiRequest, columns: str | None, sheet: str | None) -> UploadedList:
    """The list in the body: a form with a `file`, or the file itself."""
    content, named = await uploaded_file(request)
    return UploadedList(content, named.get("columns", columns), named.get("sheet", sheet))


async def uploaded_file(request: ApiRequest) -> tuple[bytes, Mapping[str, str]]:
    """The file in the body, and what a form says beside it: a form has it as `file`, else it is the body itself."""
    if request.content_type[0] != "multipart/form-data":
        return await request.raw_body(), {}
    try:
        form = await request.form()
    except ClientException as problem:
        raise malformed(_("The form cannot be read: %(detail)s", detail=problem.detail)) from None
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise malformed(_("The form has no file."), field="file")
    return await file.read(), {name: value for name, value in form.items() if isinstance(value, str)}


def _column(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= LARGEST):
        raise malformed(_("columns must be named by whole numbers."), field="columns", value=text)
    return int(text)


def _planned(desk: Desk, state: State, sheet: Sheet, uploaded: UploadedList) -> ImportPlan:
    """What the list would do; raises where nothing of it can be used."""
    columns = choose_columns(sheet, uploaded.chosen())
    planned = desk.files.plan(sheet, columns, [Known(player.id, player.fields) for player in state.players.values()])
    for finding in planned.findings:
        if finding.blocks:
            raise FormatError(finding.line, finding.column, finding.code)
    return planned


HANDLERS = (import_players, upload_check, export)
