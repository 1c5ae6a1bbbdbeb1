"""The stages of an event: their groups, who goes on, and how one begins."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.documentation import RANKING, read
from podium.api.parameters import Injected, Stage, stage_number
from podium.app.desk import Seen
from podium.app.event.settings_schema import one_of
from podium.app.formats.stage_answers import StagesAnswer, stages_answer
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.commands import Command, SetGroups, StartStage

EVERYBODY, LOTS = "all", "lot"


class GroupsBody(Body):
    """The groups of the first stage, each the players of one; null: as the plan of the event divides them."""

    groups: list[list[str]] | None


class StartStageBody(Body):
    """Who goes on where players are level at the cut: those `qualified`, by a play-off or as it was decided; or all,
    with `tied` as `all`; or lots do, with `tied` as `lot`."""

    qualified: list[str] | None = None
    tied: Annotated[str, one_of(EVERYBODY, LOTS, None)] | UnsetType | None = UNSET


@read("/tournaments/{id:str}/stages", summary="The stages of an event, and who went on", responses=RANKING)
def stages(seen: Injected[Seen]) -> StagesAnswer:
    return stages_answer(seen.state, seen.version)


@act("PUT /tournaments/{id:str}/stages/{n:str}/groups", "Set the groups of the first stage", stages_answer)
def set_groups(n: Stage, data: GroupsBody) -> Command:
    groups = None if data.groups is None else tuple(tuple(map(PlayerId, group)) for group in data.groups)
    return SetGroups(stage_number(n), groups)


@act("POST /tournaments/{id:str}/stages/{n:str}/start", "Begin a stage with those who go on to it", stages_answer)
def start_stage(n: Stage, data: StartStageBody) -> Command:
    """A bracket is built at once; the rounds of other stages are then paired one by one."""
    if data.tied not in (UNSET, None, EVERYBODY, LOTS):
        raise Invalid("choice-unknown", field="tied", value=data.tied, allowed=[EVERYBODY, LOTS])
    named = None if data.qualified is None else tuple(map(PlayerId, data.qualified))
    return StartStage(stage_number(n), named, everybody=data.tied == EVERYBODY, lot="" if data.tied == LOTS else None)


HANDLERS = (stages, set_groups, start_stage)
