"""Which column of a sheet holds what: guessed from header and content, or chosen by the user."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping

from podium.core.collation import plain
from podium.core.errors import Invalid
from podium.core.player import GENDERS, LONGEST, TITLES
from podium.files.players.cells import looks_like_date, looks_like_year, read_cell
from podium.files.players.headers import Column, by_header, meaning, names_sides
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
    # A nought is what lists write for somebody without a rating.
    known = _with_places(sheet, by_header(sheet.header, lambda number: set(sheet.column(number)) <= {"0"}))
    vague = [n for n in range(sheet.width) if n not in known and plain(sheet.header.cell(n)) in _VAGUE]
    found = known | by_content(sheet, vague, {*known.values(), Column.NAME})
    if not _has_names(found):
        rest = [number for number in range(sheet.width) if number not in found]
        found |= by_content(sheet, rest, set(Column) - {Column.NAME, Column.SURNAME})
    if not _has_names(found):  # first names alone are the names that such a list has
        found = {n: Column.NAME if c is Column.FIRST_NAME else c for n, c in found.items()}
    return dict(sorted(found.items()))


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


_WORD = re.compile(r"[^\W\d_][^\d]*")
_NO_NAME = re.compile(r"[=<>{}|\\]|://|\bwww\.|\([\")]|:(?:\s|$)|^(?:[#/]|\[.*\]$)|\d[.,/]\d")
_SCORE = re.compile(r"(?:[01½+=-]|1/2|0[.,]5)\s*[-–:]\s*(?:[01½+=-]|1/2|0[.,]5)")
_BOARD = re.compile(r"(?:board|bd|table|brett|tisch|[ée]chiquier|tablero|mesa|tavolo|bord|b|t)\.?\s*\d+", re.IGNORECASE)
_AGAINST = r"[-–—→x]|vs?\.?|versus|gegen|contre|against|beats?|drew"
_PAIRED = re.compile(
    rf"\d+\s*,|{_BOARD.pattern}\W+\w|(?:round|runde|ronde)\s*\d|.*\s(?:{_AGAINST}|{_SCORE.pattern})(?:\s|$)"
    r"|.*,\s*(?:bye|freilos|spielfrei|exempte?)$",
    re.IGNORECASE,
)
_TWO_NAMES = re.compile(r"\w\S*\s+\w[^,/-]*(?:,|/|-)\s*\w[^\s,/]*\s+\w[^,/]*")
_SENTENCE = re.compile(r"(?<!\b[js]r)(?<!jun)(?<!sen)(?<![js]nr)[.!?;:]$")
_SIGNS: tuple[tuple[Column, Callable[[str], bool]], ...] = (
    (Column.FIDE_ID, lambda text: bool(re.fullmatch(r"\d{5,10}", text))),
    (Column.TITLE, lambda text: text.upper() in TITLES),
    (Column.GENDER, lambda text: text.lower() in (*GENDERS, "w")),
    (Column.FEDERATION, lambda text: bool(re.fullmatch(r"[A-Z]{3}", text))),
    (Column.BIRTH, looks_like_date),
    (Column.BIRTH, lambda text: looks_like_date(text) or looks_like_year(text)),
    (Column.RATING, lambda text: bool(re.fullmatch(r"[1-3]?\d{3}|0", text))),
)


def by_content(sheet: Sheet, numbers: Iterable[int], taken: Collection[Column] = ()) -> dict[int, Column]:
    """What the given columns hold, as far as their cells show it; no field twice.

    A column of years is read as births and not as ratings: few fields are rated between 1920 and
    2029 to the last player.
    """
    found: dict[int, Column] = {}
    cells = {number: sheet.column(number) for number in numbers}
    left = [number for number, texts in cells.items() if texts and not _counts_rows(texts)]
    for column, sign in _SIGNS:
        if column in taken or column in found.values():
            continue
        fitting = [number for number in left if _mostly(cells[number], sign)]
        if fitting:
            found[fitting[0]] = column
            left.remove(fitting[0])
    if not {Column.NAME, Column.SURNAME}.isdisjoint(taken):
        return found
    filled = [number for number in left if 2 * len(cells[number]) >= len(sheet.rows)]  # most players have a name
    paired = bool(sheet.rows) and names_sides(sheet.rows[0])
    names = _names({n: cells[n] for n in filled if _mostly(cells[n], _is_word)}, paired)
    return found | {number: column for number, column in names.items() if column not in taken}


def _names(texts: dict[int, tuple[str, ...]], paired: bool) -> dict[int, Column]:
    """The column of names: the first with two words a cell, else surnames and first names, but not of two sides."""
    for number, cells in texts.items():
        if _mostly(cells, lambda text: len(text.replace(",", " ").split()) > 1):
            return {number: Column.NAME}
    first = min(texts, default=None)
    if first is None:
        return {}
    if first + 1 in texts and not paired:
        return {first: Column.SURNAME, first + 1: Column.FIRST_NAME}
    return {first: Column.NAME}


def second_names(sheet: Sheet, columns: Columns) -> int | None:
    """The number of a column that holds names too and is not taken, as in a list of pairings; None if there is none."""
    top = sheet.header or sheet.rows[0]
    cells = {number: sheet.column(number) for number in range(sheet.width) if number not in columns}
    games = names_sides(top) or any(texts and _mostly(texts, _is_of_game) for texts in cells.values())
    for number, texts in cells.items():
        named = games or (meaning(top.cell(number)) or (None,))[0] is Column.NAME
        if sheet.header is None and len(set(texts)) == len(texts) and _mostly(texts, lambda text: " " in text.strip()):
            named = True
        is_name = _is_word if named else lambda text: _is_word(text) and len(text.split(", ")) == 2
        if 2 * len(texts) >= len(sheet.rows) and _mostly(texts, is_name):
            return number
    return None


def _is_of_game(text: str) -> bool:
    return bool(_SCORE.fullmatch(text) or _BOARD.fullmatch(text))


def _is_word(text: str) -> bool:
    return bool(_WORD.fullmatch(text))


def is_no_name(text: str) -> bool:
    """Is the text a setting, a sentence, or a line with several figures, and nobody's name?

    >>> [is_no_name(text) for text in ("Rating = 1800", "It starts on Friday.", "Ludwig van Beethoven jun.")]
    [True, True, False]
    """
    words = text.split()
    low = [word for word in words[1:] if word[0].islower()]
    if _NO_NAME.search(text) or is_pairing(text) or len(words) > 12 or len(re.findall(r"\d\S*", text)) > 1:
        return True
    if len(low) > 1 and len(words[-1]) > 2 and _SENTENCE.search(text):
        return True
    return words[-1:] == low[-1:] != [] and (low == words[1:] if len(words) > 3 else bool(_SENTENCE.search(text)))


def is_pairing(text: str) -> bool:
    """Does the text say who plays whom, or how that ended, or which round it is?

    >>> [is_pairing(text) for text in ("Board 1, Ann, Ben", "Ann 1:0 Ben", "Ann gegen Ben", "Ann-Marie Oak")]
    [True, True, True, False]
    """
    return bool(_PAIRED.match(text))


def are_two_names(names: Collection[str]) -> bool:
    """May each of these be the names of two players, as in "Anna Berg, Ben Cole"?"""
    return len(names) > 1 and all(_TWO_NAMES.fullmatch(name, 0, LONGEST) for name in names)


def _counts_rows(texts: tuple[str, ...]) -> bool:
    """Is it the running number of the list?"""
    return len(texts) > 1 and all(text.rstrip(".") == str(n) for n, text in enumerate(texts, 1))


def _mostly(texts: tuple[str, ...], sign: Callable[[str], bool]) -> bool:
    """Do four cells of five look like it? Lists have slips."""
    return 5 * sum(map(sign, texts)) >= 4 * len(texts)
