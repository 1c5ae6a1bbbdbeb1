"""Events from events: duplicates, and templates with the settings of one."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import JSONBody, PathParameter

from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ask, change, problems
from podium.api.pages import paged
from podium.api.parameters import IdempotencyKey, Injected, Tournament, numbered
from podium.api.reading import seen_as
from podium.api.resources.tournaments import created, key_of_owner, tournament_answer
from podium.app.access import Role
from podium.app.desk import Desk, new_id
from podium.app.event.answers import TournamentAnswer
from podium.app.event.templates import (
    TemplateRow,
    TemplatesAnswer,
    copied_players,
    copied_settings,
    known_settings,
    template_row,
)
from podium.app.versions import DoneAnswer
from podium.flow.commands import ChangeSettings, CreateTournament
from podium.flow.event.options import NAME

THEIRS = problems(400, 401, 403, 404, 413, 503)
TemplateNumber = Annotated[str, PathParameter(description="A template.", min_length=1)]


class DuplicateBody(Body):
    """What the new event is called, and whether the players come along."""

    name: str
    players: bool = False


class TemplateBody(Body):
    """What the template is called, and the tournament whose settings it has; one of the same name is replaced."""

    name: str
    tournament_id: str


class NewFromTemplateBody(Body):
    """What the new event is called."""

    name: str


@change("POST /tournaments/{id:str}/duplicate", "Another tournament like this one, without results")
def duplicate(
    request: ApiRequest,
    desk: Injected[Desk],
    id: Tournament,
    data: JSONBody[DuplicateBody],
    idempotency_key: IdempotencyKey = None,
) -> Response[TournamentAnswer]:
    """The settings but for dates and what names players; the players, if asked for, as they were entered."""
    actor, key = request.user.actor, key_of_owner(request.user, idempotency_key)
    state = seen_as(request, desk, id, Role.ARBITER, ChangeSettings.__name__).state
    given = {**copied_settings(state.settings), NAME.json: data.name}
    command = CreateTournament(new_id(actor, key), given, copied_players(state) if data.players else ())
    receipt = desk.perform(actor, command.id, command, command_id=key)
    return created(receipt, tournament_answer(receipt))


@ask("/templates", "Your templates", THEIRS)
@paged("templates")
def templates(request: ApiRequest, desk: Injected[Desk]) -> TemplatesAnswer:
    return TemplatesAnswer([template_row(each) for each in desk.registry.templates(request.user.user.id)])


@change("POST /templates", "Keep the settings of a tournament as a template", THEIRS)
def keep_template(request: ApiRequest, desk: Injected[Desk], data: JSONBody[TemplateBody]) -> TemplateRow:
    user = request.user.user
    settings = seen_as(request, desk, data.tournament_id, Role.ARBITER, ChangeSettings.__name__).state.settings
    name = NAME.read(NAME.json, data.name)
    return template_row(desk.registry.keep_template(user.id, name, copied_settings(settings)))


@change("DELETE /templates/{tid:str}", "Remove a template", THEIRS)
def drop_template(request: ApiRequest, desk: Injected[Desk], tid: TemplateNumber) -> DoneAnswer:
    desk.registry.drop_template(request.user.user.id, numbered("template", tid))
    return DoneAnswer()


@change("POST /templates/{tid:str}/tournaments", "Create a tournament from a template")
def create_from_template(
    request: ApiRequest,
    desk: Injected[Desk],
    tid: TemplateNumber,
    data: JSONBody[NewFromTemplateBody],
    idempotency_key: IdempotencyKey = None,
) -> Response[TournamentAnswer]:
    actor, key = request.user.actor, key_of_owner(request.user, idempotency_key)
    template = desk.registry.template(request.user.user.id, numbered("template", tid))
    given = {**known_settings(template.settings), NAME.json: data.name}
    command = CreateTournament(new_id(actor, key), given)
    receipt = desk.perform(actor, command.id, command, command_id=key)
    return created(receipt, tournament_answer(receipt))


HANDLERS = (duplicate, templates, keep_template, drop_template, create_from_template)
