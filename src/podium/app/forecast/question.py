"""What a forecast is asked with: the event as it is played on from, and what is believed of its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from podium.app.formats.registry import traits_of
from podium.app.formats.stage_ends import with_finished
from podium.app.prizes.contests import contest_of, usual_options
from podium.app.profiles.registry import shows_forecasts
from podium.core.errors import PodiumError, Refused
from podium.core.ids import PairingId, PlayerId
from podium.core.points import Points
from podium.flow.commands import StartStage
from podium.flow.event.options import ROUNDS
from podium.flow.formats.protocol import NO_ENGINE
from podium.flow.formats.registry import format_of
from podium.flow.state import Game, Match, Tournament
from podium.forecast.strength import Meeting, by_rating, moved
from podium.prizes.allocation import allocate
from podium.prizes.model import Contest
from podium.simulation.rest import Beliefs, is_over, open_contests, ready, teams_of

ONE = Points.of(1)
Sides = tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]


@dataclass(frozen=True, slots=True)
class Question:
    """An event that can be forecast. `contests` are the sides of those that can be played now, for each player the
    first one."""

    state: Tournament
    beliefs: Beliefs
    contests: Mapping[PairingId, Sides]
    prizes: Contest | None
    """What there is to win, and by which rules; None where nothing can be said."""


def question(state: Tournament) -> Question:
    """What to ask about an event; raises as `check` does, and Refused where its next round cannot be paired."""
    check(state)
    contests = {each.id: sides_of(state, each) for each in open_now(state)}
    return Question(ready(state, next_stage), _beliefs(state), contests, contest(state))


def check(state: Tournament) -> None:
    """Nothing; raises Refused, with what is missing, for an event of which nothing can or shall be said."""
    format = format_of(state)
    if not shows_forecasts(state.settings):
        raise Refused("forecasts-off", value=state.settings.name)
    if format.engine is NO_ENGINE:
        raise Refused("forecast-by-hand", value=state.settings.name)
    if ROUNDS in format.options and format.rounds_expected(state) is None:
        raise Refused("forecast-needs-rounds", value=state.settings.name)
    if (here := next((here for here in state.rounds if here.editing), None)) is not None:
        raise Refused("round-being-edited", value=here.number)
    there = sum(not player.withdrawn for player in state.players.values())
    if not state.rounds and there < format.engine.fewest_players:
        raise Refused("too-few-players", value=there, least=format.engine.fewest_players)
    rated = _plays_alone(state) and any(player.fields.rating for player in state.players.values())
    if not rated and not any(each.played for here in state.rounds for each in here.every) and not is_over(state):
        raise Refused("forecast-without-strengths", value=state.settings.name)


def contest(state: Tournament) -> Contest | None:
    """The contest for the prizes of the event; None where there are none, or where ages or disabilities decide of
    which whoever sees the event is not to know."""
    plan = state.prizes.plan
    personal = any(each.active and (each.min_age or each.max_age or each.disability) for each in plan.categories)
    known = any(each.fields.birth or each.fields.disability for each in state.players.values())
    if not plan.prizes or (personal and not known):
        return None
    try:
        found = contest_of(state, replace(usual_options(state), decisions=()))
        allocate(found)
    except PodiumError:  # it is not complete yet; the page of the prizes says so
        return None
    return found


def next_stage(state: Tournament) -> StartStage | None:
    """What begins the next stage; lots decide among those who are level at the cut."""
    number = len(state.stages) + 1
    return with_finished(state, StartStage(number, lot="")) if 1 < number <= len(state.settings.stages) else None


def stage_to_come(state: Tournament) -> int | None:
    """The number of the stage that players can still go on to; None where there is none."""
    number = max(len(state.stages), 1) + 1
    return number if number <= len(state.settings.stages) else None


def is_offered(state: Tournament) -> bool:
    """Whether there is a forecast to be shown: it is wanted, something can be said, and something is left to play."""
    if state.rounds and is_over(state):
        return False
    try:
        check(state)
    except Refused:
        return False
    return True


def open_now(state: Tournament) -> tuple[Game | Match, ...]:
    """The contests that can be played now, for each player the first one."""
    seen: set[PlayerId] = set()
    found = []
    for each in open_contests(state):
        if seen.isdisjoint(each.players):
            seen.update(each.players)
            found.append(each)
    return tuple(found)


def sides_of(state: Tournament, contest: Game | Match) -> Sides:
    """The players of both sides; of a game between teams, those who make them up."""
    teams = teams_of(state)
    first, second = (tuple(one for id in side for one in teams.get(id, (id,))) for side in contest.sides)
    return first, second


def _plays_alone(state: Tournament) -> bool:
    """Whether everybody plays for themselves, in all stages, so that ratings say something."""
    every = (state.settings, *(each.settings for each in state.settings.stages))
    return not any(traits_of(each).story.plays_in_teams for each in every)


def _beliefs(state: Tournament) -> Beliefs:
    """What is believed of the players: by their ratings, if the event is one of single players, and by all results."""
    alone, teams = _plays_alone(state), teams_of(state)
    number = len(state.rounds) + 1
    people = [player for player in state.players.values() if player.id not in teams]
    before = by_rating({player.id: player.rating_in(number) if alone else None for player in people})
    levels = {id: each.mean for id, each in before.items()}
    return Beliefs(moved(before, _meetings(state, levels)), levels)


def _meetings(state: Tournament, levels: dict[PlayerId, float]) -> Iterator[Meeting[PlayerId]]:
    """Every contest that was played and has a winner or was drawn."""
    for here in state.rounds:
        for each in here.every:
            if each.is_match and each.played:
                yield Meeting(each.home, each.away, float(each.sets.home == each.to_win), None)
            elif isinstance(each, Game) and each.result is not None and each.result.played and each.result.final:
                own, other = each.result.white.standard, each.result.black.standard
                if own + other == ONE:
                    rated = each.white in levels
                    level = (levels[each.white] + levels[each.black]) / 2 if rated else None
                    yield Meeting(*sides_of(state, each), own.number, level)
