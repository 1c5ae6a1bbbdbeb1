"""Photos of players."""

from __future__ import annotations

from litestar import Response, delete, put
from litestar.concurrency import sync_to_thread

from podium.api.bodies import ApiRequest
from podium.api.dependencies import Injected
from podium.api.documentation import PictureUpload, problems, read
from podium.api.parameters import Player, Tournament
from podium.app.desk import Desk
from podium.app.event.event_pictures import PictureAnswer, picture_answer
from podium.app.players.photos import Photos, change_photo, photo_address, remove_photo
from podium.core.errors import Unknown
from podium.core.ids import PlayerId, TournamentId, identity
from podium.files.raster import MOST_BYTES
from podium.flow.lookups import find_player

PICTURE = "image/png"


@read("/tournaments/{id:str}/players/{pid:str}/photo", summary="The photo of a player", media_type=PICTURE)
def photo(
    request: ApiRequest, desk: Injected[Desk], photos: Injected[Photos], id: Tournament, pid: Player
) -> Response[bytes]:
    stream, player = _ids(id, pid)
    find_player(desk.see(request.user.actor, stream).state, player)
    found = photos.photo(stream, player)
    if found is None:
        raise Unknown("photo", player)
    return Response(found.content, media_type=found.media_type)


@put(
    "/tournaments/{id:str}/players/{pid:str}/photo",
    summary="Give a player a photo: PNG, JPEG or WebP",
    responses=problems(400, 401, 403, 404, 409, 413, 503),
    operation_class=PictureUpload,
    request_max_body_size=MOST_BYTES + 1,
)
async def put_photo(
    request: ApiRequest, desk: Injected[Desk], photos: Injected[Photos], id: Tournament, pid: Player
) -> PictureAnswer:
    """The picture is the body. What its maker wrote beside it, such as where it was taken, is not kept."""
    (stream, player), content = _ids(id, pid), await request.raw_body()
    kept = await sync_to_thread(change_photo, desk, photos, request.user.actor, stream, player, content)
    return picture_answer(kept, photo_address(stream, player, kept.digest))


@delete(
    "/tournaments/{id:str}/players/{pid:str}/photo",
    summary="Take the photo of a player away",
    responses=problems(400, 401, 403, 404, 409, 503),
    sync_to_thread=True,
)
def delete_photo(
    request: ApiRequest, desk: Injected[Desk], photos: Injected[Photos], id: Tournament, pid: Player
) -> None:
    remove_photo(desk, photos, request.user.actor, *_ids(id, pid))


def _ids(id: str, pid: str) -> tuple[TournamentId, PlayerId]:
    return TournamentId(identity("tournament", id)), PlayerId(identity("player", pid))


HANDLERS = (photo, put_photo, delete_photo)
