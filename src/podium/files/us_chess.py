"""The rating report of US Chess: three tables of dBase III (format 2C) in a ZIP file.

| file | holds |
| --- | --- |
| `THEXPORT.DBF` | the event, one record |
| `TSEXPORT.DBF` | a record for each section |
| `TDEXPORT.DBF` | a record for each player of a section, with a field for each round |

A round is a letter, the opponent's number in the section, and the colour: `W12B`. Of a game that was not played the
number is 0 and there is no colour. Fields are text, filled up with spaces, but for the days; all of it is ASCII.
"""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Final

from podium.core.errors import Refused
from podium.files.dbf import Field, Value, write_table

FORMAT: Final = "2C"
PROGRAM: Final = "Podium"
MOST_ROUNDS: Final = 99  # a number of two figures
MOST_ENTRIES: Final = 9999
UNPLAYED: Final = "U0"
_SAME_DAY_FOR_ALL: Final = (1980, 1, 1, 0, 0, 0)  # the same event gives the same file
_EVENT: Final = (
    Field("H_FORMAT", "C", 5), Field("H_PROGRAM", "C", 10), Field("H_EVENT_ID", "C", 12), Field("H_NAME", "C", 35),
    Field("H_TOT_SECT", "C", 2), Field("H_BEG_DATE", "D", 8), Field("H_END_DATE", "D", 8), Field("H_AFF_ID", "C", 8),
    Field("H_CITY", "C", 21), Field("H_STATE", "C", 2), Field("H_ZIPCODE", "C", 10), Field("H_COUNTRY", "C", 21),
    Field("H_SENDCROS", "C", 1), Field("H_CTD_ID", "C", 8), Field("H_ATD_ID", "C", 8), Field("H_OTHER_TD", "C", 254),
)  # fmt: skip
_SECTION: Final = (
    Field("S_EVENT_ID", "C", 12), Field("S_SEC_NUM", "C", 2), Field("S_SEC_NAME", "C", 30),
    Field("S_R_SYSTEM", "C", 1), Field("S_TIMECTL", "C", 40), Field("S_CTD_ID", "C", 8), Field("S_ATD_ID", "C", 8),
    Field("S_TRN_TYPE", "C", 1), Field("S_TOT_RNDS", "C", 2), Field("S_LST_PAIR", "C", 4),
    Field("S_BEG_DATE", "D", 8), Field("S_END_DATE", "D", 8), Field("S_SCH_LVL", "C", 1), Field("S_GR_PRIX", "C", 1),
    Field("S_GP_PTS", "C", 3), Field("S_FIDE", "C", 1),
)  # fmt: skip
_ENTRY: Final = (
    Field("D_EVENT_ID", "C", 12), Field("D_SEC_NUM", "C", 2), Field("D_PAIR_NUM", "C", 4), Field("D_MEM_ID", "C", 8),
    Field("D_NAME", "C", 30), Field("D_STATE", "C", 2), Field("D_RATING", "C", 4),
)  # fmt: skip
LONGEST_NAME: Final = 30
# Letters that are no other letter with an accent, as English writes them.
_SPELLED: Final = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "œ": "oe",
        "Œ": "Oe", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "ı": "i", "’": "'", "‘": "'", "“": '"', "”": '"',
        "–": "-", "—": "-", "½": "1/2",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """A player of a section, whose number is the place in it; `cells` are the rounds as the report writes them.

    `member_id` has eight figures, or is empty.
    """

    name: str
    rating: int | None
    state: str
    member_id: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatedSection:
    """A section with its players in the order of their numbers."""

    name: str
    entries: tuple[RatedEntry, ...]


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """An event as the report has it."""

    name: str
    city: str
    country: str
    time_control: str
    start: date | None
    end: date | None
    rounds: int
    sections: tuple[RatedSection, ...]


def write_rating_report(event: RatedEvent) -> bytes:
    """The three files of a report in a ZIP file; raises Refused for more than they can hold."""
    if event.rounds > MOST_ROUNDS:
        raise Refused("us-chess-rounds", value=event.rounds, most=MOST_ROUNDS)
    if (entries := max(len(each.entries) for each in event.sections)) > MOST_ENTRIES:
        raise Refused("us-chess-players", value=entries, most=MOST_ENTRIES)
    updated = event.end or event.start or date(*_SAME_DAY_FOR_ALL[:3])
    rounds = [Field(f"D_RND{number:02}", "C", 7) for number in range(1, event.rounds + 1)]
    tables = {
        "THEXPORT.DBF": write_table(_EVENT, [_event_row(event)], updated),
        "TSEXPORT.DBF": write_table(_SECTION, _section_rows(event), updated),
        "TDEXPORT.DBF": write_table((*_ENTRY, *rounds), _entry_rows(event), updated),
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in tables.items():
            archive.writestr(zipfile.ZipInfo(name, _SAME_DAY_FOR_ALL), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def ascii_text(text: str, most: int) -> str:
    """Text as the report can write it: without accents, `?` for letters of other alphabets, and no longer than that.

    >>> ascii_text("Łukasz Grünfeld-Žižek", 30), ascii_text("Ærøskøbing", 5), ascii_text("Ли", 5)
    ('Lukasz Grunfeld-Zizek', 'Aeros', '??')
    """
    bare = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    kept = "".join(each for each in bare if not unicodedata.combining(each))
    return kept.encode("ascii", "replace").decode()[:most].rstrip()


def _event_row(event: RatedEvent) -> Sequence[Value]:
    """The record of the event; the ids of the event, its affiliate and its directors are asked for where it is sent."""
    return (
        *(FORMAT, PROGRAM, "", ascii_text(event.name, 35), str(len(event.sections)), event.start, event.end, ""),
        *(ascii_text(event.city, 21), "", "", ascii_text(event.country, 21), "N", "", "", ""),
    )


def _section_rows(event: RatedEvent) -> list[Sequence[Value]]:
    control = ascii_text(event.time_control, 40)
    return [
        (
            *("", str(number), ascii_text(each.name, LONGEST_NAME), "", control, "", "", "S", str(event.rounds)),
            *(str(len(each.entries)), event.start, event.end, "", "N", "", "N"),
        )
        for number, each in enumerate(event.sections, start=1)
    ]


def _entry_rows(event: RatedEvent) -> list[Sequence[Value]]:
    return [
        (
            *("", str(number), str(place), each.member_id, ascii_text(each.name, LONGEST_NAME)),
            ascii_text(each.state, 2),
            *("" if each.rating is None else str(each.rating), *each.cells),
        )
        for number, section in enumerate(event.sections, start=1)
        for place, each in enumerate(section.entries, start=1)
    ]
