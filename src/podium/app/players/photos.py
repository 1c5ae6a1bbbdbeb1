"""Photos of players: who may change them, and where they are kept.

They are kept beside the journal, which would hold them for ever; who is forgotten has none any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.app.event.event_pictures import UploadedPicture, uploaded_picture, versioned_address
from podium.core.errors import Forbidden, Refused
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import EditPlayer
from podium.flow.lookups import find_player


class Photos(Protocol):
    """Where the photos of players are kept."""

    def photo(self, tournament: TournamentId, player: PlayerId) -> UploadedPicture | None: ...
    def digests(self, tournament: TournamentId) -> Mapping[PlayerId, str]: ...
    def put(self, tournament: TournamentId, player: PlayerId, photo: UploadedPicture) -> None: ...
    def remove(self, tournament: TournamentId, player: PlayerId) -> None: ...


def change_photo(
    desk: Desk, photos: Photos, actor: Actor, tournament: TournamentId, player: PlayerId, content: bytes
) -> UploadedPicture:
    """The new photo of a player, kept; raises Invalid for what is no picture."""
    _permit(desk, actor, tournament, player)
    photo = uploaded_picture(content, "photo")
    photos.put(tournament, player, photo)
    return photo


def remove_photo(desk: Desk, photos: Photos, actor: Actor, tournament: TournamentId, player: PlayerId) -> None:
    """Take the photo of a player away, if there is one."""
    _permit(desk, actor, tournament, player)
    photos.remove(tournament, player)


def photo_address(tournament: str, player: str, digest: str) -> str:
    """Where a photo is served."""
    return versioned_address(f"/t/{tournament}/players/{player}/photo", digest)


def photo_addresses(photos: Photos, tournament: TournamentId) -> Mapping[PlayerId, str]:
    """Where the photos of an event are served, by player; those without one are not there."""
    return {player: photo_address(tournament, player, digest) for player, digest in photos.digests(tournament).items()}


def _permit(desk: Desk, actor: Actor, tournament: TournamentId, player: PlayerId) -> None:
    """Nothing, for those who may change a player of the event."""
    seen = desk.see(actor, tournament)
    if seen.role < Role.ARBITER:
        raise Forbidden(EditPlayer.__name__)
    find_player(seen.state, player)
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
