"""Pictures of an event, its logo and the background of its certificates: who may change them, where they are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.app.event.uploaded_picture import UploadedPicture, uploaded_picture, versioned_address
from podium.core.errors import Forbidden, Refused
from podium.core.ids import TournamentId
from podium.flow.commands import ChangeSettings


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
