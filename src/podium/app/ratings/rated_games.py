"""The games of one player as ratings and titles count them, and what an event says of how it is rated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from podium.app.event.schedule import rating_in
from podium.app.standings.tally import pairings_of, source
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType, Worth
from podium.flow.state import Game, Pairing, Round, Settings, Tournament
from podium.ratings import GameResult, NormGame


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played and has ended; `score` is on the scale of 1, a half and 0, whatever the scoring.

    `rating` is the one that the opponent had in the round.
    """

    round: int
    opponent: Player
    rating: int | None
    score: Points
    rated: bool


@dataclass(frozen=True, slots=True)
class RatedGames:
    """What a player played; `unplayed` are rounds won by forfeit or without an opponent by the pairing.

    `missed` are all other rounds without a game. `last_forfeit` is the game of the event's last round where the
    opponent did not come, counted as lost.
    """

    played: tuple[PlayedGame, ...] = ()
    unplayed: int = 0
    missed: int = 0
    last_forfeit: NormGame | None = None

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that are rated."""
        return tuple(GameResult(each.rating, each.score, each.round) for each in self.played if each.rated)

    def norm_games(self, scoreless: frozenset[PlayerId]) -> tuple[NormGame, ...]:
        """The games that count for a norm: every one over the board."""
        return tuple(
            replace(
                norm_game(each.round, each.opponent, each.rating, each.score), scoreless=each.opponent.id in scoreless
            )
            for each in self.played
        )

    def opponent(self, round: int) -> Player:
        """Whom the player met in a round that was played."""
        return next(each.opponent for each in self.played if each.round == round)


def norm_game(number: int, opponent: Player, rating: int | None, score: Points) -> NormGame:
    """A game of a round against an opponent, as norms count it: with the rating that applied when it was played."""
    fields = opponent.fields
    return NormGame(number, rating, fields.title, fields.federation, score)


def rated_games(state: Tournament, rounds: tuple[Round, ...], player: PlayerId) -> RatedGames:
    """What a player played in `rounds`; a game without a result, or adjourned, is left aside."""
    played: list[PlayedGame] = []
    unplayed = missed = 0
    last_forfeit: NormGame | None = None
    for here in rounds:
        pairings = pairings_of(here).get(player, ())
        missed += not pairings
        for stands in pairings:
            pairing = _as_rated(state, stands)
            worth = source(pairing, player)
            if worth is ByeType.BYE or worth is Worth.FORFEIT_WIN:
                unplayed += 1
            missed += not isinstance(pairing, Game) and worth is not ByeType.BYE
            if pairing.result is None or not isinstance(worth, Worth):
                continue
            opponent = state.players[pairing.opponent(player)]
            rating = rating_in(state.settings, opponent, here.number) or None
            if pairing.result.played and pairing.result.final:
                played.append(PlayedGame(here.number, opponent, rating, worth.standard, pairing.result.rated))
            elif worth is Worth.FORFEIT_LOSS:
                missed += 1
            elif worth is Worth.FORFEIT_WIN and here.number == (state.settings.rounds or len(state.rounds)):
                last_forfeit = norm_game(here.number, opponent, rating, Points(0))
    return RatedGames(tuple(played), unplayed, missed, last_forfeit)


def _as_rated(state: Tournament, pairing: Pairing) -> Pairing:
    """A game with the result by which it is rated, where that is another than the one that counts."""
    rated_by = state.rating_results.get(pairing.id)
    return replace(pairing, result=rated_by) if isinstance(pairing, Game) and rated_by is not None else pairing


def scoreless_players(state: Tournament, played: Mapping[PlayerId, RatedGames]) -> frozenset[PlayerId]:
    """Those without a rating who scored nothing against rated opponents (B.01, 1.4.2 b)."""
    return frozenset(
        id
        for id, games in played.items()
        if not state.players[id].fields.rating and not any(each.score.units for each in games.played if each.rating)
    )


def first_day(settings: Settings) -> date | None:
    """The first day of the event, or of its first round; None where neither is set."""
    text = settings.start or next(iter(settings.round_dates), None)
    return date.fromisoformat(text[:10]) if text else None
