"""What stands in a document, as values: whatever sets it decides nothing but how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from podium.app.event.attachments import UploadedPicture


class Paper(Enum):
    """What it is printed on."""

    A4 = "a4"
    LETTER = "letter"


class Look(Enum):
    """How a column is set."""

    FIGURE = "figure"  # to the right
    MIDDLE = "middle"
    LEAD = "lead"  # what one looks for, in bold letters
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
    language that it is in, for hyphens and for those who have it read aloud.
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


Typeset = Callable[[Document, UploadedPicture | None], bytes]
"""Sets a document, with the logo of the event: a PDF."""
