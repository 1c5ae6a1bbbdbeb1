"""What the audit says, in words: a sentence for each entry."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.accounts.audit import AuditAction, AuditEntry
from podium.app.words.language import N_, _

SENTENCES: Mapping[AuditAction, str] = {
    AuditAction.SIGNED_IN: N_("signed in"),
    AuditAction.SIGN_IN_REFUSED: N_("could not sign in as %(whom)s: wrong password"),
    AuditAction.SIGNED_OUT: N_("signed out"),
    AuditAction.SESSION_ENDED: N_("signed out a browser of %(whom)s"),
    AuditAction.OTHER_SESSIONS_ENDED: N_("signed out all other browsers of %(whom)s: %(count)s"),
    AuditAction.ACCOUNT_ADDED: N_("made the account %(whom)s"),
    AuditAction.ACCOUNT_REMOVED: N_("removed the account %(whom)s"),
    AuditAction.ACCOUNT_DISABLED: N_("disabled the account %(whom)s"),
    AuditAction.ACCOUNT_ENABLED: N_("enabled the account %(whom)s"),
    AuditAction.ADMINISTRATOR_MADE: N_("made %(whom)s an administrator"),
    AuditAction.ADMINISTRATOR_UNMADE: N_("made %(whom)s no administrator any more"),
    AuditAction.PASSWORD_CHANGED: N_("changed the password of %(whom)s; tokens that ended: %(tokens)s"),
    AuditAction.PASSWORD_LINK_MADE: N_("made a link to a new password for %(whom)s"),
    AuditAction.INVITATION_MADE: N_("made invitation %(invitation)s, for %(label)s"),
    AuditAction.INVITATION_ENDED: N_("ended invitation %(invitation)s"),
    AuditAction.TOKEN_ADDED: N_("made token %(token)s of %(whom)s (%(label)s; scope %(scope)s)"),
    AuditAction.TOKEN_ENDED: N_("ended token %(token)s of %(whom)s (%(label)s)"),
    AuditAction.ROLE_GIVEN: N_("made %(whom)s %(role)s"),
    AuditAction.ROLE_TAKEN: N_("took the role of %(before)s from %(whom)s"),
    AuditAction.LINK_ADDED: N_("made link %(link)s, for %(holder)s"),
    AuditAction.LINK_ENDED: N_("ended link %(link)s, for %(holder)s"),
    AuditAction.LINK_OPENED: N_("opened link %(link)s, for %(holder)s"),
    AuditAction.EVENT_HIDDEN: N_("hid the tournament %(label)s, as administrator"),
    AuditAction.EVENT_REMOVED: N_("removed the tournament %(label)s, as administrator"),
}

NO_SUCH_ACCOUNT = N_("could not sign in: no such account")
WAYS = {
    "session": N_("in a browser"),
    "token": N_("by a token"),
    "link": N_("by a link"),
    "command line": N_("on the server's command line"),
}


def audit_sentence(entry: AuditEntry, players: Mapping[str, str] | None = None) -> str:
    """What was done; `players` are names by id, as far as whoever reads may know them."""
    if entry.action is AuditAction.SIGN_IN_REFUSED and not entry.whom:
        return _(NO_SUCH_ACCOUNT)
    facts = {name: _missing() if value is None else value for name, value in entry.details.items()}
    for name in ("role", "before"):
        if isinstance(word := entry.details.get(name), str):
            facts[name] = _(word)
    facts |= {"whom": entry.whom or _missing(), "holder": _holder(entry, players or {})}
    known = dict.fromkeys(("count", "tokens", "invitation", "token", "label", "scope", "link", "role", "before"))
    return _(SENTENCES[entry.action], **{**{name: _missing() for name in known}, **facts})


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
