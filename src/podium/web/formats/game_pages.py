"""What the pages ask of a format about one game: which is open, what it is called, and how its result is entered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from podium.app.desk import Seen
from podium.app.event.progress import current_round
from podium.app.words.language import N_, _
from podium.core.ids import PairingId
from podium.flow.rounds.statements import Score, written_score
from podium.flow.state import Game, Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Entry:
    """A form that enters a result: where it is sent, and what it says."""

    action: str
    fields: dict[str, str]


class GamePages(ABC):
    """What the pages ask about a game. A format that says nothing for itself is played round by round."""

    @abstractmethod
    def round_name(self, state: Tournament, number: int) -> str:
        """What a round is called."""

    def open_game(self, seen: Seen) -> PairingId | None:
        """The game of the player who looks that waits for its result: of the round being played, or one put off."""
        now = current_round(seen.state)
        for here in reversed(seen.state.rounds[: now.number if now else 0]):
            pairing = here.of(seen.player) if seen.player is not None else None
            if pairing is not None and pairing.problem and here.stage is Stage.PUBLISHED:
                return pairing.id
        return None

    def game_words(self, state: Tournament, here: Round, pairing: Game | Match) -> tuple[str, str]:
        """Where a game is played, as `Round 3, board 12`, and what players must know before they report it, if that
        is anything."""
        text = N_("%(round)s, table %(board)s") if isinstance(pairing, Match) else N_("%(round)s, board %(board)s")
        return _(text, round=self.round_name(state, here.number), board=pairing.board), ""

    def entry(self, pairing: Game | Match, score: Score, url: str) -> Entry:
        """The form by which an official decides that a game ended so, below the tournament at `url`."""
        game = f"{url}/games/{pairing.id}"
        if isinstance(pairing, Match):
            return Entry(f"{game}/sets/score", {"score": written_score(score)})
        was = pairing.result.value if pairing.result is not None else ""
        return Entry(f"{game}/result", {"result": written_score(score), "was": was})
