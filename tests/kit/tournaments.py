"""Made-up tournaments with every kind of unplayed round, as report files know them."""

from dataclasses import dataclass, replace

from podium.core.dice import Dice
from podium.core.result import FIDE, Scoring
from podium.files.trf import Cell, Entry, Report

ANSWER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
# What else a game over the board can end with, White first.
ODD = [("0", "0"), ("=", "0"), ("0", "="), ("W", "L"), ("L", "W"), ("D", "D"), ("L", "L"), ("D", "L"), ("L", "D")]


@dataclass(frozen=True)
class Habits:
    """In how many of a hundred cases something happens."""

    zero_bye: float = 6
    half_bye: float = 6
    full_bye: float = 1
    forfeit: float = 6
    both_forfeit: float = 1
    withdrawal: float = 2
    unrated: float = 0
    odd: float = 0  # a half for one side only, nothing for both, or a game that is not rated
    missing: float = 0  # a round without any record


USUAL = Habits()
DILIGENT = Habits(0, 0, 0, 0, 0, 0)


def swiss(
    seed: str | int,
    players: int = 24,
    rounds: int = 7,
    *,
    habits: Habits = USUAL,
    scoring: Scoring = FIDE,
    planned: int | None = None,
) -> Report:
    """A tournament paired anyhow, rematches avoided where the draw allows; the same for a seed."""
    dice = Dice(f"swiss {seed}")
    cells: list[list[Cell]] = [[] for _ in range(players)]
    met: set[tuple[int, int]] = set()
    gone: set[int] = set()
    for _ in range(rounds):
        present: list[int] = []
        for player in dice.shuffled(range(players)):
            if player in gone or dice.chance(habits.withdrawal):
                gone.add(player)
                cells[player].append(Cell(0, "-", "Z"))
            elif code := _bye(dice, habits):
                cells[player].append(Cell(0, "-", code))
            else:
                present.append(player)
        while len(present) > 1:
            one = present.pop()
            fresh = [other for other in present if (min(one, other), max(one, other)) not in met]
            other = (fresh or present)[-1]
            present.remove(other)
            met.add((min(one, other), max(one, other)))
            _play(dice, habits, cells, one, other)
        for player in present:
            cells[player].append(Cell(0, "-", "U"))
    return _report(dice, cells, habits, scoring, "Swiss System", planned or rounds)


def round_robin(
    seed: str | int,
    players: int = 8,
    *,
    habits: Habits = DILIGENT,
    scoring: Scoring = FIDE,
) -> Report:
    """Everybody against everybody once, by turning the table."""
    dice = Dice(f"round robin {seed}")
    size = players + players % 2
    cells: list[list[Cell]] = [[] for _ in range(players)]
    table = list(range(size))
    for _ in range(size - 1):
        for one, other in zip(table[: size // 2], reversed(table[size // 2 :]), strict=True):
            if max(one, other) >= players:
                cells[min(one, other)].append(Cell(0, "-", "Z"))
            else:
                _play(dice, habits, cells, one, other)
        table.insert(1, table.pop())
    return _report(dice, cells, habits, scoring, "Round Robin", size - 1)


def _bye(dice: Dice, habits: Habits) -> str | None:
    if dice.chance(habits.zero_bye):
        return "Z"
    if dice.chance(habits.half_bye):
        return "H"
    if dice.chance(habits.full_bye):
        return "F"
    return " " if dice.chance(habits.missing) else None


def _play(dice: Dice, habits: Habits, cells: list[list[Cell]], one: int, other: int) -> None:
    white, black = dice.shuffled([one, other])
    if dice.chance(habits.both_forfeit):
        codes = ("-", "-")
    elif habits.odd and dice.chance(habits.odd):  # who wants none has the tournaments the same seeds always gave
        codes = dice.pick(ODD)
    else:
        code = dice.pick("+-") if dice.chance(habits.forfeit) else dice.pick("11==0")
        codes = (code, ANSWER[code])
    cells[white].append(Cell(black + 1, "w", codes[0]))
    cells[black].append(Cell(white + 1, "b", codes[1]))


def _report(
    dice: Dice,
    cells: list[list[Cell]],
    habits: Habits,
    scoring: Scoring,
    kind: str,
    planned: int,
) -> Report:
    entries = tuple(
        Entry(
            number=number,
            name=f"Player, {number}",
            rating=None if dice.chance(habits.unrated) else 1000 + dice.below(1800),
            cells=tuple(row),
        )
        for number, row in enumerate(cells, 1)
    )
    report = Report(entries, name="Made up", kind=kind, planned_rounds=planned, scoring=scoring)
    scored = tuple(replace(entry, points=report.score(entry)) for entry in entries)
    return replace(report, entries=scored)
