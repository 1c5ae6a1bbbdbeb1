"""What a director announces of an event: when its rounds are planned, who to ask, a text in the director's words."""

from __future__ import annotations

from podium.core.translation import mark
from podium.flow import readers
from podium.flow.event.declaration import Kind, Null, Option, Options

DESCRIPTION = Option(
    "description",
    Kind.PARAGRAPHS,
    readers.paragraphs,
    mark("Announcement"),
    mark("What everybody should know, in your own words; an empty line begins a new paragraph."),
    null=Null.CLEARS,
    metavar="TEXT",
)
ORGANISER = Option("organiser", Kind.TEXT, readers.text, mark("Organiser"), null=Null.CLEARS)
CONTACT = Option(
    "contact",
    Kind.TEXT,
    readers.text,
    mark("Contact"),
    mark("An e-mail address, a web address or a telephone number; everybody can read it."),
    null=Null.CLEARS,
    example="chess@example.org",
)
TIME_ZONE = Option(
    "time_zone",
    Kind.TEXT,
    readers.time_zone,
    mark("Time zone"),
    mark("Where the event is, as Europe/Berlin: readers elsewhere see the times of rounds in their own zone, too."),
    without=mark("times are those of the clock in the hall."),
    null=Null.CLEARS,
    metavar="ZONE",
    example="Europe/Berlin",
)
ROUND_TIMES = Option(
    "round_times",
    Kind.TIMES,
    readers.local_times,
    mark("Times of the rounds"),
    mark("When each is planned to begin, from round 1, as 2026-08-31 14:00."),
    flag="--round-time",
    metavar="TIME",
)

ANNOUNCEMENT_OPTIONS: Options = (DESCRIPTION, ORGANISER, CONTACT, TIME_ZONE, ROUND_TIMES)
