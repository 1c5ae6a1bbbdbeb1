"""The audit: who changed accounts, roles, links and tokens, and who signed in or was refused.

It is written with the change itself, and names no secret. Players are named by their ids alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Protocol

from podium.app.access import SYSTEM, Actor
from podium.core.ids import TournamentId

ADDRESS_LASTS = timedelta(days=30)
"""For how long the address is kept whole: later it is that of a network."""
A_PAGE = 100
MOST_ENTRIES = 500
NETWORKS = {4: 24, 6: 48}
"""The bits that are kept of an address, by the version of the protocol."""


class AuditAction(StrEnum):
    """What was done."""

    SIGNED_IN = "signed-in"
    SIGN_IN_REFUSED = "sign-in-refused"
    SIGNED_OUT = "signed-out"
    SESSION_ENDED = "session-ended"
    OTHER_SESSIONS_ENDED = "other-sessions-ended"
    ACCOUNT_ADDED = "account-added"
    ACCOUNT_REMOVED = "account-removed"
    ACCOUNT_DISABLED = "account-disabled"
    ACCOUNT_ENABLED = "account-enabled"
    ADMINISTRATOR_MADE = "administrator-made"
    ADMINISTRATOR_UNMADE = "administrator-unmade"
    PASSWORD_CHANGED = "password-changed"  # noqa: S105  # what was done, and no password
    PASSWORD_LINK_MADE = "password-link-made"  # noqa: S105  # the same
    INVITATION_MADE = "invitation-made"
    INVITATION_ENDED = "invitation-ended"
    TOKEN_ADDED = "token-added"  # noqa: S105  # the same
    TOKEN_ENDED = "token-ended"  # noqa: S105  # the same
    ROLE_GIVEN = "role-given"
    ROLE_TAKEN = "role-taken"
    LINK_ADDED = "link-added"
    LINK_ENDED = "link-ended"
    LINK_OPENED = "link-opened"
    EVENT_HIDDEN = "event-hidden"
    EVENT_REMOVED = "event-removed"


@dataclass(frozen=True, slots=True)
class Author:
    """Who causes what is written now, and the address they come from."""

    actor: Actor
    address: str = ""


NOBODY_IN_PARTICULAR = Author(SYSTEM)
AUTHOR: ContextVar[Author] = ContextVar("author", default=NOBODY_IN_PARTICULAR)
"""Set where a request or a command comes in, read where the registry writes."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit.

    `actor` and `name` are who did it, `via` by what they came, `whom` is the account it was done to; `details` are
    further facts by name, such as a role or the id of a link.
    """

    id: int
    at: str
    action: AuditAction
    actor: str
    name: str
    via: str
    whom: str
    tournament: TournamentId | None
    address: str
    details: Mapping[str, object] = field(default_factory=dict)


class Audit(Protocol):
    """What is asked of the audit."""

    def audit(
        self, tournament: TournamentId | None = None, *, before: int | None = None, most: int = A_PAGE
    ) -> Sequence[AuditEntry]:
        """The newest entries, of one tournament or of all that there is; those before an id, to read on."""

    def forget_in_audit(self, name: str) -> int:
        """How many entries named somebody who has no account any more; none does afterwards."""


def network_of(address: str) -> str:
    """The network that an address is in: roughly where somebody was."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address if "/" in address else ""
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return str(ipaddress.ip_network(f"{known}/{NETWORKS[known.version]}", strict=False))
