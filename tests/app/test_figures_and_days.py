"""Decimals, money and days as each language writes them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from podium.app.words import language
from podium.app.words.dates import dates, day_in_figures, day_of_week
from podium.app.words.errors import sentence
from podium.app.words.language import _, own_name, speaking
from podium.app.words.numbers import figure, money
from podium.core.errors import Invalid
from podium.core.points import Points
from tests.kit.loops import every

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


@pytest.fixture(autouse=True)
def three_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, name in (("de", "Name"), ("fr", "nom")):
        (tmp_path / f"{code}.po").write_text(f'{HEAD}msgid "name"\nmsgstr "{name}"\n', "utf-8")
    monkeypatch.setattr(language, "FOLDER", tmp_path)


@every(
    ("code", "written"),
    [("en", ("2½", "1.25", "99.50", "2½ points")), ("de", ("2½", "1,25", "99,50", "2½ points"))],
)
def test_decimals_have_the_mark_of_the_language(code: str, written: tuple[str, ...]) -> None:
    with speaking(code):
        filled = _("%(points)s points", points=Points.of(2.5))
        assert (figure(Points.of(2.5)), figure("1.25"), money(9950), filled) == written


def test_amounts_with_a_currency_are_written_as_in_the_language() -> None:
    written = {"en": ("€99.50", "€1,000"), "de": ("99,50\xa0€", "1.000\xa0€"), "fr": ("99,50\xa0€", "1\u202f000\xa0€")}
    for code, (cents, whole) in written.items():
        with speaking(code):
            assert (money(9950, "EUR"), money(100_000, "EUR")) == (cents, whole)


def test_half_points_in_tables_are_the_same_everywhere() -> None:
    for code in ("en", "de", "fr"):
        with speaking(code):
            assert (figure(Points.of(3.5)), figure(Points.of(0.5)), figure(Points.of(4))) == ("3½", "½", "4")


@every(
    ("code", "written"),
    [
        ("en", ("1 – 9 Aug 2026", "30 Aug – 1 Sep 2026", "Sat 1 Aug 2026", "2026-08-31")),
        ("de", ("1.–9. Aug. 2026", "30. Aug. – 1. Sept. 2026", "Sa., 1. Aug. 2026", "31.08.2026")),
        ("fr", ("1er–9 août 2026", "30 août – 1er sept. 2026", "sam. 1er août 2026", "31 août 2026")),
    ],
)
def test_days_are_written_as_in_the_language(code: str, written: tuple[str, ...]) -> None:
    with speaking(code):
        made = (
            dates("2026-08-01", "2026-08-09"),
            dates("2026-08-30", "2026-09-01"),
            day_of_week(date(2026, 8, 1)),
            day_in_figures("2026-08-31"),
        )
    # Which kinds of blanks stand between the parts is for the tables of Unicode to say.
    assert tuple(" ".join(each.replace("\u2009", " ").split()) for each in made) == tuple(
        " ".join(each.split()) for each in written
    )


@every(("code", "noun"), [("en", "name"), ("de", "Name"), ("fr", "nom")])
def test_a_field_is_named_in_the_language_of_the_sentence(code: str, noun: str) -> None:
    with speaking(code):
        assert sentence(Invalid("text-too-long", field="name", value="x", longest=3)).startswith(f"The {noun} ")


def test_languages_are_called_by_their_own_names() -> None:
    assert [own_name(code) for code in ("en", "de", "fr")] == ["English", "Deutsch", "français"]
