"""What the header of a column means, in English, German, French, Spanish and Dutch."""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from podium.core.collation import plain
from podium.files.sheet import Row, Sheet

_SMALLEST_RATING = 100  # and there are fewer rounds
SEARCHED_FOR_HEADER = 20


class Column(StrEnum):
    """What a column can hold: a field of a player, or a part of the name."""

    NAME = "name"
    RATING = "rating"
    FEDERATION = "federation"
    FIDE_ID = "fide_id"
    TITLE = "title"
    GENDER = "gender"
    BIRTH = "birth"
    CLUB = "club"
    CITY = "city"
    STATE = "state"
    DISABILITY = "disability"
    SECTION = "section"
    RANK = "rank"
    NATIONAL_ID = "national_id"
    SURNAME = "surname"
    FIRST_NAME = "first_name"
    INFIX = "infix"  # the Dutch "van der", which has a column of its own


# In plain spelling (see `plain`). Where several columns of a sheet mean the same field, the word
# that comes first here wins: a FIDE rating before a national one, a FIDE number before a local one.
WORDS: dict[Column, str] = {
    Column.NAME: """
        name fullname player playername participant competitor namen spieler spielername
        spielerin teilnehmer joueur joueurs nomprenom nometprenom nomcomplet nombre jugador
        nombrecompleto nombreyapellidos apellidosynombre naam speler spelersnaam deelnemer
        memname username user nickname nom
    """,
    Column.SURNAME: """
        surname lastname familyname nachname familienname zuname nomdefamille apellido
        apellidos achternaam familienaam
    """,
    Column.FIRST_NAME: """
        firstname givenname forename givennames vorname vornamen rufname prenom prenoms
        nombredepila primernombre voornaam voornamen roepnaam
    """,
    Column.INFIX: "infix tussenvoegsel tussenv tv voorvoegsel voorvoegsels",
    Column.RATING: """
        rtgi rtgint intlrtg ratingint ratingi eloi eloint fideelo elofide eloinl fiderating fidertg
        ratingfide rtgfide eloint internationalrating stdrating standardrating srtng std
        classicalrating rating rtg rat elo elozahl elorating wertung wertungszahl wertzahl
        classement punktzahl puntuacion clasificacion puntajeelo ratingnat rtgnat rtgn
        ratingn elon elonat elonational elonacional nationalrating nationaleelo elonatl
        rlpbrat rrating1 locrtg dwz dwzzahl nwz knsb knsbrating ratingknsb ecf ecfrating uscf uscfrating feda elofeda
        rapidrating rapidelo elorapid rrtng qlpbrat blitzrating blitzelo eloblitz brtng blpbrat
        bulletrating
    """,
    Column.FEDERATION: """
        fed feder federation fideration land country nation foderation verband nationalitat pays
        fede nationalite federacion pais nacionalidad federatie bond natie nationality nat
        flag fidefed countrycode
    """,
    Column.FIDE_ID: """
        fideid intlid fideno fidenr fidenumber fidenummer fideidno fideidnr fidecode fideidnumber
        codefide codigofide idfide nofide numerofide numfide nrfide fidekennung fidekenn fideidentnr
        idnumber idno idnr identnr identnummer
    """,
    Column.NATIONAL_ID: """
        nationalid locid nationalno nationalnr nationalnumber natid natno natnr idnat idnational memid memberid memberno
        membernumber membershipno membershipnumber uscfid uscfno uscfnumber uschessid uschessno pkz nationaleid
        nationalenummer codeffe nrffe numeroffe ffeid licence licenceno licencenumber license licenseno licensenumber
        nolicence numerolicence numlicence lizenz lizenznr lizenznummer licencia numerolicencia idnacional ecfcode
        ecfid ecfno ecfnumber ecfref knsbid knsbnr knsbnummer bondsnummer relatienummer relatienr
    """,
    Column.TITLE: """
        title tit titl titel titre titulo fidetitle fidetitel titrefide titulofide ttl wtit
        wtitle
    """,
    Column.GENDER: """
        sex gender geschlecht geschl sexe genre sexo genero geslacht mf mw hf mv
    """,
    Column.BIRTH: """
        dob dateofbirth birthdate birthday bday birth born yearofbirth birthyear byear yob year
        geburtsdatum gebdatum geb geburtstag geboren geburtsjahr gebjahr jahrgang jg
        datedenaissance datenaissance naissance neele anneedenaissance ddn fechadenacimiento
        fechanacimiento fnacimiento fechanac nacimiento anodenacimiento anonacimiento
        geboortedatum gebdat geboren geboortejaar
    """,
    Column.CLUB: """
        club clubname clubcity verein vereinort vereinsname schachverein clubverein team
        equipe equipo vereniging schaakclub schaakvereniging clubville clubciudad clubort
    """,
    Column.CITY: """
        city town place residence ort stadt wohnort ville commune localite ciudad localidad
        poblacion municipio plaats woonplaats stad
    """,
    Column.STATE: """
        state rstate province region county bundesland landesverband provinz kanton canton
        departement ligue estado provincia comunidad comunidadautonoma provincie regio
        gewest
    """,
    Column.DISABILITY: """
        disability disabled disabilities behinderung handicap beeintrachtigung discapacidad
        beperking handicapped
    """,
    Column.SECTION: """
        section group grp gr category cat division div class gruppe kategorie klasse
        abteilung categorie groupe seccion grupo categoria groep afdeling
    """,
    Column.RANK: """
        finalrank finalranking finalplace finalposition endrang endplatz rangfinal rangofinal
        eindrang rank rk rang platz rango puesto position
    """,
}
_TELLING = {Column.NAME, Column.SURNAME, Column.FIRST_NAME, Column.RATING, Column.FIDE_ID, Column.BIRTH}
_MEANING = {
    word: (column, place) for column, words in WORDS.items() for place, word in reversed(list(enumerate(words.split())))
}


# FIDE's lists head the ratings of a month with it: Mar11.
_MONTH = re.compile(r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d\d")
_MONTH_MEANING = _MEANING["srtng"]
_NUMBERED = re.compile(r"[^\d]{0,12}?(\d{1,2})[^\d]{0,12}")  # the heading of a round, or of a tie-break: 1, 1.Rd, TB2
_SIDES = (
    {"white", "black"}, {"weiss", "schwarz"}, {"blancs", "noirs"}, {"blanc", "noir"}, {"blancas", "negras"},
    {"wit", "zwart"}, {"home", "away"}, {"heim", "gast"},
)  # fmt: skip
_RAPID_RATING, _RAPID_K = "rrtng", "rk"


def meaning(header: str) -> tuple[Column, int] | None:
    """What the header says its column holds, and how far down the list of words it stands."""
    word = plain(header)
    return _MEANING.get(word) or (_MONTH_MEANING if _MONTH.fullmatch(word) else None)


def by_header(header: Row, blank: Callable[[int], bool] = lambda number: False) -> dict[int, Column]:
    """The columns whose header is known; of several for one field the one with the best word, unless it is `blank`."""
    best: dict[Column, tuple[bool, int, int]] = {}
    rapid = any(plain(text) == _RAPID_RATING for text in header.cells)  # beside it Rk is the factor K, and no rank
    for number, text in enumerate(header.cells):
        if (known := meaning(text)) is not None and not (rapid and plain(text) == _RAPID_K):
            column, place = known
            here = (blank(number), place, number)
            best[column] = min(best.get(column, here), here)
    _split_names(best)
    return {number: column for column, (*_, number) in sorted(best.items(), key=lambda each: each[1][-1])}


def _split_names(best: dict[Column, tuple[bool, int, int]]) -> None:
    """Settle what a column "Name" means beside parts of the name.

    Beside a first name it is the surname ("Name, Vorname"), beside a surname the first name
    ("Apellidos, Nombre"); beside both it is the whole, and the parts are not needed.
    """
    if Column.NAME not in best:
        return
    first, last = Column.FIRST_NAME in best, Column.SURNAME in best
    if first and last:
        for part in (Column.FIRST_NAME, Column.SURNAME, Column.INFIX):
            best.pop(part, None)
    elif first:
        best[Column.SURNAME] = best.pop(Column.NAME)
    elif last:
        best[Column.FIRST_NAME] = best.pop(Column.NAME)


def headed(rows: Sequence[Row], title: str | None = None, sheets: tuple[str, ...] = ()) -> Sheet:
    """The sheet of these rows: its header found among the first lines, or none."""
    at = next((i for i, row in enumerate(rows[:SEARCHED_FOR_HEADER]) if is_header(row)), None)
    if at is None:
        return Sheet(None, tuple(rows), (), title, sheets)
    return Sheet(rows[at], tuple(rows[at + 1 :]), tuple(rows[:at]), title, sheets)


def is_header(row: Row) -> bool:
    """Does the row name columns?

    Two known words do; one does if it can hardly be anybody's surname, as Land or Ort can, and no
    cell has a figure in it, as the row of a player would, but for the rounds that are counted behind it.
    """
    known = named_fields(row)
    if len(known) != 1:
        return len(known) > 1
    return known <= _TELLING and _counts_rounds(row)


def is_heading(row: Row) -> bool:
    """Does a row among players name columns, be it in one cell or in words that are not known: 1, 2, 3 are rounds?"""
    known = named_fields(row) | named_fields(Row(row.line, tuple(word for text in row.cells for word in text.split())))
    counted = ("1", "2", "3") in zip(row.cells, row.cells[1:], row.cells[2:], strict=False)
    return counted or names_sides(row) or len(known) > 1 or (known == {Column.NAME} and is_header(row))


def names_sides(row: Row) -> bool:
    """Does a row head the two sides of a list of pairings: White and Black, home and away?"""
    return any(side <= {plain(text) for text in row.cells} for side in _SIDES)


def _counts_rounds(row: Row) -> bool:
    """Are the figures of a row, if it has any, those of rounds from 1 on (1, R1, 1.Rd) behind a word that is known?

    Alone behind that word one is no count: somebody may be called Player 1.
    """
    word = next(at for at, text in enumerate(row.cells) if meaning(text) is not None)
    figures = [text for text in row.cells if any(c.isdigit() for c in text)]
    numbers = {text: int(found[1]) for text in row.cells[word:] if (found := _NUMBERED.fullmatch(text))}
    is_name = len(numbers) == 1 and len(row.cells) == 2
    counted = next(iter(numbers.values()), 1) == 1 and max(numbers.values(), default=1) < _SMALLEST_RATING
    return list(numbers) == figures and not is_name and counted


def named_fields(row: Row) -> set[Column]:
    """The fields whose headers the row has."""
    return {found[0] for text in row.cells if (found := meaning(text)) is not None}
