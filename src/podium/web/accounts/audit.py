"""The audit: of everything, for administrators, and of one tournament, for its owners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litestar import Response

from podium.app.access import AUDIT_BY, permit_administration
from podium.app.accounts.audit import A_PAGE, AuditEntry, audit_sentence, network_of, way_in
from podium.app.words.language import _
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry in words; `event` is the tournament it is about, by name and address."""

    at: str
    who: str
    what: str
    way: str
    address: str
    event: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, newest first; `older` is where those before them are."""

    note: str
    lines: tuple[AuditLine, ...]
    events: bool
    older: str | None
    back: str


def audit_page(visit: Visit) -> Response[str]:
    """The page with the audit of everything."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    permit_administration(visit.actor)
    entries = visit.desk.registry.audit(before=_before(visit))
    listed = (visit.desk.registry.tournaments(visit.actor.user, archived=archived) for archived in (False, True))
    names = {str(row["id"]): str(row["name"]) for rows in listed for row in rows}
    lines = tuple(_line(each, each.address, {}, names) for each in entries)
    note = _("Who changed accounts, roles, links and tokens, and who signed in or was refused.")
    context = AuditPage(note, lines, events=True, older=_older("/audit", entries), back="/accounts")
    return page(visit, "audit.html", context)


def tournament_audit_page(visit: Visit) -> Response[str]:
    """The page with the audit of a tournament."""
    seen = visit.see(AUDIT_BY, "read the audit")
    entries = visit.desk.registry.audit(visit.tournament, before=_before(visit))
    players = {str(id): player.name for id, player in seen.state.players.items()}
    lines = tuple(_line(each, network_of(each.address), players, {}) for each in entries)
    note = _("Who gave which role, and who made, opened or ended which link.")
    older, back = _older(f"{visit.url}/audit", entries), f"{visit.url}/people"
    return page(
        visit, "audit.html", AuditPage(note, lines, events=False, older=older, back=back), seen=seen, nav="people"
    )


def _before(visit: Visit) -> int | None:
    return whole_number(visit.query.get("before", ""))


def _older(url: str, entries: Sequence[AuditEntry]) -> str | None:
    return f"{url}?before={entries[-1].id}" if len(entries) == A_PAGE else None


def _line(entry: AuditEntry, address: str, players: Mapping[str, str], names: Mapping[str, str]) -> AuditLine:
    id = entry.tournament
    event = (names.get(id, id), f"/t/{id}") if id is not None else None
    return AuditLine(entry.at, entry.name, audit_sentence(entry, players), way_in(entry), address, event)
