"""Small tournaments written down as a table, for tests that are read by people."""

from podium.core.result import FIDE, Scoring
from podium.files.trf.report import CODES
from podium.tiebreaks import Colour, Entrant, Record, Rules, View

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def crosstable(text: str) -> list[Entrant]:
    """The players of a table: a name, perhaps a rating, then a cell a round.

    A cell is the opponent, the colour and the result (`Bob:w1`, `Bob:b=`, `Bob:w+`), a bye (`U`,
    `F`, `H`, `Z`), or `.` for no round at all.
    """
    entrants = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        name, *cells = line.split()
        rating = int(cells.pop(0)) if cells and cells[0].isdigit() else None
        entrants.append(Entrant(name, tuple(map(_record, cells)), number, rating))
    return entrants


def _record(cell: str) -> Record | None:
    if cell == ".":
        return None
    if ":" not in cell:
        return Record(CODES[cell])
    opponent, _, how = cell.partition(":")
    return Record(CODES[how[1]], opponent, COLOURS[how[0]])


def view(
    text: str,
    *,
    edition: int = 2026,
    round_robin: bool = False,
    scoring: Scoring = FIDE,
    unrated: int | None = None,
    after: int | None = None,
    planned: int | None = None,
) -> View:
    """The view of a table."""
    rules = Rules(edition, round_robin, unrated)
    return View(crosstable(text), scoring, rules, after=after, planned=planned)
