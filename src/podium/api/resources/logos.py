"""The logo or picture of an event."""

from __future__ import annotations

from litestar import Response, delete, put
from litestar.concurrency import sync_to_thread

from podium.api.bodies import ApiRequest
from podium.api.dependencies import Injected
from podium.api.documentation import PictureUpload, problems, read
from podium.api.parameters import Tournament
from podium.app.desk import Desk
from podium.app.event.event_pictures import (
    EventPictures,
    PictureAnswer,
    UploadedPicture,
    change_picture,
    logo_address,
    picture_answer,
    remove_picture,
)
from podium.core.errors import Unknown
from podium.core.ids import TournamentId, identity
from podium.files.raster import MOST_BYTES

PICTURE = "image/png"


@read("/tournaments/{id:str}/logo", summary="The logo of an event", media_type=PICTURE)
def logo(request: ApiRequest, desk: Injected[Desk], logos: Injected[EventPictures], id: Tournament) -> Response[bytes]:
    stream = TournamentId(identity("tournament", id))
    desk.see(request.user.actor, stream)
    found = logos.picture(stream)
    if found is None:
        raise Unknown("logo", stream)
    return Response(found.content, media_type=found.media_type)


@put(
    "/tournaments/{id:str}/logo",
    summary="Give an event a logo: PNG, JPEG or WebP",
    responses=problems(400, 401, 403, 404, 409, 413, 503),
    operation_class=PictureUpload,
    request_max_body_size=MOST_BYTES + 1,
)
async def put_logo(
    request: ApiRequest, desk: Injected[Desk], logos: Injected[EventPictures], id: Tournament
) -> PictureAnswer:
    """The picture is the body. What its maker wrote beside it, such as where a photo was taken, is not kept."""
    stream, content = TournamentId(identity("tournament", id)), await request.raw_body()
    return _answer(stream, await sync_to_thread(change_picture, desk, logos, request.user.actor, stream, content))


@delete(
    "/tournaments/{id:str}/logo",
    summary="Take the logo of an event away",
    responses=problems(400, 401, 403, 404, 409, 503),
    sync_to_thread=True,
)
def delete_logo(request: ApiRequest, desk: Injected[Desk], logos: Injected[EventPictures], id: Tournament) -> None:
    remove_picture(desk, logos, request.user.actor, TournamentId(identity("tournament", id)))


def _answer(stream: TournamentId, logo: UploadedPicture) -> PictureAnswer:
    return picture_answer(logo, logo_address(stream, logo.digest))


HANDLERS = (logo, put_logo, delete_logo)
