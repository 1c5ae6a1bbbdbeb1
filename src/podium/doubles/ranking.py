"""The ranking, and for every player how it came about, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from podium.core.ids import PlayerId
from podium.doubles.rounds import Options, Team, TeamRound, Verdict, verdict

WIN = 1
FREE_GAME = 1


class Kind(Enum):
    """What a player did in a round."""

    WON = "won"
    LOST = "lost"
    FREE = "free"
    ABSENT = "absent"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Line:
    """One closed round of one player; `buchholz` is what it adds: the opponents' points minus the partner's."""

    round: int
    kind: Kind
    points: int = 0
    partner: PlayerId | None = None
    opponents: tuple[PlayerId, ...] = ()
    partner_points: int = 0
    opponents_points: tuple[int, ...] = ()
    set_difference: int = 0

    @property
    def buchholz(self) -> int:
        return sum(self.opponents_points) - self.partner_points


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Players who are equal in every criterion share the rank."""

    rank: int
    player: PlayerId
    points: int
    buchholz: int
    set_difference: int
    free_games: int
    lines: tuple[Line, ...]


def ranking(players: Sequence[PlayerId], rounds: Sequence[TeamRound], options: Options) -> tuple[Standing, ...]:
    """The players by points, then Buchholz, then (if chosen) set difference; equal ones in the order given.

    Points of partners and opponents count wherever those players are now: one who left keeps them.
    """
    lines: dict[PlayerId, list[Line]] = {player: [] for player in players}
    for number, played in enumerate(rounds, start=1):
        if not played.closed:
            continue
        took_part = dict(_lines(number, played, options.sets_to_win))
        for player in {**lines, **took_part}:
            lines.setdefault(player, []).append(took_part.get(player, Line(number, Kind.ABSENT)))
    points = {player: sum(line.points for line in own) for player, own in lines.items()}
    standings = [_standing(player, lines[player], points) for player in players]

    def criteria(standing: Standing) -> tuple[int, ...]:
        further = standing.set_difference if options.set_difference else 0
        return (-standing.points, -standing.buchholz, -further)

    ranked: list[Standing] = []
    for place, standing in enumerate(sorted(standings, key=criteria), start=1):
        shared = ranked and criteria(ranked[-1]) == criteria(standing)
        ranked.append(replace(standing, rank=ranked[-1].rank if shared else place))
    return tuple(ranked)


def _standing(player: PlayerId, lines: Sequence[Line], points: dict[PlayerId, int]) -> Standing:
    told = tuple(
        replace(
            line,
            partner_points=points[line.partner],
            opponents_points=tuple(points[opponent] for opponent in line.opponents),
        )
        if line.partner is not None
        else line
        for line in lines
    )
    return Standing(
        rank=0,
        player=player,
        points=points[player],
        buchholz=sum(line.buchholz for line in told),
        set_difference=sum(line.set_difference for line in told),
        free_games=sum(line.kind is Kind.FREE for line in told),
        lines=told,
    )


def _lines(number: int, played: TeamRound, sets_to_win: int) -> Iterator[tuple[PlayerId, Line]]:
    """What each player who took part did in the round, before anybody's points are known."""
    for player in played.free:
        yield player, Line(number, Kind.FREE, FREE_GAME)
    for match in played.matches:
        ahead = (match.sets.home or 0) - (match.sets.away or 0)
        decided = verdict(match.sets.home, match.sets.away, sets_to_win) is Verdict.WON
        yield from _side(number, match.home, match.away, ahead, decided)
        yield from _side(number, match.away, match.home, -ahead, decided)


def _side(number: int, team: Team, against: Team, ahead: int, decided: bool) -> Iterator[tuple[PlayerId, Line]]:
    kind = Kind.UNDECIDED if not decided else Kind.WON if ahead > 0 else Kind.LOST
    for player, partner in (team, team[::-1]):
        yield (
            player,
            Line(
                number, kind, WIN if kind is Kind.WON else 0, partner, against, set_difference=ahead if decided else 0
            ),
        )
