"""What of a document is wished, and what stands in it, as values: typesetting decides nothing but how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, TypeVar

from podium.app.event.attachments import UploadedPicture
from podium.app.event.progress import current_round
from podium.app.prizes.certificates import Recipients
from podium.app.queries import progress
from podium.app.words.language import available
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player, find_round
from podium.flow.state import Round, Tournament

T = TypeVar("T")


class Paper(Enum):
    """What it is printed on."""

    A4 = "a4"
    LETTER = "letter"


class Look(Enum):
    """How a column is set."""

    FIGURE = "figure"  # to the right
    MIDDLE = "middle"
    LEAD = "lead"  # what one looks for, in bold letters
    SMALL = "small"  # what is told beside that
    TEXT = "text"
    WIDE = "wide"  # text that takes what room there is
    BOX = "box"  # to be ticked
    BLANK = "blank"  # to be written on


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    label: str
    look: Look = Look.TEXT


@dataclass(frozen=True, slots=True)
class Table:
    """A list; a row has a text for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    note: str = ""

    @property
    def trimmed(self) -> Table:
        """The same without columns in which nothing stands; what is to be written on stays."""
        keep = [
            at for at, column in enumerate(self.columns) if column.look in _STAYS or any(row[at] for row in self.rows)
        ]
        rows = tuple(tuple(row[at] for at in keep) for row in self.rows)
        return Table(tuple(self.columns[at] for at in keep), rows, self.title, self.note)


_STAYS = (Look.LEAD, Look.MIDDLE, Look.BOX, Look.BLANK)
ColumnReader = tuple[Column, Callable[[T], str]]
"""A column, and what stands in it of one line."""


def table_of(lines: Iterable[T], columns: Sequence[ColumnReader[T]], title: str = "", note: str = "") -> Table:
    """A row for each of the lines."""
    rows = tuple(tuple(read(each) for _column, read in columns) for each in lines)
    return Table(tuple(column for column, _read in columns), rows, title, note)


class InSection(Protocol):
    """What belongs to a section."""

    @property
    def section(self) -> str: ...


S = TypeVar("S", bound=InSection)


def by_section(those: Iterable[S], sections: Iterable[str] = ()) -> dict[str, list[S]]:
    """Those of each section, the `sections` first in their order; none that has nobody."""
    groups: dict[str, list[S]] = {section: [] for section in sections}
    for each in those:
        groups.setdefault(each.section, []).append(each)
    return {section: some for section, some in groups.items() if some}


@dataclass(frozen=True, slots=True)
class Content:
    """What one kind of document says: its parts by the names that its template reads.

    `round` is what the round is called that it is about; `wide` turns the paper. `pictures` are SVG by file name;
    the `background` stands behind what is said, on the whole sheet.
    """

    parts: Mapping[str, object]
    note: str = ""
    round: str = ""
    wide: bool = False
    pictures: Mapping[str, str] = field(default_factory=dict)
    background: UploadedPicture | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A document, ready to be set: what stands on every sheet of it, and its content.

    `page` says which page of how many it is, with `{page}` and `{pages}` for the numbers; `language` is the tag of the
    language that it is in, for hyphens and for screen readers. The `address` is where the event is, as a code for
    phones; empty where nobody knows.
    """

    template: str
    title: str
    event: str
    where: str
    printed: str
    page: str
    paper: Paper
    content: Content
    language: str = "en-GB"
    address: str = ""


Typeset = Callable[[Document, UploadedPicture | None], bytes]
"""Sets a document, with the logo of the event: a PDF."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants printed. A `round` is the one that a list is of, or after which a ranking is.

    `wording` is what stands on every certificate in place of what the event knows, by name. Without a `language` the
    document is in that of the event. The `background` is what certificates are printed on.
    """

    round: int | None = None
    player: PlayerId | None = None
    recipients: Recipients | None = None
    wording: Mapping[str, str] = field(default_factory=dict)
    paper: Paper = Paper.A4
    language: str | None = None
    background: UploadedPicture | None = None

    def round_of(self, state: Tournament) -> Round:
        """The round that is wished, else the one being played; raises Unknown where there is none."""
        if self.round is not None:
            return find_round(state, self.round)
        return current_round(state) or find_round(state, progress(state).round)

    def player_of(self, state: Tournament) -> PlayerId | None:
        """The one player who is wished; raises Unknown where there is no such player."""
        return None if self.player is None else find_player(state, self.player).id


PAPERS = [each.value for each in Paper]
RECIPIENTS = [each.value for each in Recipients]


def read_wish(
    round: int | None,
    player: str | None,
    recipients: str | None,
    wording: Mapping[str, str],
    paper: str,
    language: str | None = None,
    background: UploadedPicture | None = None,
) -> Wish:
    """A wish as an address has it; raises Invalid for a paper, recipients or a language that there are not."""
    choices = (("paper", paper, PAPERS), ("for", recipients, RECIPIENTS), ("language", language, list(available())))
    for name, value, allowed in choices:
        if value is not None and value not in allowed:
            raise Invalid("choice-unknown", field=name, value=value[:40], allowed=allowed)
    return Wish(
        round=round,
        player=PlayerId(player) if player else None,
        recipients=Recipients(recipients) if recipients else None,
        wording=wording,
        paper=Paper(paper),
        language=language,
        background=background,
    )
