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
from typing import Protocol, Self

from podium.app.access import SYSTEM, Actor
from podium.app.words.language import N_, _
from podium.core.ids import TournamentId

ADDRESS_LASTS = timedelta(days=30)
"""For how long the address is kept whole: later it is that of a network."""
A_PAGE = 100
MOST_ENTRIES = 500
NETWORKS = {4: 24, 6: 48}
"""The bits that are kept of an address, by the version of the protocol."""


class AuditAction(StrEnum):
    """What was done, and the sentence on it."""

    SIGNED_IN = "signed-in", N_("signed in")
    SIGN_IN_REFUSED = "sign-in-refused", N_("could not sign in as %(whom)s: wrong password")
    SIGNED_OUT = "signed-out", N_("signed out")
    SESSION_ENDED = "session-ended", N_("signed out a browser of %(whom)s")
    OTHER_SESSIONS_ENDED = "other-sessions-ended", N_("signed out all other browsers of %(whom)s: %(count)s")
    ACCOUNT_ADDED = "account-added", N_("made the account %(whom)s")
    ACCOUNT_REMOVED = "account-removed", N_("removed the account %(whom)s")
    ACCOUNT_DISABLED = "account-disabled", N_("disabled the account %(whom)s")
    ACCOUNT_ENABLED = "account-enabled", N_("enabled the account %(whom)s")
    ADMINISTRATOR_MADE = "administrator-made", N_("made %(whom)s an administrator")
    ADMINISTRATOR_UNMADE = "administrator-unmade", N_("made %(whom)s no administrator any more")
    PASSWORD_CHANGED = "password-changed", N_("changed the password of %(whom)s; tokens that ended: %(tokens)s")
    PASSWORD_LINK_MADE = "password-link-made", N_("made a link to a new password for %(whom)s")
    INVITATION_MADE = "invitation-made", N_("made invitation %(invitation)s, for %(label)s")
    INVITATION_ENDED = "invitation-ended", N_("ended invitation %(invitation)s")
    TOKEN_ADDED = "token-added", N_("made token %(token)s of %(whom)s (%(label)s; scope %(scope)s)")
    TOKEN_ENDED = "token-ended", N_("ended token %(token)s of %(whom)s (%(label)s)")
    ROLE_GIVEN = "role-given", N_("made %(whom)s %(role)s")
    ROLE_TAKEN = "role-taken", N_("took the role of %(before)s from %(whom)s")
    LINK_ADDED = "link-added", N_("made link %(link)s, for %(holder)s")
    LINK_ENDED = "link-ended", N_("ended link %(link)s, for %(holder)s")
    LINK_OPENED = "link-opened", N_("opened link %(link)s, for %(holder)s")
    EVENT_HIDDEN = "event-hidden", N_("hid the tournament %(label)s, as administrator")
    EVENT_REMOVED = "event-removed", N_("removed the tournament %(label)s, as administrator")

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        made = str.__new__(cls, value)
        made._value_, made.sentence = value, sentence
        return made


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


NO_SUCH_ACCOUNT = N_("could not sign in: no such account")
WAYS = {
    "session": N_("in a browser"),
    "token": N_("by a token"),
    "link": N_("by a link"),
    "command line": N_("on the server's command line"),
}


def audit_sentence(entry: AuditEntry, players: Mapping[str, str] | None = None) -> str:
    """What was done; `players` are names by id, as far as the reader may know them."""
    if entry.action is AuditAction.SIGN_IN_REFUSED and not entry.whom:
        return _(NO_SUCH_ACCOUNT)
    facts = {name: _missing() if value is None else value for name, value in entry.details.items()}
    for name in ("role", "before"):
        if isinstance(word := entry.details.get(name), str):
            facts[name] = _(word)
    facts |= {"whom": entry.whom or _missing(), "holder": _holder(entry, players or {})}
    known = dict.fromkeys(("count", "tokens", "invitation", "token", "label", "scope", "link", "role", "before"))
    return _(entry.action.sentence, **{**{name: _missing() for name in known}, **facts})


def way_in(entry: AuditEntry) -> str:
    """By what somebody came; empty where that says nothing."""
    return _(WAYS[entry.via]) if entry.via in WAYS else ""


def _holder(entry: AuditEntry, players: Mapping[str, str]) -> str:
    player = entry.details.get("player")
    if not isinstance(player, str):
        return _("scorers")
    return players.get(player) or _("the player %(id)s", id=player)


def _missing() -> str:
    return _("nobody named")
