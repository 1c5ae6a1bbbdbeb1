"""The start position of a round of Chess960, as it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.words.language import _
from podium.chess import back_rank, start_fen
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class StartPositionView:
    """A start position: its number, White's pieces from a1 to h1, the whole as FEN, and the seed it was drawn from."""

    number: int
    pieces: str
    fen: str
    seed: str | None

    @property
    def text(self) -> str:
        """In a line, as `Start position 518: RNBQKBNR`."""
        return _("Start position %(number)s: %(pieces)s", number=self.number, pieces=self.pieces)


def start_position_of(state: Tournament, round: int) -> StartPositionView | None:
    """The start position of a round; None where it begins as chess always does."""
    found = state.start_positions.get(round)
    if found is None:
        return None
    return StartPositionView(found.number, back_rank(found.number), start_fen(found.number), found.seed)


def start_position_text(state: Tournament, round: int) -> str:
    """The start position of a round in a line; empty where there is none."""
    found = start_position_of(state, round)
    return found.text if found is not None else ""
