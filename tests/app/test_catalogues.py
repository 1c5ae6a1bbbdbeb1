"""Every catalogue is whole: each text once, with what it fills in, in all the forms that its language has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from podium.app.words.language import FOLDER, read_catalogue
from scripts.words import KEYWORDS, PACKAGE, catalogue, faults, headings, update

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
BOARD = 'msgid "Board %(board)s"\nmsgstr "Brett %(board)s"\n\n'
GAMES = 'msgid "%(num)s game"\nmsgid_plural "%(num)s games"\nmsgstr[0] "eine Partie"\nmsgstr[1] "%(num)s Partien"\n\n'
RANK = 'msgid "Rank"\nmsgstr "Rang"\n\n'


@pytest.fixture
def texts() -> Catalog:
    """A Podium that says three things."""
    made = Catalog()
    for text in ("Board %(board)s", "Rank", ("%(num)s game", "%(num)s games")):
        made.add(text)
    return made


@pytest.fixture
def german(tmp_path: Path) -> Path:
    return tmp_path / "de.po"


def test_every_catalogue_is_whole() -> None:
    found = {path.name: wrong for path in sorted(FOLDER.glob("*.po")) if (wrong := faults(path, catalogue()))}
    assert found == {}, "python scripts/words.py --update, then translate what is empty"


def test_a_whole_catalogue_has_no_fault(german: Path, texts: Catalog) -> None:
    german.write_text(PO + BOARD + GAMES + RANK, "utf-8")
    assert faults(german, texts) == []


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        (BOARD + GAMES, "untranslated: Rank"),
        (BOARD + GAMES + 'msgid "Rank"\nmsgstr ""\n', "untranslated: Rank"),
        (BOARD + GAMES + RANK + 'msgid "File"\nmsgstr "Datei"\n', "not used any more: File"),
        (BOARD + GAMES + "#, fuzzy\n" + RANK, "fuzzy: Rank"),
        (GAMES + RANK + 'msgid "Board %(board)s"\nmsgstr "Brett %(brett)s"\n', "placeholders: Board %(board)s"),
        (GAMES + RANK + 'msgid "Board %(board)s"\nmsgstr "Brett"\n', "placeholders: Board %(board)s"),
        (GAMES + RANK + 'msgid "Board %(board)s"\nmsgstr "Brett %(board)s, 5 %"\n', "placeholders: Board %(board)s"),
        (
            BOARD + RANK + 'msgid "%(num)s game"\nmsgid_plural "%(num)s games"\nmsgstr[0] "%(num)s Partie"\n',
            "untranslated: %(num)s game",
        ),
        (
            BOARD
            + RANK
            + 'msgid "%(num)s game"\nmsgid_plural "%(num)s games"\n'
            + "".join(f'msgstr[{at}] "%(num)s Partien"\n' for at in range(3)),
            "not a catalogue: msg has more translations than num_plurals of catalog on 12",
        ),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_named(german: Path, texts: Catalog, entries: str, fault: str) -> None:
    german.write_text(PO + entries, "utf-8")
    assert faults(german, texts) == [fault]


def test_a_catalogue_is_brought_up_to_date_without_guessing(german: Path, texts: Catalog) -> None:
    german.write_text(PO + BOARD + 'msgid "Ranks"\nmsgstr "Ränge"\n', "utf-8")
    update(german, texts)
    assert faults(german, texts) == ["untranslated: Rank", "untranslated: %(num)s game"]
    assert read_catalogue(german).one("Board %(board)s") == "Brett %(board)s"
    assert "Ränge" not in german.read_text("utf-8")


def test_a_new_language_is_begun_from_the_template(german: Path, texts: Catalog) -> None:
    begun = Catalog(locale="de")
    for entry in texts:
        begun.add(entry.id)
    with german.open("wb") as file:
        write_po(file, begun)
    assert {fault.partition(":")[0] for fault in faults(german, texts)} == {"untranslated"}


def test_no_text_stands_where_it_is_not_found() -> None:
    """As inside of another text, f"{_('so')}", or of what is asked for: _(N_("so"))."""
    found = {text for message in catalogue() for text in ([message.id] if isinstance(message.id, str) else message.id)}
    said = {
        (path.name, text)
        for path in PACKAGE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
        for text in (each.value for each in call.args[:2] if isinstance(each, ast.Constant))
        if isinstance(text, str)
    }
    assert len(said) > 1000
    assert {(where, text) for where, text in said if text not in found} == set()


def test_headings_of_tables_are_texts() -> None:
    assert {"rank", "name", "points"} <= {text for text, _file, _line in headings()}
