"""Pictures attached to an event or one of its players: who may change them, and where they are kept and served.

They are kept beside the journal, which would hold them for ever; who is forgotten has none any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.core.errors import Refused
from podium.core.ids import PlayerId, TournamentId
from podium.files.raster import read_raster
from podium.flow.commands import ChangeSettings, EditPlayer
from podium.flow.lookups import find_player

SHORT = 12  # letters of a digest that stand in an address


class AttachmentKind(StrEnum):
    """What a picture is there for, as it is called in addresses, answers and rows."""

    LOGO = "logo"  # of an event
    BACKGROUND = "background"  # what the certificates of an event are printed on
    PHOTO = "photo"  # of a player


ADDRESSES: Mapping[AttachmentKind, str] = {
    AttachmentKind.LOGO: "/t/{tournament}/logo",
    AttachmentKind.BACKGROUND: "/t/{tournament}/certificates/background",
    AttachmentKind.PHOTO: "/t/{tournament}/players/{player}/photo",
}


@dataclass(frozen=True, slots=True)
class AttachmentKey:
    """Whose picture it is, and what for; without a `player` it is the event's own."""

    kind: AttachmentKind
    tournament: TournamentId
    player: PlayerId | None = None

    def address(self, digest: str) -> str:
        """Where it is served: another picture has another address, so that browsers may keep it."""
        return f"{ADDRESSES[self.kind].format(tournament=self.tournament, player=self.player)}?v={digest[:SHORT]}"


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


class PictureAnswer(Struct):
    """A picture that is kept: where it is served, and what it is."""

    url: str
    mediaType: str  # noqa: N815  # as JSON has it
    width: int
    height: int


class Attachments(Protocol):
    """Where the pictures are kept."""

    def picture(self, key: AttachmentKey) -> UploadedPicture | None: ...
    def digests(self, kind: AttachmentKind, tournaments: Iterable[str]) -> Mapping[AttachmentKey, str]: ...
    def put(self, key: AttachmentKey, picture: UploadedPicture, was: str | None = None) -> None: ...
    def remove(self, key: AttachmentKey, was: str | None = None) -> None: ...


def change_attachment(
    desk: Desk, attachments: Attachments, actor: Actor, key: AttachmentKey, content: bytes, was: str | None = None
) -> UploadedPicture:
    """The new picture, kept; raises Invalid for what is no picture.

    Where it is said what the digest `was`, empty for no picture, it is refused in place of any other.
    """
    _permit(desk, actor, key)
    picture = uploaded_picture(content, key.kind)
    attachments.put(key, picture, was)
    return picture


def remove_attachment(
    desk: Desk, attachments: Attachments, actor: Actor, key: AttachmentKey, was: str | None = None
) -> None:
    """Take a picture away, if there is one; where it is said what the digest `was`, no other."""
    _permit(desk, actor, key)
    attachments.remove(key, was)


def stored_digest(attachments: Attachments, key: AttachmentKey) -> str:
    """What tells a picture from others, empty for none."""
    return attachments.digests(key.kind, [key.tournament]).get(key, "")


def served_address(attachments: Attachments, key: AttachmentKey) -> str:
    """Where a picture is served, empty for none."""
    digest = stored_digest(attachments, key)
    return key.address(digest) if digest else ""


def photo_addresses(attachments: Attachments, tournament: TournamentId) -> Mapping[PlayerId, str]:
    """Where the photos of an event are served, by player; those without one are not there."""
    digests = attachments.digests(AttachmentKind.PHOTO, [tournament])
    return {key.player: key.address(digest) for key, digest in digests.items() if key.player}


def _permit(desk: Desk, actor: Actor, key: AttachmentKey) -> None:
    """Nothing, for actors who may change the settings of the event, or the player."""
    command = EditPlayer if key.player else ChangeSettings
    seen = desk.see_as(actor, key.tournament, Role.ARBITER, command.__name__)
    if key.player:
        find_player(seen.state, key.player)
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
