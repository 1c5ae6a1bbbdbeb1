"""What can be printed of doubles: sheets for tables in place of slips for boards."""

from __future__ import annotations

from podium.app.formats.documents import FOR_ALL, DocumentName, FormatDocuments


class DoublesDocuments(FormatDocuments):
    names = tuple(DocumentName.DOUBLES_SHEETS if name is DocumentName.RESULT_SLIPS else name for name in FOR_ALL)


DOUBLES_DOCUMENTS = DoublesDocuments()
