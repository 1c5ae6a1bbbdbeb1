"""All tournaments one may see."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.app.words.dates import dates
from podium.app.words.language import _
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId
from podium.flow.formats.registry import rounds_planned
from podium.web.accounts.sign_in import offers_setup
from podium.web.formats.registry import pages_called
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import Visit

A_PAGE = 50
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """One tournament in the list."""

    url: str
    name: str
    place: str
    dates: str
    format: str
    players: int
    round: str
    status: str
    role: str
    logo: str = ""


@dataclass(frozen=True, slots=True)
class TournamentsPage:
    """The tournaments one may see; `q` is what was searched for."""

    entries: tuple[Entry, ...]
    q: str
    archived: bool
    may_create: bool
    administers: bool
    found: int
    page: int
    pages: int
    whole: bool = False
    """Whether it is all that the server has, for an administrator to hide or remove."""


def list_page(visit: Visit) -> Response[str]:
    """The page with all tournaments."""
    if offers_setup(visit):
        return see_other(visit, "/setup")
    archived, q = visit.query.get("archived") == "yes", visit.query.get("q", "").strip()
    whole = visit.actor.administrator and visit.query.get("all") == "yes"
    registry = visit.desk.registry
    rows = registry.every_tournament()[::-1] if whole else registry.tournaments(visit.actor.user, archived=archived)
    entries = [_readable(row) for row in rows]
    if not (archived or whole):
        entries = [*_by_link(visit, {entry.url for entry in entries}), *entries]
    words = q.casefold().split()
    entries = [entry for entry in entries if all(word in f"{entry.name} {entry.place}".casefold() for word in words)]
    entries.sort(key=lambda entry: entry.role == "")  # one's own first
    pages = max(1, -(-len(entries) // A_PAGE))
    number = min(max(1, whole_number(visit.query.get("page", "")) or 1), pages)
    visible = _with_logos(visit, entries[(number - 1) * A_PAGE : number * A_PAGE])
    context = TournamentsPage(
        visible, q, archived, visit.signed_in, visit.actor.administrator, len(entries), number, pages, whole
    )
    return page(visit, "tournaments.html", context, everybodys=True)


def _readable(row: Mapping[str, object]) -> Entry:
    """The entry of a row; of one that cannot be read only that it is there, so that all others are listed."""
    try:
        return _entry(row)
    except (LookupError, ValueError, TypeError, OverflowError, PodiumError) as problem:
        log.error("tournament-unreadable: %s", row["id"], exc_info=problem)
        return Entry(f"/t/{row['id']}", str(row["id"]), "", "", _("cannot be read"), 0, "", "draft", "")


def _entry(row: Mapping[str, object]) -> Entry:
    done, planned = row["rounds_paired"], row["rounds"]
    return Entry(
        url=f"/t/{row['id']}",
        name=str(row["name"]),
        place=str(row["place"] or ""),
        dates=dates(row["start"], row["end"]),
        format=_(pages_called(str(row["format"])).words.short),
        players=int(str(row["players"])),
        round=f"{done}/{planned}" if planned else str(done or ""),
        status="archived" if row["archived"] else "published" if row["published"] else "draft",
        role=_(str(row["role"])) if row.get("role") else "",
    )


def _with_logos(visit: Visit, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with the pictures of their tournaments, which are asked for all at once."""
    ids = [TournamentId(entry.url.removeprefix("/t/")) for entry in entries]
    keys = [AttachmentKey(AttachmentKind.LOGO, id) for id in ids]
    digests = visit.services.attachments.digests(AttachmentKind.LOGO, ids)
    return tuple(
        replace(entry, logo=key.address(digests[key])) if key in digests else entry
        for entry, key in zip(entries, keys, strict=True)
    )


def _by_link(visit: Visit, listed: set[str]) -> list[Entry]:
    """The tournament that a link lets one see, where the list lacks it."""
    grant = visit.actor.grant
    if grant is None or f"/t/{grant.tournament}" in listed or grant.role is Role.PUBLIC:
        return []
    try:
        seen = visit.desk.see(visit.actor, grant.tournament)
    except PodiumError:
        return []
    chosen = seen.state.settings
    row = {
        "id": seen.state.id,
        "name": chosen.name,
        "place": chosen.place,
        "start": chosen.start,
        "end": chosen.end,
        "format": chosen.format,
        "players": len(seen.state.players),
        "rounds": rounds_planned(seen.state),
        "rounds_paired": seen.state.rounds_paired,
        "archived": seen.state.archived,
        "published": seen.state.published,
        "role": grant.role.word,
    }
    return [_entry(row)]
