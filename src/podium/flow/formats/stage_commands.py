"""What commands lead to in an event of stages: groups, the cut, and all that is handed to the stage it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, PodiumError, Refused, Unknown, Unpairable
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.flow import commands
from podium.flow.event.setting_values import GroupDraw
from podium.flow.events import (
    BracketBuilt,
    BracketRemoved,
    Event,
    Events,
    GroupsChanged,
    PlayersChanged,
    RoundUnpaired,
    StageBegun,
    StageChanged,
    StageTakenBack,
)
from podium.flow.evolve import fold
from podium.flow.formats.played_stages import inward_player, outward_player, shifted, stage_of_round
from podium.flow.formats.registry import format_of
from podium.flow.formats.stage_cut import check_going_on, stage_from_cut
from podium.flow.players.entries import entered, player_changed
from podium.flow.players.numbers import OrderOfEquals, strongest_first
from podium.flow.players.seats import reseated
from podium.flow.rounds.kept_values import BegunStage, Groups
from podium.flow.rounds.rounds import paired
from podium.flow.state import PlayedStage, Stage, Tournament
from podium.stages import by_lot, check_by_hand, serpentine

Decide = Callable[[Tournament, commands.Act], Events]
"""What a command leads to, in an event or inside one of its stages."""
Pairs = commands.PairRound | commands.PairByHand | commands.PairTeams | commands.PairAllRounds
OfRound = (
    commands.UnpairRound
    | commands.PublishRound
    | commands.StartRound
    | commands.HoldRound
    | commands.CloseRound
    | commands.ReopenRound
    | commands.SetStartPosition
    | commands.EditRound
    | commands.AddPairing
    | commands.GiveBye
)
OfPairing = (
    commands.RecordResult
    | commands.RecordSets
    | commands.ClickSets
    | commands.RecordBye
    | commands.RearrangePairing
    | commands.RemovePairing
)
Corrects = commands.RecordResult | commands.CorrectResult | commands.RecordSets | commands.ClickSets
"""What can still be done in a stage once the next one has begun."""
_NUMBERS = ("value", "round", "next", "most", "later")
_OF_ROUNDS = frozenset(
    (
        *("round-exists", "round-not-next", "rounds-exhausted", "round-closed", "round-open", "round-not-complete"),
        *("later-round-exists", "round-being-edited", "round-without-results", "knockout-rounds", "round-disputed"),
        *("results-missing", "paired-by-hand", "unknown-round", "games-not-live", "not-chess960"),
    )
)
"""The refusals that name a round, in these facts."""


def decided_in_stages(state: Tournament, command: commands.Act, dice: Dice, decide: Decide) -> Events | None:
    """What a command leads to in an event of stages; None for what is as in every other."""
    match command:
        case commands.SetGroups():
            return _groups_set(state, command, dice)
        case commands.StartStage():
            return _started(state, command, dice, decide)
        case commands.AddPlayers() | commands.ImportPlayers() if state.stages and command.newcomers:
            return _entered_late(state, command, dice)
        case commands.WithdrawPlayer(withdrawn=False) if _comes_to_first_stage(state, command.player):
            return _joined(state, player_changed(state, command), [None])
    if not state.stages:
        if not isinstance(command, Pairs):
            return None
        begun = _first_begun(state, dice)
        return (*begun, *decide(fold(state, begun), command))
    stage = _stage_of(state, command)
    if stage is None:
        return None
    return _decided_inside(state, stage, command, decide)


def _decided_inside(state: Tournament, stage: PlayedStage, command: commands.Act, decide: Decide) -> Events | None:
    """What a command leads to in the stage it is about."""
    last = stage is state.stages[-1]
    if not last and not isinstance(command, Corrects | commands.PublishRound | commands.CloseRound):
        raise Refused("later-stage-begun", value=stage.begun.number, later=state.stages[-1].begun.number)
    inside = _inward(stage, command)
    with _Outside(stage):
        if isinstance(command, commands.RequestByes):
            decide(stage.event, inside)  # which may refuse them; all else is as in the whole event
            return None
        found = _corrected(stage.event, inside, decide) if not last else decide(stage.event, inside)
    events = tuple(_outward(state, stage, event) for event in found)
    begins = isinstance(command, commands.UnpairRound) and command.round == stage.before + 1
    if begins and (stage.begun.number == 1 or stage.event.knockout is not None):
        return (*events, StageTakenBack(StageBegun(stage.begun)))  # it began with that round
    return events


def _stage_of(state: Tournament, command: commands.Act) -> PlayedStage | None:
    """The stage that a command is about; None for one about the whole event."""
    last = state.stages[-1]
    match command:
        case commands.CorrectResult():
            return _stage_of(state, command.record)
        case commands.AnotherRound() | commands.TypeTiebreaks():
            return last
        case commands.OrderTie():
            mine = (each for each in reversed(state.stages) if set(command.players) <= each.event.players.keys())
            return next(mine, last)
        case commands.WithdrawPlayer() | commands.RequestByes():
            return last if command.player in last.event.players else None
        case commands.RemovePlayer():
            played = any(here.pairing_of(command.player) for here in state.rounds)
            return last if command.player in last.event.players and not played else None
        case _ if isinstance(command, Pairs):
            number = getattr(command, "round", None)
            return last if number is None or number > len(state.rounds) else stage_of_round(state, number)
        case _ if isinstance(command, OfRound):
            return stage_of_round(state, command.round)
        case _ if isinstance(command, OfPairing):
            return stage_of_pairing(state, command.pairing)
        case _:
            return None


def stage_of_pairing(state: Tournament, id: PairingId) -> PlayedStage:
    """The stage of a pairing; the last one for what is none, or a match whose players are not known."""
    return stage_of_round(state, state.where[id]) if id in state.where else state.stages[-1]


def _inward(stage: PlayedStage, command: commands.Act) -> commands.Act:
    """The command with the numbers of rounds that the stage has for them."""
    if isinstance(command, commands.RequestByes):
        byes = {number - stage.before: kind for number, kind in command.byes.items() if number > stage.before}
        return replace(command, byes=byes)
    if isinstance(command, OfRound | Pairs) and (round := getattr(command, "round", None)) is not None:
        return replace(command, round=round - stage.before)
    return command


def _outward(state: Tournament, stage: PlayedStage, event: Event) -> Event:
    """An event of a stage as one of the whole event."""
    if not isinstance(event, PlayersChanged):
        return shifted(event, stage.before)
    before, after = (
        tuple(outward_player(state, stage, each) for each in players) for players in (event.before, event.after)
    )
    return replace(event, before=before, after=after)


def _corrected(inside: Tournament, command: commands.Act, decide: Decide) -> Events:
    """Another result in a stage whose rounds were closed at the cut; the round is closed again if it can be."""
    if not isinstance(command, Corrects):
        return decide(inside, command)
    record = command.record if isinstance(command, commands.CorrectResult) else command
    round = inside.where[record.pairing]
    closed = inside.rounds[round - 1].stage is Stage.CLOSED
    opened = decide(inside, commands.ReopenRound(round)) if closed else ()
    after = fold(inside, opened)
    recorded = decide(after, record)
    if not recorded:
        return ()
    complete = not fold(after, recorded).rounds[round - 1].pending
    again = (StageChanged(round, Stage.PUBLISHED, Stage.CLOSED),) if closed and complete else ()
    return (*opened, *recorded, *again)


class _Outside:
    """Whatever is refused inside a stage is said with the numbers that rounds have in the whole event."""

    def __init__(self, stage: PlayedStage) -> None:
        self._before = stage.before

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        if isinstance(problem, PodiumError) and problem.code in _OF_ROUNDS:
            for name in _NUMBERS:
                if isinstance(number := problem.facts.get(name), int):
                    problem.facts[name] = number + self._before


# --- groups ---------------------------------------------------------------------------------------


def _groups_set(state: Tournament, command: commands.SetGroups, dice: Dice) -> Events:
    """The groups of the first stage, by hand or as its plan has them."""
    _check_first(state, command.stage)
    if command.groups is None:
        after = planned_groups(state, dice)
    else:
        plan = state.settings.stages[0]
        if len(command.groups) != plan.groups:
            raise Invalid("groups-not-planned", field="groups", value=len(command.groups), planned=plan.groups)
        check_by_hand(command.groups, [player.id for player in _taking_part(state)])
        after = Groups(command.groups)
    return () if after == state.groups else (GroupsChanged(1, state.groups, after),)


def _check_first(state: Tournament, number: int) -> None:
    if not 1 <= number <= len(state.settings.stages):
        raise Unknown("stage", number)
    if number != 1:
        raise Refused("groups-follow-cut", value=number)
    if state.stages:
        raise Refused("stage-begun", value=number)


def _taking_part(state: Tournament) -> list[Player]:
    """Who takes part, the strongest first."""
    active = (player for player in state.players.values() if not player.withdrawn)
    return strongest_first(active, OrderOfEquals.from_settings(state.settings))


def planned_groups(state: Tournament, dice: Dice) -> Groups:
    """The groups of the first stage as its plan divides the players."""
    plan, players = state.settings.stages[0], _taking_part(state)
    if plan.draw is GroupDraw.LOT and plan.groups > 1:
        lot = Dice(dice.token())
        return Groups(by_lot({each.id: each.fields.rating or 0 for each in players}, plan.groups, lot), str(lot.seed))
    return Groups(serpentine([player.id for player in players], plan.groups))


def groups_now(state: Tournament, dice: Dice) -> Groups:
    """The groups that the first stage would begin with: those that were set, with who came since in the smallest."""
    ids = [player.id for player in _taking_part(state)]
    kept = state.groups
    if kept is None or len(kept.players) != state.settings.stages[0].groups:
        return planned_groups(state, dice)
    groups = [[id for id in group if id in ids] for group in kept.players]
    known = {id for group in groups for id in group}
    for id in (each for each in ids if each not in known):
        min(groups, key=len).append(id)
    return replace(kept, players=tuple(map(tuple, groups)))


def _first_begun(state: Tournament, dice: Dice) -> Events:
    groups = groups_now(state, dice)
    check_by_hand(groups.players, [player.id for player in _taking_part(state)])
    check_going_on(state, 1, [len(group) for group in groups.players])
    return (StageBegun(BegunStage(1, groups)),)


def _entered_late(state: Tournament, command: commands.AddPlayers | commands.ImportPlayers, dice: Dice) -> Events:
    """New players in the first stage while it is played: in the group that is named, or the one with most room."""
    if len(state.stages) > 1:
        raise Refused("entry-ended-with-cut", value=len(command.newcomers), stage=state.stages[-1].begun.number)
    stripped = tuple(replace(fields, section=None) for fields in command.newcomers)
    wished = [fields.section for fields in command.newcomers]
    if isinstance(command, commands.AddPlayers):
        changed = entered(state, replace(command, players=stripped), dice)
    else:
        changed = entered(state, replace(command, added=stripped), dice)
    return _joined(state, changed, wished)


def _comes_to_first_stage(state: Tournament, player: PlayerId) -> bool:
    """Whether somebody who comes back is in no group of the first stage, which is being played."""
    return len(state.stages) == 1 and player in state.players and player not in state.stages[0].event.players


def _joined(state: Tournament, changed: Events, wished: Sequence[str | None]) -> Events:
    """The events of somebody who comes to the first stage while it is played, with the groups that they come to."""
    *earlier, last = changed
    assert isinstance(last, PlayersChanged)  # somebody comes
    stage = state.stages[0]
    sections = stage.event.settings.sections or ("",)
    groups = {name: list(group) for name, group in zip(sections, stage.begun.groups.players, strict=True)}
    came: list[Player] = []
    for player, wish in zip(last.after, wished, strict=True):
        if wish and wish not in stage.event.settings.sections:
            raise Invalid("section-unknown", field="section", value=wish, allowed=list(stage.event.settings.sections))
        name = wish or min(groups, key=lambda each: _room(stage.event, each, groups[each]))
        groups[name].append(player.id)
        came.append(inward_player(stage, player, name or None))
    before, after = stage.begun.groups, replace(stage.begun.groups, players=tuple(map(tuple, groups.values())))
    seats = reseated(stage.event, (), came)
    return (*earlier, GroupsChanged(1, before, after), replace(last, seats=seats))


def _room(event: Tournament, section: str, group: Sequence[PlayerId]) -> tuple[bool, int]:
    """Which group takes a late entry first: one of a round robin whose table has a vacant seat, and the smallest."""
    return bool(event.seats) and len(event.seats.get(section, ())) % 2 == 0, len(group)


# --- the cut --------------------------------------------------------------------------------------


def _started(state: Tournament, command: commands.StartStage, dice: Dice, decide: Decide) -> Events:
    """A stage with those who go on to it, and its bracket if it is one; the rounds before it are closed."""
    number = command.stage
    if number == 1:
        if not state.stages:
            _first_begun(state, dice)  # which may refuse it
        return _groups_set(state, commands.SetGroups(1, None), dice) if state.groups is None else ()
    if not 1 <= number <= len(state.settings.stages):
        raise Unknown("stage", number)
    back = _taken_back(state, number)
    there = state.stages[-1].begun if back else None
    now = fold(state, back)
    check_finished(now, number - 1)
    closed: Events = ()
    for here in now.rounds:
        if here.stage is not Stage.CLOSED:
            closed += decide(fold(now, closed), commands.CloseRound(here.number, confirm=True))
    now = fold(now, closed)
    begun = stage_from_cut(now, replace(command, lot=dice.token()) if command.lot == "" else command)
    if begun == there:
        return ()
    opened: Events = (*back, *closed, StageBegun(begun))
    after = fold(state, opened)
    inside = after.stages[-1].event
    if not (begun.met or format_of(inside).engine.built_at_once):
        return opened
    try:
        first = decide(after, commands.PairRound())
    except Refused as refusal:
        if begun.met and (isinstance(refusal, Unpairable) or refusal.code == "rounds-exhausted"):
            raise Refused("carry-leaves-nothing", value=number) from None
        raise
    return (*opened, *first) if format_of(inside).engine.built_at_once else opened


def _taken_back(state: Tournament, number: int) -> Events:
    """What takes back a stage of which nothing is played, to begin it otherwise; none if it has not begun."""
    if number > len(state.stages):
        return ()
    if number < len(state.stages) or not is_unplayed(state.stages[-1]):
        raise Refused("stage-begun", value=number)
    return stages_undone(state, number)


def is_unplayed(stage: PlayedStage) -> bool:
    """Whether nothing of a stage is played, nor paired but for a bracket, so that it can still begin otherwise."""
    played = any(game.entered for here in stage.event.rounds for game in here.every)
    return not played and (not stage.event.rounds or stage.event.knockout is not None)


def stages_undone(state: Tournament, number: int) -> Events:
    """What takes back that stage and all after it, with all that was paired and played in them."""
    events: list[Event] = []
    for stage in reversed(state.stages[number - 1 :]):
        inside = stage.event
        if inside.knockout is not None:
            bracket = inside.knockout
            starts = {round + stage.before: start for round, start in inside.starts.items()}
            built = BracketBuilt(bracket.rules, bracket.entrants, tuple(bracket), bracket.seed, starts)
            events.append(BracketRemoved(built))
        else:
            for here in reversed(inside.rounds):
                seats = inside.seats if here.number == 1 and inside.seats else None
                events.append(RoundUnpaired(replace(paired(here, seats), round=here.number + stage.before)))
        events.append(StageTakenBack(StageBegun(stage.begun)))
    return tuple(events)


def check_finished(state: Tournament, number: int) -> None:
    """Nothing, once everything of a stage is played; raises Refused that says what is not."""
    if number > len(state.stages):
        raise Refused("stage-unfinished", value=number, paired=0, planned=None, missing=0)
    inside = state.stages[number - 1].event
    planned = format_of(inside).rounds_expected(inside) or 1
    missing = sum(here.unsettled + here.adjourned for here in inside.rounds)
    if len(inside.rounds) < planned or missing:
        raise Refused("stage-unfinished", value=number, paired=len(inside.rounds), planned=planned, missing=missing)
