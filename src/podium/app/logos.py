"""The logo or picture of an event: who may change it, and where it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.app.uploaded_picture import UploadedPicture, uploaded_picture, versioned_address
from podium.core.errors import Forbidden, Refused
from podium.core.ids import TournamentId
from podium.flow.commands import ChangeSettings


class Logos(Protocol):
    """Where the logos of events are kept."""

    def logo(self, tournament: TournamentId) -> UploadedPicture | None: ...
    def digests(self, tournaments: Iterable[str]) -> Mapping[str, str]: ...
    def put(self, tournament: TournamentId, logo: UploadedPicture, was: str | None = None) -> None: ...
    def remove(self, tournament: TournamentId, was: str | None = None) -> None: ...


def change_logo(
    desk: Desk, logos: Logos, actor: Actor, tournament: TournamentId, content: bytes, was: str | None = None
) -> UploadedPicture:
    """The new logo of an event, kept; raises Invalid for what is no picture.

    Where it is said what the digest `was`, empty for no logo, it is refused in place of any other.
    """
    _permit(desk, actor, tournament)
    logo = uploaded_picture(content, "logo")
    logos.put(tournament, logo, was)
    return logo


def remove_logo(desk: Desk, logos: Logos, actor: Actor, tournament: TournamentId, was: str | None = None) -> None:
    """Take the logo of an event away, if it has one; where it is said what the digest `was`, no other."""
    _permit(desk, actor, tournament)
    logos.remove(tournament, was)


def logo_address(tournament: str, digest: str) -> str:
    """Where a logo is served."""
    return versioned_address(f"/t/{tournament}/logo", digest)


def _permit(desk: Desk, actor: Actor, tournament: TournamentId) -> None:
    """Nothing, for those who may change the settings of the event."""
    seen = desk.see(actor, tournament)
    if seen.role < Role.ARBITER:
        raise Forbidden(ChangeSettings.__name__)
    if seen.state.archived:
        raise Refused("tournament-archived", name=seen.state.settings.name)
