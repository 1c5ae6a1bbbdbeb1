"""What each player has scored, and from what, round upon round; and how that adds up, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from podium.app.memory import Memory
from podium.app.rounds.result_words import outcome
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import decimal
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import ByeType, Scoring, Source, Worth
from podium.flow.players.annulled import NOBODY, annulled
from podium.flow.state import Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Part:
    """How often points came from one source, and how many in all."""

    count: int
    points: Points


Tally = Mapping[Source, Part]
Tallies = Mapping[PlayerId, Tally]
WON = Points.of(1)  # a match of doubles, whatever the scoring of games
_SOURCES = (*Worth, *ByeType)
_TALLIES: Memory[Tallies] = Memory(128, len)
_UNCOUNTED: Memory[frozenset[PlayerId]] = Memory(64)
_PAIRINGS: Memory[Mapping[PlayerId, tuple[Pairing, ...]]] = Memory(256)


def rounds_after(state: Tournament, after: int | None) -> tuple[Round, ...]:
    """The rounds up to `after`, all of them for None; raises Unknown for a round there is not."""
    if after is None:
        return state.rounds
    if not 0 <= after <= len(state.rounds):
        raise Unknown("round", after)
    return state.rounds[:after]


def source(pairing: Pairing, player: PlayerId) -> Source | None:
    """What `player` has of a pairing they are in; None while the game has no result."""
    if pairing.result is not None:
        return pairing.result.white if player == pairing.white else pairing.result.black
    if pairing.is_match and pairing.played:
        team = pairing.home if pairing.sets.home == pairing.to_win else pairing.away
        return Worth.WIN if player in team else Worth.LOSS
    return pairing.bye_kind


def points(pairing: Pairing, player: PlayerId, scoring: Scoring) -> Points:
    """What `player` scores in a pairing they are in; nothing while the game has no result."""
    if pairing.is_match:
        return WON if source(pairing, player) is Worth.WIN else Points(0)
    return pairing.points(scoring) if pairing.is_bye else pairing.points(player, scoring)


def pairings_of(here: Round) -> Mapping[PlayerId, tuple[Pairing, ...]]:
    """The pairings of each player in a round: one, unless an older database knew no better."""
    return _PAIRINGS.remember((here,), lambda: _pairings_of(here))


def _pairings_of(here: Round) -> Mapping[PlayerId, tuple[Pairing, ...]]:
    found: dict[PlayerId, tuple[Pairing, ...]] = {}
    for pairing in here.in_order:
        for player in pairing.players:
            found[player] = (*found.get(player, ()), pairing)
    return found


def uncounted(state: Tournament) -> frozenset[PlayerId]:
    """The players whose games count for nobody (C.05, article 6.6); the same object while nothing changes it."""
    parts = (state.players, state.settings, state.seats, *state.rounds)
    return _UNCOUNTED.remember(parts, lambda: annulled(state))


def is_counted(pairing: Pairing, left_out: frozenset[PlayerId]) -> bool:
    """Whether a pairing counts, where the games of those `left_out` do not."""
    return not left_out or left_out.isdisjoint(pairing.players)


def tallies(rounds: tuple[Round, ...], scoring: Scoring, left_out: frozenset[PlayerId] = NOBODY) -> Tallies:
    """The tally of everyone after `rounds`; counts on from the rounds that were counted before.

    Pairings of players who are `left_out` bring nobody anything.
    """
    so_far: Tallies = {}
    counted = 0
    for end in range(len(rounds), 0, -1):
        if (known := _TALLIES.recall((scoring, left_out, *rounds[:end]))) is not None:
            so_far, counted = known, end
            break
    for end in range(counted + 1, len(rounds) + 1):
        compute = partial(_with, so_far, rounds[end - 1], scoring, left_out)
        so_far = _TALLIES.remember((scoring, left_out, *rounds[:end]), compute)
    return so_far


def added_points(state: Tournament, player: PlayerId, rounds: int) -> Points:
    """What a player has beside all results after so many rounds; negative where points were taken away."""
    return state.kept.added_to(player, rounds, last=rounds == state.settings.rounds)


def total(tally: Tally) -> Points:
    """The points of a tally."""
    return Points.total(part.points for part in tally.values())


def in_order(tally: Tally) -> list[tuple[Source, Part]]:
    """The parts of a tally: games first, then byes."""
    return [(each, tally[each]) for each in _SOURCES if each in tally]


def _with(so_far: Tallies, here: Round, scoring: Scoring, left_out: frozenset[PlayerId]) -> Tallies:
    sums = dict(so_far)
    for pairing in (each for each in here.games.values() if is_counted(each, left_out)):
        for player in pairing.players:
            worth = source(pairing, player)
            scored = points(pairing, player, scoring)
            if worth is None or not scored:
                continue
            tally = sums.get(player, {})
            old = tally.get(worth, Part(0, Points(0)))
            sums[player] = {**tally, worth: Part(old.count + 1, old.points + scored)}
    return sums


_SEVERAL: dict[ByeType, str] = {
    ByeType.BYE: N_("%(num)s byes"),
    ByeType.UNPAIRED: N_("%(num)s unpaired"),
    ByeType.HALF: N_("%(num)s half-point byes"),
    ByeType.ZERO: N_("%(num)s zero-point byes"),
    ByeType.ABSENT: N_("%(num)s times absent"),
    ByeType.CLUB_DUTY: N_("%(num)s times club duty"),
    ByeType.EXCUSED: N_("%(num)s times excused"),
    ByeType.FREE: N_("%(num)s free games"),
    ByeType.UNSPECIFIED: N_("%(num)s unspecified byes"),
}

NOTHING = Points(0)


def details(tally: Tally, left_out: int = 0, added: Points = NOTHING) -> str:
    """How the points add up, as `2W (2.0) + bye (0.5) = 2.5`; `0.0` for no points.

    `left_out` games that were played and do not count are named after it; `added` is what came by no result.
    """
    parts = [f"{counted(source, part.count)} ({decimal(part.points)})" for source, part in in_order(tally)]
    sum = " + ".join(parts) or decimal(NOTHING)
    if added:
        signed = f"+ {decimal(added)}" if added > NOTHING else f"- {decimal(NOTHING - added)}"
        sum = _("%(points)s %(added)s by decision", points=sum, added=signed)
    if parts or added:
        sum = f"{sum} = {decimal(total(tally) + added)}"
    return f"{sum}; {_not_counted(left_out)}" if left_out else sum


def left_early(games: int, *, withdrew: bool) -> str:
    """What stands for the details of somebody who left a round robin before half of the games, or forfeited them."""
    why = _("withdrew before half of the games") if withdrew else _("forfeited more than half of the games")
    return f"{why}; {_not_counted(games)}" if games else why


def _not_counted(games: int) -> str:
    return ngettext("%(num)s game not counted", "%(num)s games not counted", games)


def counted(source: Source, count: int) -> str:
    """How often points came from one source: `2W`, `3 byes`."""
    match source:
        case Worth.WIN:
            return _("%(num)sW", num=count)
        case Worth.DRAW:
            return _("%(num)sD", num=count)
        case Worth.LOSS:
            return _("%(num)sL", num=count)
        case Worth.FORFEIT_WIN:
            return ngettext("%(num)s forfeit win", "%(num)s forfeit wins", count)
        case Worth.FORFEIT_LOSS:
            return ngettext("%(num)s forfeit loss", "%(num)s forfeit losses", count)
        case ByeType():
            return outcome(source) if count == 1 else _(_SEVERAL[source], num=count)
        case _:
            raise AssertionError(f"{source} is counted as a bye")
