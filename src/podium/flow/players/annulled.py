"""Who completed less than half of the games of a round robin, so that these count for nobody (C.05, article 6.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from podium.core.ids import PlayerId
from podium.core.result import Worth
from podium.flow.event.options import ANNUL_EARLY
from podium.flow.event.setting_values import RuleSet
from podium.flow.formats.registry import format_of
from podium.flow.players.seats import schedule
from podium.flow.state import Tournament
from podium.roundrobin import counts_after

NOBODY: frozenset[PlayerId] = frozenset()


def annulled(state: Tournament) -> frozenset[PlayerId]:
    """The players who left before half of their games, where the games of such count for nobody.

    Completed are the games that were played and those that the opponent forfeited. A player who comes back counts
    again. By FIDE's rules a player who forfeits so many games that half of them cannot be completed has left as well.
    """
    if not state.rounds or not state.settings.annul_early:
        return NOBODY
    gone = [player.id for player in state.players.values() if player.withdrawn]
    forfeits = _forfeits(state) if state.settings.rules is RuleSet.FIDE else Counter()
    if not (gone or forfeits) or ANNUL_EARLY not in format_of(state).options:
        return NOBODY
    left = {id for id in gone if not counts_after(sum(_completed(state, id)), _games(state, id))}
    for id, lost in forfeits.items():
        games = _games(state, id)
        if not counts_after(games - lost, games):
            left.add(id)
    return frozenset(left) or NOBODY


def _forfeits(state: Tournament) -> Counter[PlayerId]:
    """How many games each player lost by forfeit."""
    return Counter(
        player
        for here in state.rounds
        for game in here.games.values()
        if game.result is not None
        for player, worth in ((game.white, game.result.white), (game.black, game.result.black))
        if worth is Worth.FORFEIT_LOSS
    )


def _games(state: Tournament, player: PlayerId) -> int:
    """The games that a player has in all: those of the table, or one a cycle with everybody where there is none."""
    section, planned = state.players[player].section, state.settings.rounds
    if state.seats:
        seats = state.seats.get(section, ())
        seat = seats.index(player) + 1 if player in seats else 0
        rounds = schedule(state, section).rounds[:planned] if seat else ()
        return sum(seat in board for row in rounds for board in row.boards)
    paired = {id for here in state.rounds for pairing in here.games.values() for id in pairing.players}
    if player not in paired:
        return 0
    others = [each for each in state.in_section(section) if each.id in paired or not each.withdrawn]
    games = (len(others) - 1) * state.settings.cycles
    return min(games, planned or games)


def _completed(state: Tournament, player: PlayerId) -> Iterator[bool]:
    """Whether each game of a player is completed."""
    for here in state.rounds:
        game = here.pairing_of(player)
        if game is not None and game.result is not None:
            worth = game.result.white if player == game.white else game.result.black
            yield (game.result.played and game.result.final) or worth is Worth.FORFEIT_WIN
