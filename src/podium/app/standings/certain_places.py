"""Which place a player is sure of before the last games are over, and which one with a draw or a win.

It is counted by points alone, over everything that the open games can bring: tie-breaks depend on other boards. So what
is said here holds however they come out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ge, gt
from typing import TypeVar

from podium.app.event.progress import planned_rounds
from podium.app.formats.registry import views_of
from podium.app.queries import standings
from podium.app.standings.standings import POINTS
from podium.app.standings.tally import NOTHING, is_counted, uncounted
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import Result, Scoring, Worth
from podium.flow.event.options import ANNUL_EARLY
from podium.flow.formats.registry import format_of
from podium.flow.players.annulled import annulled
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Game, Match, Stage, Tournament
from podium.forecast.tally import PODIUM

OWN = {each[0]: each for each in ((Worth.LOSS, Worth.FORFEIT_LOSS), (Worth.DRAW,), (Worth.WIN, Worth.FORFEIT_WIN))}
"""What counts as a loss, a draw and a win of one's own."""
_FINAL = [each for each in Result if each.final]
_SAID = {
    Worth.LOSS: (N_("place %(place)s is certain"), N_("at least shared place %(place)s is certain")),
    Worth.DRAW: (N_("a draw secures place %(place)s"), N_("a draw secures at least shared place %(place)s")),
    Worth.WIN: (N_("a win secures place %(place)s"), N_("a win secures at least shared place %(place)s")),
}

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Place:
    """The worst place that is left by points: if nobody level with the player comes first, and if all of them do."""

    shared: int
    alone: int


def certain_text(state: Tournament, player: PlayerId) -> str:
    """What a player is sure of, or needs: `a draw secures place 2`; empty where nothing can be said exactly.

    Of the best places that is while only games of the last round are open. Between rounds it is that somebody has won,
    once nobody can come level any more.
    """
    planned, scoring, points = planned_rounds(state), state.settings.scoring, _section_points(state, player)
    if planned is None or player not in points:
        return ""
    left, annuls = planned - len(state.rounds), _annuls(state)
    if not _open_games(state):  # somebody who leaves can still take points away where games are annulled
        best = max((each for id, each in points.items() if id != player), default=points[player])
        return _("has won already") if left > 0 and not annuls and points[player] > best + scoring.win * left else ""
    return "; ".join(_said(secured_places(state, player)))


def secured_places(state: Tournament, player: PlayerId) -> dict[Worth, Place]:
    """What `worst_places` says of a player in the last round; nothing before it, or where points alone do not tell."""
    planned, scoring, points = planned_rounds(state), state.settings.scoring, _section_points(state, player)
    if planned != len(state.rounds) or player not in points:
        return {}
    here, games = state.rounds[-1], _open_games(state)
    pairs = [(each.white, each.black) for each in games if isinstance(each, Game) and not each.adjourned]
    last = len(pairs) == len({id for pair in pairs for id in pair}) / 2 == len(here.pending)
    ahead = [each for each in points.values() if each > points[player] + scoring.win]
    if not last or len(pairs) < len(games) or len(ahead) >= PODIUM:
        return {}
    forfeited = {each.id: replace(each, result=Result.BOTH_FORFEIT) for each in games if isinstance(each, Game)}
    nobody_came = (*state.rounds[:-1], replace(here, games={**here.games, **forfeited}))
    if _annuls(state) and annulled(replace(state, rounds=nobody_came)) != uncounted(state):
        return {}
    return worst_places(player, points, pairs, scoring)


def _open_games(state: Tournament) -> list[Game | Match]:
    left_out = uncounted(state)
    return [each.game for each in open_games(state.rounds) if is_counted(each.game, left_out)]


def _annuls(state: Tournament) -> bool:
    return ANNUL_EARLY in format_of(state).options and state.settings.annul_early


def worst_places(
    player: P, points: Mapping[P, Points], games: Sequence[tuple[P, P]], scoring: Scoring
) -> dict[Worth, Place]:
    """The worst place left to `player` after a loss, a draw and a win in the open game; without one, under the loss.

    `games` are those that are open, no player in two of them; `points` what everybody has, themselves included.
    """
    own = next((game for game in games if player in game), None)
    others = [game for game in games if game != own]
    if own is None:
        return {Worth.LOSS: _worst(player, points, others, scoring)}
    found = {}
    for worth, same in OWN.items():
        results = [each for each in _FINAL if (each.white, each.black)[own.index(player)] in same]
        gains = [dict(zip(own, _gains(each, scoring), strict=True)) for each in results]
        after = [{id: each + gain.get(id, NOTHING) for id, each in points.items()} for gain in gains]
        places = [_worst(player, each, others, scoring) for each in after]
        found[worth] = Place(max(each.shared for each in places), max(each.alone for each in places))
    return found


def _worst(player: P, points: Mapping[P, Points], games: Sequence[tuple[P, P]], scoring: Scoring) -> Place:
    """The worst place of a player whose own game is over: each game that is open ends as badly as it can."""
    outcomes = {_gains(each, scoring) for each in _FINAL}
    over = set(points) - {player} - {id for game in games for id in game}
    ends = [[[points[id] for id in over]]] + [
        [[points[id] + gain for id, gain in zip(game, gains, strict=True) if id in points] for gains in outcomes]
        for game in games
    ]

    def place(passes: Callable[[Points, Points], bool]) -> int:
        return 1 + sum(max(sum(passes(each, points[player]) for each in end) for end in game) for game in ends)

    return Place(place(gt), place(ge))


def _gains(result: Result, scoring: Scoring) -> tuple[Points, Points]:
    return scoring.points(result.white), scoring.points(result.black)


def _said(places: Mapping[Worth, Place]) -> Iterator[str]:
    """A phrase for each result that secures more than a worse one."""
    before = None
    for worth, place in places.items():
        if place != before and place.shared <= PODIUM:
            won = worth is Worth.LOSS and place.alone == 1
            text = _SAID[worth][0 if place.shared == place.alone else 1]
            yield _("has won already") if won else _(text, place=place.shared)
        before = place


def _section_points(state: Tournament, player: PlayerId) -> dict[PlayerId, Points]:
    """The points of everybody in the section, if points decide first and all come from rounds that are out."""
    by_points = views_of(state).traits.uses_tiebreaks and POINTS not in state.settings.tiebreaks[1:]
    if not by_points or state.kept.added or not state.rounds or state.rounds[-1].stage is Stage.DRAFT:
        return {}
    section = state.players[player].section
    return {row.player.id: row.points for row in standings(state) if row.section == section and not row.annulled}
