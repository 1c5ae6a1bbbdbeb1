"""What the columns of rating lists are called, and what their cells say: one table for every layout;
and what is odd about rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from podium.core.collation import plain
from podium.core.errors import Invalid
from podium.core.player import TITLES, checked_birth, known_gender, tidy
from podium.core.ratings.official_ratings import RATINGS
from podium.core.ratings.rated_player import RatedPlayer
from podium.files.players.cells import Habits, read_cell
from podium.files.players.headers import Column
from podium.files.players.headers import meaning as meaning_in_lists
from podium.files.players.importplan import Finding

REMEMBERED = 20_000  # texts of one column whose value is known by heart
YEARS = range(1900, 2100)


class Heading(Enum):
    """What a column of a rating list holds. The order is that in which readers hand over the cells of a row."""

    ID = "id"
    NAME = "name"
    FEDERATION = "federation"
    SEX = "sex"
    TITLE = "title"
    WOMENS_TITLE = "women's title"
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    BIRTH = "birth"
    FLAG = "flag"
    FIDE_ID = "fide id"
    CLUB = "club"
    SURNAME = "surname"
    FIRST_NAME = "first name"
    INFIX = "infix"


# In plain spelling (see `plain`): headings of FIDE's text, elements of its XML, headings of national lists.
HEADINGS: Mapping[Heading, str] = {
    Heading.ID: """
        idnumber id fideid memid memberid membernumber memberno membershipno mitgliedsnummer mgnr pkz spielernummer
        spielernr licence license licencia licencenumber nrffe numeroffe ffe ecfcode ecfref uscfid uscfno relatienummer
        knsbnr bondsnummer lidnr playerid playernumber code ref
    """,
    Heading.SEX: "sex gender",
    Heading.TITLE: "tit titl title",
    Heading.WOMENS_TITLE: "wtit wtitle",
    Heading.STANDARD: "srtng rating rtg standard standardrating classicalrating regularrating rregular regular",
    Heading.RAPID: "rrtng rapid rapidrating rapidelo elorapid rapide quickrating rquick quick",
    Heading.BLITZ: "brtng blitz blitzrating blitzelo eloblitz rblitz",
    Heading.BIRTH: "bday birthday born",
    Heading.FLAG: "flag",
    Heading.NAME: "name",
    Heading.FEDERATION: "fed country federation",
}
_IGNORED = "otit otitle foa foatitle games game gms sgm rgm bgm k sk rk bk rapidgames rapidk blitzgames blitzk"
_HEADING_BY_WORD: dict[str, Heading | None] = {
    **dict.fromkeys(_IGNORED.split()),
    **{word: heading for heading, words in HEADINGS.items() for word in words.split()},
}
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_EDITION = re.compile(f"({'|'.join(MONTHS)})(\\d\\d)", re.IGNORECASE)
# What the headings of other lists of players mean here.
_IN_LISTS = {
    Column.NAME: Heading.NAME,
    Column.SURNAME: Heading.SURNAME,
    Column.FIRST_NAME: Heading.FIRST_NAME,
    Column.INFIX: Heading.INFIX,
    Column.RATING: Heading.STANDARD,
    Column.FEDERATION: Heading.FEDERATION,
    Column.FIDE_ID: Heading.FIDE_ID,
    Column.TITLE: Heading.TITLE,
    Column.GENDER: Heading.SEX,
    Column.BIRTH: Heading.BIRTH,
    Column.CLUB: Heading.CLUB,
}


def of_fide(text: str) -> Heading | None:
    """What a column of FIDE's lists holds, by its heading or element; None for what is not needed.

    >>> of_fide("B-day"), of_fide("w_title"), of_fide("NOV26"), of_fide("SGm")
    (<Heading.BIRTH: 'birth'>, <Heading.WOMENS_TITLE: "women's title">, <Heading.STANDARD: 'standard'>, None)
    """
    return Heading.STANDARD if edition_of(text) else _HEADING_BY_WORD.get(plain(text))


def of_table(headings: Sequence[str]) -> dict[Heading, int]:
    """Which column of a national list holds what, by its headings; of several for one thing, the first.

    A number of FIDE's beside one of the federation's own is the FIDE id.
    """
    found: dict[Heading, int] = {}
    places: dict[Heading, int] = {}
    for number, text in enumerate(headings):
        word = plain(text)
        heading, place = _HEADING_BY_WORD.get(word), 0
        if word == "fideid" or (heading is None and (known := meaning_in_lists(text)) is not None):
            known = meaning_in_lists(text)
            heading, place = (_IN_LISTS.get(known[0]), known[1]) if known is not None else (None, 0)
        if heading is None or heading is Heading.FLAG:
            continue
        if heading not in found or place < places[heading]:
            found[heading], places[heading] = number, place
    return _with_parts_of_names(found)


def _with_parts_of_names(found: dict[Heading, int]) -> dict[Heading, int]:
    """A column `Name` beside a first name is the surname, as in lists of players."""
    if Heading.NAME in found and Heading.FIRST_NAME in found and Heading.SURNAME not in found:
        found[Heading.SURNAME] = found.pop(Heading.NAME)
    elif Heading.NAME in found and Heading.SURNAME in found and Heading.FIRST_NAME not in found:
        found[Heading.FIRST_NAME] = found.pop(Heading.NAME)
    return found


def edition_of(text: str) -> str | None:
    """The month of a list, as its heading says it.

    >>> edition_of("NOV26"), edition_of("Jan99"), edition_of("SRtng")
    ('2026-11', '1999-01', None)
    """
    found = _EDITION.fullmatch(text)
    if found is None:
        return None
    year = int(found[2])
    return f"{(1900 if year > 90 else 2000) + year}-{MONTHS.index(found[1].upper()) + 1:02}"


class _Cells(dict[str, Any]):
    """The values of the texts of one column, each read once; `code` is what is said of a text that has none."""

    def __init__(self, read: Callable[[str], Any], code: str) -> None:
        super().__init__()
        self._read = read
        self.code = code

    def __missing__(self, text: str) -> Any:
        value = self._read(text)  # raises ValueError, which is not remembered
        if len(self) < REMEMBERED:
            self[text] = value
        return value


class RowReader:
    """Makes players of the cells of rows, in the order of `Heading`; what is odd it notes."""

    def __init__(self, oddities: Oddities, *, of_fide: bool) -> None:
        self._oddities = oddities
        self._of_fide = of_fide
        self._federations = _Cells(_federation, "federation-malformed")
        self._genders = _Cells(_gender, "gender-unknown")
        self._titles = _Cells(_title, "title-not-fide")
        self._ratings = _Cells(_rating, "rating-malformed")
        self._births = _Cells(_birth, "birth-malformed")
        self._fide_ids = _Cells(_fide_id, "fide-id-malformed")
        rated, titles = (self._ratings,) * 3, (self._titles,) * 2
        self._by_heading = (
            None,
            None,
            self._federations,
            self._genders,
            *titles,
            *rated,
            self._births,
            None,
            self._fide_ids,
        )

    def player(self, line: int, cells: Sequence[str]) -> RatedPlayer | None:
        """The player of a row; None, and a note, where it has no name, or in FIDE's lists no number."""
        id, name, federation, sex, title, womens, standard, rapid, blitz, birth, flag, fide_id, club, *parts = cells
        if not name and parts:
            surname, first, infix = parts
            family = " ".join(filter(None, (infix, surname)))
            name = ", ".join(filter(None, (family, first)))
        if not name or not (name.isascii() and name.isprintable()):
            name = self._text(line, name, "name") or ""
            if not name:
                self._oddities.row(line, "name-missing", id, "name")
                return None
        if self._of_fide and not (id.isascii() and id.isdigit() and len(id) <= 12):
            self._oddities.row(line, "fide-id-malformed", id, "id")
            return None
        id = id if self._of_fide else self._text(line, id, "id") or ""
        try:
            return RatedPlayer(
                id,
                name,
                self._federations[federation],
                self._genders[sex] or ("f" if "w" in flag else None),
                self._titles[title] or self._titles[womens],
                self._ratings[standard],
                self._ratings[rapid],
                self._ratings[blitz],
                self._births[birth],
                self._fide_ids[fide_id],
                self._text(line, club, "club") if club else None,
                "i" not in flag,
            )
        except ValueError:
            return self.player(line, self._without_odd_cells(line, [id, name, *cells[2:13]]))

    def _without_odd_cells(self, line: int, cells: list[str]) -> list[str]:
        """The cells of a row, those empty that cannot be read."""
        for place, (heading, known) in enumerate(zip(Heading, self._by_heading, strict=False)):
            if known is not None:
                cells[place] = self._readable(line, known, cells[place], heading)
        return cells

    def _readable(self, line: int, known: _Cells, text: str, heading: Heading) -> str:
        try:
            return text if known[text] else ""
        except ValueError:
            self._oddities.cell(line, known.code, text, heading.value)
            return ""

    def _text(self, line: int, text: str, field: str) -> str | None:
        try:
            return tidy(field, text)
        except Invalid as odd:
            self._oddities.cell(line, odd.code, text, field)
            return None


def _federation(text: str) -> str | None:
    if not text:
        return None
    if not re.fullmatch(r"[A-Za-z]{3}", text):
        raise ValueError(text)
    return text.upper()


def _gender(text: str) -> str | None:
    if not text:
        return None
    if (gender := known_gender(text)) is None:
        raise ValueError(text)
    return gender


def _title(text: str) -> str | None:
    """A title by FIDE's code; those that are none for players (HM, FA, NM of one's own country) are left out."""
    value = read_cell(Column.TITLE, text).value if text else None
    return str(value) if value in TITLES else None


def _rating(text: str) -> int | None:
    text = text.partition("-")[0].strip() if text[:1].isdigit() else text  # "1850-93": a DWZ and its index
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) in RATINGS):
        raise ValueError(text)
    return int(text) or None


def _birth(text: str) -> str | None:
    """A year, or a date; two figures for the year, as in lists of 2002, are of the twentieth century."""
    if not text.strip("0./- "):
        return None
    if found := re.fullmatch(r"(\d\d)\.(\d\d)\.(\d\d)", text):
        text = f"19{found[3]}" if "00" in (found[1], found[2]) else f"19{found[3]}-{found[2]}-{found[1]}"
    value = read_cell(Column.BIRTH, text, Habits()).value
    if value is None or int(str(value)[:4]) not in YEARS:
        raise ValueError(text)
    try:
        return checked_birth(str(value))
    except Invalid:
        raise ValueError(text) from None


def _fide_id(text: str) -> str | None:
    text = text.strip("0") and text
    if text and not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise ValueError(text)
    return text or None


NOTED = 20  # oddities that are told one by one; of the others, how many


@dataclass(slots=True)
class Oddities:
    """What was odd in the rows of a list: how many rows were left out, how many cells, and the first of them."""

    rows: int = 0
    cells: int = 0
    noted: list[Finding] = field(default_factory=list)

    def row(self, line: int, code: str, value: str, field: str) -> None:
        """Note a row that is left out."""
        self.rows += 1
        self._note(Finding(line, 0, code, value[:40], field, blocks=True))

    def cell(self, line: int, code: str, value: str, field: str) -> None:
        """Note a cell that is left out, of a row that is taken."""
        self.cells += 1
        self._note(Finding(line, 0, code, value[:40], field))

    def _note(self, finding: Finding) -> None:
        if len(self.noted) < NOTED:
            self.noted.append(finding)
