"""Games that are not over: those without a result, those adjourned, and those that can be played on the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.formats.protocol import Playable
from podium.flow.formats.registry import format_of
from podium.flow.state import Game, Match, Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is not over, with the number of its round."""

    round: int
    game: Game | Match


def open_games(rounds: Iterable[Round]) -> tuple[OpenGame, ...]:
    """The games of `rounds` that are not over, round by round and by board."""
    return tuple(
        OpenGame(here.number, each) for here in rounds for each in here.meetings if each.problem or each.adjourned
    )


def all_rounds_paired(state: Tournament) -> bool:
    """Whether no round is left to be paired; False while nobody has said how many there will be."""
    planned = format_of(state).rounds_expected(state)
    return planned is not None and 0 < planned <= len(state.rounds)


def with_open_games_adjourned(state: Tournament, last: int) -> Tournament:
    """The event as it would be if every game without a result in the rounds up to `last` were adjourned."""
    rounds = tuple(
        replace(here, games=_adjourned(here.games)) if here.number <= last and here.pending else here
        for here in state.rounds
    )
    return replace(state, rounds=rounds)


def _adjourned(games: Mapping[PairingId, Pairing]) -> dict[PairingId, Pairing]:
    return {
        id: replace(each, result=Result.ADJOURNED) if isinstance(each, Game) and each.result is None else each
        for id, each in games.items()
    }


def playable(state: Tournament) -> dict[PairingId, Playable]:
    """The games of all rounds that can be played now, by their ids; none of an event that is over and put away."""
    return {each.game.id: each for here in state.rounds for each in playable_in(state, here)}


def playable_in(state: Tournament, here: Round) -> list[Playable]:
    """The games of one round that can be played now, by board."""
    if not state.settings.live or state.archived or state.deleted:
        return []
    return format_of(state).playable(state, here)
