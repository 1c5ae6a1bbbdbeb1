"""A knockout as other views see it: its rounds as rounds, its matches as pairings, its ranking in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from podium.app.views.remember import Memory
from podium.core.errors import Unknown
from podium.core.ids import PairingId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.bracket import REPORTED, match_of, result_of
from podium.flow.decide import found
from podium.flow.state import Bye, Format, Game, Pairing, Round, Stage, Tournament
from podium.knockout import Knockout, Match, Outcome, Place, ranking, round_name
from podium.knockout import Round as Matches

_PAIRED: Memory[Tournament] = Memory(32)
_RESULTS = {outcome: result for result, (outcome, reason) in REPORTED.items() if reason is None}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of a knockout and where they stand; `won` counts the rounds they got through."""

    rank: int
    player: Player
    won: int
    said: str


def as_paired(state: Tournament) -> Tournament:
    """A knockout with its matches as the pairings of rounds; any other tournament as it is.

    A match is there from when both its players are known; its tie-break games are inside its result.
    """
    if state.knockout is None:
        return state
    if (known := _PAIRED.recall((state,))) is not None:
        return known
    rounds = tuple(here for each in state.knockout.rounds if (here := _round(state.knockout, each)).games)
    where = {id: here.number for here in rounds for id in here.games}
    return _PAIRED.keep((state,), replace(state, rounds=rounds, where=where))


def pairing_at(state: Tournament, id: PairingId) -> tuple[Tournament, Pairing]:
    """The pairing of that id and the tournament it is shown in; a match or a tie-break game is one. Raises Unknown."""
    if state.knockout is None:
        return state, found(state, id)
    match = match_of(state, id)
    if not match.players:
        raise Unknown("pairing", id)
    return replace(state, where={id: match.round}), _pairing(match)


def ranked(state: Tournament) -> Iterator[Ranked]:
    """Everybody in a knockout, the best first; those who are not in the bracket come last."""
    knockout = state.knockout
    places = ranking(knockout) if knockout is not None else []
    for place in places:
        assert knockout is not None
        won = place.reached - (place.player not in knockout.champions)
        yield Ranked(place.rank, state.players[place.player], won, _said(knockout, place))
    named = {place.player for place in places}
    others = sorted(
        (player for player in state.players.values() if player.id not in named), key=lambda each: each.number
    )
    for player in others:
        yield Ranked(len(places) + 1, player, 0, "not in the bracket" if places else "")


def points(row: Ranked) -> Points:
    """One point for each round that was got through."""
    return Points.of(row.won)


def is_knockout(state: Tournament) -> bool:
    return state.settings.format is Format.KNOCKOUT


def _said(knockout: Knockout, place: Place) -> str:
    if place.out:
        return f"out in the {round_name(knockout, place.reached).lower()}"
    if place.player not in knockout.champions:
        return "still in"
    return "champion" if len(knockout.champions) == 1 else "joint champion"


def _round(knockout: Knockout, here: Matches) -> Round:
    pairings = [_pairing(match) for match in here.parents if match.full or match.played is Outcome.BYE]
    games: dict[PairingId, Pairing] = {pairing.id: pairing for pairing in pairings}
    stage = Stage.PUBLISHED if here.unresolved else Stage.CLOSED
    return Round(here.number, games, stage, Format.KNOCKOUT.value, seed=knockout.seed)


def _pairing(match: Match) -> Pairing:
    if match.white is not None and match.black is not None:
        result = _RESULTS[match.verdict] if match.verdict in _RESULTS else result_of(match)
        return Game(match.id, match.board, match.white, match.black, result=result)
    return Bye(match.id, match.board, match.players[0], ByeType.BYE)
