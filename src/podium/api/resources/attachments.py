"""The logo of an event, what its certificates are printed on, and photos of its players."""

from __future__ import annotations

from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from podium.api.bodies import ApiRequest
from podium.api.callers import not_allowed
from podium.api.documentation import change, problems, read, upload
from podium.api.parameters import Injected, Player, Tournament
from podium.app.access import Role
from podium.app.desk import Desk
from podium.app.event.attachments import (
    AttachmentKey,
    AttachmentKind,
    Attachments,
    PictureAnswer,
    change_attachment,
    remove_attachment,
)
from podium.app.words.language import N_
from podium.core.errors import Unknown
from podium.core.ids import PlayerId, TournamentId, identity
from podium.files.raster import MOST_BYTES
from podium.flow.lookups import find_player

PICTURE = "image/png"


def _key(kind: AttachmentKind) -> Provide:
    """What finds whose picture a request is about."""

    def of_event(id: Tournament) -> AttachmentKey:
        return AttachmentKey(kind, TournamentId(identity("tournament", id)))

    def of_player(id: Tournament, pid: Player) -> AttachmentKey:
        return AttachmentKey(kind, TournamentId(identity("tournament", id)), PlayerId(identity("player", pid)))

    return Provide(of_player if kind is AttachmentKind.PHOTO else of_event, sync_to_thread=False)


def _handlers(kind: AttachmentKind, path: str, *, summary: tuple[str, str, str]) -> tuple[HTTPRouteHandler, ...]:
    """What gives, changes and removes a kind of pictures, each with its summary for the document."""
    giving, changing, removing = summary
    dependencies = {"key": _key(kind)}

    @read(path, summary=giving, media_type=PICTURE, dependencies=dependencies)
    def picture(
        request: ApiRequest, desk: Injected[Desk], attachments: Injected[Attachments], key: Injected[AttachmentKey]
    ) -> Response[bytes]:
        seen = desk.see(request.user.actor, key.tournament)
        if kind is AttachmentKind.BACKGROUND and seen.role < Role.ARBITER:
            raise not_allowed(request.user.actor, N_("make certificates"))
        if key.player:
            find_player(seen.state, key.player)
        found = attachments.picture(key)
        if found is None:
            raise Unknown(kind, key.player or key.tournament)
        return Response(found.content, media_type=found.media_type)

    @change(
        f"PUT {path}",
        f"{changing}: PNG, JPEG or WebP",
        operation_class=upload("image/png", "image/jpeg", "image/webp"),
        request_max_body_size=MOST_BYTES + 1,
        dependencies=dependencies,
    )
    async def put_picture(
        request: ApiRequest, desk: Injected[Desk], attachments: Injected[Attachments], key: Injected[AttachmentKey]
    ) -> PictureAnswer:
        """The picture is the body. What its maker wrote beside it, such as where it was taken, is not kept."""
        content = await request.raw_body()
        kept = await sync_to_thread(change_attachment, desk, attachments, request.user.actor, key, content)
        return PictureAnswer(key.address(kept.digest), kept.media_type, kept.width, kept.height)

    @change(f"DELETE {path}", removing, problems(400, 401, 403, 404, 409, 503), status=204, dependencies=dependencies)
    def delete_picture(
        request: ApiRequest, desk: Injected[Desk], attachments: Injected[Attachments], key: Injected[AttachmentKey]
    ) -> None:
        remove_attachment(desk, attachments, request.user.actor, key)

    return picture, put_picture, delete_picture


EVENT_HANDLERS = (
    *_handlers(
        AttachmentKind.LOGO,
        "/tournaments/{id:str}/logo",
        summary=("The logo of an event", "Give an event a logo", "Take the logo of an event away"),
    ),
    *_handlers(
        AttachmentKind.BACKGROUND,
        "/tournaments/{id:str}/certificate-background",
        summary=(
            "What certificates are printed on",
            "Give the certificates of an event a background",
            "Print certificates without a background",
        ),
    ),
)
PLAYER_HANDLERS = _handlers(
    AttachmentKind.PHOTO,
    "/tournaments/{id:str}/players/{pid:str}/photo",
    summary=("The photo of a player", "Give a player a photo", "Take the photo of a player away"),
)
