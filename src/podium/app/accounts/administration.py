"""Accounts as administrators see them: who there is, and the addresses that let somebody in once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from podium.app.access import Role
from podium.core.errors import Invalid
from podium.core.ids import TournamentId

INVITATION_DAYS = 7
MOST_INVITATION_DAYS = 90
RESET_LASTS = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class EventRole:
    """What an account is in a tournament."""

    tournament: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Account:
    """An account with what it may do, and where."""

    id: int
    name: str
    administrator: bool
    created_at: str
    disabled_at: str | None
    roles: tuple[EventRole, ...] = ()
    sessions: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address that makes an account once, without its secret; with a `user` it sets that user's password instead."""

    id: int
    label: str
    administrator: bool
    created_at: str
    expires_at: str
    user: str | None = None


class Administration(Protocol):
    """What administrators of accounts ask of the registry."""

    def accounts(self) -> list[Account]: ...
    def account(self, id: int) -> Account: ...
    def change_account(
        self, id: int, *, administrator: bool | None = None, disabled: bool | None = None
    ) -> Account: ...
    def remove_account(self, id: int, heir: int | None) -> Mapping[str, str]: ...
    def invite(self, label: str, *, administrator: bool, days: int) -> tuple[Invitation, str]: ...
    def invite_to_reset(self, id: int) -> tuple[Invitation, str]: ...
    def invitations(self) -> list[Invitation]: ...
    def drop_invitation(self, id: int) -> None: ...
    def by_invitation(self, secret: str) -> Invitation | None: ...
    def every_tournament(self) -> list[dict[str, object]]: ...
    def note_taken_down(self, tournament: TournamentId, name: str, *, removed: bool) -> None: ...


def checked_days(days: int) -> int:
    """How long an invitation holds; raises Invalid."""
    if not 1 <= days <= MOST_INVITATION_DAYS:
        raise Invalid("count-out-of-range", field="days", value=days, least=1, most=MOST_INVITATION_DAYS)
    return days
