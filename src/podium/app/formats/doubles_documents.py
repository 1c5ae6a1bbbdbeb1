"""What can be printed of doubles: sheets for tables in place of slips for boards."""

from __future__ import annotations

from podium.app.formats.documents import FOR_ALL, DocumentName, FormatDocuments
from podium.app.words.language import _
from podium.flow.state import Tournament


class DoublesDocuments(FormatDocuments):
    names = tuple(DocumentName.DOUBLES_SHEETS if name is DocumentName.RESULT_SLIPS else name for name in FOR_ALL)

    def round_name(self, state: Tournament, number: int) -> str:
        """As in a knockout: languages have another word for a round of matches than for one of games."""
        return _("Round %(stage)s", stage=number)


DOUBLES_DOCUMENTS = DoublesDocuments()
