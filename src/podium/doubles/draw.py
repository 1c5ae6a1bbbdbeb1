"""The draw of a round: free games, partners, matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unpairable
from podium.core.ids import PlayerId
from podium.doubles.ahead import Step, first_step, next_step, reachable
from podium.doubles.fair import seats, turn
from podium.doubles.field import Field, Reserve, field_of
from podium.doubles.partners import draw_halves, draw_pairs
from podium.doubles.plan import mates_of, pairs_of, sitting_out
from podium.doubles.promise import by_degrees, check_plan, promise
from podium.doubles.ranking import Standing, ranking
from podium.doubles.rounds import FreeGames, Options, Team, TeamMatch, TeamRound
from podium.doubles.setting import Encounter, set_teams
from podium.doubles.whole import most_rounds


@dataclass(frozen=True, slots=True)
class FreeGame:
    """Why a player sits out: the free games before this one, and the rank at that time."""

    player: PlayerId
    had: int
    rank: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player whose free game went to `instead`: otherwise no way was found to play every round up to `through`."""

    player: PlayerId
    instead: tuple[PlayerId, ...]
    through: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round that was drawn, with its reasons. Keep `reserve` and hand it to the next draw."""

    round: int
    seed: str
    matches: tuple[TeamMatch, ...]
    free: tuple[PlayerId, ...]
    passed_over: tuple[PassedOver, ...]
    settings: tuple[Encounter, ...]
    free_games: tuple[FreeGame, ...]
    rounds_left: int
    """So many rounds can follow for certain; fewer than planned only if players left or were paired by hand."""
    reserve: Reserve
    """One way to play them, or nothing where no draw can go wrong."""


def draw(
    players: Sequence[PlayerId], rounds: Sequence[TeamRound], options: Options, dice: Dice, reserve: Reserve = ()
) -> Drawn:
    """The next round of those present (in list order), after these rounds.

    `reserve` is the one of the previous draw; without it, it is searched for anew. Raises Refused for fewer
    than four players and for more rounds than planned or possible, Unpairable if no round is left.

    >>> from podium import Dice, PlayerId
    >>> who = [PlayerId(str(number)) for number in range(1, 6)]
    >>> draw(who, [], Options(rounds=3), Dice("1")).free
    ('5',)
    """
    field = field_of(players, rounds)
    if field.drawn >= options.rounds:
        raise Refused("rounds-exhausted", value=field.drawn + 1, most=options.rounds)
    if not rounds:
        check_plan(players, options)
    standings = ranking(players, rounds, options)
    lowest_first = _lowest_first(field, standings)
    chosen = dice.shuffled(range(len(players))) if options.free_games is FreeGames.RANDOM else lowest_first
    wanted = _in_turn(field, chosen)
    step, left = _step(field, options, wanted, lowest_first, reserve, dice)
    points = {standing.player: standing.points for standing in standings}
    teams = [(players[one], players[two]) for one, two in pairs_of(step.mates)]
    settings = set_teams(teams, points, rounds, options.setting, options.avoid_opponents, dice)
    free = tuple(sorted(sitting_out(step.mates), key=lowest_first.index))
    return Drawn(
        round=field.drawn + 1,
        seed=dice.seed,
        matches=tuple(each.match for each in settings),
        free=tuple(players[player] for player in free),
        passed_over=_passed_over(field, options, wanted, free, left),
        settings=settings,
        free_games=_reasons(field, free, standings),
        rounds_left=left,
        reserve=field.reserve_of(step.rest),
    )


@dataclass(frozen=True, slots=True)
class Arranged:
    """What there is to say of a round that a director made: who sits out, and how many rounds can follow."""

    free_games: tuple[FreeGame, ...]
    rounds_left: int


def arranged(
    players: Sequence[PlayerId], rounds: Sequence[TeamRound], options: Options, matches: Sequence[tuple[Team, Team]]
) -> Arranged:
    """The next round of those present with these matches; who is in none of them sits out.

    Who sits out is the director's choice; later draws go on with the players who did so least. Raises Invalid for a
    player twice and for no match at all, Refused for partners who have been partners before and for more rounds than
    planned or, at the start, possible.

    >>> from podium import PlayerId
    >>> who = [PlayerId(name) for name in "abcde"]
    >>> arranged(who, [], Options(rounds=3), [(("a", "b"), ("c", "d"))]).free_games
    (FreeGame(player='e', had=0, rank=1),)
    """
    field = field_of(players, rounds)
    if field.drawn >= options.rounds:
        raise Refused("rounds-exhausted", value=field.drawn + 1, most=options.rounds)
    if not rounds:
        check_plan(players, options)
    if not matches:
        raise Invalid("matches-missing", field="pairings", value=[])
    place = {player: at for at, player in enumerate(players)}
    seated: set[PlayerId] = set()
    for team in (team for match in matches for team in match):
        for player in team:
            if player in seated:
                raise Invalid("player-twice", field="pairings", value=player, name=player)
            seated.add(player)
        if place[team[1]] in field.met[place[team[0]]]:
            raise Refused("partner-repeated", value=list(team), names=list(team))
    standings = ranking(players, rounds, options)
    free = [player for player in _lowest_first(field, standings) if players[player] not in seated]
    made = TeamRound(tuple(TeamMatch(home, away) for home, away in matches), tuple(players[player] for player in free))
    ahead = promise(players, options, [*rounds, made]).possible
    return Arranged(_reasons(field, free, standings), max(0, min(ahead, options.rounds) - field.drawn - 1))


def _step(
    field: Field, options: Options, wanted: list[int], lowest_first: list[int], reserve: Reserve, dice: Dice
) -> tuple[Step, int]:
    """The round with who sits out and who is whose partner, and how many rounds can follow for certain."""
    to_play = options.rounds - field.drawn
    size = len(field.players)
    playing = [player for player in range(size) if player not in wanted]
    if not field.drawn:
        half = len(playing) // 2
        mates = mates_of(size, draw_halves(playing[:half], playing[half:], dice))
        if by_degrees(field) >= to_play:
            return Step(mates, []), to_play - 1
        # With one free game a round, a plan for everybody's turn can follow any ranking.
        return first_step(mates, most_rounds(size) if seats(size) == 1 else to_play, dice), to_play - 1
    safe = by_degrees(field)
    plan = reachable(field, to_play, field.plan_from(reserve)) if safe < to_play else []
    if plan:
        order = None if options.free_games is FreeGames.RANDOM else lowest_first
        return next_step(field, plan, order, dice), min(len(plan), to_play) - 1
    if not safe:
        raise Unpairable("partners-exhausted", value=field.drawn + 1, players=size)
    pairs = draw_pairs(playing, field.met, dice)
    assert pairs is not None, "degrees promise a round"
    return Step(mates_of(size, pairs), []), min(safe, to_play) - 1


def _lowest_first(field: Field, standings: Sequence[Standing]) -> list[int]:
    """The players from the bottom of the ranking; of equals, the later in the list first."""
    rank = {standing.player: standing.rank for standing in standings}
    return sorted(range(len(field.players)), key=lambda player: (-rank[field.players[player]], -player))


def _in_turn(field: Field, order: Sequence[int]) -> list[int]:
    """The players who sit out if only their turn and then this order counts."""
    who = turn(field.had)
    level = set(who.level)
    return [*who.due, *[player for player in order if player in level][: who.rest]]


def _passed_over(
    field: Field, options: Options, wanted: Sequence[int], free: Sequence[int], left: int
) -> tuple[PassedOver, ...]:
    if options.free_games is FreeGames.RANDOM:
        return ()
    instead = tuple(field.players[player] for player in free if player not in wanted)
    through = field.drawn + 1 + left
    return tuple(PassedOver(field.players[player], instead, through) for player in wanted if player not in free)


def _reasons(field: Field, free: Sequence[int], standings: Sequence[Standing]) -> tuple[FreeGame, ...]:
    rank = {standing.player: standing.rank for standing in standings}
    return tuple(FreeGame(field.players[player], field.had[player], rank[field.players[player]]) for player in free)
