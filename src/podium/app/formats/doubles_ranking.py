"""The ranking of doubles over the closed rounds, remembered."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.memory import Memory
from podium.core.ids import PlayerId
from podium.doubles import Standing, ranking
from podium.flow.formats.doubles import options, played
from podium.flow.state import Round, Stage, Tournament

BUCHHOLZ, SET_DIFFERENCE = "BH", "SETS"
Ranking = Mapping[PlayerId, Standing]
_RANKINGS: Memory[Ranking] = Memory(64, len)


def closed(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """Those that score."""
    return tuple(here for here in rounds if here.stage is Stage.CLOSED)


def ranked_players(state: Tournament, rounds: tuple[Round, ...]) -> Ranking:
    """Everybody's place after `rounds`, best first, with what each closed round added; who left keeps the points."""
    parts = (state.players, state.settings, *rounds)
    return _RANKINGS.remember(parts, lambda: _ranked(state, rounds))


def _ranked(state: Tournament, rounds: tuple[Round, ...]) -> Ranking:
    entered = [player.id for player in sorted(state.players.values(), key=lambda player: player.number)]
    found = ranking(entered, played(rounds), options(state.settings, len(entered), len(rounds)))
    return {standing.player: standing for standing in found}
