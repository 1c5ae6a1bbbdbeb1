"""Events of stages: what is planned, who goes on, what is carried, and what is refused; undone and corrected."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.queries import standings
from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    CloseRound,
    EditPlayer,
    ForgetPlayer,
    OrderTie,
    PairAllRounds,
    PairRound,
    RecordResult,
    RecordSets,
    RemovePlayer,
    ReopenRound,
    RequestByes,
    SetGroups,
    StartStage,
    UnpairRound,
    WithdrawPlayer,
)
from podium.flow.event.settings import merge_settings
from podium.flow.obstacles import problems
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Game, Round, Side
from tests.kit.events import Director, director, refused
from tests.kit.loops import every, seeds
from tests.kit.options import STAGES

FINAL_GROUP: list[dict[str, Any]] = [
    {"format": "round-robin", "groups": 2},
    {"format": "round-robin", "qualify": {"perGroup": 2}, "carry": "between"},
]
SWISS_THEN_CUP: list[dict[str, Any]] = [
    {"format": "swiss", "rounds": 3},
    {"format": "double-elimination", "qualify": {"best": 4}, "tieBreakPolicy": "RAPID"},
]


def event_of(plan: list[dict[str, Any]] | None = None, players: int = 8) -> Director:
    event = director("stages", stages=plan or STAGES)
    event.do(AddPlayers(tuple(PlayerFields(f"P{at:02}", 2000 - at) for at in range(1, players + 1))))
    event.publish_event()
    return event


def ids(event: Director) -> list[PlayerId]:
    return [player.id for player in sorted(event.state.players.values(), key=lambda each: each.number)]


def results(event: Director, here: Round, dice: Dice | None = None) -> None:
    """A result for each game of a round that has none: the stronger wins, or by chance."""
    for game in here.pending:
        assert isinstance(game, Game)
        white, black = (event.state.players[id].number for id in game.players)
        won = Result.WHITE_WINS if white < black else Result.BLACK_WINS
        if dice is not None:
            won = dice.pick([Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW])
        event.do(RecordResult(game.id, won))


def play_stage(event: Director, rounds: int, dice: Dice | None = None) -> None:
    for _ in range(rounds):
        event.do(PairRound())
        results(event, event.state.rounds[-1], dice)


def play_bracket(event: Director) -> None:
    while waiting := [here for here in event.state.rounds if here.pending]:
        results(event, waiting[0])


def qualified(event: Director) -> list[str]:
    return [each.origin for each in event.state.stages[-1].begun.qualified]


def test_rounds_are_numbered_through_all_stages_and_from_one_inside() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    play_bracket(event)
    assert [here.number for here in event.state.rounds] == [1, 2, 3, 4, 5]
    groups, cup = event.state.stages
    assert [here.number for here in cup.event.rounds] == [1, 2]
    assert event.state.rounds[:3] == groups.event.rounds
    assert event.state.rounds[0] is groups.event.rounds[0]
    assert not list(problems(event.state))
    assert all(event.state.where[id] == here.number for here in event.state.rounds for id in here.games)


def test_group_mates_do_not_meet_in_the_first_round_of_the_bracket() -> None:
    for players in (8, 9, 12, 16, 17):
        plan = [{"format": "round-robin", "groups": players // 4}, {**STAGES[1], "qualify": {"perGroup": 2}}]
        event = event_of(plan, players)
        event.do(PairAllRounds())
        for here in event.state.rounds:
            results(event, here)
        event.do(StartStage(2))
        group_of = {id: at for at, group in enumerate(event.state.stages[0].begun.groups.players) for id in group}
        for game in event.state.rounds[-1].boards:
            assert group_of[game.white] != group_of[game.black]


def test_a_swiss_ends_in_a_double_elimination_of_the_best() -> None:
    event = event_of(SWISS_THEN_CUP)
    play_stage(event, 3)
    with refused("rounds-exhausted") as caught:
        event.do(PairRound())
    assert caught.value.facts["value"] == 4
    table = [row.player.id for row in standings(event.state.stages[0].event)]
    event.do(StartStage(2))
    assert qualified(event) == ["A1", "A2", "A3", "A4"]
    assert [each.player for each in event.state.stages[1].begun.qualified] == table[:4]
    play_bracket(event)
    assert event.state.knockout is not None
    assert event.state.knockout.over


def test_what_was_played_among_those_who_go_on_counts_and_is_not_played_again() -> None:
    event = event_of(FINAL_GROUP)
    play_stage(event, 3)
    event.do(StartStage(2))
    begun = event.state.stages[1].begun
    first, second, third, fourth = ids(event)[:4]
    assert {player: points.number for player, points in begun.carried.items()} == {first: 1, second: 1}
    assert {frozenset(pair) for pair in begun.met} == {frozenset((first, fourth)), frozenset((second, third))}
    play_stage(event, 2)
    met = [frozenset(game.players) for here in event.state.rounds[3:] for game in here.boards]
    assert sorted(map(sorted, met)) == sorted(map(sorted, {*met}))
    assert len(met) == 4
    with refused("rounds-exhausted"):
        event.do(PairRound())


@every("carry", ["none", "all", "between"])
def test_points_are_carried_as_planned(carry: str) -> None:
    event = event_of([FINAL_GROUP[0], {**FINAL_GROUP[1], "carry": carry}])
    play_stage(event, 3)
    event.do(StartStage(2))
    carried = {id: points.number for id, points in event.state.stages[1].begun.carried.items()}
    first, second, third, fourth = ids(event)[:4]
    assert (
        carried
        == {
            "none": {},
            "all": {first: 3, second: 3, third: 2, fourth: 2},
            "between": {first: 1, second: 1},
        }[carry]
    )
    assert bool(event.state.stages[1].event.met) is (carry != "none")


def level_event(places: int = 2) -> Director:
    """Two groups of four in which everybody drew."""
    groups = {"format": "round-robin", "groups": 2, "tiebreaks": []}
    event = event_of([groups, {**STAGES[1], "qualify": {"perGroup": places}}])
    for _ in range(3):
        event.do(PairRound())
        for game in event.state.rounds[-1].pending:
            event.do(RecordResult(game.id, Result.DRAW))
    return event


def test_nobody_goes_on_by_a_tie_that_nobody_saw() -> None:
    event = level_event()
    with refused("cut-undecided") as caught:
        event.do(StartStage(2))
    assert set(map(str, caught.value.facts["players"])) == set(ids(event))  # type: ignore[call-overload]  # a list
    groups = event.state.stages[0].begun.groups.players
    with refused("cut-undecided"):
        event.do(StartStage(2, qualified=groups[0][:2]))
    event.do(StartStage(2, qualified=(*groups[0][2:], *groups[1][:2])))
    assert set(event.state.stages[1].event.players) == {*groups[0][2:], *groups[1][:2]}


def test_all_who_are_level_can_go_on_and_byes_fill_up() -> None:
    event = level_event(1)
    event.do(StartStage(2, everybody=True))
    assert len(event.state.stages[1].event.players) == 8


def test_a_tie_at_the_cut_is_decided_by_lot_in_the_table() -> None:
    event = level_event()
    for group in event.state.stages[0].begun.groups.players:
        event.do(OrderTie(group, TieOrderedBy.LOT))
    event.do(StartStage(2))
    assert len(event.state.stages[1].event.players) == 4
    with refused("later-stage-begun"):
        event.do(OrderTie(next(g for g in event.state.stages[0].begun.groups.players), TieOrderedBy.HAND))


def test_who_leaves_before_the_cut_is_passed_over_and_the_next_one_moves_up() -> None:
    event = event_of()
    play_stage(event, 3)
    first = ids(event)[0]
    event.do(WithdrawPlayer(first))
    event.do(StartStage(2))
    assert first not in event.state.stages[1].event.players
    assert sorted(qualified(event)) == ["A2", "A3", "B1", "B2"]


def test_a_stage_of_which_nothing_is_played_is_begun_anew_when_somebody_leaves() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    before = event.state
    event.do(StartStage(2))
    assert event.state == before
    event.do(WithdrawPlayer(ids(event)[0]))
    event.do(StartStage(2))
    assert sorted(qualified(event)) == ["A2", "A3", "B1", "B2"]
    results(event, event.state.rounds[3])
    with refused("stage-begun"):
        event.do(StartStage(2))


def test_a_correction_after_the_cut_says_what_it_undoes_and_is_confirmed() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    results(event, event.state.rounds[3])
    third, first = ids(event)[2], ids(event)[1]
    game = next(each for here in event.state.rounds[:3] for each in here.boards if set(each.players) == {first, third})
    won = Result.WHITE_WINS if game.white == third else Result.BLACK_WINS
    with refused("cut-has-consequences") as caught:
        event.do(RecordResult(game.id, won))
    assert (caught.value.facts["undoes"], caught.value.facts["rounds"]) == ([2], [4, 5])
    played = event.state
    event.do(RecordResult(game.id, won, confirm=True))
    assert len(event.state.stages) == 1
    assert len(event.state.rounds) == 3
    assert event.state.knockout is None
    event.undo()
    assert event.state == played
    event.do(RecordResult(game.id, won, confirm=True))
    event.do(StartStage(2))
    assert not list(problems(event.state))


def test_a_correction_that_changes_nothing_of_the_cut_leaves_the_next_stage() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    last, before_last = ids(event)[7], ids(event)[4]
    game = next(
        each for here in event.state.rounds[:3] for each in here.boards if set(each.players) == {last, before_last}
    )
    with refused("cut-has-consequences") as caught:
        event.do(RecordResult(game.id, Result.DRAW))
    assert caught.value.facts["undoes"] == []
    event.do(RecordResult(game.id, Result.DRAW, confirm=True))
    assert len(event.state.stages) == 2
    assert event.state.game(game.id).result is Result.DRAW
    assert not event.state.rounds[0].pending
    event.undo()
    event.redo()
    assert not list(problems(event.state))


def test_nothing_else_of_an_earlier_stage_changes_after_the_cut() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    for command in (UnpairRound(3), ReopenRound(2)):
        with refused("later-stage-begun"):
            event.do(command)
    with refused("entry-ended-with-cut"):
        event.do(AddPlayers((PlayerFields("Late"),)))
    with refused("round-exists"):
        event.do(PairRound(4))


def test_a_bracket_that_is_taken_back_takes_its_stage_back() -> None:
    event = event_of()
    play_stage(event, 3)
    event.do(StartStage(2))
    event.do(UnpairRound(4))
    assert len(event.state.stages) == 1
    event.do(ReopenRound(3))
    event.do(UnpairRound(3))
    event.do(PairRound(3))
    assert len(event.state.rounds) == 3


def test_the_first_stage_begins_with_its_first_round_and_goes_with_it() -> None:
    event = event_of()
    event.do(PairRound())
    assert event.state.stages[0].begun.number == 1
    event.do(UnpairRound(1))
    assert not event.state.stages
    event.do(PairRound(1))
    event.undo()
    assert not event.state.stages


def test_groups_are_drawn_with_a_seed_or_set_by_hand() -> None:
    event = event_of([{**STAGES[0], "draw": "lot"}, STAGES[1]])
    event.do(StartStage(1))
    drawn = event.state.groups
    assert drawn is not None
    assert drawn.seed
    event.do(PairRound())
    assert event.state.stages[0].begun.groups == drawn
    event = event_of()
    players = ids(event)
    event.do(SetGroups(1, (tuple(players[:3]), tuple(players[3:]))))
    event.do(AddPlayers((PlayerFields("Late", 2500),)))
    event.do(RemovePlayer(players[0]))
    event.do(PairRound())
    assert event.state.stages[0].begun.groups.players[0][:2] == tuple(players[1:3])
    assert ids(event)[-1] in event.state.stages[0].begun.groups.players[0]


def test_late_players_come_to_the_group_with_room() -> None:
    event = event_of(players=7)
    event.do(PairRound())
    event.do(AddPlayers((PlayerFields("Late"),)))
    late = ids(event)[-1]
    assert [len(seats) for seats in event.state.stages[0].event.seats.values()] == [4, 4]
    assert late in event.state.stages[0].event.players
    with refused("round-robin-started"):
        event.do(AddPlayers((PlayerFields("Later"),)))
    event.undo()
    assert late not in event.state.players
    assert not list(problems(event.state))


def test_players_leave_return_and_are_forgotten_in_any_stage() -> None:
    event = event_of(SWISS_THEN_CUP)
    play_stage(event, 1)
    one, other = ids(event)[:2]
    event.do(RequestByes(one, {3: ByeType.HALF}))
    event.do(WithdrawPlayer(other, expelled=True))
    event.do(EditPlayer(one, {"rating": 2400, "name": "Renamed"}))
    play_stage(event, 2)
    assert event.state.rounds[2].pairing_of(one).bye_kind is ByeType.HALF  # type: ignore[union-attr]  # has one
    event.do(WithdrawPlayer(other, withdrawn=False, confirm=True))
    event.do(StartStage(2))
    event.do(ForgetPlayer(one))
    play_bracket(event)
    assert event.state.stages[0].event.players[one].name == event.state.players[one].name != "Renamed"


def test_settings_of_all_stages_change_and_those_that_have_begun_stay() -> None:
    event = event_of(SWISS_THEN_CUP)
    play_stage(event, 1)
    event.do(ChangeSettings({"name": "Renamed"}))
    assert event.state.stages[0].event.settings.name == "Renamed"
    longer = [{**SWISS_THEN_CUP[0], "rounds": 4}, {**SWISS_THEN_CUP[1], "qualify": {"best": 2}}]
    event.do(ChangeSettings({"stages": longer}))
    assert event.state.stages[0].event.settings.rounds == 4
    with refused("stage-begun"):
        event.do(ChangeSettings({"stages": [{"format": "round-robin"}, longer[1]]}))
    with refused("rounds-exist"):
        play_stage(event, 1)
        event.do(ChangeSettings({"stages": [{**longer[0], "rounds": 1}, longer[1]]}))


WRONG: dict[str, tuple[list[Any], str]] = {
    "one stage": ([STAGES[0]], "count-out-of-range"),
    "no format": ([{"groups": 2}, STAGES[1]], "format-missing"),
    "another format": ([{"format": "manual"}, STAGES[1]], "format-not-in-stage"),
    "seeds by lot": ([STAGES[0], {**STAGES[1], "seeding": "drawn"}], "seeds-follow-cut"),
    "no stage at all": ([5, STAGES[1]], "stage-malformed"),
    "a bracket first": ([STAGES[1] | {"qualify": None}, STAGES[1]], "bracket-before-last-stage"),
    "a cut at the start": ([{**STAGES[0], "qualify": {"best": 2}}, STAGES[1]], "qualify-in-first-stage"),
    "points for the first": ([{**STAGES[0], "carry": "all"}, STAGES[1]], "carry-in-first-stage"),
    "a later draw": ([STAGES[0], {**STAGES[1], "draw": "lot"}], "draw-after-first-stage"),
    "nobody who qualifies": ([STAGES[0], {"format": "knockout"}], "qualify-malformed"),
    "two ways to go on": ([STAGES[0], {**STAGES[1], "qualify": {"perGroup": 1, "best": 2}}], "qualify-malformed"),
    "nobody": ([STAGES[0], {**STAGES[1], "qualify": {"perGroup": 0}}], "count-out-of-range"),
    "a bracket of one": ([{"format": "swiss"}, {**STAGES[1], "qualify": {"best": 1}}], "too-few-go-on"),
    "points in a bracket": ([STAGES[0], {**STAGES[1], "carry": "all"}], "carry-not-in-format"),
    "groups of doubles": ([{"format": "doubles", "groups": 2}, STAGES[1]], "groups-not-in-format"),
    "sections": ([{**STAGES[0], "sections": ["X"]}, STAGES[1]], "not-in-stage"),
    "an option of another format": ([{**STAGES[0], "tieBreakPolicy": "RAPID"}, STAGES[1]], "setting-of-knockout"),
}


@every("name", WRONG)
def test_plans_that_cannot_be_are_refused(name: str) -> None:
    plan, code = WRONG[name]
    with refused(code):
        merge_settings(None, {"name": "Open", "stages": plan})


def test_stages_are_for_their_format() -> None:
    with refused("stages-missing"):
        merge_settings(None, {"name": "Open", "format": "stages"})
    with refused("stages-of-another-format"):
        merge_settings(None, {"name": "Open", "format": "swiss", "stages": STAGES})
    with refused("no-stages"):
        director("swiss").do(StartStage(1))


def test_plans_that_the_players_do_not_fill_say_what_is_possible() -> None:
    event = event_of(players=3)
    with refused("too-many-groups"):
        event.do(PairRound())
    event = event_of([{"format": "round-robin", "groups": 3}, {**STAGES[1], "qualify": {"perGroup": 3}}], 6)
    for command in (StartStage(1), PairRound()):
        with refused("too-many-per-group") as caught:
            event.do(command)
        assert caught.value.facts["most"] == 2
    assert event.state.rounds == ()
    event = event_of([{"format": "swiss", "groups": 2, "rounds": 4}, STAGES[1]])
    with refused("rounds-of-group") as caught:
        event.do(PairRound())
    assert caught.value.facts["most"] == 3
    event = event_of()
    with refused("groups-not-planned"):
        event.do(SetGroups(1, (tuple(ids(event)),)))
    with refused("groups-follow-cut"):
        event.do(SetGroups(2, None))
    play_stage(event, 1)
    with refused("stage-begun"):
        event.do(SetGroups(1, None))
    with refused("stage-unfinished"):
        event.do(StartStage(2))
    with refused("unknown-stage"):
        event.do(StartStage(3))


def test_stages_as_lines_are_the_same_plan() -> None:
    lines = ["round-robin groups=2", "knockout perGroup=2 tieBreakPolicy=RAPID"]
    assert (
        merge_settings(None, {"name": "Open", "stages": lines}).stages
        == merge_settings(None, {"name": "Open", "stages": STAGES}).stages
    )
    with pytest.raises(Invalid, match="stage-malformed"):
        merge_settings(None, {"name": "Open", "stages": ["round-robin four", lines[1]]})


PLANS: list[list[dict[str, Any]]] = [
    STAGES,
    FINAL_GROUP,
    SWISS_THEN_CUP,
    [{"format": "swiss", "groups": 2, "rounds": 2}, {**STAGES[1], "qualify": {"perGroup": 1, "bestOthers": 1}}],
    [FINAL_GROUP[0], {**FINAL_GROUP[1], "carry": "all"}, {**STAGES[1], "qualify": {"best": 2}}],
]


@seeds(range(12), long=range(1000))
def test_any_event_is_played_to_its_end_with_undo_and_corrections(seed: int) -> None:
    dice = Dice(f"stages {seed}")
    event = event_of(dice.pick(PLANS), 6 + dice.below(9))
    event.do(PairRound())
    for _ in range(400):
        if not act(event, dice):
            break
        assert not list(problems(event.state))
    else:
        raise AssertionError("it has no end")
    assert len(event.state.stages) == len(event.state.settings.stages)


def act(event: Director, dice: Dice) -> bool:
    """One thing that a director does; False once there is nothing left."""
    state = event.state
    if dice.chance(8):
        before = event.state
        event.undo()
        event.redo()
        assert event.state == before
    known = [game for here in state.rounds for game in here.boards if game.result is not None]
    if known and dice.chance(4):
        corrected(event, dice.pick(known).id, dice)
        return True
    for here in state.rounds:
        if here.pending:
            game = dice.pick(here.pending)
            drawn = [] if here.automatic else [Result.DRAW]
            event.do(RecordResult(game.id, dice.pick([Result.WHITE_WINS, Result.BLACK_WINS, *drawn])))
            return True
    return went_on(event)


def corrected(event: Director, id: PairingId, dice: Dice) -> None:
    result = dice.pick([Result.WHITE_WINS, Result.BLACK_WINS])
    here = event.state.rounds[event.state.where[id] - 1]
    if here.stage.value == "closed" and not here.automatic and event.state.stages[-1].before < here.number:
        event.do(ReopenRound(here.number))
    event.do(RecordResult(id, result, confirm=True))


def went_on(event: Director) -> bool:
    """The next round, or the next stage; False where the event is over."""
    state = event.state
    if state.knockout is not None:
        return False
    try:
        event.do(PairRound())
    except Exception as refusal:
        if getattr(refusal, "code", "") not in ("rounds-exhausted", "no-legal-round"):
            raise
    else:
        return True
    if len(state.stages) == len(state.settings.stages):
        return False
    for here in state.rounds:
        if here.stage.value != "closed" and not here.automatic:
            event.do(CloseRound(here.number))
    try:
        event.do(StartStage(len(state.stages) + 1))
    except Exception as refusal:
        if getattr(refusal, "code", "") != "cut-undecided":
            raise
        event.do(StartStage(len(state.stages) + 1, everybody=True))
    return True


def test_rotating_doubles_end_in_a_knockout_of_fixed_pairs() -> None:
    plan: list[dict[str, Any]] = [
        {"format": "doubles", "rounds": 3, "setsToWin": 1},
        {"format": "knockout", "qualify": {"best": 8}, "teams": "crosswise", "tieBreakPolicy": "RAPID"},
    ]
    event = event_of(plan, 17)
    for number in range(1, 4):
        event.do(PairRound())
        for match in event.state.rounds[number - 1].matches:
            best = min(event.state.players[id].number for id in match.players)
            home = best in [event.state.players[id].number for id in match.home]
            event.do(RecordSets(match.id, {Side.HOME: int(home), Side.AWAY: int(not home)}))
        event.do(CloseRound(number))
    table = [row.player.id for row in standings(event.state.stages[0].event)][:8]
    event.do(StartStage(2, qualified=tuple(table)))
    teams = event.state.stages[1].begun.teams
    assert len(teams) == 4
    assert sorted(player for members in teams.values() for player in members) == sorted(table)
    first, last = next(iter(teams.values()))
    team = event.state.players[next(iter(teams))]
    assert team.name == f"{event.state.players[first].name} & {event.state.players[last].name}"
    event.do(EditPlayer(first, {"name": "Renamed"}))
    assert event.state.players[team.id].name.startswith("Renamed & ")
    play_bracket(event)
    rows = standings(event.state)
    assert [row.rank for row in rows[:8]] == [1, 1, 3, 3, 5, 5, 5, 5]
    assert len(rows) == 17
    assert not list(problems(event.state))
    before = event.state
    event.undo()
    event.redo()
    assert event.state == before
    event.do(UnpairRound(4))
    assert len(event.state.players) == 17


def test_pairs_need_an_even_number_and_a_bracket() -> None:
    with refused("teams-outside-bracket"):
        merge_settings(None, {"name": "Open", "stages": [STAGES[0], {**FINAL_GROUP[1], "teams": "crosswise"}]})
    event = event_of([{"format": "swiss", "rounds": 2}, {**STAGES[1], "qualify": {"best": 5}, "teams": "neighbours"}])
    play_stage(event, 2)
    with refused("teams-of-odd"):
        event.do(StartStage(2, qualified=tuple(row.player.id for row in standings(event.state.stages[0].event))[:5]))


def test_a_stage_in_which_all_have_met_is_not_begun() -> None:
    finals: list[dict[str, Any]] = [{"format": "round-robin"}, {"format": "swiss", "rounds": 2}]
    for final in finals:
        plan: list[dict[str, Any]] = [{"format": "round-robin"}, {**final, "qualify": {"best": 4}, "carry": "all"}]
        event = event_of(plan, 5)
        play_stage(event, 5)
        with refused("carry-leaves-nothing"):
            event.do(StartStage(2))
        event.do(ChangeSettings({"stages": [plan[0], {**plan[1], "carry": "none"}]}))
        event.do(StartStage(2))
        play_stage(event, 2)
