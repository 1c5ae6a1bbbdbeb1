"""Which column of a sheet holds what: guessed from header and content, or chosen by the user."""

from collections.abc import Mapping

from podium.core.collation import plain
from podium.core.errors import Invalid
from podium.files.players.cells import read_cell
from podium.files.players.content import by_content
from podium.files.players.headers import Column, by_header
from podium.files.sheet import Sheet

Columns = Mapping[int, Column]

# Headers that say nothing certain: an "ID" is FIDE's in one list and the club's own in the next.
_VAGUE = frozenset({"", "id"})


def guess_columns(sheet: Sheet) -> Columns:
    """What each column holds, by number from 0; columns that tell nothing are left out.

    A header decides. Columns without one (Chess-Results prints titles so) and sheets without any
    are judged by their cells.
    """
    if sheet.header is None:
        return by_content(sheet, range(sheet.width))
    known = _with_places(sheet, by_header(sheet.header, lambda number: _says_nothing(sheet, number)))
    vague = [n for n in range(sheet.width) if n not in known and plain(sheet.header.cell(n)) in _VAGUE]
    found = known | by_content(sheet, vague, {*known.values(), Column.NAME})
    if not _has_names(found):
        rest = [number for number in range(sheet.width) if number not in found]
        found |= by_content(sheet, rest, set(Column) - {Column.NAME, Column.SURNAME})
    if not _has_names(found):  # first names alone are the names that such a list has
        found = {n: Column.NAME if c is Column.FIRST_NAME else c for n, c in found.items()}
    return dict(sorted(found.items()))


def _says_nothing(sheet: Sheet, number: int) -> bool:
    """Is every cell blank, or a nought as lists write it for somebody without a rating?"""
    return all(text == "0" for text in sheet.column(number))


def _with_places(sheet: Sheet, known: dict[int, Column]) -> dict[int, Column]:
    """The same, but that a column "Place" in which figures stand is no city but the rank."""
    if Column.RANK in known.values():
        return known
    return {
        number: Column.RANK if column is Column.CITY and _holds_ranks(sheet, number) else column
        for number, column in known.items()
    }


def _holds_ranks(sheet: Sheet, number: int) -> bool:
    texts = sheet.column(number)
    return bool(texts) and all((cell := read_cell(Column.RANK, text)).odd is None and cell.value for text in texts)


def _has_names(columns: Columns) -> bool:
    return not {Column.NAME, Column.SURNAME}.isdisjoint(columns.values())


def choose_columns(sheet: Sheet, chosen: Mapping[int, str | None]) -> Columns:
    """The guess with the user's choices in place of it; None frees a column.

    A field chosen for one column is taken from the column it was guessed for. Raises `Invalid` for
    a column the sheet lacks, a field that does not exist, and a field chosen twice.
    """
    wanted: dict[int, Column] = {}
    for number, field in chosen.items():
        if not 0 <= number < sheet.width:
            raise Invalid("no-such-column", field="columns", value=number, columns=sheet.width)
        if field is None:
            continue
        try:
            column = Column(field)
        except ValueError:
            raise Invalid("no-such-field", field="columns", value=field, allowed=[*Column]) from None
        if column in wanted.values():
            raise Invalid("field-chosen-twice", field="columns", value=field)
        wanted[number] = column
    kept = {
        number: column
        for number, column in guess_columns(sheet).items()
        if number not in chosen and column not in wanted.values()
    }
    return dict(sorted((kept | wanted).items()))
