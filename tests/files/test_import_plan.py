"""What an import would do: to new players, to known ones, and to bad rows."""

import pytest

from podium.app.exports.file_words import remark
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.files.players.columns import guess_columns
from podium.files.players.csvfile import read_csv
from podium.files.players.importplan import Action, Finding, ImportPlan, plan
from podium.files.players.matching import Change, Known
from tests.kit.loops import every


def planned(text: str, *existing: Known) -> ImportPlan:
    sheet = read_csv(text.encode())
    return plan(sheet, guess_columns(sheet), existing)


def known(id: str, name: str, **fields: object) -> Known:
    return Known(PlayerId(id), PlayerFields(name, **fields))  # type: ignore[arg-type]  # fields as written in each case


def test_new_players_are_added_with_all_their_fields() -> None:
    found = planned(
        "Name;Rtg;FED;FideID;Title;Sex;Birth;Club;City;State;Disability;Section\n"
        "Müller, Jürgen;1850;ger;4600001;fm;m;12.05.1990;SC Köln;Köln;NRW;blind;Open\n"
    )
    assert found.additions == (
        PlayerFields(
            name="Müller, Jürgen", rating=1850, federation="GER", fide_id="4600001", title="FM",
            gender="m", birth="1990-05-12", club="SC Köln", city="Köln", state="NRW",
            disability="blind", section="Open",
        ),
    )  # fmt: skip
    assert (found.problems, found.warnings, found.updates) == ((), (), ())


@every(
    ("text", "name"),
    [
        ("Nachname;Vorname\nMüller;Jürgen", "Müller, Jürgen"),
        ("Vorname;Name\nJürgen;Müller", "Müller, Jürgen"),
        ("Voornaam;Tussenvoegsel;Achternaam\nJan;van der;Berg", "van der Berg, Jan"),
        ("Apellidos;Nombre\nGarcía Pérez;Ana", "García Pérez, Ana"),
        ("Nachname;Vorname;Elo\nMüller;;1500", "Müller"),
        ("Nachname;Vorname;Elo\n;Jürgen;1500", "Jürgen"),
    ],
)
def test_a_name_in_parts_is_put_together(text: str, name: str) -> None:
    assert [player.name for player in planned(text).additions] == [name]


MAGNUS = known("p1", "Carlsen, Magnus", rating=2839, fide_id="1503014", club="Offerspill")
HANS = known("p2", "Müller, Hans", rating=1850, birth="1990-05-12")
HANS_JUNIOR = known("p3", "Müller, Hans", rating=1200, birth="2012")


@every(
    ("row", "player", "changes"),
    [
        pytest.param(
            "Carlsen Magnus;2840;1503014;", "p1",
            (Change("name", "Carlsen, Magnus", "Carlsen Magnus"), Change("rating", 2839, 2840)),
            id="the same FIDE number",
        ),
        pytest.param(
            "Carlsen, Magnus;2840;01503014;", "p1",
            (Change("rating", 2839, 2840),),
            id="the same FIDE number with a nought in front",
        ),
        pytest.param(
            "Müller, Hans;1900;;12.05.1990", "p2", (Change("rating", 1850, 1900),),
            id="the same name and date of birth",
        ),
        pytest.param(
            "Müller, Hans;1900;;1990", "p2", (Change("rating", 1850, 1900),),
            id="the same name and year of birth, and the date is kept",
        ),
        pytest.param(
            "Müller, Hans;1250;;2012-03-04", "p3",
            (Change("rating", 1200, 1250), Change("birth", "2012", "2012-03-04")),
            id="a date where only the year was known",
        ),
        pytest.param(
            "Müller, Hans;1850;77;", "p2", (Change("fide_id", None, "77"),),
            id="the same name and rating",
        ),
    ],
)  # fmt: skip
def test_a_known_player_is_updated(row: str, player: str, changes: tuple[Change, ...]) -> None:
    (fate,) = planned(f"Name;Elo;FideID;Birth\n{row}\n", MAGNUS, HANS, HANS_JUNIOR).rows
    assert (fate.action, fate.player, fate.changes) == (Action.UPDATE, player, changes)
    assert fate.fields is not None
    assert [getattr(fate.fields, c.field) for c in changes] == [c.after for c in changes]


def test_an_update_keeps_what_the_list_leaves_blank() -> None:
    found = planned("Name;Elo;FideID\nCarlsen, Magnus;2840;\n", MAGNUS, HANS)
    assert found.additions == (PlayerFields("Carlsen, Magnus", 2840),)  # another rating, no number
    found = planned("Name;Elo;FideID;Club\nCarlsen, Magnus;2840;1503014;\n", MAGNUS, HANS)
    ((player, fields),) = found.updates
    assert (player, fields.club, fields.rating) == ("p1", "Offerspill", 2840)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        pytest.param("Carlsen, Magnus;2839;1503014;", "unchanged", id="a player as entered"),
        pytest.param("Carlsen, Magnus;;;", "unchanged", id="nothing but the name"),
        pytest.param("Müller, Hans;1850;;1990", "unchanged", id="less than is known"),
        pytest.param(";;;;a remark", "empty", id="nothing in the columns that count"),
    ],
)
def test_a_row_without_news_is_skipped(row: str, reason: str) -> None:
    (fate,) = planned(f"Name;Elo;FideID;Birth;Remarks\n{row}\n", MAGNUS, HANS, HANS_JUNIOR).rows
    assert (fate.action, fate.reason, fate.findings) == (Action.SKIP, reason, ())


def test_somebody_of_the_same_name_but_another_birth_is_added_with_a_warning() -> None:
    found = planned("Name;Birth\nMüller, Hans;1955\n", HANS)
    assert [row.action for row in found.rows] == [Action.ADD]
    assert [f.code for f in found.warnings] == ["namesake-entered"]


def test_a_name_that_two_entered_players_share_is_a_problem() -> None:
    found = planned("Name;Club\nMüller, Hans;SC Köln\n", HANS, HANS_JUNIOR)
    assert [row.action for row in found.rows] == [Action.PROBLEM]
    assert found.problems == (Finding(2, 0, "several-players-match", value="Müller, Hans", blocks=True),)


def test_a_fide_number_of_somebody_with_another_name_is_pointed_out() -> None:
    found = planned("Name;FideID\nMüller, Hans;1503014\n", MAGNUS)
    assert [row.action for row in found.rows] == [Action.UPDATE]
    assert [(f.code, f.value) for f in found.warnings] == [("fide-id-of-another-name", "Carlsen, Magnus")]


def test_a_repeated_fide_number_is_a_problem_and_a_repeated_name_a_warning() -> None:
    found = planned("Name;FideID\nLee;77\nPoe;77\nLEE;\n")
    assert [row.action for row in found.rows] == [Action.ADD, Action.PROBLEM, Action.ADD]
    assert found.problems == (Finding(3, 0, "fide-id-repeated", value="77", other_line=2, blocks=True),)
    assert found.warnings == (Finding(4, 0, "name-repeated", value="LEE", other_line=2),)


@every(
    ("row", "finding"),
    [
        pytest.param(
            "Lee;4500;;;;;", Finding(2, 2, "rating-out-of-range", "4500", "rating"),
            id="a rating over 4000",
        ),
        pytest.param(
            "Lee;abc;;;;;", Finding(2, 2, "rating-malformed", "abc", "rating"),
            id="a rating of letters",
        ),
        pytest.param(
            "Lee;;Deutschland;;;;", Finding(2, 3, "federation-malformed", "Deutschland", "federation"),
            id="a country written out",
        ),
        pytest.param(
            "Lee;;;NM;;;", Finding(2, 4, "title-not-fide", "NM", "title"), id="a national title"
        ),
        pytest.param(
            "Lee;;;;knight;;", Finding(2, 5, "gender-unknown", "knight", "gender"),
            id="a gender nobody knows",
        ),
        pytest.param(
            "Lee;;;;;31.02.2001;", Finding(2, 6, "birth-malformed", "31.02.2001", "birth"),
            id="a date that does not exist",
        ),
        pytest.param(
            "Lee;;;;;;12a", Finding(2, 7, "fide-id-malformed", "12a", "fide_id"),
            id="a FIDE number with a letter",
        ),
        pytest.param(
            "123;;;;;;", Finding(2, 1, "name-without-letters", "123", "name"),
            id="a name of figures",
        ),
    ],
)  # fmt: skip
def test_a_bad_cell_is_a_warning_and_the_player_is_added_without_it(row: str, finding: Finding) -> None:
    found = planned(f"Name;Elo;FED;Title;Sex;Birth;FideID\n{row}\n")
    assert [r.action for r in found.rows] == [Action.ADD]
    assert found.warnings == (finding,)
    assert found.problems == ()


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        pytest.param(
            ";1500", Finding(2, 1, "name-missing", "", "name", blocks=True), id="no name"
        ),
        pytest.param(
            "#REF!;1500", Finding(2, 1, "cell-error", "#REF!", "name", blocks=True),
            id="a spreadsheet error for a name",
        ),
        pytest.param(
            f"{'x' * 201};1500", Finding(2, 1, "text-too-long", "x" * 201, "name", blocks=True),
            id="an endless name",
        ),
    ],
)  # fmt: skip
def test_a_row_without_a_usable_name_is_a_problem(row: str, finding: Finding) -> None:
    found = planned(f"Name;Elo\n{row}\n")
    assert [(r.action, r.reason) for r in found.rows] == [(Action.PROBLEM, finding.code)]
    assert found.problems == (finding,)


def test_a_sheet_without_names_is_one_problem() -> None:
    sheet = read_csv(b"Elo;Birth\n1500;1990\n")
    found = plan(sheet, guess_columns(sheet))
    assert (found.rows, [f.code for f in found.problems]) == ((), ["no-name-column"])


def test_dates_that_can_be_read_both_ways_are_pointed_out_once() -> None:
    found = planned("Name;Birth\nLee;04/05/1990\nPoe;06/07/1991\n")
    assert found.warnings == (Finding(1, 2, "birth-order-assumed", field="birth"),)
    assert [p.birth for p in found.additions] == ["1990-05-04", "1991-07-06"]


def test_all_findings_of_all_rows_come_back_at_once() -> None:
    found = planned("Name;Elo;Birth\nLee;abc;never\n;1500;\nPoe;5000;1990\n")
    assert [(f.line, f.code) for f in (*found.problems, *found.warnings)] == [
        (3, "name-missing"),
        (2, "rating-malformed"),
        (2, "birth-malformed"),
        (4, "rating-out-of-range"),
    ]
    assert {action: found.count(action) for action in Action} == {
        Action.ADD: 2,
        Action.UPDATE: 0,
        Action.SKIP: 0,
        Action.PROBLEM: 1,
    }
    assert all(remark(f).endswith(".") for f in (*found.problems, *found.warnings))
