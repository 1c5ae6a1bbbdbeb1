"""Archives of whole events: taken as one file, and restored with their history."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from litestar import Response, get
from litestar.concurrency import sync_to_thread
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.documentation import change, problems, upload
from podium.api.parameters import IdempotencyKey, Injected, Tournament
from podium.api.resources.pgn import FORM
from podium.api.resources.player_lists import uploaded_file
from podium.api.resources.tournaments import key_of_owner
from podium.app.archives.archives import (
    MEDIA_TYPE,
    MOST_BYTES,
    EventArchives,
    RestoredAnswer,
    file_name,
    restore_archive,
    restored_answer,
    take_archive,
)
from podium.app.desk import Desk
from podium.core.ids import TournamentId, identity

Copy = Annotated[bool, QueryParameter(description="Restore it as a copy with another id, beside the one that is here.")]
DOCUMENT = ResponseSpec(dict[str, Any], generate_examples=False, description="The archive.")


@get(
    "/tournaments/{id:str}/archive",
    summary="The archive of a tournament: all of it, with its history, in one file",
    responses={**problems(400, 401, 403, 404, 429, 503, 504), 200: DOCUMENT},
    media_type=MEDIA_TYPE,
    sync_to_thread=True,
)
def archive(
    request: ApiRequest, desk: Injected[Desk], archives: Injected[EventArchives], id: Tournament
) -> Response[bytes]:
    """A file that any Podium restores; for arbiters and owners, because all that is personal is in it."""
    stream, actor = TournamentId(identity("tournament", id)), request.user.actor
    content = take_archive(desk, archives, actor, stream)
    name = file_name(desk.see(actor, stream).state.settings.name)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=MEDIA_TYPE)


@change(
    "POST /archives",
    "Restore a tournament from its archive",
    problems(400, 401, 403, 409, 413, 429, 503),
    operation_class=upload(MEDIA_TYPE, form=()),
    request_max_body_size=MOST_BYTES + FORM,
)
async def restore(
    request: ApiRequest,
    desk: Injected[Desk],
    archives: Injected[EventArchives],
    copy: Copy = False,
    idempotency_key: IdempotencyKey = None,
) -> Response[RestoredAnswer]:
    """The event of an archive with its ids and its history, yours from now on. All of it is read back and compared
    before it is there; where its id is taken it is refused (409), unless a `copy` is wanted."""
    key = key_of_owner(request.user, idempotency_key)
    content, _fields = await uploaded_file(request)
    restoring = partial(restore_archive, desk, archives, request.user.actor, content, copy=copy, key=key)
    restored = await sync_to_thread(restoring)
    headers = {"Location": f"/api/tournaments/{restored.id}"}
    return Response(restored_answer(restored), status_code=201, headers=headers)


HANDLERS = (archive, restore)
