"""The stages of an event that have begun: each is an event of its own inside, and their rounds are those of the whole.

`evolve` hands what happens in a stage inward, with the rounds counted from 1, and joins the rounds of all stages again;
those in which nothing changed stay the same objects. What differs between inside and outside is said here alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player, PlayerFields
from podium.flow import events
from podium.flow.event.kept_records import AddedPoints, KeptApart, KeptRecords
from podium.flow.formats.knockout_rounds import with_rules
from podium.flow.readers import MOST_ROUNDS
from podium.flow.rounds.kept_values import BegunStage
from podium.flow.state import PlayedStage, Round, Tournament

OfBracket = events.BracketBuilt | events.BracketRemoved | events.BracketChanged
OfRound = (
    events.RoundPaired
    | events.BoardsChanged
    | events.ResultRecorded
    | events.SetsRecorded
    | events.StageChanged
    | events.RoundStartChanged
    | events.EditingChanged
)


def stage_of_event(state: Tournament, event: events.Event) -> PlayedStage | None:
    """The stage that an event is about; None for what is about the whole event."""
    if not state.stages:
        return None
    match event:
        case events.RoundUnpaired():
            return stage_of_round(state, event.undone.round)
        case events.TieOrdered():
            order = event.after or event.before
            return stage_of_round(state, order.rounds) if order is not None else None
        case _ if isinstance(event, OfRound):
            return stage_of_round(state, event.round)
        case _:
            return state.stages[-1] if isinstance(event, OfBracket) else None


def stage_of_round(state: Tournament, round: int) -> PlayedStage:
    """The stage that has that round; the last one for rounds that there are not."""
    first = state.stages[0]
    return next((each for each in reversed(state.stages) if each.before < round), first)


def shifted(event: events.Event, by: int) -> events.Event:
    """An event of a stage with so much added to the numbers of its rounds; players are as they were."""
    match event:
        case events.RoundUnpaired():
            return events.RoundUnpaired(replace(event.undone, round=event.undone.round + by))
        case events.TieOrdered():
            orders = (each and replace(each, rounds=each.rounds + by) for each in (event.before, event.after))
            return events.TieOrdered(*orders)
        case events.BracketBuilt():
            return replace(event, starts={number + by: start for number, start in event.starts.items()})
        case events.BracketRemoved():
            starts = {number + by: start for number, start in event.undone.starts.items()}
            return events.BracketRemoved(replace(event.undone, starts=starts))
        case _ if isinstance(event, OfRound | events.ReportChanged | events.StartPositionChanged):
            return replace(event, round=event.round + by)
        case _:
            return event


def with_stage(state: Tournament, stage: PlayedStage, event: Tournament) -> Tournament:
    """`state` with another inside of a stage that it has."""
    at = stage.begun.number - 1
    stages = (*state.stages[:at], replace(stage, event=event), *state.stages[at + 1 :])
    return _joined(replace(state, stages=stages), state)


def with_begun(state: Tournament, begun: BegunStage) -> Tournament:
    """`state` once a stage has begun of which nothing is paired yet."""
    ids = [each.player for each in begun.qualified]
    plan = state.settings.stages[begun.number - 1]
    added = tuple(AddedPoints(points, (id,)) for id, points in begun.carried.items() if points)
    apart = tuple(KeptApart(pair, 1, MOST_ROUNDS) for pair in begun.met)
    event = Tournament(
        state.id,
        plan.settings,
        kept=KeptRecords(added=added, apart=apart),
        lots_from=state.lots_from,
        seeds=tuple(ids),
        met=frozenset(map(frozenset, begun.met)),
    )
    stage = PlayedStage(begun, event, len(state.rounds))
    return refreshed(replace(state, stages=(*state.stages, stage)))


def without_last(state: Tournament) -> Tournament:
    """`state` without the last stage, of which nothing is paired, and its teams."""
    teams = state.stages[-1].begun.teams
    players = {id: player for id, player in state.players.items() if id not in teams} if teams else state.players
    return replace(state, players=players, stages=state.stages[:-1])


def with_teams(state: Tournament) -> Tournament:
    """`state` with an entry for each team, which is called as its players are now."""
    players = dict(state.players)
    for id, members in ((id, members) for stage in state.stages for id, members in stage.begun.teams.items()):
        called = " & ".join(players[member].name for member in members if member in players)
        number = max(player.number for player in players.values()) + 1
        team = players.get(id, Player(id, number, PlayerFields(called)))
        players[id] = replace(team, fields=replace(team.fields, name=called))
    return state if players == state.players else replace(state, players=players)


def with_groups(state: Tournament, event: events.GroupsChanged) -> Tournament:
    """`state` with other groups of a stage: of the first one until it has begun, or of one that has."""
    if event.stage > len(state.stages):
        return replace(state, groups=event.after)
    assert event.after is not None  # a stage that has begun has groups
    stage = state.stages[event.stage - 1]
    regrouped = replace(stage, begun=replace(stage.begun, groups=event.after))
    stages = tuple(regrouped if each is stage else each for each in state.stages)
    return refreshed(replace(state, stages=stages))


def refreshed(state: Tournament) -> Tournament:
    """`state` with the players, settings and start positions of all stages as those of the whole event are now."""
    stages = []
    state = with_teams(state)
    for stage in state.stages:
        settings = state.settings.stages[stage.begun.number - 1].settings
        positions = {number - stage.before: one for number, one in state.start_positions.items()}
        event = replace(stage.event, players=_players(state, stage), start_positions=positions)
        stages.append(replace(stage, event=event if event.settings == settings else with_rules(event, settings)))
    return _joined(replace(state, stages=tuple(stages)), state)


def with_seats(state: Tournament, event: events.PlayersChanged) -> Tournament:
    """`state` with the seats that changed hands in the stage that is played."""
    stage = state.stages[-1]
    if event.seats is None:
        return state
    event_inside = replace(stage.event, seats=event.seats.after)
    return replace(state, seats={}, stages=(*state.stages[:-1], replace(stage, event=event_inside)))


def inward_player(stage: PlayedStage, player: Player, group: str | None) -> Player:
    """A player of the whole event as one of a stage: with the group for a section, and the byes of its rounds."""
    byes = {number - stage.before: kind for number, kind in player.byes.items() if number > stage.before}
    if player.fields.section == group and byes == player.byes:
        return player
    return replace(player, fields=replace(player.fields, section=group), byes=byes)


def outward_player(state: Tournament, stage: PlayedStage, player: Player) -> Player:
    """The opposite, with the byes of earlier stages."""
    known = state.players.get(player.id)
    earlier = {number: kind for number, kind in known.byes.items() if number <= stage.before} if known else {}
    byes = {**earlier, **{number + stage.before: kind for number, kind in player.byes.items()}}
    section = known.fields.section if known else None
    return replace(player, fields=replace(player.fields, section=section), byes=byes)


def _players(state: Tournament, stage: PlayedStage) -> Mapping[PlayerId, Player]:
    """The players of a stage as the whole event has them now; the same object where nobody changed."""
    found = dict(_in_groups(state, stage))
    return stage.event.players if stage.event.players == found else found


def _in_groups(state: Tournament, stage: PlayedStage) -> Iterator[tuple[PlayerId, Player]]:
    names: tuple[str | None, ...] = stage.event.settings.sections or (None,)
    before = stage.event.players
    for name, group in zip(names, stage.begun.groups.players, strict=False):
        for id in group:
            if id in state.players:
                player = inward_player(stage, state.players[id], name)
                yield id, before[id] if before.get(id) == player else player


def _joined(state: Tournament, before: Tournament) -> Tournament:
    """`state` with the rounds of all its stages as those of the whole event, which they were `before`."""
    rounds: list[Round] = []
    for stage, was in zip(state.stages, before.stages, strict=True):
        old = before.rounds[was.before : was.before + len(was.event.rounds)]
        for at, here in enumerate(stage.event.rounds):
            stays = at < len(old) and was.event.rounds[at] is here
            rounds.append(old[at] if stays else _outward(here, stage.before))
    last = state.stages[-1]
    bracket = last.event.knockout
    if bracket is not None:
        kept = bracket is before.stages[-1].event.knockout
        bracket = before.knockout if kept else replace(bracket, before=last.before)
    same = all(new.event.where is old.event.where for new, old in zip(state.stages, before.stages, strict=True))
    return replace(
        state,
        rounds=tuple(rounds),
        where=before.where if same else _shifted_where(state),
        knockout=bracket,
        starts={number + last.before: start for number, start in last.event.starts.items()},
    )


def _outward(here: Round, before: int) -> Round:
    return replace(here, number=here.number + before) if before else here


def _shifted_where(state: Tournament) -> dict[PairingId, int]:
    return {id: number + stage.before for stage in state.stages for id, number in stage.event.where.items()}
