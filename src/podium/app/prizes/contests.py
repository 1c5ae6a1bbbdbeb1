"""The contest for prizes that a tournament makes: its standings, its plan and what a run goes by."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from podium.app.queries import standings
from podium.app.standings.final_ranking import unranked
from podium.core.errors import Refused
from podium.core.player import first_day
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.state import Tournament
from podium.prizes import Contest, Decision, Override, Rules
from podium.prizes import Player as Contestant
from podium.prizes.soundness import is_tie

MOST_NAMED = 5
"""How many players without a rank are named."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What a run goes by."""

    overrides: tuple[Override, ...] = ()
    rules: Rules = field(default_factory=Rules)
    decisions: tuple[Decision, ...] = ()


def usual_options(state: Tournament) -> RunOptions:
    """What a run goes by that asks for nothing: the rules of the event or of the last run, and what was decided there.

    A decision between players whom something tells apart by now is dropped.
    """
    last = state.prizes.allocated
    rules = state.prizes.rules or (last.rules if last else Rules())
    if last is None:
        return RunOptions(rules=rules)
    contest = contest_of(state, RunOptions())
    return RunOptions(last.overrides, rules, tuple(each for each in last.decisions if is_tie(contest, each)))


def options_of(allocated: Allocated) -> RunOptions:
    """What a run that was kept went by."""
    return RunOptions(allocated.overrides, allocated.rules, allocated.decisions)


def contest_of(state: Tournament, options: RunOptions, plan: Plan | None = None) -> Contest:
    """The contest that the standings and the plan of a tournament make.

    Ranks are those of the standings, shared where they are shared there; they count within a section. Where they were
    entered there are no points, and everybody needs one: raises Refused naming players without one, but not
    withdrawn ones, who are left out. So is who was expelled, or left before half of the games where that annuls them.
    A year of birth without a day is taken for its first day, as everywhere.
    """
    if missing := unranked(state):
        names = [player.name for player in missing[:MOST_NAMED]]
        raise Refused("ranking-incomplete", value=missing[0].id, names=names, count=len(missing))
    plan = state.prizes.plan if plan is None else plan
    players = tuple(
        Contestant(
            id=row.player.id,
            name=about.name,
            rank=row.rank,
            rating=about.rating,
            gender=about.gender,
            date_of_birth=date.fromisoformat(first_day(about.birth)) if about.birth else None,
            fide_id=about.fide_id,
            disability=about.disability,
            city=about.city,
            state=about.state,
            club=about.club,
            points=None if row.entered else row.points,
            section=row.section or None,
        )
        for row in standings(state)
        for about in [row.player.fields]
        if not ((row.entered and about.rank is None) or row.annulled or row.player.expelled)
    )
    start = date.fromisoformat(state.settings.start) if state.settings.start else None
    return Contest(
        players, plan.categories, plan.prizes, options.overrides, options.rules, start, state.id, options.decisions
    )
