"""What everybody is told of an event: its schedule, its rules in words, whom to ask."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.arbiters import chief_arbiter, deputy_arbiters
from podium.app.event.schedule import PlannedRound, calendar_of, next_planned, schedule
from podium.app.exports.exports import CALENDAR
from podium.app.queries import is_finished, rules_in_words
from podium.app.words.dates import day_of_week
from podium.app.words.language import _
from podium.flow.event.announcement_options import ORGANISER
from podium.flow.event.options import CHIEF_ARBITER, DEPUTY_ARBITERS
from podium.flow.state import Stage, Tournament
from podium.web.formats.protocol import Facts
from podium.web.formats.registry import pages_of
from podium.web.frame.visit import Visit

_EMAIL = re.compile(r"[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+")
_WEB = re.compile(r"https?://\S+")
_TELEPHONE = re.compile(r"\+?[0-9][0-9 ()/-]{4,}")


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A planned round; `url` is its page once it is out, `moment` its time in UTC where the zone is known."""

    name: str
    url: str
    day: str
    time: str
    moment: str


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom to ask; `url` is the way there, where there is one."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Follow:
    """Of what `event_follow.html` lets a reader be told: an event, or a player in it, whose games may be `live`."""

    tournament: str
    player: str
    push_key: str
    live: bool


@dataclass(frozen=True, slots=True)
class EventAbout:
    """What `event_about.html` and `event_next.html` show: the latter the round that comes `next`."""

    paragraphs: tuple[str, ...]
    schedule: tuple[ScheduleLine, ...]
    next: ScheduleLine | None
    zone: str
    calendar: str
    rules: tuple[str, ...]
    people: Facts
    contact: Contact | None
    follow: Follow | None
    """None for an event that only its team can see, or that is over for good."""


def event_about(visit: Visit, seen: Seen) -> EventAbout:
    """What everybody is told of the event."""
    state, url = seen.state, visit.url
    coming = next_planned(state)
    return EventAbout(
        paragraphs=tuple((state.settings.description or "").split("\n\n")) if state.settings.description else (),
        schedule=tuple(_line(state, each, url) for each in schedule(state.settings)),
        next=_line(state, coming, url) if coming is not None else None,
        zone=state.settings.time_zone or "",
        calendar=f"{url}/schedule.ics",
        rules=rules_in_words(state),
        people=_people(state),
        contact=_contact(state.settings.contact),
        follow=follow_offer(visit, seen),
    )


def schedule_file(visit: Visit) -> Response[bytes]:
    """The planned rounds as a calendar file."""
    seen = visit.see()
    content = calendar_of(seen.state, f"{visit.site}{visit.url}", seen.version)
    headers = {"Content-Disposition": 'attachment; filename="schedule.ics"', "Cache-Control": "no-cache"}
    return Response(content, media_type=CALENDAR, headers=headers)


def follow_offer(visit: Visit, seen: Seen, player: str = "") -> Follow | None:
    """The offer to be told of rounds, for readers of a published event that has some to come."""
    if not seen.state.published or is_finished(seen.state) or seen.role >= Role.SCORER:
        return None
    live = bool(player) and seen.state.settings.live
    return Follow(seen.state.id, player, visit.shared.push_key or "", live)


def _line(state: Tournament, planned: PlannedRound, url: str) -> ScheduleLine:
    pages, number = pages_of(state), planned.number
    is_out = number <= len(state.rounds) and state.rounds[number - 1].stage is not Stage.DRAFT
    return ScheduleLine(
        name=pages.round_name(state, number),
        url=pages.addresses.of_round(url, number) if is_out else "",
        day=day_of_week(planned.day),
        time=planned.time,
        moment=planned.moment.isoformat(timespec="minutes") if planned.moment is not None else "",
    )


def _people(state: Tournament) -> Facts:
    settings = state.settings
    chief = chief_arbiter(settings)
    facts = (
        (_(CHIEF_ARBITER.label), chief.text if chief is not None else ""),
        (_(DEPUTY_ARBITERS.label), "; ".join(each.text for each in deputy_arbiters(settings))),
        (_(ORGANISER.label), settings.organiser or ""),
    )
    return tuple((label, value) for label, value in facts if value)


def _contact(text: str | None) -> Contact | None:
    if not text:
        return None
    if _EMAIL.fullmatch(text):
        return Contact(text, f"mailto:{text}")
    if _TELEPHONE.fullmatch(text):
        return Contact(text, "tel:" + re.sub(r"[^0-9+]", "", text))
    return Contact(text, text if _WEB.fullmatch(text) else "")
