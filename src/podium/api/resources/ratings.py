"""Rating lists: looked in as one types, loaded by administrators, compared with the players of an event."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

from litestar.concurrency import sync_to_thread
from litestar.params import JSONBody, PathParameter, QueryParameter

from podium.api.bodies import ApiRequest, Body, EmptyBody
from podium.api.documentation import ASKING, ask, change, problems, upload
from podium.api.pages import paged
from podium.api.parameters import (
    IdempotencyKey,
    IfMatch,
    Injected,
    Tournament,
    command_key,
    expected_version,
    query_number,
)
from podium.api.reading import seen_as
from podium.app.access import Role, permit_administration
from podium.app.desk import Desk
from podium.app.players.answers import PlayersAnswer, player_row
from podium.app.ratings.list_answers import (
    ComparisonAnswer,
    ListUpdateAnswer,
    LookUpAnswer,
    RatingCheckAnswer,
    RatingListRow,
    RatingListsAnswer,
    comparison_answer,
    list_update_answer,
    look_up_answer,
    rating_check_answer,
    rating_list_row,
)
from podium.app.ratings.list_updates import ListUpdates
from podium.app.ratings.list_words import check_reason, take_over_reason
from podium.app.ratings.rating_check import apply_check, requested_check
from podium.app.ratings.rating_comparison import COMPARED, all_differing, compare, take_over
from podium.app.ratings.rating_lists import (
    USUALLY_FOUND,
    ListToLoad,
    RatingLists,
    checked_edition,
    checked_kind,
    checked_list_name,
    permit_look_up,
)
from podium.app.versions import DoneAnswer
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.commands import ImportPlayers
from podium.flow.event.rating_method import kind_for

MOST_UPLOADED_LIST = 600_000_000  # bytes

Typed = Annotated[str, QueryParameter(description="The beginnings of names in any order, or of a number.")]
ListName = Annotated[str | None, QueryParameter(description="Which list; FIDE's without it, else the first.")]
Kind = Annotated[str | None, QueryParameter(description="standard, rapid or blitz.")]
Limit = Annotated[str | None, QueryParameter(description="How many at most, up to 50.")]
Anyway = Annotated[bool, QueryParameter(description="Also while a list in force is not loaded.")]
NamedList = Annotated[str, PathParameter(description="A rating list, as fide.", min_length=1)]
FileName = Annotated[str | None, QueryParameter(description="What the file is called.")]
Edition = Annotated[str | None, QueryParameter(description="The month of the list, as 2026-11.")]


class ChosenBody(Body):
    """A player of the event, and the number in the list of who they are."""

    player_id: str
    id: str


class TakeOverBody(Body):
    """What is taken over of which list; without `players`, from all whose FIDE id it knows."""

    list: str | None = None
    kind: str | None = None
    players: tuple[ChosenBody, ...] | None = None
    fields: tuple[str, ...] = COMPARED


class DailyBody(Body):
    """Whether lists are fetched daily."""

    daily: bool


class ApplyCheckBody(Body):
    """Whose ratings are taken over, by id; without `players`, of all whose ratings were not typed by hand."""

    players: tuple[str, ...] | None = None
    anyway: bool = False


@ask("/ratings", "Players of a rating list, as one types")
def look_up(
    request: ApiRequest,
    rating_lists: Injected[RatingLists],
    q: Typed,
    list: ListName = None,
    kind: Kind = None,
    limit: Limit = None,
) -> LookUpAnswer:
    """Those whose names begin with what was typed, whatever the accents: Muller finds Müller and Mueller."""
    permit_look_up(request.user.actor)
    found = rating_lists.find(q, list or None, query_number("limit", limit) or USUALLY_FOUND)
    return look_up_answer(found, checked_kind(kind) or RatingKind.STANDARD)


@ask("/rating-lists", "The rating lists")
def lists(request: ApiRequest, rating_lists: Injected[RatingLists]) -> RatingListsAnswer:
    permit_look_up(request.user.actor)
    return RatingListsAnswer([rating_list_row(each) for each in rating_lists.lists()])


@change(
    "PUT /rating-lists/{name:str}",
    "Load a rating list in place of the one before",
    problems(400, 401, 403, 409, 413, 503),
    status=202,
    operation_class=upload(),
    request_max_body_size=MOST_UPLOADED_LIST,
)
async def load(
    request: ApiRequest,
    rating_lists: Injected[RatingLists],
    name: NamedList,
    file: FileName = None,
    kind: Kind = None,
    edition: Edition = None,
) -> RatingListRow:
    """The file is the body: FIDE's list as text or XML, a CSV or DBF, each also in a ZIP. It is loaded by and by;
    `GET /api/rating-lists` says how far it is, and people look in the list before until the new one is whole."""
    actor = request.user.actor
    permit_administration(actor)
    name, rated_as, month = checked_list_name(name), checked_kind(kind), checked_edition(edition)
    path = await _spooled(request)
    file = (file or path.name)[:200]
    wanted = ListToLoad(path, file, name, actor.name, rated_as, month, temporary=True)
    return rating_list_row(await sync_to_thread(rating_lists.start, wanted))


@change("DELETE /rating-lists/{name:str}", "Drop a rating list", ASKING)
def drop(request: ApiRequest, rating_lists: Injected[RatingLists], name: NamedList) -> DoneAnswer:
    permit_administration(request.user.actor)
    rating_lists.drop(name)
    return DoneAnswer()


@ask("/rating-list-update", "How it stands with updates")
def update_state(request: ApiRequest, list_updates: Injected[ListUpdates]) -> ListUpdateAnswer:
    permit_look_up(request.user.actor)
    return list_update_answer(list_updates.state())


@change(
    "POST /rating-list-update",
    "Fetch all lists that have a known source",
    problems(400, 401, 403, 409, 503),
    status=202,
)
def update_lists(
    request: ApiRequest, list_updates: Injected[ListUpdates], data: JSONBody[EmptyBody]
) -> ListUpdateAnswer:
    """FIDE's list is fetched and loaded by and by; `GET` says how it went."""
    actor = request.user.actor
    permit_administration(actor)
    if not list_updates.start(actor.name):
        raise Refused("list-update-under-way")
    return list_update_answer(list_updates.state())


@change(
    "PUT /rating-list-update", "Have lists fetched daily while the server runs, or not", problems(400, 401, 403, 503)
)
def switch_updates(
    request: ApiRequest, list_updates: Injected[ListUpdates], data: JSONBody[DailyBody]
) -> ListUpdateAnswer:
    permit_administration(request.user.actor)
    list_updates.switch(daily=data.daily)
    return list_update_answer(list_updates.state())


@ask("/tournaments/{id:str}/ratings", "The players of an event beside a rating list")
@paged("players", "player_id")
def comparison(
    request: ApiRequest,
    desk: Injected[Desk],
    rating_lists: Injected[RatingLists],
    id: Tournament,
    list: ListName = None,
    kind: Kind = None,
) -> ComparisonAnswer:
    """What the list says otherwise of each player with a FIDE id, and who the others may be. Without `kind` it is the
    rating that the time control of the event asks for."""
    seen = seen_as(request, desk, id, Role.ARBITER, ImportPlayers.__name__)
    wanted = checked_kind(kind) or kind_for(seen.state.settings)
    return comparison_answer(compare(seen.state, rating_lists, list or None, wanted), seen.version)


@change("POST /tournaments/{id:str}/ratings", "Give players what a rating list says of them", status=200)
def taken_over(
    request: ApiRequest,
    desk: Injected[Desk],
    rating_lists: Injected[RatingLists],
    id: Tournament,
    data: JSONBody[TakeOverBody],
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
) -> PlayersAnswer:
    """The players who were chosen, as they are now: one step of the history, which can be undone. Rounds that are
    paired stay as they are, and so do pairing numbers."""
    actor = request.user.actor
    seen = seen_as(request, desk, id, Role.ARBITER, ImportPlayers.__name__)
    compared = compare(seen.state, rating_lists, data.list, checked_kind(data.kind) or kind_for(seen.state.settings))
    if data.players is None:
        chosen = all_differing(compared)
    else:
        chosen = {PlayerId(each.player_id): each.id for each in data.players}
    command = take_over(seen.state, rating_lists, compared.list.name, compared.kind, chosen, data.fields)
    expected = expected_version(if_match)
    receipt = desk.perform(
        actor,
        seen.state.id,
        command,
        command_id=command_key(idempotency_key),
        expected=seen.version if expected is None else expected,
        reason=take_over_reason(compared.list),
    )
    return PlayersAnswer([player_row(receipt.state, receipt.state.players[id]) for id in chosen], receipt.version)


@ask(
    "/tournaments/{id:str}/rating-check",
    "The ratings of the players, checked against the lists in force for the event",
    problems(400, 401, 403, 404, 409, 503),
)
def rating_check(
    request: ApiRequest,
    desk: Injected[Desk],
    rating_lists: Injected[RatingLists],
    id: Tournament,
    anyway: Anyway = False,
) -> RatingCheckAnswer:
    """Whose ratings the lists say otherwise; nothing is changed. While a list in force is not loaded it is refused
    (`rating-lists-outdated`), unless with `anyway`."""
    seen = seen_as(request, desk, id, Role.ARBITER, ImportPlayers.__name__)
    return rating_check_answer(requested_check(seen.state, rating_lists, desk.today(), anyway=anyway), seen.version)


@change("POST /tournaments/{id:str}/rating-check", "Give chosen players the ratings of the lists in force", status=200)
def rating_check_applied(
    request: ApiRequest,
    desk: Injected[Desk],
    rating_lists: Injected[RatingLists],
    id: Tournament,
    data: JSONBody[ApplyCheckBody],
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
) -> PlayersAnswer:
    """The players who were chosen, as they are now: one step of the history, which can be undone."""
    actor = request.user.actor
    seen = seen_as(request, desk, id, Role.ARBITER, ImportPlayers.__name__)
    check = requested_check(seen.state, rating_lists, desk.today(), anyway=data.anyway)
    command = apply_check(check, None if data.players is None else [PlayerId(each) for each in data.players])
    expected = expected_version(if_match)
    receipt = desk.perform(
        actor,
        seen.state.id,
        command,
        command_id=command_key(idempotency_key),
        expected=seen.version if expected is None else expected,
        reason=check_reason(check),
    )
    changed = [player_row(receipt.state, receipt.state.players[each]) for each in command.updated]
    return PlayersAnswer(changed, receipt.version)


async def _spooled(request: ApiRequest) -> Path:
    """The body in a file, which the caller removes."""
    descriptor, name = tempfile.mkstemp(prefix="podium-ratings-")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as spool:
            async for piece in request.stream():
                await sync_to_thread(spool.write, piece)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


HANDLERS = (look_up, lists, load, drop, update_state, update_lists, switch_updates)
TOURNAMENT_HANDLERS = (comparison, taken_over, rating_check, rating_check_applied)
