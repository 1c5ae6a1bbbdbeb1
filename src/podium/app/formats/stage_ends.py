"""How stages end: who goes on as things stand, and what a later correction of an earlier stage undoes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from podium.app.access import Role
from podium.app.queries import standings
from podium.core.errors import Forbidden, Refused
from podium.core.ids import PlayerId
from podium.flow import commands
from podium.flow.events import Events
from podium.flow.evolve import fold
from podium.flow.formats.stage_commands import Corrects, check_finished, is_unplayed, stage_of_pairing, stages_undone
from podium.flow.formats.stage_cut import cut_of, stage_from_cut
from podium.flow.rounds.kept_values import BegunStage, CutDecidedBy
from podium.flow.state import Stage, Tournament
from podium.stages import Cut, Line


def with_finished(state: Tournament, command: commands.StartStage) -> commands.StartStage:
    """A command that begins a stage, with how the one before it ended."""
    if not 2 <= command.stage <= len(state.stages) + 1:
        return command
    return replace(command, finished=finished_stage(state, command.stage - 1))


def finished_stage(state: Tournament, number: int) -> commands.FinishedStage:
    """How a stage ends, by the results that there are; complete rounds count as if they were closed."""
    event = with_complete_rounds(state.stages[number - 1].event)
    rows = standings(event)
    tables = tuple(
        tuple(Line(row.player.id, row.rank, row.player.withdrawn or row.annulled) for row in group)
        for _, group in groupby(rows, key=lambda row: row.section)
    )
    totals = {row.player.id: row.points for row in rows}
    return commands.FinishedStage(tables, totals, tuple(event.settings.tiebreaks))


def with_complete_rounds(event: Tournament) -> Tournament:
    """A stage as it stands once the rounds that have all their results are closed."""
    rounds = tuple(here if here.pending else replace(here, stage=Stage.CLOSED) for here in event.rounds)
    return replace(event, rounds=rounds)


def provisional_cut(state: Tournament) -> Cut | None:
    """Who would go on to the next stage as things stand; None where there is none, or not enough take part."""
    number = len(state.stages) + 1
    if not 2 <= number <= len(state.settings.stages):
        return None
    try:
        return cut_of(state, commands.StartStage(number, finished=finished_stage(state, number - 1)))
    except Refused:
        return None


def left_after_cut(state: Tournament) -> tuple[PlayerId, ...]:
    """Who went on to the last stage and has left since, while nothing of it is played, so that others can move up."""
    if len(state.stages) < 2 or not is_unplayed(state.stages[-1]):
        return ()
    return tuple(id for id in state.stages[-1].begun.players if state.players[id].withdrawn)


def before_cut(state: Tournament) -> Tournament:
    """An event as it would be if its last stage had not begun."""
    return replace(state, stages=state.stages[:-1])


def going_on(state: Tournament, stage: int) -> tuple[PlayerId, ...]:
    """Who went on to a stage, or would go on to the next one as things stand; who is level there is not among them."""
    if stage <= len(state.stages):
        begun = state.stages[stage - 1].begun
        return tuple(id for each in begun.qualified for id in begun.teams.get(each.player, (each.player,)))
    cut = provisional_cut(state)
    return tuple(each.player for each in cut.going_on) if cut is not None else ()


def cut_kept(state: Tournament, command: commands.Command, events: Events, role: Role) -> Events:
    """The events of a correction, after those that undo the stages which began with other players than it leads to.

    Of a stage after which another has begun no result changes unless that is confirmed, by an arbiter.
    """
    if not events or len(state.stages) < 2 or not isinstance(command, Corrects):
        return events
    record = command.record if isinstance(command, commands.CorrectResult) else command
    stage = stage_of_pairing(state, record.pairing)
    if stage is state.stages[-1]:
        return events
    number = stage.begun.number + 1
    before, after = _begun_anew(state, number), _begun_anew(fold(state, events), number)
    undone = stages_undone(state, number) if before is None or before != after else ()
    if not record.confirm:
        later = state.stages[number - 1 :] if undone else ()
        rounds = [round for each in later for round in each.rounds]
        played = sum(game.entered for each in later for here in each.event.rounds for game in here.every)
        stages = [each.begun.number for each in later]
        raise Refused(
            "cut-has-consequences", value=record.pairing, stage=number, undoes=stages, rounds=rounds, results=played
        )
    if role < Role.ARBITER:
        raise Forbidden(type(command).__name__)
    return (*undone, *events)


def _begun_anew(state: Tournament, number: int) -> BegunStage | None:
    """The stage as it would begin by the results that there are, decided as it was; None where it could not."""
    begun = state.stages[number - 1].begun
    by_hand = begun.players if begun.decided_by is CutDecidedBy.HAND else None
    everybody = begun.decided_by is CutDecidedBy.ALL
    earlier = replace(state, stages=state.stages[: number - 1])
    try:
        check_finished(earlier, number - 1)
        return stage_from_cut(
            earlier, commands.StartStage(number, by_hand, everybody, finished_stage(earlier, number - 1), begun.lot)
        )
    except Refused:
        return None


def level_at_cut(cut: Cut | None) -> Sequence[PlayerId]:
    """The players who are level at a cut that nothing has decided."""
    return list(dict.fromkeys(player for each in cut.open for player in each.level)) if cut is not None else []
