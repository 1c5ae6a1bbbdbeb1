"""Tournaments: the list, each with its settings, new ones, and those made from a report file."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Response, get
from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody, PathParameter, QueryParameter

from podium.api.acts import Writer, act
from podium.api.bodies import ApiRequest, Body
from podium.api.callers import Caller
from podium.api.documentation import change, problems, read, upload
from podium.api.pages import paged
from podium.api.parameters import Acknowledge, IdempotencyKey, IfMatch, Injected, command_key, expected_version
from podium.api.problems import malformed
from podium.app.desk import Desk, Seen, new_id
from podium.app.event.answers import (
    TournamentAnswer,
    TournamentsAnswer,
    TournamentView,
    listed_tournament,
    tournament_row,
)
from podium.app.event.settings_schema import settings_struct
from podium.app.exports.exports import TRF
from podium.app.ports import Receipt
from podium.app.trf.import_report import ReportImported, report_imported
from podium.app.trf.import_report import import_report as make_from_report
from podium.app.versions import VersionAnswer, version_answer, versioned
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.core.errors import Forbidden
from podium.core.ids import TournamentId, identity
from podium.flow import commands
from podium.flow.event.settings import GIVEN, formats_with
from podium.flow.fide.gate import MOST_STEPS
from podium.flow.formats.registry import FORMAT, FORMAT_NAMES
from podium.knockout import DrawRuleMode, TieBreakPolicy

if TYPE_CHECKING:  # the fields of both are made from the options, which no type checker can follow

    class SettingsBody(Body):
        """Settings to change."""

    class NewTournamentBody(Body):
        """A tournament to create."""

    class ContinuationBody(SettingsBody):
        """A format to go on as."""

else:
    SettingsBody = settings_struct(
        "SettingsBody",
        Body,
        "Settings to change; what is not named stays as it is, null clears.",
        create=False,
    )
    ContinuationBody = settings_struct(
        "ContinuationBody",
        Body,
        "The format to go on as, and what else is to be decided with it.",
        create=False,
    )
    NewTournamentBody = settings_struct("NewTournamentBody", Body, "A tournament to create.", create=True)


class ChangeBody(SettingsBody):
    """Settings to change; what makes rounds wrong that stand is done only if confirmed."""

    confirm: bool = False


MOST_UPLOADED = 10_000_000  # bytes

Archived = Annotated[bool, QueryParameter(description="Those that were put away instead of the others.")]
OfFormat = Annotated[
    str | None, QueryParameter(description="Only those of this format.", schema_extra={"enum": list(FORMAT_NAMES)})
]
WithDrawRule = Annotated[DrawRuleMode | None, QueryParameter(description="Only knockouts with this rule.")]
WithPolicy = Annotated[TieBreakPolicy | None, QueryParameter(description="Only knockouts with this policy.")]
Decisive = Annotated[bool | None, QueryParameter(description="Only knockouts that ask for it, or do not.")]

TakenDown = Annotated[str, PathParameter(description="A tournament.", min_length=1)]


class TakeDownBody(Body):
    """Whether nobody is to see it any more, or only the public."""

    remove: bool = False


class PublishBody(Body):
    """Whether the public can see it."""

    published: bool = True


class ArchiveBody(Body):
    """Whether the tournament is put away."""

    archived: bool = True


def tournament_answer(receipt: Receipt) -> TournamentAnswer:
    """A tournament as a write left it."""
    return versioned(TournamentAnswer, tournament_row(receipt.state), receipt.version)


@get("/tournaments", summary="The tournaments you may see", responses=problems(400, 401, 403, 503), sync_to_thread=True)
@paged("tournaments")
def list_tournaments(
    request: ApiRequest,
    desk: Injected[Desk],
    archived: Archived = False,
    format: OfFormat = None,
    drawRuleMode: WithDrawRule = None,  # noqa: N803  # the contract's spelling, as in those below
    tieBreakPolicy: WithPolicy = None,  # noqa: N803
    requiresDecisiveResult: Decisive = None,  # noqa: N803
) -> TournamentsAnswer:
    """What whoever asks may see, newest first; with a format or rules in the query only those that have them."""
    rules = {
        "drawRuleMode": drawRuleMode and drawRuleMode.value,
        "tieBreakPolicy": tieBreakPolicy and tieBreakPolicy.value,
        "requiresDecisiveResult": requiresDecisiveResult,
    }
    wanted = {name: value for name, value in rules.items() if value is not None}
    # Tournaments of formats that have none of these rules only store their defaults.
    formats = {name for rule in wanted for name in formats_with(GIVEN[rule])} if wanted else set(FORMAT_NAMES)
    if format is not None:
        if format not in FORMAT_NAMES:
            one_of = _("%(field)s must be one of %(choices)s.", field=FORMAT.json, choices=separated(FORMAT_NAMES))
            raise malformed(one_of, field=FORMAT.json, value=format)
        wanted["format"] = format
    rows = desk.listed(request.user.actor, archived=archived, wanted=wanted)
    return TournamentsAnswer([listed_tournament(row) for row in rows if row["format"] in formats])


@change("POST /tournaments", "Create a tournament")
async def create(
    request: ApiRequest,
    writer: Injected[Writer],
    data: JSONBody[NewTournamentBody],
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
) -> Response[TournamentAnswer]:
    actor = request.user.actor
    key = key_of_owner(request.user, idempotency_key)
    id = new_id(actor, key)
    command = commands.CreateTournament(id, data.named_fields())
    receipt = await writer.submit(actor, id, command, command_id=key, expected=expected_version(if_match))
    return created(receipt, tournament_answer(receipt))


@change(
    "POST /tournaments/import",
    "Create a tournament from a report file (TRF)",
    problems(400, 401, 403, 409, 413, 429, 503),
    operation_class=upload(TRF),
    request_max_body_size=MOST_UPLOADED,
)
async def import_report(
    request: ApiRequest,
    desk: Injected[Desk],
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
    rounds: Annotated[
        int | None, QueryParameter(description="How many rounds there will be, where the file does not say.")
    ] = None,
    keep_points: Annotated[
        bool,
        QueryParameter(description="Keep points that the results do not add up to, the difference as an adjustment."),
    ] = False,
    acknowledge: Acknowledge = None,
) -> Response[ReportImported]:
    """The tournament of a report file, which is the body. Rounds that the rules would not give are listed; whoever
    sends `Podium-Acknowledge: 0` is asked about them first, and nothing is stored before the answer."""
    key = key_of_owner(request.user, idempotency_key)
    content = await request.raw_body()
    actor, digest = request.user.actor, hashlib.sha256(content).hexdigest()
    acknowledged = MOST_STEPS if acknowledge is None else acknowledge
    id = new_id(actor, key)
    bringing = partial(make_from_report, desk, actor, content, id, key, digest, rounds, acknowledged, keep_points)
    imported = await sync_to_thread(bringing)
    return created(imported.receipt, report_imported(imported))


@read("/tournaments/{id:str}", summary="A tournament")
def tournament(seen: Injected[Seen]) -> TournamentView:
    return versioned(TournamentView, tournament_row(seen.state), seen.version, role=seen.role.word)


@act("PATCH /tournaments/{id:str}", "Change settings", tournament_answer)
def change_settings(data: ChangeBody) -> commands.Command:
    given = data.named_fields()
    del given["confirm"]  # about the change, not a setting
    return commands.ChangeSettings(given, data.confirm)


@act(
    "POST /tournaments/{id:str}/continue",
    "Go on as a Swiss or a round robin, with the rounds that were paired by hand",
    tournament_answer,
)
def continue_tournament(data: ContinuationBody) -> commands.Command:
    return commands.ContinueAs(data.named_fields())


@act("DELETE /tournaments/{id:str}", "Delete a tournament", version_answer)
def delete_tournament() -> commands.Command:
    return commands.DeleteTournament()


@change(
    "POST /tournaments/{id:str}/take-down",
    "Hide a tournament, or remove it, whoever owns it: for administrators",
    status=200,
)
async def take_down(
    request: ApiRequest, desk: Injected[Desk], id: TakenDown, data: JSONBody[TakeDownBody]
) -> VersionAnswer:
    tournament = TournamentId(identity("tournament", id))
    taken = await sync_to_thread(partial(desk.take_down, request.user.actor, tournament, remove=data.remove))
    return VersionAnswer(taken.version)


@act("POST /tournaments/{id:str}/publish", "Show a tournament to the public, or hide it", tournament_answer)
def publish_tournament(data: PublishBody) -> commands.Command:
    return commands.PublishTournament(data.published)


@act("POST /tournaments/{id:str}/archive", "Put a tournament away, or take it out again", tournament_answer)
def archive_tournament(data: ArchiveBody) -> commands.Command:
    return commands.ArchiveTournament(data.archived)


@act(
    "POST /tournaments/{id:str}/leave-fide-mode",
    "Hold a tournament no longer to FIDE's rules, for good",
    tournament_answer,
)
def leave_fide_mode() -> commands.Command:
    return commands.LeaveFideMode()


def key_of_owner(caller: Caller, idempotency_key: str | None) -> str | None:
    """The key of somebody who creates a tournament; raises Forbidden for a link's holder, who could not own it."""
    if caller.actor.user is None:
        raise Forbidden(commands.CreateTournament.__name__)
    return command_key(idempotency_key)


def created(receipt: Receipt, answer: Any) -> Response[Any]:
    """The answer about a new tournament, which says where it is."""
    return Response(answer, status_code=201, headers={"Location": f"/api/tournaments/{receipt.stream}"})


HANDLERS = (
    list_tournaments,
    create,
    import_report,
    tournament,
    change_settings,
    continue_tournament,
    delete_tournament,
    take_down,
    publish_tournament,
    archive_tournament,
    leave_fide_mode,
)
