"""The background of the certificates of an event."""

from __future__ import annotations

from litestar import Response, delete, put
from litestar.concurrency import sync_to_thread

from podium.api.bodies import ApiRequest
from podium.api.callers import not_allowed
from podium.api.dependencies import Injected
from podium.api.documentation import PictureUpload, problems, read
from podium.api.parameters import Tournament
from podium.app.access import Role
from podium.app.desk import Desk
from podium.app.event.event_pictures import (
    EventPictures,
    PictureAnswer,
    background_address,
    change_picture,
    picture_answer,
    remove_picture,
)
from podium.app.words.language import N_
from podium.core.errors import Unknown
from podium.core.ids import TournamentId, identity
from podium.files.raster import MOST_BYTES

PICTURE = "image/png"


@read("/tournaments/{id:str}/certificate-background", summary="What certificates are printed on", media_type=PICTURE)
def background(
    request: ApiRequest, desk: Injected[Desk], certificate_backgrounds: Injected[EventPictures], id: Tournament
) -> Response[bytes]:
    """For arbiters, who print them."""
    stream = TournamentId(identity("tournament", id))
    if desk.see(request.user.actor, stream).role < Role.ARBITER:
        raise not_allowed(request.user.actor, N_("make certificates"))
    found = certificate_backgrounds.picture(stream)
    if found is None:
        raise Unknown("background", stream)
    return Response(found.content, media_type=found.media_type)


@put(
    "/tournaments/{id:str}/certificate-background",
    summary="Give the certificates of an event a background: PNG, JPEG or WebP",
    responses=problems(400, 401, 403, 404, 409, 413, 503),
    operation_class=PictureUpload,
    request_max_body_size=MOST_BYTES + 1,
)
async def put_background(
    request: ApiRequest, desk: Injected[Desk], certificate_backgrounds: Injected[EventPictures], id: Tournament
) -> PictureAnswer:
    """The picture is the body. It fills the sheet behind the text, which lies as the picture does."""
    stream, content = TournamentId(identity("tournament", id)), await request.raw_body()
    kept = await sync_to_thread(change_picture, desk, certificate_backgrounds, request.user.actor, stream, content)
    return picture_answer(kept, background_address(stream, kept.digest))


@delete(
    "/tournaments/{id:str}/certificate-background",
    summary="Print certificates without a background",
    responses=problems(400, 401, 403, 404, 409, 503),
    sync_to_thread=True,
)
def delete_background(
    request: ApiRequest, desk: Injected[Desk], certificate_backgrounds: Injected[EventPictures], id: Tournament
) -> None:
    remove_picture(desk, certificate_backgrounds, request.user.actor, TournamentId(identity("tournament", id)))


HANDLERS = (background, put_background, delete_background)
