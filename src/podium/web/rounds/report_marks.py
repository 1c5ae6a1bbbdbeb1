"""How far the players are with the result of a board, in a word for its officials."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.rounds.statement_words import STATUSES, statement_words
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.core.ids import PairingId
from podium.flow.rounds.statements import ReportStatus

_COLOURS = {
    ReportStatus.REPORTED: "published",
    ReportStatus.CONFIRMED: "playing",
    ReportStatus.DISPUTED: "disputed",
}
"""What was decided needs no mark: the result stands there."""


@dataclass(frozen=True, slots=True)
class ReportMark:
    """A colour and a word, and in `words` who said what."""

    colour: str
    word: str
    words: str


def report_marks(seen: Seen) -> dict[PairingId, ReportMark]:
    """The marks of all games that players spoke of, for users who enter results."""
    if seen.role < Role.SCORER:
        return {}
    return {
        id: ReportMark(
            _COLOURS[report.status],
            _(STATUSES[report.status]),
            separated([statement_words(seen.state, each) for each in report.statements]),
        )
        for id, report in seen.state.reports.items()
        if report.status in _COLOURS
    }


def report_chips(seen: Seen) -> dict[str, tuple[str, str]]:
    """The colour and the word of each mark, by the id of the game."""
    return {id: (mark.colour, mark.word) for id, mark in report_marks(seen).items()}
