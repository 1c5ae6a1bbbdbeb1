"""What differs between two states of a tournament: "what would change", also as JSON, and of a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import UNSET, Struct, UnsetType

from podium.app.formats.stage_ends import going_on
from podium.app.prizes.answers import PrizeRow, prize_row
from podium.app.prizes.prizelist import PrizeDifference, PrizeState, prize_differences
from podium.app.problems import Problem
from podium.app.queries import standings
from podium.app.rounds.answers import PairingRow, pairing_row
from podium.core.dice import Dice
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.points import Points
from podium.flow import events
from podium.flow.commands import CorrectResult
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.lookups import find_game
from podium.flow.state import Game, Pairing, Round, Tournament


def game_of(state: Tournament, pairing: PairingId) -> tuple[Round, Game]:
    """The game of that id and the round it is in; raises Unknown, and Refused for a bye.

    An automatic round has none: a match of a bracket is corrected where the match is.
    """
    if pairing not in state.where or state.rounds[state.where[pairing] - 1].automatic:
        raise Unknown("pairing", pairing)
    return state.rounds[state.where[pairing] - 1], find_game(state, pairing)


def corrected(state: Tournament, command: CorrectResult) -> Tournament:
    """The tournament with the new result; raises what stands in the way. Nothing is written."""
    return fold(state, decide(state, command, "", Dice("correction")))


PARTS = ("settings", "players", "rounds", "results", "standings", "prizes", "history")
"""What a page is made of, as far as it can change on its own."""

_TOUCHED: dict[type[events.Event], frozenset[str]] = {
    events.TournamentCreated: frozenset(PARTS),
    events.SettingsChanged: frozenset({"settings", "players", "standings"}),
    events.FormatChanged: frozenset(PARTS),
    events.VisibilityChanged: frozenset({"settings"}),
    events.PlayersChanged: frozenset({"players", "rounds", "standings"}),
    events.RoundPaired: frozenset({"players", "rounds", "results", "standings"}),
    events.RoundUnpaired: frozenset({"players", "rounds", "results", "standings"}),
    events.BoardsChanged: frozenset({"rounds", "results", "standings"}),
    events.ResultRecorded: frozenset({"results", "standings"}),
    events.SetsRecorded: frozenset({"results"}),  # an open round does not score
    events.ReportChanged: frozenset({"results"}),
    events.StageChanged: frozenset({"rounds", "results", "standings"}),  # the public sees a round from here on
    events.RoundStartChanged: frozenset({"rounds"}),
    events.StartPositionChanged: frozenset({"rounds"}),
    events.NumbersChanged: frozenset({"players", "rounds", "standings"}),
    events.TieOrdered: frozenset({"standings"}),
    events.PrizesSet: frozenset({"prizes"}),
    events.PrizeRulesSet: frozenset({"prizes"}),
    events.PrizesAllocated: frozenset({"prizes"}),
    events.EditingChanged: frozenset({"rounds"}),
    events.BracketBuilt: frozenset({"rounds", "results", "standings"}),
    events.BracketRemoved: frozenset({"rounds", "results", "standings"}),
    events.BracketChanged: frozenset({"rounds", "results", "standings"}),
    events.GroupsChanged: frozenset({"players", "rounds", "standings"}),
    events.StageBegun: frozenset({"players", "rounds", "results", "standings"}),
    events.StageTakenBack: frozenset({"players", "rounds", "results", "standings"}),
    events.CommitReverted: frozenset(),
    events.PlayerForgotten: frozenset(PARTS),  # wherever the name stood
    events.FideModeLeft: frozenset(PARTS),  # every page wears the badge
    events.RoundWindowKept: frozenset(PARTS),  # one alone is of a rewind
    events.RoundPlayed: frozenset(),
    events.BreachRecorded: frozenset(),
    events.BreachRemoved: frozenset(),
    events.RatingResultRecorded: frozenset({"results"}),
}


PairingState = tuple[Tournament, Pairing]
"""A pairing, and the tournament it stands in."""


@dataclass(frozen=True, slots=True)
class PairingChange:
    """A pairing as it was and as it will be; None where there is none."""

    id: PairingId
    round: int
    before: PairingState | None
    after: PairingState | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands."""

    rank: int
    points: Points


@dataclass(frozen=True, slots=True)
class StandingChange:
    """Where a player stood and will stand; None for one who was not, or will not be, in the list."""

    player: PlayerId
    name: str
    before: Place | None
    after: Place | None


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs, and nothing that does not."""

    pairings: tuple[PairingChange, ...]
    standings: tuple[StandingChange, ...]
    prizes: tuple[PrizeDifference, ...] = ()
    qualified: tuple[tuple[PlayerId, ...], ...] | None = None


def changes(before: Tournament | None, after: Tournament) -> Changes:
    """What differs in pairings, standings and prizes; before its creation a tournament has none."""
    return Changes(
        tuple(_pairings(before, after)),
        tuple(_standings(before, after)),
        tuple(prize_differences(before, after)),
        _qualified(before, after),
    )


def _qualified(before: Tournament | None, after: Tournament) -> tuple[tuple[PlayerId, ...], ...] | None:
    """Who goes on to the first stage that is still to begin, or that began otherwise; None where there is none."""
    stage = min(len(before.stages), len(after.stages)) + 1 if before is not None else 1
    if before is None or not 2 <= stage <= len(after.settings.stages):
        return None
    return going_on(before, stage), going_on(after, stage)


def parts(committed: Sequence[events.Event]) -> tuple[str, ...]:
    """Which of PARTS a commit with these events changed; all of them for a rewind, which has none of its own."""
    if all(isinstance(event, events.RoundPlayed) for event in committed):
        return PARTS
    touched = {"history"}.union(*(_TOUCHED[type(event)] for event in committed))
    return tuple(part for part in PARTS if part in touched)


def _pairings(before: Tournament | None, after: Tournament) -> Iterator[PairingChange]:
    old_rounds = before.rounds if before else ()
    for at in range(max(len(old_rounds), len(after.rounds))):
        old = old_rounds[at] if at < len(old_rounds) else None
        new = after.rounds[at] if at < len(after.rounds) else None
        if old is new:
            continue
        was = {pairing.id: pairing for pairing in old.every} if old else {}
        now = {pairing.id: pairing for pairing in new.every} if new else {}
        for id in {**was, **now}:
            if was.get(id) != now.get(id):
                yield PairingChange(id, at + 1, _state(before, was.get(id)), _state(after, now.get(id)))


def _state(state: Tournament | None, pairing: Pairing | None) -> PairingState | None:
    return (state, pairing) if state and pairing else None


def _standings(before: Tournament | None, after: Tournament) -> Iterator[StandingChange]:
    old = {row.player.id: row for row in standings(before)} if before else {}
    new = {row.player.id: row for row in standings(after)}
    for id in {**new, **old}:
        was, now = old.get(id), new.get(id)
        then = Place(was.rank, was.points) if was else None
        then_after = Place(now.rank, now.points) if now else None
        if then != then_after:
            row = now or was
            assert row is not None  # the id came from one of the two
            yield StandingChange(id, row.player.name, then, then_after)


class PairingChangeRow(Struct):
    """A pairing as it was and as it would be; null where there is none."""

    id: str
    before: PairingRow | None
    after: PairingRow | None


class PlaceRow(Struct):
    __qualname__ = "what_if_PlaceRow"
    rank: int
    points: float


class StandingChangeRow(Struct):
    """Where a player stood and would stand; null for one who was not, or would not be, in the list."""

    player_id: str
    before: PlaceRow | None
    after: PlaceRow | None


class PrizeStateRow(Struct):
    prize: PrizeRow
    player_id: str | None


class PrizeChangeRow(Struct):
    """A prize as it was and as it would be; null where there is no such prize."""

    prize_id: str
    before: PrizeStateRow | None
    after: PrizeStateRow | None


class QualifiedRow(Struct):
    """Who goes on, and who would, by their seeds once they are seeded."""

    __qualname__ = "what_if_QualifiedRow"
    before: tuple[str, ...]
    after: tuple[str, ...]


class WhatIfAnswer(Struct):
    """What differs after the write, and the problem it would be answered with; nothing is written.

    `qualified` are those who go on to the next stage, in an event that has one to come.
    """

    version: int
    refused: Problem | None
    pairings: list[PairingChangeRow]
    standings: list[StandingChangeRow]
    prizes: list[PrizeChangeRow]
    qualified: QualifiedRow | UnsetType = UNSET


def what_if_answer(changes: Changes, version: int, refused: Problem | None = None) -> WhatIfAnswer:
    return WhatIfAnswer(
        version=version,
        refused=refused,
        pairings=[PairingChangeRow(each.id, _pairing(each.before), _pairing(each.after)) for each in changes.pairings],
        standings=[
            StandingChangeRow(each.player, _place(each.before), _place(each.after)) for each in changes.standings
        ],
        prizes=[PrizeChangeRow(each.prize_id, _prize(each.before), _prize(each.after)) for each in changes.prizes],
        qualified=UNSET if changes.qualified is None else QualifiedRow(*changes.qualified),
    )


def _pairing(found: PairingState | None) -> PairingRow | None:
    return pairing_row(*found) if found else None


def _place(place: Place | None) -> PlaceRow | None:
    return PlaceRow(place.rank, place.points.number) if place else None


def _prize(state: PrizeState | None) -> PrizeStateRow | None:
    return PrizeStateRow(prize_row(state.prize), state.player) if state else None
