"""An event of stages: groups and then a knockout, a Swiss and then a final. Each stage is played by its own format.

What is done inside a stage `stage_commands` hands to it; what is asked of a round is asked of its stage here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.player import Player
from podium.core.translation import mark
from podium.flow.commands import PairRound
from podium.flow.event import options as known
from podium.flow.event.knockout_options import SEEDING
from podium.flow.event.live_options import LIVE_GAME_OPTIONS
from podium.flow.event.setting_values import Settings, StagePlan
from podium.flow.event.stage_options import STAGES
from podium.flow.events import RoundPaired
from podium.flow.formats.played_stages import stage_of_round
from podium.flow.formats.protocol import Engine, Format, Playable
from podium.flow.formats.swiss import SWISS
from podium.flow.rounds.kept_values import Seats
from podium.flow.state import PlayedStage, Round, Tournament
from podium.knockout import Seeding
from podium.stages import Carry
from podium.swiss import Field


@dataclass(frozen=True)
class StagesFormat(Format):
    """`formats` are those that stages can have."""

    formats: tuple[Format, ...] = ()

    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        raise AssertionError("each stage pairs its own rounds")

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        if not settings.stages:
            raise Invalid("stages-missing", field=STAGES.json, value=None)
        for number, plan in enumerate(settings.stages, start=1):
            self._check_stage(plan, last=number == len(settings.stages))
        for earlier, plan in pairwise(settings.stages):
            assert plan.qualify is not None  # every stage but the first has it
            check_rounds(plan, plan.qualify.places(earlier.groups) // plan.groups)
        return super().check(settings, given, before)

    def _check_stage(self, plan: StagePlan, *, last: bool) -> None:
        """Nothing, if the format of a stage can be there, and have so many groups and points that are carried."""
        format = next((each for each in self.formats if each.name == plan.settings.format), None)
        if format is None:
            allowed = [each.name for each in self.formats]
            raise Invalid("format-not-in-stage", field="format", value=plan.settings.format, allowed=allowed)
        if format.engine.built_at_once and not last:
            raise Invalid("bracket-before-last-stage", field="format", value=format.name)
        if plan.groups > 1 and known.SECTIONS not in format.options:
            raise Invalid("groups-not-in-format", field="groups", value=plan.groups, format=format.name)
        if plan.carry is not Carry.NONE and known.SCORING not in format.options:
            raise Invalid("carry-not-in-format", field="carry", value=plan.carry.value, format=format.name)
        if plan.teams is not None and not format.engine.built_at_once:
            raise Invalid("teams-outside-bracket", field="teams", value=plan.teams.value, format=format.name)
        if plan.given.get(SEEDING.json, Seeding.STANDARD.value) != Seeding.STANDARD.value:
            raise Invalid("seeds-follow-cut", field=SEEDING.json, value=plan.given[SEEDING.json])
        for name in (known.SECTIONS.json, known.RULE_SET.json):
            if name in plan.given:
                raise Invalid("not-in-stage", field=name, value=plan.given[name])

    def check_change(self, state: Tournament, after: Settings, *, confirmed: bool) -> Seats:
        """No seats; raises Refused where a stage that has begun would be another, but for a longer or shorter one."""
        for stage in state.stages:
            number = stage.begun.number
            was, now = (_own(each.stages[number - 1]) for each in (state.settings, after))
            if was != now:
                raise Refused("stage-begun", field=STAGES.json, value=number)
            planned = after.stages[number - 1].settings.rounds
            if planned is not None and planned < len(stage.event.rounds):
                raise Refused("rounds-exist", field="rounds", value=planned, paired=len(stage.event.rounds))
        return super().check_change(state, after, confirmed=confirmed)

    def rounds_expected(self, state: Tournament) -> int | None:
        """Known once the last stage has begun."""
        last = None if state.has_stage_to_come else state.stages[-1]
        if last is None or (own := self._format_of(last).rounds_expected(last.event)) is None:
            return None
        return last.before + own

    def expects(self, state: Tournament, player: Player, round: int) -> bool:
        stage = stage_of_round(state, round)
        inside = stage.event.players.get(player.id)
        return inside is not None and self._format_of(stage).expects(stage.event, inside, round - stage.before)

    def playable(self, state: Tournament, here: Round) -> list[Playable]:
        stage = stage_of_round(state, here.number)
        inside = stage.event.rounds[here.number - stage.before - 1]
        found = self._format_of(stage).playable(stage.event, inside)
        return [replace(each, round=here.number) for each in found]

    def _format_of(self, stage: PlayedStage) -> Format:
        return next(each for each in self.formats if each.name == stage.event.settings.format)


def check_rounds(plan: StagePlan, smallest: int) -> None:
    """Nothing, unless a Swiss is to have more rounds than a group of that size can play; raises Refused."""
    rounds, most = plan.given.get(known.ROUNDS.json), smallest - 1 + smallest % 2
    if plan.settings.format == SWISS.name and isinstance(rounds, int) and rounds > most:
        raise Refused("rounds-of-group", value=rounds, players=smallest, most=most)


def _own(plan: StagePlan) -> object:
    """What of a stage cannot change once it has begun: all but the number of its rounds, and what all stages share."""
    given = {name: value for name, value in plan.given.items() if name != known.ROUNDS.json}
    return plan.settings.format, given, plan.groups, plan.qualify, plan.carry, plan.teams


@dataclass(frozen=True)
class EngineOfStages(Engine):
    formats: tuple[Format, ...] = field(default=())

    def slow_fields(self, state: Tournament) -> Mapping[str, Field]:
        if not state.stages:
            return {}
        stage = state.stages[-1]
        format = next(each for each in self.formats if each.name == stage.event.settings.format)
        return format.engine.slow_fields(stage.event)


def stages_of(formats: tuple[Format, ...]) -> StagesFormat:
    """The format of events whose stages have these."""
    return StagesFormat(
        name="stages",
        label=mark("Groups, then a knockout; or other stages"),
        options=(
            *(STAGES, known.SCORING, known.RATE_OF_PLAY, known.STARTING_RANK, known.NATIONAL_RATINGS),
            *(known.RATING_LISTS, known.CHECK_RATINGS, known.TABLES, known.CHESS960),
            *LIVE_GAME_OPTIONS,
        ),
        engine=EngineOfStages(formats),
        formats=formats,
    )
