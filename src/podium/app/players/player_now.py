"""What one player does now: the round being played, who sits opposite, and where that puts them."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.event.progress import current_round
from podium.app.players.card import CardLine
from podium.app.queries import card
from podium.app.standings.standings import StandingRow
from podium.core.ids import PlayerId
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """A player's place in the standings, and the line of the card that is about now; None before the first round."""

    standing: StandingRow
    number: int
    line: CardLine | None


def player_now(state: Tournament, player: PlayerId) -> PlayerNow:
    """What a player does now; raises Unknown for a player there is not.

    Where rounds run side by side, as in a bracket, it is the latest that the player is in.
    """
    held = card(state, player)
    here = current_round(state)
    lines = [line for line in held.lines if here is None or line.round == here.number]
    return PlayerNow(held.standing, held.numbers[player], lines[-1] if lines else None)
