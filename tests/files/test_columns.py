"""Which column holds what: by header in five languages, by content, by choice."""

import pytest

from podium.app.words.errors import sentence
from podium.core.collation import plain
from podium.core.errors import Invalid
from podium.files.players.columns import choose_columns, guess_columns
from podium.files.players.csvfile import read_csv
from podium.files.players.export import HEADERS
from podium.files.players.headers import WORDS, Column
from tests.kit.loops import every


def guessed(text: str) -> list[str]:
    """The guess for each column in order, "-" for none."""
    sheet = read_csv(text.encode())
    found = guess_columns(sheet)
    return [str(found.get(number, "-")) for number in range(sheet.width)]


@every(
    ("header", "fields"),
    [
        pytest.param(
            "No.;Name;FideID;FED;Rtg;Club/City;Sex;Gr",
            "- name fide_id federation rating club gender section",
            id="Chess-Results in English",
        ),
        pytest.param(
            "Nr.;Name;FIDE-ID;Land;EloI;EloN;Verein/Ort;Geschl.;Geburtsdatum;Gruppe",
            "- name fide_id federation rating - club gender birth section",
            id="Chess-Results in German",
        ),
        pytest.param(
            "ID_No;Name;Title;Fide-No;Rating nat;Rating int;Birthday;Fed;Sex;Type;Group;Club",
            "- name title fide_id - rating birth federation gender - section club",
            id="Swiss-Manager",
        ),
        pytest.param("Rank,Title,Username,Rating,Points", "rank title name rating -", id="Lichess results"),
        pytest.param(
            "ID Number,Name,Fed,Sex,Tit,WTit,SRtng,SGm,SK,B-day,Flag",
            "fide_id name federation gender title - rating - - birth -",
            id="the FIDE list",
        ),
        pytest.param(
            "Nachname;Vorname;DWZ;Geb.;Verein;Ort;Bundesland;Titel;Behinderung",
            "surname first_name rating birth club city state title disability",
            id="a German club",
        ),
        pytest.param("Name;Vorname;Elo;Jahrgang", "surname first_name rating birth", id="Name and Vorname"),
        pytest.param(
            "Nom;Prénom;Élo;Fédération;Né(e) le;Sexe;Club;Ville;Catégorie;Titre",
            "surname first_name rating federation birth gender club city section title",
            id="a French list",
        ),
        pytest.param(
            "Apellidos;Nombre;Elo FIDE;País;Fecha de nacimiento;Sexo;Ciudad;Provincia;Título",
            "surname first_name rating federation birth gender city state title",
            id="a Spanish list",
        ),
        pytest.param(
            "Voornaam;Tussenvoegsel;Achternaam;Rating;Geboortedatum;Geslacht;Vereniging;Woonplaats;Groep",
            "first_name infix surname rating birth gender club city section",
            id="a Dutch list",
        ),
        pytest.param("Surname,First name,Name,Elo,DWZ", "- - name rating -", id="the whole name beside parts"),
        pytest.param("DWZ,Elo,Name", "- rating name", id="a FIDE rating before a national one"),
        pytest.param("Vorname;Elo", "name rating", id="first names alone"),
        pytest.param("Nom,Elo,Code FFE,Code FIDE", "name rating national_id fide_id", id="a French licence"),
        pytest.param("USCF ID,Name,Rtg", "national_id name rating", id="a member id of US Chess"),
        pytest.param(
            ",".join(HEADERS),
            "name rating federation fide_id title gender birth club city state disability section rank national_id",
            id="our own export",
        ),
    ],
)
def test_headers_are_understood(header: str, fields: str) -> None:
    delimiter = ";" if ";" in header else ","
    assert guessed(header + "\n" + delimiter.join("?" for _ in fields.split())) == fields.split()


def test_every_word_is_in_plain_spelling_and_means_one_field() -> None:
    words = [(word, column) for column, text in WORDS.items() for word in set(text.split())]
    assert [word for word, _ in words if plain(word) != word] == []
    assert len({word for word, _ in words}) == len(words)


CONTENT = """
1;GM;Carlsen, Magnus;1503014;NOR;2839;m;1990-11-30
2;;Müller, Jürgen;4600001;GER;1850;m;12.05.1971
3;WIM;Grün, Eva;4600002;GER;2013;w;2001
4;;García Pérez, Ana;2200003;ESP;0;f;1999/00/00
"""


def test_without_a_header_the_cells_tell() -> None:
    assert guessed(CONTENT) == [
        "-", "title", "name", "fide_id", "federation", "rating", "gender", "birth"
    ]  # fmt: skip


@every(
    ("text", "fields"),
    [
        pytest.param("Lee;1500\nPoe;1700\nDoe;900", "name rating", id="names and ratings"),
        pytest.param("Ann Lee;1990\nBo Poe;2005", "name birth", id="names and years of birth"),
        pytest.param("Ann Lee;1990;1850\nBo Poe;2005;1990", "name birth rating", id="years beside ratings"),
        pytest.param("Lee;Ann;1500\nPoe;Bo;1700", "surname first_name rating", id="two columns"),
        pytest.param("Ann Lee\nBo Poe", "name", id="names alone"),
        pytest.param("17;4\n3;9", "- -", id="figures that say nothing"),
    ],
)
def test_small_lists_without_a_header(text: str, fields: str) -> None:
    assert guessed(text) == fields.split()


def test_a_column_without_header_among_others_is_told_by_its_cells() -> None:
    text = "No.;;Name;Rtg\n1;GM;Carlsen, Magnus;2839\n2;;Lee, Ann;1500"
    assert guessed(text) == ["-", "title", "name", "rating"]


@pytest.mark.parametrize(("number", "field"), [("1503014", "fide_id"), ("17", "-")], ids=["FIDE's", "the club's own"])
def test_a_column_called_id_is_fides_only_if_it_looks_so(number: str, field: str) -> None:
    assert guessed(f"ID,Name\n{number},Ann Lee") == [field, "name"]


def test_names_under_a_header_in_another_language_are_found() -> None:
    assert guessed("Příjmení a jméno;Elo\nNovák, Jan;2100\nSvoboda, Petr;1900") == [
        "name",
        "rating",
    ]


SHEET = read_csv(b"Name,Elo,DWZ,Remarks\nLee,1500,1600,vegetarian\n")


def test_a_choice_takes_the_field_from_the_column_it_was_guessed_for() -> None:
    assert choose_columns(SHEET, {2: "rating"}) == {0: Column.NAME, 2: Column.RATING}


def test_a_choice_can_free_a_column() -> None:
    assert choose_columns(SHEET, {1: None}) == {0: Column.NAME}


def test_no_choice_is_the_guess() -> None:
    assert choose_columns(SHEET, {}) == guess_columns(SHEET)


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        pytest.param({4: "club"}, "no-such-column", id="a column past the last"),
        pytest.param({-1: "club"}, "no-such-column", id="a column before the first"),
        pytest.param({3: "shoe size"}, "no-such-field", id="a field nobody has"),
        pytest.param({2: "club", 3: "club"}, "field-chosen-twice", id="one field for two columns"),
    ],
)
def test_a_choice_that_makes_no_sense_is_refused(chosen: dict[int, str | None], code: str) -> None:
    with pytest.raises(Invalid) as wrong:
        choose_columns(SHEET, chosen)
    assert wrong.value.code == code
    assert str(wrong.value.facts["value"]) in sentence(wrong.value)
