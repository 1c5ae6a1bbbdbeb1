"""What is said of an event where its address is shared: a few lines, and where its picture is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step, current_round, planned_rounds
from podium.app.queries import progress
from podium.app.words import counts
from podium.app.words.dates import dates
from podium.app.words.language import _
from podium.flow.event.setting_values import Settings
from podium.flow.lookups import single_players
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class Sharing:
    """The description of a page, its one address, and its picture."""

    description: str
    url: str
    image: str


def sharing(visit: Visit, seen: Seen) -> Sharing | None:
    """What is said of a page that everybody sees, to readers who ask as the public does."""
    event = shared_event(visit, seen) if seen.role is Role.PUBLIC else None
    return replace(event, url=f"{visit.site}{visit.here.partition('?')[0]}") if event is not None else None


def shared_event(visit: Visit, seen: Seen) -> Sharing | None:
    """What anybody can share of an event that everybody sees."""
    state = seen.state
    if not state.published:
        return None
    lines = (place_line(state.settings), format_line(state), standing_line(state))
    return Sharing(
        description=" · ".join(filter(None, lines)),
        url=f"{visit.site}{visit.url}",
        image=f"{visit.site}{visit.url}/share.png?v={seen.version}",
    )


def format_line(state: Tournament) -> str:
    """What kind of event it is, and how large: `Swiss, 7 rounds, 60 players`."""
    planned, players = planned_rounds(state), len(single_players(state))
    parts = (
        _(pages_of(state).words.short),
        counts.rounds(planned) if planned else "",
        counts.players(players) if players else "",
    )
    return ", ".join(filter(None, parts))


def place_line(settings: Settings) -> str:
    """Where and when: `Hastings, 1 – 9 Aug 2026`."""
    return ", ".join(filter(None, (settings.place or "", dates(settings.start, settings.end))))


def standing_line(state: Tournament) -> str:
    """How far it is."""
    if progress(state).step is Step.LOOK:
        return _("Final standings")
    here = current_round(state)
    number = here.number if here else state.rounds_paired
    if not number:
        return ""
    planned = planned_rounds(state)
    if planned:
        return _("Round %(round)s of %(rounds)s", round=number, rounds=planned)
    return _("Round %(round)s", round=number)
