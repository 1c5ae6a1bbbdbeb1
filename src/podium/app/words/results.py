"""How outcomes and points are called: in words, in details, and as marks in a table."""

from __future__ import annotations

from podium.app.views.tally import Source, Tally, in_order, total
from podium.core.points import UNIT, Points
from podium.core.result import ByeType, Worth

NOT_PAIRED = "not paired"
PENDING = "pending"
NO_RESULT = "no result yet"

_ONE: dict[Source, str] = {
    Worth.WIN: "win",
    Worth.DRAW: "draw",
    Worth.LOSS: "loss",
    Worth.FORFEIT_WIN: "forfeit win",
    Worth.FORFEIT_LOSS: "forfeit loss",
    ByeType.BYE: "bye",
    ByeType.UNPAIRED: "unpaired",
    ByeType.HALF: "half-point bye",
    ByeType.ZERO: "zero-point bye",
    ByeType.FREE: "free game",
    ByeType.UNSPECIFIED: "unspecified bye",
}
_LETTERS: dict[Source, str] = {Worth.WIN: "W", Worth.DRAW: "D", Worth.LOSS: "L"}
_MARKS: dict[Source, str] = {
    Worth.WIN: "1",
    Worth.DRAW: "½",
    Worth.LOSS: "0",
    Worth.FORFEIT_WIN: "+",
    Worth.FORFEIT_LOSS: "-",
}


def outcome(source: Source) -> str:
    """An outcome in words: `win`, `forfeit loss`, `half-point bye`."""
    return _ONE[source]


def mark(source: Source) -> str:
    """The outcome of a game as one sign: 1, ½, 0, and + or - for a forfeit."""
    return _MARKS[source]


def short(points: Points) -> str:
    """Points as they stand in a crosstable: `0`, `½`, `1½`, `2`, and decimals for anything finer."""
    whole, rest = divmod(points.units, UNIT)
    if points.units < 0 or rest not in (0, UNIT // 2):
        return str(points)
    return f"{whole or ''}½" if rest else str(whole)


def details(tally: Tally) -> str:
    """Where the points come from, as `2W (2.0) + bye (0.5) = 2.5`; `0.0` for no points."""
    parts = [f"{_counted(source, part.count)} ({part.points})" for source, part in in_order(tally)]
    return f"{' + '.join(parts)} = {total(tally)}" if parts else str(Points(0))


def bye_message(kind: ByeType, points: Points) -> str:
    """What a director reads once a bye is recorded: `Bye recorded: 0.5 points`."""
    return f"{outcome(kind).capitalize()} recorded: {points} points"


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(names: list[str], word: str = "and") -> str:
    """Names in a sentence: `Ann`, `Ann and Ben`, `Ann, Ben and Cid`."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _counted(source: Source, count: int) -> str:
    if source in _LETTERS:
        return f"{count}{_LETTERS[source]}"
    if isinstance(source, ByeType) and count == 1:
        return _ONE[source]
    if source is ByeType.UNPAIRED:
        return f"{count} unpaired"
    return plural(count, _ONE[source], "forfeit losses" if source is Worth.FORFEIT_LOSS else None)
