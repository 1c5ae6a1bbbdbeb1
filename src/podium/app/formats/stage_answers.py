"""The stages of an event as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from podium.app.formats.stage_ends import before_cut, left_after_cut, level_at_cut, provisional_cut
from podium.app.words.language import _
from podium.app.words.phrases import enumeration
from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.event.setting_values import GroupDraw
from podium.flow.formats.stage_commands import check_finished, groups_now
from podium.flow.rounds.kept_values import BegunStage
from podium.flow.state import PlayedStage, Tournament
from podium.stages import Cut, group_name


class GroupRow(Struct):
    name: str
    players: list[str]


class QualifiedRow(Struct):
    """Somebody who goes on to the stage: from which place of which group, as `A1`, and as which seed; of a fixed pair
    the two players are its `team`."""

    player_id: str
    origin: str = field(name="from")
    seed: int | None
    team: list[str] | UnsetType = UNSET


class StageRow(Struct):
    """A stage; `qualified` are those who went on to it, from seed 1 on. Groups by lot are there once they are drawn.

    Of the next one to begin `provisional` are those who would go on as things stand, and `level` those whom nothing
    parts at the cut. `decided_by` is what parted such players: the `ranking` where nobody was level.
    """

    number: int
    format: str
    status: Literal["planned", "playing", "finished"]
    groups: list[GroupRow]
    qualified: list[QualifiedRow]
    rounds: list[int]
    decided_by: Literal["ranking", "hand", "lot", "all"] | None
    seed: str | None
    provisional: list[QualifiedRow]
    level: list[str]


class StagesAnswer(Struct):
    version: int
    stages: list[StageRow]


def stages_answer(state: Tournament, version: int) -> StagesAnswer:
    """The stages, those to come too; raises Refused where an event has none."""
    if not state.settings.stages:
        raise Refused("no-stages", value=state.settings.format)
    numbers = range(1, len(state.settings.stages) + 1)
    return StagesAnswer(version, [_row(state, number) for number in numbers])


def _row(state: Tournament, number: int) -> StageRow:
    begun = state.stages[number - 1] if number <= len(state.stages) else None
    cut = provisional_cut(state) if number == len(state.stages) + 1 else None
    would = [
        QualifiedRow(each.player, f"{group_name(each.group)}{each.place}", None)
        for each in (cut.going_on if cut is not None else ())
    ]
    kept = begun.begun if begun is not None else None
    groups = kept.groups if kept is not None else None
    seed = groups.seed if groups is not None else state.groups.seed if number == 1 and state.groups else None
    return StageRow(
        number=number,
        format=state.settings.stages[number - 1].settings.format,
        status=stage_status(state, number),
        groups=_groups(state, groups.players if groups is not None else groups_expected(state, number)),
        qualified=_qualified(kept) if kept is not None else [],
        rounds=list(begun.rounds) if begun is not None else [],
        decided_by=kept.decided_by.value if kept is not None and kept.qualified else None,
        seed=seed,
        provisional=would,
        level=list(level_at_cut(cut)),
    )


def cut_to_make(state: Tournament) -> Cut | None:
    """Who would go on to the stage that is next to begin, or again once somebody has left before it is played."""
    return provisional_cut(before_cut(state) if left_after_cut(state) else state)


def moved_up(state: Tournament, cut: Cut | None) -> str:
    """Who moves up at a cut for others who have left, in words; nothing where nobody does."""
    names = [state.players[id].name for id in cut.moved_up] if cut is not None else []
    return _("Moved up, since others have left: %(names)s.", names=enumeration(names)) if names else ""


def _qualified(stage: BegunStage) -> list[QualifiedRow]:
    return [
        QualifiedRow(each.player, each.origin, seed, list(stage.teams[each.player]) if stage.teams else UNSET)
        for seed, each in enumerate(stage.qualified, start=1)
    ]


def groups_expected(state: Tournament, number: int) -> Sequence[Sequence[PlayerId]]:
    """The groups that the first stage would have; none before lots are drawn, or where there are too few players."""
    plan, kept = state.settings.stages[0], state.groups
    drawn = plan.draw is GroupDraw.RATING or (kept is not None and len(kept.players) == plan.groups)
    if number > 1 or not drawn:
        return ()
    try:
        return groups_now(state, Dice("")).players
    except Refused:
        return ()


def _groups(state: Tournament, groups: Sequence[Sequence[PlayerId]]) -> list[GroupRow]:
    return [GroupRow(group_name(at), [id for id in group if id in state.players]) for at, group in enumerate(groups)]


def stage_status(state: Tournament, number: int) -> Literal["planned", "playing", "finished"]:
    """How far a stage is; one whose rounds are not limited is finished when the next one begins."""
    if number > len(state.stages):
        return "planned"
    stage = state.stages[number - 1]
    return "finished" if number < len(state.stages) or _is_over(state, stage) else "playing"


def _is_over(state: Tournament, stage: PlayedStage) -> bool:
    bracket = stage.event.knockout
    if bracket is not None:
        return bracket.over
    if stage.event.settings.rounds is None and not stage.event.seats:
        return False
    try:
        check_finished(state, stage.begun.number)
    except Refused:
        return False
    return True
