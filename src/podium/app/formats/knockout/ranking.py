"""A knockout as other views see it: its rounds as rounds, its matches as pairings, its ranking in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from podium.app.formats.knockout.words import round_phrase
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Tournament
from podium.knockout import BracketRound, Knockout, Outcome, Place, ranking

_WON_FOR_THIRD = N_("%(place)s, then won the match for third place")
_DREW_FOR_THIRD = N_("%(place)s, then drew the match for third place")
_PLAYS_FOR_THIRD = N_("%(place)s, plays for third place")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player of a knockout and where they stand; `won` counts the rounds they got through."""

    rank: int
    player: Player
    won: int
    said: str


def ranked(state: Tournament, after: int | None = None) -> Iterator[Ranked]:
    """Everybody in a knockout after a round or now, the best first; those who are not in the bracket come last."""
    knockout = state.knockout
    places = ranking(knockout, after) if knockout is not None else []
    if knockout is not None:
        ended = after is None or after >= len(knockout.rounds)
        champions = knockout.champions if ended else ()
        consoled = _consoled(knockout.rounds[:after])
        for place in places:
            said = _said(knockout, place, champions)
            if place.player in consoled:
                said = _(consoled[place.player], place=said)
            yield Ranked(place.rank, state.players[place.player], place.won, said)
    named = {place.player for place in places}
    others = sorted(
        (player for player in state.players.values() if player.id not in named), key=lambda each: each.number
    )
    for player in others:
        yield Ranked(len(places) + 1, player, 0, _("not in the bracket") if places else "")


def points(row: Ranked) -> Points:
    """One point for each round that was got through."""
    return Points.of(row.won)


def _said(knockout: Knockout, place: Place, champions: Sequence[PlayerId]) -> str:
    if place.out:
        return _("out in %(round)s", round=round_phrase(knockout, place.reached))
    if place.player not in champions:
        return _("still in")
    return _("champion") if len(champions) == 1 else _("joint champion")


def _consoled(rounds: Sequence[BracketRound]) -> dict[PlayerId, str]:
    """What the match for third place still means, or how it went, for those who did not lose it."""
    said: dict[PlayerId, str] = {}
    for match in (match for here in rounds for match in here.parents if match.third_place):
        if match.resolved:
            drawn = match.result is Outcome.DRAW
            said |= dict.fromkeys(match.advancing, _DREW_FOR_THIRD if drawn else _WON_FOR_THIRD)
        else:
            said |= dict.fromkeys(match.players, _PLAYS_FOR_THIRD)
    return said
