"""What can be printed of a knockout: its bracket besides, on as many sheets as it needs."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.formats.documents import FOR_ALL, BracketSheet, DocumentName, FormatDocuments
from podium.app.formats.knockout.matches import matches_of
from podium.app.formats.knockout.words import round_name, seat_label
from podium.app.pictures.bracket import TYPESET, picture
from podium.app.pictures.print_sheets import PrintSheet, sheet_titles, sheets
from podium.app.words.language import N_, _
from podium.flow.state import Game, Pairing, Tournament
from podium.knockout import BracketMatch, Knockout


class KnockoutDocuments(FormatDocuments):
    names = (*FOR_ALL, DocumentName.BRACKET)
    points = N_("Rounds won")
    details = N_("Reached")
    plays_every_round = False

    def round_name(self, state: Tournament, number: int) -> str:
        if state.knockout is None:
            return super().round_name(state, number)
        return round_name(state.knockout, number)

    def note_on(self, state: Tournament, pairing: Pairing) -> str:
        """How a match went on that its first game did not decide, and that it was for the third place."""
        if state.knockout is None or not isinstance(pairing, Game):
            return super().note_on(state, pairing)
        played = matches_of(state.knockout, pairing.white, len(state.rounds))
        found = next((each for each in played if each.match.id == pairing.id), None)
        if found is None or not (found.match.tie_breaks or found.match.third_place):
            return ""
        return _("White: %(outcome)s", outcome=found.outcome)

    def bracket(self, state: Tournament) -> Iterator[BracketSheet]:
        if state.knockout is not None:
            for sheet in sheets(state.knockout):
                yield _sheet(state, state.knockout, sheet)


def _sheet(state: Tournament, knockout: Knockout, sheet: PrintSheet) -> BracketSheet:
    title, note = sheet_titles(knockout, sheet)
    if sheet.part is None:
        listed = (_match(state, knockout, each) for each in knockout.rounds[sheet.first - 1].parents)
        return BracketSheet(title, note, matches=tuple(listed))
    names = {id: state.players[id].name for id in knockout.entrants}
    return BracketSheet(title, note, picture(knockout, names, part=sheet.part, size=TYPESET))


def _match(state: Tournament, knockout: Knockout, match: BracketMatch) -> tuple[str, str, str]:
    """The board and both players, or what an empty seat says."""
    seats = (
        state.players[player].name if player is not None else seat_label(knockout, match, None, at)
        for at, player in enumerate((match.white, match.black))
    )
    white, black = seats
    return str(match.board), white, black


KNOCKOUT_DOCUMENTS = KnockoutDocuments()
