"""What can be printed of an event, and how that differs between formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from podium.app.rounds.round_words import bye_name
from podium.app.words.language import N_, _
from podium.flow.state import Pairing, Tournament


class DocumentName(Enum):
    """Something to print, by the name that the API and the command line have for it."""

    START_LIST = "start-list"
    CHECK_IN = "check-in"
    PAIRINGS = "pairings"
    PAIRINGS_BY_NAME = "pairings-by-name"
    RESULT_SLIPS = "result-slips"
    DOUBLES_SHEETS = "doubles-sheets"
    BRACKET = "bracket"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    PLAYER_CARDS = "player-cards"
    BOARD_CARDS = "board-cards"
    PLACE_CARDS = "place-cards"
    PRIZES = "prizes"
    RECEIPTS = "receipts"
    CERTIFICATES = "certificates"
    REPORT = "arbiters-report"


FOR_ALL = tuple(name for name in DocumentName if name not in (DocumentName.DOUBLES_SHEETS, DocumentName.BRACKET))
"""What can be printed where one plays against one, round by round."""


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """A part of a bracket that fits on a sheet: its drawing as SVG, or the matches of a round too large for one."""

    title: str
    note: str
    svg: str = ""
    matches: tuple[tuple[str, str, str], ...] = ()
    """Board, White and Black of each."""


class FormatDocuments:
    """The documents of an event that is paired round by round, player against player; a format changes what differs.

    `points` and `details` head two columns of the standings, the second where the format has it. Where everybody
    `plays_every_round`, cards have lines for those to come.
    """

    names: tuple[DocumentName, ...] = FOR_ALL
    titles: Mapping[DocumentName, str] = {}  # where a format calls one otherwise
    points: str = N_("Points")
    details: str = ""
    plays_every_round: bool = True

    def round_name(self, state: Tournament, number: int) -> str:
        """What a round is called."""
        return _("Round %(round)s", round=number)

    def note_on(self, state: Tournament, pairing: Pairing) -> str:
        """What is to be said of a pairing beside its result."""
        return bye_name(state, pairing) if pairing.is_bye else ""

    def bracket(self, state: Tournament) -> Iterator[BracketSheet]:
        """The sheets of the bracket, where there is one."""
        yield from ()


USUAL_DOCUMENTS = FormatDocuments()
