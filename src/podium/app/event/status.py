"""How far a round is, and who can see a tournament, in a word."""

from __future__ import annotations

from enum import Enum
from typing import Literal

from podium.flow.state import Round, Stage, Tournament

TournamentStatus = Literal["draft", "published", "archived"]


class RoundStatus(Enum):
    """How far a round is, as a director sees it: `playing` from its first result until it is closed."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


def tournament_status(state: Tournament) -> TournamentStatus:
    """`draft`, `published` or `archived`."""
    if state.archived:
        return "archived"
    return "published" if state.published else "draft"


def round_status(here: Round) -> RoundStatus:
    """How far the round is."""
    if here.stage is not Stage.PUBLISHED:
        return RoundStatus(here.stage.value)
    begun = any(each.entered for each in here.games.values())
    return RoundStatus.PLAYING if begun else RoundStatus.PUBLISHED
