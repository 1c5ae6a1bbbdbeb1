"""What a list may say of a player, and what it may not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields, tidy
from tests.kit.loops import every

ALICE = PlayerFields("Alice")


@every(
    ("field", "value", "kept"),
    [
        ("name", "  Alice \t van\n Dam ", "Alice van Dam"),
        ("rating", 0, 0),
        ("rating", 4000, 4000),
        ("rating", None, None),
        ("federation", "ned", "NED"),
        ("federation", "", None),
        ("fide_id", " 1503014 ", "1503014"),
        ("national_id", " 12345678", "12345678"),
        ("national_id", "c0327-1234", "C0327-1234"),
        ("national_id", "", None),
        ("title", "wgm", "WGM"),
        ("gender", "F", "f"),
        ("gender", "x", "x"),
        ("gender", " Weiblich", "f"),
        ("gender", "Féminin", "f"),
        ("rank", 1, 1),
        ("birth", "1990", "1990"),
        ("birth", "1990-11-30", "1990-11-30"),
        ("birth", "2000-02-29", "2000-02-29"),
        ("birth", " ", None),
        ("club", " Chess   Club ", "Chess Club"),
        ("city", "", None),
        ("state", "ZH", "ZH"),
        ("disability", "vision", "vision"),
        ("section", " Open ", "Open"),
    ],
)
def test_a_field_is_kept_in_its_usual_spelling(field: str, value: object, kept: object) -> None:
    assert getattr(replace(ALICE, **{field: value}).checked(), field) == kept  # type: ignore[arg-type]  # by name


@every(
    ("field", "value", "code"),
    [
        pytest.param("name", "", "name-missing", id="an empty name"),
        pytest.param("name", " \t ", "name-missing", id="a name of spaces"),
        pytest.param("name", "A" * 201, "text-too-long", id="a name of 201 letters"),
        pytest.param("name", "Al\x00ice", "text-malformed", id="a name with a null"),
        pytest.param("name", "Al\x1bice", "text-malformed", id="a name with an escape"),
        pytest.param("name", "Al\x7fice", "text-malformed", id="a name with a delete"),
        pytest.param("name", "Al\x9bice", "text-malformed", id="a name with a terminal command"),
        pytest.param("name", "Al\ud800ice", "text-malformed", id="half a character"),
        pytest.param("rating", -1, "rating-out-of-range", id="a rating below zero"),
        pytest.param("rating", 4001, "rating-out-of-range", id="a rating above 4000"),
        pytest.param("federation", "NE", "federation-malformed", id="a federation of two letters"),
        pytest.param("federation", "N3D", "federation-malformed", id="a federation with a digit"),
        pytest.param("fide_id", "12a", "fide-id-malformed", id="a FIDE id with a letter"),
        pytest.param("fide_id", "1" * 13, "fide-id-malformed", id="a FIDE id of 13 digits"),
        pytest.param("fide_id", "١٢٣", "fide-id-malformed", id="a FIDE id in another script"),
        pytest.param("national_id", "12_34", "national-id-malformed", id="a national id with a line below"),
        pytest.param("national_id", "-1234", "national-id-malformed", id="a national id that begins with a hyphen"),
        pytest.param("national_id", "1" * 21, "national-id-malformed", id="a national id of 21 digits"),
        pytest.param("gender", "queen", "gender-unknown", id="a word that is no gender"),
        pytest.param("rank", 0, "rank-out-of-range", id="a rank below 1"),
        pytest.param("rank", 100_001, "rank-out-of-range", id="a rank that no field has"),
        pytest.param("birth", "90", "birth-malformed", id="a year of two digits"),
        pytest.param("birth", "30.11.1990", "birth-malformed", id="a birthday in another order"),
        pytest.param("birth", "1990-02-30", "birth-malformed", id="a day that never was"),
        pytest.param("birth", "1899", "birth-malformed", id="a year too long ago"),
        pytest.param("birth", "0000", "birth-malformed", id="the year zero"),
        pytest.param("birth", "19901130", "birth-malformed", id="a birthday without dashes"),
        pytest.param("club", "C" * 201, "text-too-long", id="a club of 201 letters"),
        pytest.param("section", "O\x00", "text-malformed", id="a section with a null"),
    ],
)
def test_a_field_is_refused(field: str, value: object, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        replace(ALICE, **{field: value}).checked()  # type: ignore[arg-type]  # by name
    assert (caught.value.code, caught.value.facts["field"]) == (code, field)
    assert "value" in caught.value.facts


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(Invalid) as caught:
        PlayerFields("A" * 100_000).checked()
    assert caught.value.facts["value"] == "A" * 40 + "…"


@given(st.text(max_size=210))
def test_tidying_is_refused_or_done_once_and_for_all(text: str) -> None:
    try:
        once = tidy("name", text)
    except Invalid:
        return
    assert once is None or (tidy("name", once) == once and once == once.strip() and "  " not in once)


def test_a_player_without_a_section_is_in_the_one_without_a_name() -> None:
    assert Player(PlayerId("p"), 1, ALICE).section == ""
    assert Player(PlayerId("p"), 1, replace(ALICE, section="A")).section == "A"
    assert Player(PlayerId("p"), 1, ALICE).name == "Alice"
