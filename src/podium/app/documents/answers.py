"""What can be printed, as JSON."""

from __future__ import annotations

import msgspec

from podium.app.documents.kinds import DocumentKind
from podium.app.words.language import _


class DocumentRow(msgspec.Struct):
    """A document that can be had as PDF."""

    kind: str
    title: str


class DocumentsAnswer(msgspec.Struct):
    """All that whoever asks can have of a tournament."""

    documents: list[DocumentRow]
    version: int


def document_row(kind: DocumentKind) -> DocumentRow:
    return DocumentRow(kind.name.value, _(kind.title))
