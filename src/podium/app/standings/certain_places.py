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
from podium.app.standings.tally import is_counted, uncounted
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import Result, Scoring, Worth
from podium.flow.event.options import ANNUL_EARLY
from podium.flow.formats.registry import format_of
from podium.flow.players.annulled import annulled
from podium.flow.state import Game, Round, Stage, Tournament

PLACES = 3
"""The places that are worth a word."""
OWN = {
    Worth.LOSS: (Worth.LOSS, Worth.FORFEIT_LOSS),
    Worth.DRAW: (Worth.DRAW,),
    Worth.WIN: (Worth.WIN, Worth.FORFEIT_WIN),
}
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

    Of the best places that is while only games of the last round are open; that somebody has won, as soon as nobody can
    come level any more.
    """
    planned, scoring = planned_rounds(state), state.settings.scoring
    rows = [row for row in standings(state) if not row.annulled] if planned and _ranks_by_points(state) else []
    section = next((row.section for row in rows if row.player.id == player), None)
    points = {row.player.id: row.points for row in rows if row.section == section}
    if planned is None or player not in points:
        return ""
    open_rounds = [_open_games(state, here) for here in state.rounds]
    if planned == len(state.rounds) and not any(open_rounds[:-1]):
        ahead = [each for each in points.values() if each > points[player] + scoring.win]
        if len(ahead) >= PLACES or not open_rounds[-1] or not _are_independent(state, open_rounds[-1]):
            return ""
        games = [(each.white, each.black) for each in open_rounds[-1]]
        return "; ".join(_said(worst_places(player, points, games, scoring)))
    chances = {
        id: planned - len(state.rounds) + sum(any(id in each.players for each in games) for games in open_rounds)
        for id in points
    }
    others = [each + scoring.win * chances[id] for id, each in points.items() if id != player]
    return _("has won already") if others and points[player] > max(others) and not _annuls(state) else ""


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
        after = [
            {**points, **{id: points[id] + gain for id, gain in zip(own, gains, strict=True) if id in points}}
            for result in _FINAL
            if (result.white, result.black)[own.index(player)] in same
            for gains in [(scoring.points(result.white), scoring.points(result.black))]
        ]
        places = [_worst(player, each, others, scoring) for each in after]
        found[worth] = Place(max(each.shared for each in places), max(each.alone for each in places))
    return found


def _worst(player: P, points: Mapping[P, Points], games: Sequence[tuple[P, P]], scoring: Scoring) -> Place:
    """The worst place of a player whose own game is over: each game that is open ends as badly as it can."""
    outcomes = {(scoring.points(result.white), scoring.points(result.black)) for result in _FINAL}
    playing = {id for game in games for id in game}

    def place(passes: Callable[[Points, Points], bool]) -> int:
        over = sum(passes(each, points[player]) for id, each in points.items() if id not in playing and id != player)
        return over + sum(
            max(
                sum(
                    passes(points[id] + gain, points[player])
                    for id, gain in zip(game, gains, strict=True)
                    if id in points
                )
                for gains in outcomes
            )
            for game in games
        )

    return Place(place(gt) + 1, place(ge) + 1)


def _said(places: Mapping[Worth, Place]) -> Iterator[str]:
    """A phrase for each result that secures more than a worse one."""
    before = None
    for worth, place in places.items():
        sole = place.shared == place.alone
        if place != before and place.shared <= PLACES:
            won = worth is Worth.LOSS and place.alone == 1
            yield _("has won already") if won else _(_SAID[worth][0 if sole else 1], place=place.shared)
        before = place


def _ranks_by_points(state: Tournament) -> bool:
    """Whether points decide first, all of them come from the rounds, and the last round is out."""
    by_points = views_of(state).traits.uses_tiebreaks and POINTS not in state.settings.tiebreaks[1:]
    return by_points and not state.kept.added and bool(state.rounds) and state.rounds[-1].stage is not Stage.DRAFT


def _open_games(state: Tournament, here: Round) -> list[Game]:
    """The games of a round that can still bring points; one that is adjourned counts as a draw until it is over."""
    left_out = uncounted(state)
    return [
        each
        for each in here.meetings
        if isinstance(each, Game) and (each.problem or each.adjourned) and is_counted(each, left_out)
    ]


def _are_independent(state: Tournament, games: Sequence[Game]) -> bool:
    """Whether each game can end in every way, and none of them takes away what others brought."""
    here = state.rounds[-1]
    lost = {each.id: replace(each, result=Result.BOTH_FORFEIT) for each in games}
    nobody_comes = replace(state, rounds=(*state.rounds[:-1], replace(here, games={**here.games, **lost})))
    players = [id for each in games for id in each.players]
    alone = len(players) == len(set(players)) and not any(each.adjourned for each in games)
    return alone and (not _annuls(state) or annulled(nobody_comes) == uncounted(state))


def _annuls(state: Tournament) -> bool:
    """Whether the games of somebody who leaves can still be taken from everybody."""
    return ANNUL_EARLY in format_of(state).options and state.settings.annul_early
