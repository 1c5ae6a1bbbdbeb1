"""The cut between two stages of an event: who goes on with what, as a value that begins the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.commands import StartStage
from podium.flow.event.setting_values import TeamsOf
from podium.flow.formats.stages import check_rounds
from podium.flow.players.numbers import OrderOfEquals, strongest_first
from podium.flow.rounds.kept_values import BegunStage, CutDecidedBy, Groups, WentOn
from podium.flow.state import PlayedStage, Tournament
from podium.stages import (
    FEWEST_IN_GROUP,
    AllLevel,
    Carry,
    Cut,
    Game,
    Lot,
    Named,
    Ruling,
    carried,
    check_qualify,
    group_name,
    seeded,
    serpentine,
    who_goes_on,
)


def stage_from_cut(state: Tournament, command: StartStage) -> BegunStage:
    """The stage as it begins with those who go on; refuses while players are level at the cut and nothing decides."""
    plan, before = state.settings.stages[command.stage - 1], state.stages[command.stage - 2]
    found = cut_of(state, command)
    if found.open:
        level = dict.fromkeys(player for each in found.open for player in each.level)
        names = [state.players[player].name for player in level]
        places = sum(each.places for each in found.open)
        raise Refused("cut-undecided", value=command.stage, players=list(level), names=names, places=places)
    assert command.finished is not None  # the cut was made of it
    seeds = seeded(found.going_on, _strongest(before.event, (each.player for each in found.going_on)))
    origins = {each.player: f"{group_name(each.group)}{each.place}" for each in found.going_on}
    brought = carried(plan.carry, _games(state, before), {id: command.finished.totals[id] for id in seeds})
    teams = _teams(state, plan.teams, seeds) if plan.teams is not None else {}
    groups = Groups(serpentine(tuple(teams) or seeds, plan.groups))
    check_going_on(state, command.stage, [len(group) for group in groups.players])
    return BegunStage(
        command.stage,
        groups,
        tuple(WentOn(id, "+".join(origins[each] for each in teams.get(id, (id,)))) for id in tuple(teams) or seeds),
        _decided_by(found, command),
        {id: points for id, points in brought.points.items() if points},
        tuple(dict.fromkeys(_pair(game) for game in brought.games)),
        command.lot if found.settled and command.qualified is None else None,
        teams,
    )


def cut_of(state: Tournament, command: StartStage) -> Cut:
    """Who goes on to a stage, and what is open."""
    plan, before = state.settings.stages[command.stage - 1], state.stages[command.stage - 2]
    assert command.finished is not None  # it is added where rankings are known
    assert plan.qualify is not None  # every stage but the first has it
    ruling: Ruling = AllLevel() if command.everybody else None
    if command.qualified is not None:
        ruling = Named(command.qualified)
    elif command.lot is not None:
        ruling = Lot(command.lot)
    games, finished = _games(state, before), command.finished
    try:
        return who_goes_on(finished.tables, games, plan.qualify, ruling, finished.tie_breaks)
    except Refused as refusal:
        if refusal.code == "cut-elsewhere":
            for ids, names in (("value", "names"), ("allowed", "others")):
                if isinstance(found := refusal.facts[ids], list):
                    refusal.facts[names] = [state.players[id].name if id in state.players else id for id in found]
        raise


def check_going_on(state: Tournament, stage: int, sizes: Sequence[int]) -> None:
    """Refuses groups of those sizes in a stage from which the plan has more go on, or fewer than the next one needs,
    and more rounds of a Swiss than the smallest can play."""
    check_rounds(state.settings.stages[stage - 1], min(sizes))
    if stage < len(state.settings.stages):
        after = state.settings.stages[stage]
        assert after.qualify is not None  # every stage but the first has it
        check_qualify(after.qualify, sizes, FEWEST_IN_GROUP * after.groups)


def _teams(state: Tournament, how: TeamsOf, seeds: Sequence[PlayerId]) -> dict[PlayerId, tuple[PlayerId, PlayerId]]:
    """The pairs of those who go on, the best first, by ids that are made of theirs."""
    half = len(seeds) // 2
    if len(seeds) % 2:
        raise Refused("teams-of-odd", value=len(seeds), most=2 * half)
    crosswise = how is TeamsOf.CROSSWISE
    first, second = (seeds[:half], seeds[: half - 1 : -1]) if crosswise else (seeds[::2], seeds[1::2])
    pairs = zip(first, second, strict=True)
    return {PlayerId(Dice(f"{state.id} {one} {other}").token()): (one, other) for one, other in pairs}


def _strongest(state: Tournament, players: Iterable[PlayerId]) -> list[PlayerId]:
    """The players by rating, title and name."""
    known = (state.players[id] for id in players)
    return [player.id for player in strongest_first(known, OrderOfEquals.from_settings(state.settings))]


def _decided_by(found: Cut, command: StartStage) -> CutDecidedBy:
    if not found.settled:
        return CutDecidedBy.RANKING
    if command.qualified is not None:
        return CutDecidedBy.HAND
    return CutDecidedBy.LOT if command.lot is not None else CutDecidedBy.ALL


def _pair(game: Game) -> tuple[PlayerId, PlayerId]:
    one, other = sorted(game.players)
    return one, other


def _games(state: Tournament, stage: PlayedStage) -> list[Game]:
    """The games of a stage that count, and those that were carried on to it."""
    number = stage.begun.number
    found = games_of_stage(stage.event)
    if number > 1 and state.settings.stages[number - 1].carry is not Carry.NONE:
        met = stage.event.met
        found += [game for game in _games(state, state.stages[number - 2]) if frozenset(game.players) in met]
    return found


def games_of_stage(event: Tournament) -> list[Game]:
    """The games of a stage that have a result, and what each brought."""
    scoring = event.settings.scoring
    return [
        Game((game.white, game.black), (game.points(game.white, scoring), game.points(game.black, scoring)))
        for here in event.rounds
        for game in here.boards
        if game.result is not None
    ]
