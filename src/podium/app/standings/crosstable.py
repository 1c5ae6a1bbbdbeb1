"""The crosstable of each section: everyone against everyone in a round robin, else round by round.

A knockout has one, in the order of its ranking, with a mark for matches that tie-break games decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from podium.app.memory import Memory
from podium.app.players.numbers import player_numbers
from podium.app.rounds.result_words import in_brackets, mark, outcome, side_mark
from podium.app.rounds.round_words import bye_name
from podium.app.standings.standings import StandingRow
from podium.app.standings.tally import is_counted, pairings_of, points, source, uncounted
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.ids import PairingId, PlayerId
from podium.flow.state import Bye, Game, Match, Round, Tournament

BYES = N_("byes")
SELF = "*"
COLOUR_NOTE = N_("12w1 means: against number 12 with White, won. The numbers are those of the first column.")


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place of the table, and the pairings it stands for.

    `brief` is what people read where there is little room, with the letters that their language has for colours.
    """

    text: str = ""
    pairings: tuple[PairingId, ...] = ()
    brief: str = ""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player: the number that others' cells call them by, and a cell for each column."""

    number: int
    standing: StandingRow
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """One section. In a matrix the columns are the players' numbers, and a last one for byes where there are any.

    Games in brackets do not count: one of the two is an annulled player. In an event of stages it is of one `stage`.
    """

    section: str
    matrix: bool
    columns: tuple[str, ...]
    rows: tuple[CrossRow, ...]
    stage: int | None = None

    @property
    def annulled(self) -> tuple[str, ...]:
        """The names of players whose games stand in brackets."""
        return tuple(row.standing.player.name for row in self.rows if row.standing.annulled)


_TABLES: Memory[tuple[Crosstable, ...]] = Memory(32, lambda tables: sum(len(table.rows) for table in tables))


def section_crosstables(
    state: Tournament, rounds: tuple[Round, ...], rows: Sequence[StandingRow]
) -> tuple[Crosstable, ...]:
    """The crosstables of all sections after `rounds`, whose standings are `rows`."""
    numbers = player_numbers(state)
    parts = (state.players, state.settings, state.seats, state.tie_orders, numbers, uncounted(state), *rounds)
    return _TABLES.remember(parts, lambda: _crosstables(state, rounds, rows))


def _crosstables(state: Tournament, rounds: tuple[Round, ...], rows: Sequence[StandingRow]) -> tuple[Crosstable, ...]:
    places: dict[str, list[StandingRow]] = {}
    for row in rows:
        places.setdefault(row.section, []).append(row)
    return tuple(
        (_matrix if state.seats.get(section) else _round_by_round)(state, rounds, section, own)
        for section, own in places.items()
    )


def _matrix(state: Tournament, rounds: tuple[Round, ...], section: str, rows: list[StandingRow]) -> Crosstable:
    seats, numbers = state.seats[section], player_numbers(state)
    paired = {player for here in rounds for player in pairings_of(here)}
    late = [row.player.id for row in rows if row.player.id not in seats and row.player.id in paired]
    order = (*seats, *late)
    places = {row.player.id: row for row in rows}
    met, byes = _meetings(state, rounds, frozenset(order))
    columns = tuple(str(numbers[player]) for player in order)
    table = []
    for player in order:
        cells = [Cell(SELF) if other == player else met.get((player, other), Cell()) for other in order]
        if byes:
            cells.append(byes.get(player, Cell()))
        table.append(CrossRow(numbers[player], places[player], tuple(cells)))
    return Crosstable(section, True, (*columns, BYES) if byes else columns, tuple(table))


def _meetings(
    state: Tournament, rounds: tuple[Round, ...], players: frozenset[PlayerId]
) -> tuple[Mapping[tuple[PlayerId, PlayerId], Cell], Mapping[PlayerId, Cell]]:
    """What each player has against each other, the first cycle first; and what byes each had."""
    left_out = uncounted(state)
    met: dict[tuple[PlayerId, PlayerId], Cell] = {}
    byes: dict[PlayerId, Cell] = {}
    for here in rounds:
        for pairing in here.games.values():
            match pairing:
                case Bye() if pairing.player in players:
                    text = f"{bye_name(state, pairing)} {figure(pairing.points(state.settings.scoring))}"
                    old = byes.get(pairing.player, Cell())
                    byes[pairing.player] = _joined([old, Cell(text, (pairing.id,))], ", ")
                case Game():  # only a round robin has this table: there are no matches
                    for player, other in (pairing.players, pairing.players[::-1]):
                        new = Cell(_sign(pairing, player, left_out), (pairing.id,))
                        met[player, other] = _joined([met.get((player, other), Cell()), new], " ")
    return met, byes


def _round_by_round(state: Tournament, rounds: tuple[Round, ...], section: str, rows: list[StandingRow]) -> Crosstable:
    table = []
    numbers, left_out = player_numbers(state), uncounted(state)
    for row in rows:
        cells = tuple(_cell(state, here, row.player.id, numbers, left_out) for here in rounds)
        table.append(CrossRow(numbers[row.player.id], row, cells))
    return Crosstable(section, False, tuple(str(here.number) for here in rounds), tuple(table))


def _sign(game: Game, player: PlayerId, left_out: frozenset[PlayerId]) -> str:
    """The outcome of a game as one sign, in brackets where it does not count; nothing before the result is known."""
    result = game.result
    sign = side_mark(result, white=player == game.white) if result else ""
    return sign if is_counted(game, left_out) else in_brackets(sign, played=result is not None and result.played)


def _cell(
    state: Tournament, here: Round, player: PlayerId, numbers: Mapping[PlayerId, int], left_out: frozenset[PlayerId]
) -> Cell:
    """What one player did in one round: `12w1`, `3b` before its result is known, `bye ½`."""
    cells = []
    for pairing in pairings_of(here).get(player, ()):
        if isinstance(pairing, Game):
            white, opponent = pairing.white == player, numbers[pairing.opponent(player)]
            sign = _sign(pairing, player, left_out)
            text = f"{opponent}{'w' if white else 'b'}{sign}"
            letter = _("w") if white else _("b")
            brief = f"{opponent}{letter}{sign}"
        elif pairing.is_match:
            brief = text = _doubles(pairing, player, numbers)
        else:
            worth = points(pairing, player, state.settings.scoring)
            text = f"{outcome(pairing.kind)} {figure(worth)}"
            brief = _("bye %(points)s", points=figure(worth)) if worth else "–"
        cells.append(Cell(text, (pairing.id,), brief))
    return _joined(cells, ", ")


def _doubles(match: Match, player: PlayerId, numbers: Mapping[PlayerId, int]) -> str:
    """The partner, the opponents, the outcome: `&5 v 2,7 1`."""
    came = source(match, player)
    text = f"&{numbers[match.partner(player)]} v {','.join(str(numbers[each]) for each in match.opponents(player))}"
    return f"{text} {mark(came)}" if came else text


def _joined(cells: Sequence[Cell], by: str) -> Cell:
    """One cell that says what all of `cells` say."""
    return Cell(
        by.join(cell.text for cell in cells if cell.text),
        tuple(id for cell in cells for id in cell.pairings),
        by.join(cell.brief or cell.text for cell in cells if cell.text),
    )
