"""Whole events in memory, for programs that have names and games: pair, enter results, rank, ask why, simulate.

    >>> event = Swiss(["Ann", "Ben", "Cleo", "Dan"], rounds=3)
    >>> [(board.white, board.black) for board in event.pair()]
    [('Ann', 'Cleo'), ('Dan', 'Ben')]
    >>> event.result("Ann", "Cleo", "1-0")
    >>> event.result("Ben", "Dan", "1/2-1/2")
    >>> [(place.rank, place.name, str(place.points)) for place in event.standings("BH")]
    [(1, 'Ann', '1.0'), (2, 'Ben', '0.5'), (2, 'Dan', '0.5'), (4, 'Cleo', '0.0')]

Players are known by their names. What cannot be is `podium.Invalid` and names the value; what the rules or the state of
the event forbid is `podium.Refused`. Nothing has changed after either.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypeAlias

from podium.app.forecast.forecast import forecast
from podium.app.queries import standings, why
from podium.app.trf.export import report_of
from podium.core import choice
from podium.core.arguments import guard, guarded
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import BY_TRF, ByeType
from podium.files.trf import Report
from podium.flow import commands
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.formats.knockout import bracket_of
from podium.flow.players.entries import merged
from podium.flow.readers import tiebreak_codes
from podium.flow.state import Game, Match, Pairing, Round, Side, Stage, Tournament
from podium.simulation import doubles, games, knockout
from podium.simulation.director import BEGUN
from podium.simulation.plan import Plan

__all__ = [
    "Board", "DoubleElimination", "Doubles", "Keizer", "Knockout", "Odds", "Place", "RoundRobin", "Swiss", "Table",
]  # fmt: skip

Newcomer: TypeAlias = str | tuple[str, int] | Mapping[str, object]
"""A player who enters: a name, a name with a rating, or all fields by their names in the API."""
Settings: TypeAlias = Mapping[str, object]
"""Settings by their names in the API."""


@dataclass(frozen=True, slots=True)
class Board:
    """A game; `result` is written from White's side, None until it is known."""

    round: int
    number: int
    white: str
    black: str
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A match of doubles; `sets` are those of the home team and of the other, None until they are known."""

    round: int
    number: int
    home: tuple[str, str]
    away: tuple[str, str]
    sets: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings; who shares a rank shares its number. `decided_by` put them below the one above."""

    rank: int
    name: str
    points: Points
    tiebreaks: Mapping[str, str | None]
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Odds:
    """What is likely to become of a player, never a fact: the odds of each place, shared ones counted in parts, and the
    points on average.

    `needs` are the odds of the first three places after a result of the own open game, written from White's side; 1.0
    is sure, whatever the others do, or came about in all runs.
    """

    name: str
    places: Mapping[int, float]
    points: float
    needs: Mapping[tuple[str, int], float]


class Event(ABC):
    """What the events of all formats have in common."""

    format: ClassVar[str]
    """The name of the format, as everywhere in Podium."""

    @guarded
    def __init__(
        self,
        players: Sequence[Newcomer],
        rounds: int | None = None,
        settings: Settings | None = None,
        seed: int | str = 1,
    ) -> None:
        """An event of these players, the strongest first where they have no ratings.

        Without `rounds`, a round robin has those of its table, and any other as many as a knockout of the players.
        What is drawn by lot comes from the `seed`.
        """
        self._seed, self._states = seed, list[Tournament]()
        given, entered = {"name": self.format, **(settings or {}), "format": self.format}, fields_of(players)
        rounds = self._usual_rounds(len(entered), given) if rounds is None else rounds
        given |= {} if rounds is None else {"rounds": rounds}
        self._do(commands.CreateTournament(TournamentId("event"), given, entered))

    def _usual_rounds(self, players: int, settings: Settings) -> int | None:
        return max(1, (players - 1).bit_length())

    @classmethod
    @guarded
    def simulated(cls, players: int, rounds: int = 1, seed: int | str = 1, settings: Settings | None = None) -> Self:
        """An event played by chance, in which the stronger win more often; a bracket needs no `rounds`."""
        event = cls.__new__(cls)
        played = cls._played(players, rounds, {**(settings or {}), "format": cls.format}, seed)
        event._seed, event._states = seed, [played]
        return event

    @classmethod
    @abstractmethod
    def _played(cls, players: int, rounds: int, settings: Settings, seed: int | str) -> Tournament:
        """An event of the format, played to its end."""

    @property
    def _state(self) -> Tournament:
        return self._states[-1]

    def _do(self, *acts: commands.Act) -> None:
        """Carry out some commands, all or none."""
        state, dice = self._states[-1] if self._states else None, Dice(f"{self._seed}/{len(self._states)}")
        for act in acts:
            state = fold(state, decide(state, act, BEGUN, dice))
        assert state is not None  # the first command creates it
        self._states.append(state)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players, as they were entered."""
        return tuple(player.name for player in self._state.players.values())

    @property
    def rounds(self) -> int:
        """How many rounds are paired."""
        return len(self._state.rounds)

    @guarded
    def byes(self, round: int | None = None) -> dict[str, str]:
        """Who has a bye in a round, or in the last one, and of which kind."""
        return {self._name(bye.player): bye.kind.value for bye in self._round(round).byes}

    @guarded
    def standings(self, *codes: str, after: int | None = None) -> tuple[Place, ...]:
        """The standings after a round, or now; by the tie-breaks of the event, or by these `codes`."""
        if after is not None:
            self._round(after)
        rows = standings(self._state, after, tiebreak_codes("codes", codes) if codes else None)
        return tuple(Place(row.rank, row.player.name, row.points, row.tiebreaks, row.decided_by) for row in rows)

    @guarded
    def forecast(self, runs: int = 1000, seed: int | str = 1) -> tuple[Odds, ...]:
        """The odds of everybody, the likeliest winner first, by playing the rest so many times; the same `seed` gives
        the same answer. Raises Refused where nothing can be said."""
        found = forecast(self._state, runs, seed)
        needs = {each.player: dict[tuple[str, int], float]() for each in found.players}
        for need in found.needs:
            needs[need.player][need.result, need.place] = need.chance
        return tuple(
            Odds(self._name(each.player), each.places, each.points, needs[each.player]) for each in found.players
        )

    @guarded
    def why(self, name: str, round: int | None = None) -> str:
        """Why a player has that opponent, those colours, that bye in a round, or in the last one: in sentences."""
        player, here = self._player(name), self._round(round)
        if (pairing := here.pairing_of(player)) is None:
            raise Invalid("name-not-paired", value=name, round=here.number)
        reasons = why(self._state, pairing)
        return "\n".join([reasons.who, *(sentence for part in reasons.parts for sentence in part.sentences)])

    @guarded
    def add(self, *players: Newcomer) -> None:
        """Enter more players."""
        self._do(commands.AddPlayers(fields_of(players, self.players)))

    @guarded
    def withdraw(self, name: str) -> None:
        """Note that a player takes no further part."""
        self._do(commands.WithdrawPlayer(self._player(name)))

    def undo(self) -> None:
        """Take back what was done last; raises Refused where there is nothing left."""
        if len(self._states) == 1:
            raise Refused("nothing-to-undo", value=0)
        self._states.pop()

    def _pair(self) -> None:
        """Close the rounds there are, and pair the next."""
        closing = [commands.CloseRound(here.number) for here in self._state.rounds if here.stage is not Stage.CLOSED]
        self._do(*closing, commands.PairRound(self.rounds + 1))

    def _name(self, player: PlayerId) -> str:
        return self._state.players[player].name

    def _player(self, name: str) -> PlayerId:
        for player in self._state.players.values():
            if player.name == name:
                return player.id
        raise Invalid("name-not-entered", value=name)

    def _round(self, number: int | None) -> Round:
        number = self.rounds if number is None else number
        if not 1 <= number <= self.rounds:
            raise Invalid("round-not-paired", value=number, most=self.rounds)
        return self._state.rounds[number - 1]

    def _meeting(self, names: Sequence[str], round: int | None) -> Pairing:
        """The pairing of these players, the last one, or that of a round; an open tie-break game comes first."""
        wanted = {self._player(name) for name in names}
        rounds = self._state.rounds if round is None else (self._round(round),)
        found = [each for here in rounds for each in here.every if set(each.players) == wanted and not each.is_bye]
        if not found or len(wanted) < len(names):
            raise Invalid("names-do-not-meet", value=list(names))
        return next((each for each in found if not each.entered), found[-1])


class Games(Event):
    """An event of games between two: what all but doubles have in common."""

    @guarded
    def boards(self, round: int | None = None) -> tuple[Board, ...]:
        """The games of a round, or of the last one, with their results; tie-break games after the drawn one."""
        here, name = self._round(round), self._name
        rows = ((game, game.result and game.result.value) for game in here.every_board)
        return tuple(Board(here.number, it.board, name(it.white), name(it.black), result) for it, result in rows)

    def pair(self) -> tuple[Board, ...]:
        """The games of the next round; raises Refused while results are missing, or where no round can be paired."""
        self._pair()
        return self.boards()

    @guarded
    def result(self, first: str, second: str, result: str, round: int | None = None) -> None:
        """Enter the result of a game of these two, or correct it; it is written from the side of the `first`."""
        game, read = self._meeting((first, second), round), choice.result("result", result)
        assert isinstance(game, Game)
        assert read is not None
        if self._name(game.white) != first:
            read = BY_TRF[read.trf[::-1]]
        self._do(commands.RecordResult(game.id, read, confirm=True))


class RoundByRound(Games):
    """An event that is paired round by round, and may be written as a report file."""

    @guarded
    def bye(self, name: str, round: int, kind: str = "half") -> None:
        """Note that a player asks not to be paired in a round to come, by a bye of that kind: half, zero."""
        player, asked = self._player(name), choice.one_of(ByeType)("kind", kind)
        self._do(commands.RequestByes(player, {**self._state.players[player].byes, round: asked}))

    def report(self) -> Report:
        """The event as a report, for `podium.write_report`, `podium.view_of` and `podium.field_of`."""
        return report_of(self._state, self._state.sections[0])

    @classmethod
    def _played(cls, players: int, rounds: int, settings: Settings, seed: int | str) -> Tournament:
        plan = Plan(players, rounds, forfeits=0, half_byes=0, zero_byes=0, withdrawals=0)
        return games.play(plan, settings, seed)


class Swiss(RoundByRound):
    """A Swiss by FIDE's Dutch system."""

    format = "swiss"


class Keizer(RoundByRound):
    """A Keizer, which pairs by the table of worths."""

    format = "keizer"


class RoundRobin(RoundByRound):
    """A round robin by Berger tables, once or in two cycles."""

    format = "round-robin"

    def _usual_rounds(self, players: int, settings: Settings) -> int | None:
        cycles = settings.get("cycles", 1)
        return games.table_rounds(players, cycles, None) if isinstance(cycles, int) and cycles in (1, 2) else None


class _Bracket(Games):
    """An event whose rounds come by themselves once the one before is decided."""

    def pair(self) -> tuple[Board, ...]:
        """The games that can be played now, tie-break games among them; the bracket is drawn by the first call."""
        if not self.rounds:
            self._do(commands.PairRound(1))
        return tuple(each for number in range(1, self.rounds + 1) for each in self.boards(number) if not each.result)

    def _usual_rounds(self, players: int, settings: Settings) -> int | None:
        return None

    @property
    def champions(self) -> tuple[str, ...]:
        """Who has won; nobody while it goes on."""
        return tuple(map(self._name, bracket_of(self._state).champions)) if self.rounds else ()

    @classmethod
    def _played(cls, players: int, rounds: int, settings: Settings, seed: int | str) -> Tournament:
        return knockout.play(players, settings, seed)


class Knockout(_Bracket):
    """A knockout; what decides a drawn match is among the settings."""

    format = "knockout"


class DoubleElimination(_Bracket):
    """A bracket that one leaves after two defeats."""

    format = "double-elimination"


class Doubles(Event):
    """Doubles with a new partner every round."""

    format = "doubles"

    @guarded
    def tables(self, round: int | None = None) -> tuple[Table, ...]:
        """The matches of a round, or of the last one, with their sets."""
        here = self._round(round)
        return tuple(self._table(here.number, match) for match in here.matches)

    def pair(self) -> tuple[Table, ...]:
        """The matches of the next round; raises Refused while sets are missing."""
        self._pair()
        return self.tables()

    @guarded
    def result(
        self, first: tuple[str, str], second: tuple[str, str], sets: tuple[int, int], round: int | None = None
    ) -> None:
        """Enter the sets that the `first` team and the `second` won, or correct them."""
        match = self._meeting((*first, *second), round)
        assert isinstance(match, Match)
        home = {self._name(player) for player in match.home}
        if home not in (set(first), set(second)):
            raise Invalid("names-do-not-meet", value=[*first, *second])
        own, other = sets if home == set(first) else sets[::-1]
        self._do(commands.RecordSets(match.id, {Side.HOME: own, Side.AWAY: other}))

    def _table(self, round: int, match: Match) -> Table:
        home, away = ((self._name(one), self._name(two)) for one, two in match.sides)
        own, other = match.sets.home, match.sets.away
        return Table(round, match.board, home, away, None if own is None or other is None else (own, other))

    @classmethod
    def _played(cls, players: int, rounds: int, settings: Settings, seed: int | str) -> Tournament:
        return doubles.play(players, rounds, settings, seed).state


@guarded
def fields_of(players: Sequence[Newcomer], there: Sequence[str] = ()) -> tuple[PlayerFields, ...]:
    """The players as they are entered; raises Invalid for a name that is there already."""
    named = {name: PlayerFields(name) for name in there}
    for each in players:
        given = (each,) if isinstance(each, str) else each
        fields = merged(PlayerFields(""), given) if isinstance(given, Mapping) else PlayerFields(*given).checked()
        if fields.name in named:
            raise Invalid("name-twice", field="players", value=fields.name)
        named[fields.name] = fields
    return tuple(named.values())[len(there) :]


guard(globals())
