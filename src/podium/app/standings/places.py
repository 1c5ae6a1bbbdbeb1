"""Who is on which place, and nothing else: what a forecast asks of thousands of ends of one event."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from podium.app.formats.registry import views_of
from podium.app.queries import standings
from podium.app.standings.standings import by_section
from podium.app.standings.tally import uncounted
from podium.app.standings.tiebreaking import expelled_players, new_view, usable
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.forecast.tally import Ended
from podium.tiebreaks.ranking import level_groups


def places(state: Tournament) -> Iterator[Ended[PlayerId]]:
    """The place of everybody who has one, as the standings have it, with the points in hundredths."""
    traits = views_of(state).traits
    if traits.uses_tiebreaks and not state.tie_orders:
        yield from _by_tiebreaks(state, all_play_all=traits.all_play_all)
        return
    for _, rows in groupby(standings(state), key=lambda row: (row.section, row.rank)):
        level = list(rows)
        yield from (Ended(row.player.id, row.rank, len(level), row.points.units) for row in level if row.placed)


def _by_tiebreaks(state: Tournament, *, all_play_all: bool) -> Iterator[Ended[PlayerId]]:
    left_out = uncounted(state)
    for players in by_section(state).values():
        if not players:
            continue
        view = new_view(state, players, state.rounds, all_play_all)
        codes = usable(view, state.settings.tiebreaks)[0]
        rank = 1
        for group in level_groups(view, codes, expelled_players(players, all_play_all=all_play_all)):
            for key in group:
                yield Ended(PlayerId(str(key)), rank, len(group), view.scores[view.index[key]])
            rank += len(group)
        gone = [player.id for player in players if player.id in left_out]
        yield from (Ended(id, rank, len(gone), 0) for id in gone)
