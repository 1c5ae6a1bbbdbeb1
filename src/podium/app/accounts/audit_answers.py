"""The audit as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from podium.app.accounts.audit import AuditEntry, network_of
from podium.app.accounts.audit_words import audit_sentence


class AuditRow(Struct):
    id: int
    at: str
    action: str
    actor: str
    name: str
    via: str
    whom: str
    tournament_id: str | None
    address: str
    details: dict[str, object]
    text: str


class AuditAnswer(Struct):
    entries: list[AuditRow]
    before: int | None
    """What to ask for next, as `before`; none where this was the end."""


def audit_answer(entries: Sequence[AuditEntry], most: int, *, whole_addresses: bool) -> AuditAnswer:
    """The entries; those who own one event see of an address the network alone."""
    rows = [_row(each, each.address if whole_addresses else network_of(each.address)) for each in entries]
    return AuditAnswer(rows, rows[-1].id if len(rows) == most else None)


def _row(entry: AuditEntry, address: str) -> AuditRow:
    return AuditRow(
        id=entry.id,
        at=entry.at,
        action=entry.action.value,
        actor=entry.actor,
        name=entry.name,
        via=entry.via,
        whom=entry.whom,
        tournament_id=entry.tournament,
        address=address,
        details=dict(entry.details),
        text=audit_sentence(entry),
    )
