"""What of a document is wished: the round, the player, who gets a certificate."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.documents.document import Paper
from podium.app.queries import progress
from podium.app.views.certificates import Recipients
from podium.app.views.progress import current_round
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player, find_round
from podium.flow.state import Round, Tournament


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants printed. A `round` is the one that a list is of, or after which a ranking is.

    `text` is what the organiser writes on every certificate.
    """

    round: int | None = None
    player: PlayerId | None = None
    recipients: Recipients | None = None
    text: str = ""
    paper: Paper = Paper.A4

    def round_of(self, state: Tournament) -> Round:
        """The round that is wished, else the one being played; raises Unknown where there is none."""
        if self.round is not None:
            return find_round(state, self.round)
        return current_round(state) or find_round(state, progress(state).round)

    def player_of(self, state: Tournament) -> PlayerId | None:
        """The one player who is wished; raises Unknown where there is no such player."""
        return None if self.player is None else find_player(state, self.player).id
