"""What an event is in figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.story.meetings import Meeting, Run, Upset, longest_run
from podium.core.player import Player
from podium.core.result import Worth


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The figures of one section; shares are counts of games over the board, `average_rating` of those who have one.

    Where nobody has a colour, `white_wins` and `black_wins` mean nothing.
    """

    players: int
    rounds: int
    games: int
    unplayed: int
    white_wins: int
    draws: int
    black_wins: int
    average_rating: int | None
    unbeaten: Run | None
    biggest_upset: Upset | None


def event_facts(players: Sequence[Player], rounds: int, met: Sequence[Meeting], found: Sequence[Upset]) -> EventFacts:
    """The figures of an event in which these players met so."""
    played = [each for each in met if each.played]
    ratings = [player.fields.rating for player in players if player.fields.rating]
    return EventFacts(
        players=len(players),
        rounds=rounds,
        games=len(played),
        unplayed=len(met) - len(played),
        white_wins=sum(each.home_worth is Worth.WIN for each in played),
        draws=sum(each.home_worth is each.away_worth is Worth.DRAW for each in played),
        black_wins=sum(each.away_worth is Worth.WIN for each in played),
        average_rating=(2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else None,
        unbeaten=longest_run(players, met),
        biggest_upset=found[0] if found else None,
    )
