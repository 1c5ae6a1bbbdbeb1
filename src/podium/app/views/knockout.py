"""A knockout as other views see it: its rounds as rounds, its matches as pairings, its ranking in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from podium.app.memory import Memory
from podium.app.words.knockout import round_phrase
from podium.app.words.language import N_, _
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.bracket import match_as_pairing, standing_result
from podium.flow.lookups import found
from podium.flow.state import Bye, Format, Game, Pairing, Round, Stage, Tournament
from podium.knockout import BracketMatch, BracketRound, Knockout, Outcome, Place, ranking

_WON_FOR_THIRD = N_("%(place)s, then won the match for third place")
_DREW_FOR_THIRD = N_("%(place)s, then drew the match for third place")
_PLAYS_FOR_THIRD = N_("%(place)s, plays for third place")

_PAIRED: Memory[Tournament] = Memory(32)


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
    return _PAIRED.keep((state,), _with_rounds(state, [each.parents for each in state.knockout.rounds]))


def game_by_game(state: Tournament) -> Tournament:
    """A knockout with its matches and their tie-break games as pairings; any other tournament as it is."""
    if state.knockout is None:
        return state
    return _with_rounds(
        state, [sorted(each.matches.values(), key=lambda match: match.order) for each in state.knockout.rounds]
    )


def _with_rounds(state: Tournament, matches: Sequence[Sequence[BracketMatch]]) -> Tournament:
    assert state.knockout is not None  # both callers asked
    every = zip(state.knockout.rounds, matches, strict=True)
    rounds = tuple(here for each, some in every if (here := _round(state.knockout, each, some)).games)
    where = {id: here.number for here in rounds for id in here.games}
    return replace(state, rounds=rounds, where=where)


def pairing_at(state: Tournament, id: PairingId) -> tuple[Tournament, Pairing]:
    """The pairing of that id and the tournament it is shown in; raises Unknown.

    A match or a tie-break game is one as soon as both its players are known, and so is a bye.
    """
    if state.knockout is None:
        return state, found(state, id)
    match = match_as_pairing(state, id)
    if not is_known(match):
        raise Unknown("pairing", id)
    return replace(state, where={id: match.round}), _pairing(match)


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


def is_knockout(state: Tournament) -> bool:
    return state.settings.format is Format.KNOCKOUT


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


def is_known(match: BracketMatch) -> bool:
    """Whether it is known who plays, or who does not have to."""
    return match.full or match.played is Outcome.BYE


def _round(knockout: Knockout, here: BracketRound, matches: Sequence[BracketMatch]) -> Round:
    pairings = [_pairing(match) for match in matches if is_known(match)]
    games: dict[PairingId, Pairing] = {pairing.id: pairing for pairing in pairings}
    stage = Stage.PUBLISHED if here.unresolved else Stage.CLOSED
    begun = min((match.paired_at for match in here.parents if match.paired_at), default="")
    return Round(here.number, games, stage, Format.KNOCKOUT.value, seed=knockout.seed, paired_at=begun)


def _pairing(match: BracketMatch) -> Pairing:
    if match.white is not None and match.black is not None:
        return Game(match.id, match.board, match.white, match.black, result=standing_result(match))
    return Bye(match.id, match.board, match.players[0], ByeType.BYE)
