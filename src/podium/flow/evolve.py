"""The state after an event. Never refuses, never fails, never asks the time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from podium.core.errors import PodiumError
from podium.flow.events import (
    BoardsChanged,
    BracketBuilt,
    BracketChanged,
    BracketRemoved,
    BreachRecorded,
    BreachRemoved,
    CommitReverted,
    EditingChanged,
    Event,
    FideModeLeft,
    FormatChanged,
    NumbersChanged,
    PlayerForgotten,
    PlayersChanged,
    PrizeRulesSet,
    PrizesAllocated,
    PrizesSet,
    RatingResultRecorded,
    ReportChanged,
    ResultRecorded,
    RoundPaired,
    RoundPlayed,
    RoundStartChanged,
    RoundUnpaired,
    RoundWindowKept,
    SetsRecorded,
    SettingsChanged,
    StageChanged,
    StartPositionChanged,
    TieOrdered,
    TournamentCreated,
    VisibilityChanged,
)
from podium.flow.formats.knockout_rounds import with_bracket, with_changes, with_rules, with_start
from podium.flow.players.numbers import earlier_starting_list
from podium.flow.state import Game, Match, Round, Stage, Tournament, with_items, without
from podium.knockout import Knockout


def fold(state: Tournament | None, events: Iterable[Event]) -> Tournament | None:
    """The state after all of `events`, one by one."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: Tournament | None, event: Event) -> Tournament:
    """The state after `event`."""
    if isinstance(event, TournamentCreated):
        return Tournament(event.id, event.settings, kept=event.kept, lots_from=event.lots_from)
    if state is None:
        raise PodiumError("stream-damaged", event=type(event).__name__)
    match event:
        case ResultRecorded():
            here = state.rounds[event.round - 1]
            game = here.games[event.pairing]
            assert isinstance(game, Game)
            games = with_items(here.games, {event.pairing: replace(game, result=event.after)})
            return with_round(state, replace(here, games=games))
        case SetsRecorded():
            here = state.rounds[event.round - 1]
            match_ = here.games[event.pairing]
            assert isinstance(match_, Match)
            sets = replace(match_.sets, **{event.side.value: event.after})
            games = with_items(here.games, {event.pairing: replace(match_, sets=sets)})
            return with_round(state, replace(here, games=games))
        case ReportChanged():
            if event.after is None:
                return replace(state, reports=without(state.reports, frozenset({event.pairing})))
            return replace(state, reports=with_items(state.reports, {event.pairing: event.after}))
        case SettingsChanged():
            return with_rules(state, event.after)
        case FormatChanged():
            seats = event.seats.after if event.seats is not None else state.seats
            return replace(with_rules(state, event.after), seats=seats)
        case VisibilityChanged():
            seen = event.after
            return replace(state, published=seen.published, archived=seen.archived, deleted=seen.deleted)
        case PlayersChanged():
            gone = frozenset(player.id for player in event.before)
            came = {player.id: player for player in event.after}
            kept = state.players if gone == came.keys() else without(state.players, gone)
            seats = event.seats.after if event.seats is not None else state.seats
            return replace(state, players=with_items(kept, came), seats=seats)
        case RoundPaired():
            return _paired(state, event)
        case RoundUnpaired():
            earlier = state.rounds[: event.undone.round - 1]
            gone_ids = frozenset(state.rounds[event.undone.round - 1].games)
            seats = {} if event.undone.seats is not None else state.seats
            return replace(state, rounds=earlier, where=without(state.where, gone_ids), seats=seats)
        case BoardsChanged():
            here = state.rounds[event.round - 1]
            out = frozenset(pairing.id for pairing in event.before)
            new = {pairing.id: pairing for pairing in event.after}
            where = with_items(without(state.where, out), dict.fromkeys(new, event.round))
            games = with_items(without(here.games, out), new)
            return replace(with_round(state, replace(here, games=games)), where=where)
        case StageChanged():
            here = state.rounds[event.round - 1]
            starts_at = here.starts_at
            if Stage.DRAFT in (event.before, event.after):
                starts_at = event.starts_at if event.after is not Stage.DRAFT else None
            return with_round(state, replace(here, stage=event.after, starts_at=starts_at))
        case RoundStartChanged():
            return with_start(state, event.round, event.after)
        case StartPositionChanged():
            if event.after is None:
                return replace(state, start_positions=without(state.start_positions, frozenset({event.round})))
            return replace(state, start_positions=with_items(state.start_positions, {event.round: event.after}))
        case NumbersChanged():
            return replace(state, renumbered=event.after)
        case TieOrdered():
            others = tuple(each for each in state.tie_orders if each != event.before)
            return replace(state, tie_orders=(*others, event.after) if event.after is not None else others)
        case PrizesSet():
            return replace(state, prizes=replace(state.prizes, plan=event.after))
        case PrizeRulesSet():
            return replace(state, prizes=replace(state.prizes, rules=event.after))
        case PrizesAllocated():
            return replace(state, prizes=replace(state.prizes, allocated=event.after))
        case EditingChanged():
            here = state.rounds[event.round - 1]
            return with_round(state, replace(here, editing=event.after, implied=event.after and event.implied))
        case BracketBuilt():
            bracket = Knockout.of(event.rules, event.entrants, event.seed, event.matches)
            return with_bracket(replace(state, starts=event.starts), bracket)
        case BracketRemoved():
            return with_bracket(replace(state, starts={}), None)
        case BracketChanged():
            return with_changes(state, event.changed)
        case CommitReverted():
            return state
        case FideModeLeft():
            return replace(state, fide_mode_exit=event.round)
        case RoundWindowKept():
            return replace(state, window_kept=event.first)
        case RoundPlayed():
            played = (event.section, event.round)
            return replace(state, played=(*(each for each in state.played if each != played), played))
        case BreachRecorded():
            return replace(state, breaches=(*state.breaches, event.breach))
        case BreachRemoved():
            return replace(state, breaches=tuple(each for each in state.breaches if each != event.breach))
        case RatingResultRecorded():
            if event.after is None:
                return replace(state, rating_results=without(state.rating_results, frozenset({event.pairing})))
            return replace(state, rating_results=with_items(state.rating_results, {event.pairing: event.after}))
        case PlayerForgotten():
            state = replace(state, kept=state.kept.without(event.player))
            who = state.players.get(event.player)
            if who is None:
                return state
            return replace(state, players=with_items(state.players, {who.id: who.anonymous(event.place)}))


def with_round(state: Tournament, here: Round) -> Tournament:
    """`state` with round `here` in its place."""
    at = here.number - 1
    return replace(state, rounds=(*state.rounds[:at], here, *state.rounds[at + 1 :]))


def _paired(state: Tournament, event: RoundPaired) -> Tournament:
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
        where=with_items(state.where, dict.fromkeys(games, event.round)),
        seats=event.seats if event.seats is not None else state.seats,
    )
