"""Pictures of an event, its logo and the background of its certificates: who may change them, where they are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.core.errors import Forbidden, Refused
from podium.core.ids import TournamentId
from podium.files.raster import MEDIA_TYPES, read_raster
from podium.flow.commands import ChangeSettings

PICTURE_TYPES = tuple(MEDIA_TYPES)
"""The media types of pictures that are kept."""
SHORT = 12  # letters of a digest that stand in an address


@dataclass(frozen=True, slots=True)
class UploadedPicture:
    """A picture, and what tells it from any other."""

    media_type: str
    width: int
    height: int
    content: bytes
    digest: str

    @property
    def mark(self) -> str:
        """What stands in its address, so that another picture has another."""
        return self.digest[:SHORT]

    @property
    def wide(self) -> bool:
        """Whether it is at least as wide as high."""
        return self.width >= self.height


def uploaded_picture(content: bytes, field: str) -> UploadedPicture:
    """The picture in a file, as it is kept; raises Invalid for what is none."""
    raster = read_raster(content, field)
    digest = hashlib.sha256(raster.content).hexdigest()
    return UploadedPicture(raster.media_type, raster.width, raster.height, raster.content, digest)


def versioned_address(address: str, digest: str) -> str:
    """Where a picture is served: another one has another address, so that browsers may keep it."""
    return f"{address}?v={digest[:SHORT]}"


class PictureAnswer(Struct):
    """A picture that is kept: where it is served, and what it is."""

    url: str
    mediaType: str  # noqa: N815  # as JSON has it
    width: int
    height: int


def picture_answer(picture: UploadedPicture, address: str) -> PictureAnswer:
    """What is kept of a picture, and where it is served."""
    return PictureAnswer(address, picture.media_type, picture.width, picture.height)


class EventPictures(Protocol):
    """Where pictures of one kind are kept, one of each event."""

    field: str
    """What such a picture is called in addresses and answers."""

    def picture(self, tournament: TournamentId) -> UploadedPicture | None: ...
    def digests(self, tournaments: Iterable[str]) -> Mapping[str, str]: ...
    def put(self, tournament: TournamentId, picture: UploadedPicture, was: str | None = None) -> None: ...
    def remove(self, tournament: TournamentId, was: str | None = None) -> None: ...


def change_picture(
    desk: Desk, pictures: EventPictures, actor: Actor, tournament: TournamentId, content: bytes, was: str | None = None
) -> UploadedPicture:
    """The new picture of an event, kept; raises Invalid for what is no picture.

    Where it is said what the digest `was`, empty for no picture, it is refused in place of any other.
    """
    _permit(desk, actor, tournament)
    picture = uploaded_picture(content, pictures.field)
    pictures.put(tournament, picture, was)
    return picture


def remove_picture(
    desk: Desk, pictures: EventPictures, actor: Actor, tournament: TournamentId, was: str | None = None
) -> None:
    """Take the picture of an event away, if it has one; where it is said what the digest `was`, no other."""
    _permit(desk, actor, tournament)
    pictures.remove(tournament, was)


def logo_address(tournament: str, digest: str) -> str:
    """Where a logo is served."""
    return versioned_address(f"/t/{tournament}/logo", digest)


def background_address(tournament: str, digest: str) -> str:
    """Where the background of certificates is served."""
    return versioned_address(f"/t/{tournament}/certificates/background", digest)


def _permit(desk: Desk, actor: Actor, tournament: TournamentId) -> None:
    """Nothing, for those who may change the settings of the event."""
    seen = desk.see(actor, tournament)
    if seen.role < Role.ARBITER:
        raise Forbidden(ChangeSettings.__name__)
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
