"""The state after an event. Never refuses, never fails, never asks the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import TypeVar

from podium.core.errors import PodiumError
from podium.flow import events
from podium.flow.formats.knockout_rounds import with_bracket, with_changes, with_rules, with_start
from podium.flow.formats.played_stages import (
    refreshed,
    shifted,
    stage_of_event,
    with_begun,
    with_groups,
    with_seats,
    with_stage,
    without_last,
)
from podium.flow.players.numbers import earlier_starting_list
from podium.flow.rounds.tables import with_tables
from podium.flow.state import Game, Match, Round, Stage, Tournament
from podium.knockout import Knockout

K = TypeVar("K")
V = TypeVar("V")
State = TypeVar("State", Tournament, Tournament | None)


def fold(state: State, events: Iterable[events.Event]) -> State:
    """The state after all of `events`, one by one."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: Tournament | None, event: events.Event) -> Tournament:
    """The state after `event`, with those called to tables who can be."""
    return with_tables(_after(state, event))


def _after(state: Tournament | None, event: events.Event) -> Tournament:
    if isinstance(event, events.TournamentCreated):
        return Tournament(event.id, event.settings, kept=event.kept, lots_from=event.lots_from)
    if state is None:
        raise PodiumError("stream-damaged", event=type(event).__name__)
    if not state.stages:
        return _changed(state, event)
    if (stage := stage_of_event(state, event)) is not None:
        return with_stage(state, stage, _after(stage.event, shifted(event, -stage.before)))
    after = _changed(state, event)
    if isinstance(event, events.PlayersChanged):
        after = with_seats(after, event)
    before = (state.players, state.settings, state.start_positions)
    now = (after.players, after.settings, after.start_positions)
    same = all(one is other for one, other in zip(before, now, strict=True))
    return after if same or not after.stages else refreshed(after)


def _changed(state: Tournament, event: events.Event) -> Tournament:
    """`state` after an event that is not about one of its stages."""
    match event:
        case events.TournamentCreated():
            return state  # it is the first, and was looked at
        case events.GroupsChanged():
            return with_groups(state, event)
        case events.StageBegun():
            return with_begun(state, event.stage)
        case events.StageTakenBack():
            return without_last(state)
        case events.ResultRecorded():
            here = state.rounds[event.round - 1]
            game = here.games[event.pairing]
            assert isinstance(game, Game)
            games = _with(here.games, event.pairing, replace(game, result=event.after))
            return with_round(state, replace(here, games=games))
        case events.SetsRecorded():
            here = state.rounds[event.round - 1]
            match_ = here.games[event.pairing]
            assert isinstance(match_, Match)
            sets = replace(match_.sets, **{event.side.value: event.after})
            games = _with(here.games, event.pairing, replace(match_, sets=sets))
            return with_round(state, replace(here, games=games))
        case events.ReportChanged():
            return replace(state, reports=_with(state.reports, event.pairing, event.after))
        case events.SettingsChanged():
            return with_rules(state, event.after)
        case events.FormatChanged():
            seats = event.seats.after if event.seats is not None else state.seats
            return replace(with_rules(state, event.after), seats=seats)
        case events.VisibilityChanged():
            seen = event.after
            return replace(state, published=seen.published, archived=seen.archived, deleted=seen.deleted)
        case events.PlayersChanged():
            gone = frozenset(player.id for player in event.before)
            came = {player.id: player for player in event.after}
            kept = state.players if gone == came.keys() else _without(state.players, gone)
            seats = event.seats.after if event.seats is not None else state.seats
            return replace(state, players={**kept, **came}, seats=seats)
        case events.RoundPaired():
            return _paired(state, event)
        case events.RoundUnpaired():
            earlier = state.rounds[: event.undone.round - 1]
            gone_ids = frozenset(state.rounds[event.undone.round - 1].games)
            seats = {} if event.undone.seats is not None else state.seats
            return replace(state, rounds=earlier, where=_without(state.where, gone_ids), seats=seats)
        case events.BoardsChanged():
            here = state.rounds[event.round - 1]
            out = frozenset(pairing.id for pairing in event.before)
            new = {pairing.id: pairing for pairing in event.after}
            where = {**_without(state.where, out), **dict.fromkeys(new, event.round)}
            games = {**_without(here.games, out), **new}
            return replace(with_round(state, replace(here, games=games)), where=where)
        case events.StageChanged():
            here = state.rounds[event.round - 1]
            starts_at = here.starts_at
            if Stage.DRAFT in (event.before, event.after):
                starts_at = event.starts_at if event.after is not Stage.DRAFT else None
            return with_round(state, replace(here, stage=event.after, starts_at=starts_at))
        case events.RoundStartChanged():
            return with_start(state, event.round, event.after)
        case events.StartPositionChanged():
            return replace(state, start_positions=_with(state.start_positions, event.round, event.after))
        case events.NumbersChanged():
            return replace(state, renumbered=event.after)
        case events.TieOrdered():
            others = tuple(each for each in state.tie_orders if each != event.before)
            return replace(state, tie_orders=(*others, event.after) if event.after is not None else others)
        case events.PrizesSet():
            return replace(state, prizes=replace(state.prizes, plan=event.after))
        case events.PrizeRulesSet():
            return replace(state, prizes=replace(state.prizes, rules=event.after))
        case events.PrizesAllocated():
            return replace(state, prizes=replace(state.prizes, allocated=event.after))
        case events.EditingChanged():
            here = state.rounds[event.round - 1]
            return with_round(state, replace(here, editing=event.after, implied=event.after and event.implied))
        case events.BracketBuilt():
            bracket = Knockout.from_matches(event.rules, event.entrants, event.seed, event.matches)
            return with_bracket(replace(state, starts=event.starts), bracket)
        case events.BracketRemoved():
            return with_bracket(replace(state, starts={}), None)
        case events.BracketChanged():
            return with_changes(state, event.changed)
        case events.CommitReverted():
            return state
        case events.FideModeLeft():
            return replace(state, fide_mode_exit=event.round)
        case events.RoundWindowKept():
            return replace(state, window_kept=event.first)
        case events.RoundPlayed():
            played = (event.section, event.round)
            return replace(state, played=(*(each for each in state.played if each != played), played))
        case events.BreachRecorded():
            return replace(state, breaches=(*state.breaches, event.breach))
        case events.BreachRemoved():
            return replace(state, breaches=tuple(each for each in state.breaches if each != event.breach))
        case events.RatingResultRecorded():
            return replace(state, rating_results=_with(state.rating_results, event.pairing, event.after))
        case events.PlayerForgotten():
            state = replace(state, kept=state.kept.without(event.player))
            who = state.players.get(event.player)
            if who is None:
                return state
            return replace(state, players=_with(state.players, who.id, who.anonymous(event.place)))


def with_round(state: Tournament, here: Round) -> Tournament:
    """`state` with round `here` in its place."""
    at = here.number - 1
    return replace(state, rounds=(*state.rounds[:at], here, *state.rounds[at + 1 :]))


def _paired(state: Tournament, event: events.RoundPaired) -> Tournament:
    games = {pairing.id: pairing for pairing in event.boards}
    numbers = event.numbers if event.numbers is not None else earlier_starting_list(state)
    if state.rounds and state.rounds[-1].numbers == numbers:
        numbers = state.rounds[-1].numbers  # the same object, so that views see that nothing changed
    here = Round(
        number=event.round,
        games=games,
        stage=event.stage,
        engine=event.engine,
        edition=event.edition,
        seed=event.seed,
        paired_at=event.at,
        draw=event.draw,
        editing=event.editing,
        implied=event.implied,
        numbers=numbers,
        starts_at=event.starts_at,
    )
    return replace(
        state,
        rounds=(*state.rounds, here),
        where={**state.where, **dict.fromkeys(games, event.round)},
        seats=event.seats if event.seats is not None else state.seats,
    )


def _with(mapping: Mapping[K, V], key: K, value: V | None) -> dict[K, V]:
    """A copy of `mapping` that has `value` at `key`, or, where it is None, lacks the key."""
    return {**mapping, key: value} if value is not None else _without(mapping, {key})


def _without(mapping: Mapping[K, V], keys: Set[K]) -> dict[K, V]:
    """A copy of `mapping` that lacks `keys`."""
    return {key: value for key, value in mapping.items() if key not in keys}
