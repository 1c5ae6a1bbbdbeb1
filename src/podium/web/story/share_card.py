"""The picture of an event that is shown where its address is shared."""

from __future__ import annotations

from litestar import Response

from podium.app.access import ANYONE
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.app.event.progress import Step
from podium.app.queries import progress, standings
from podium.app.story.share_card import ShareCard
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.web.formats.registry import pages_of
from podium.web.frame.sharing import format_line, place_line, standing_line
from podium.web.frame.visit import Visit

PLACES = 3
KEPT_FOR = 86_400  # seconds: another version has another address


def card_file(visit: Visit) -> Response[bytes]:
    """The picture, of events that everybody sees."""
    seen = visit.desk.see(ANYONE, visit.tournament)
    logo = visit.services.attachments.picture(AttachmentKey(AttachmentKind.LOGO, visit.tournament))
    content = visit.shared.draw_card(_card(seen, logo.digest if logo else ""), logo)
    current = visit.query.get("v") == str(seen.version)
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}" if current else "no-cache"}
    return Response(content, media_type="image/png", headers=headers)


def _card(seen: Seen, logo: str) -> ShareCard:
    state = seen.state
    return ShareCard(
        name=state.settings.name,
        format=format_line(state),
        where=place_line(state.settings),
        standing=standing_line(state),
        places=_places(seen),
        logo=logo,
    )


def _places(seen: Seen) -> tuple[str, ...]:
    """The winners of an event that is over: the first three, or the first of each section."""
    state = seen.state
    if progress(state).step is not Step.LOOK:
        return ()
    rows = standings(state)
    if len(state.sections) > 1:
        first = {row.section: row for row in reversed(rows)}
        winners = [first[section] for section in state.sections if section in first]
        return tuple(f"{row.section}: {row.player.name}" for row in winners[:PLACES])
    counts = pages_of(state).traits.counts_points
    return tuple(
        _("%(name)s, %(points)s", name=row.player.name, points=figure(row.points)) if counts else row.player.name
        for row in rows[:PLACES]
    )
