"""The seam: sentences in the language that is chosen, English where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from podium.app.standings.tiebreak_words import full_name
from podium.app.words import language
from podium.app.words.errors import sentence, title
from podium.app.words.language import (
    N_,
    _,
    available,
    best_of,
    best_of_environment,
    misfits,
    ngettext,
    read_catalogue,
    speak,
    speaking,
)
from podium.app.words.phrases import alternatives, enumeration
from podium.cli import program
from podium.core.errors import Invalid, Refused
from tests.kit.loops import every
from tests.kit.pseudo import CODE, write_pseudo

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>1 && n<5 ? 1 : 2);\\n"

msgid "%(num)s game"
msgid_plural "%(num)s games"
msgstr[0] "%(num)s partia"
msgstr[1] "%(num)s partie"
msgstr[2] "%(num)s partii"

msgid "Rank"
msgstr "Miejsce"

#, fuzzy
msgid "Board"
msgstr "Deska"

msgid "Round %(round)s"
msgstr "Runda %(runda)s"

msgid "Points"
msgstr "50 % Punkty"

msgid "Colour"
msgstr ""
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pseudo(tmp_path_factory.mktemp("pseudo"))


@pytest.fixture
def in_brackets(pseudo: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "FOLDER", pseudo.parent)
    with speaking(CODE):
        yield


def test_without_a_catalogue_it_is_english(folder: Path) -> None:
    assert available() == ("en",)
    with speaking("xx"):
        assert (language.language(), _("Round %(round)s", round=3)) == ("en", "Round 3")


def test_a_per_cent_sign_is_written_twice() -> None:
    assert _("100%%") == "100%"


@every(("count", "said"), [(1, "1 game"), (0, "0 games"), (2, "2 games")])
def test_english_has_two_forms(count: int, said: str) -> None:
    assert ngettext("%(num)s game", "%(num)s games", count) == said


def test_a_language_is_one_file(folder: Path) -> None:
    (folder / "pl.po").write_text(PO, "utf-8")
    with speaking("pl"):
        assert _(N_("Rank")) == "Miejsce"
        games = [ngettext("%(num)s game", "%(num)s games", count) for count in (1, 3, 7)]
        assert games == ["1 partia", "3 partie", "7 partii"]
    assert _("Rank") == "Rank"


@pytest.mark.parametrize("text", ["Board", "Colour", "Points", "Round %(round)s"])
def test_what_is_fuzzy_empty_or_does_not_fit_stays_english(folder: Path, text: str) -> None:
    (folder / "pl.po").write_text(PO, "utf-8")
    with speaking("pl"):
        assert _(text, round=1) == text % {"round": 1}


def test_a_wrong_placeholder_is_told(folder: Path) -> None:
    (folder / "pl.po").write_text(PO, "utf-8")
    assert sorted(misfits(folder / "pl.po")) == ["Points", "Round %(round)s"]


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", None),
        ("*", None),
        ("fr", None),
        ("pl", "pl"),
        ("PL-pl", "pl"),
        ("de-CH, de;q=0.9, en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0, pl;q=0.1", "pl"),
        ("de;q=high, pl;q=0.5", "de"),
        ("pt-PT, pl;q=0.2", "pl"),
        ("pt-BR", "pt_BR"),
        (";;;,,q=1", None),
    ],
)
def test_a_browser_gets_the_best_of_what_it_asks_for(folder: Path, accepted: str, code: str | None) -> None:
    for each in ("de", "pl", "pt_BR"):
        (folder / f"{each}.po").write_text(PO, "utf-8")
    assert best_of(accepted) == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "pl_PL@euro"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "PODIUM_LANGUAGE": "en"}, "en"),
    ],
)
def test_a_terminal_gets_its_own_language(folder: Path, environment: dict[str, str], code: str) -> None:
    (folder / "pl.po").write_text(PO, "utf-8")
    assert best_of_environment(environment) == code


def test_a_language_is_chosen_for_good_or_for_a_while(folder: Path) -> None:
    (folder / "pl.po").write_text(PO, "utf-8")
    speak("pl")
    try:
        with speaking("en"):
            assert _("Rank") == "Rank"
        assert _("Rank") == "Miejsce"
    finally:
        speak("en")


@pytest.mark.usefixtures("in_brackets")
def test_errors_lists_and_names_pass_the_seam() -> None:
    assert title(Invalid("name-missing")) == "[That value is not allowed]"
    assert sentence(Invalid("name-missing")) == "[A name is needed.]"
    refused = Refused("round-not-complete", value=2, matches=[{"id": "a"}, {"id": "b"}])
    assert sentence(refused) == "[Round 2 cannot be closed: [2 games without a result].]"
    assert enumeration(["a", "b", "c"]) == "[a[, ]b and c]"
    assert alternatives(["a", "b"]) == "[a or b]"
    assert full_name("BH/C1") == "[[Buchholz] Cut-1]"


@pytest.mark.usefixtures("in_brackets")
def test_the_command_line_passes_the_seam(tmp_path: Path) -> None:
    run = CliRunner().invoke(program, ["tournament", "list", "--db", str(tmp_path / "none.db")])
    assert run.stderr.startswith("[There is no database ")
    wrong = CliRunner().invoke(program, ["prizes"])
    assert "[Name a file, or a tournament with --tournament.]" in wrong.stderr


@pytest.mark.usefixtures("in_brackets")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "[Run a whole tournament, from the first pairing to the podium."),
        ([], "[the pages and the API, until it is told to stop]"),
        (["round", "pair"], "[Pair the next round of TOURNAMENT"),
        (["round", "pair"], "[Give this player the bye, by hand.]"),
    ],
)
def test_the_help_passes_the_seam(arguments: list[str], said: str) -> None:
    shown = CliRunner().invoke(program, [*arguments, "--help"]).stdout
    assert said in " ".join(shown.split())


def test_every_translation_of_the_made_up_language_fits(pseudo: Path) -> None:
    assert misfits(pseudo) == []
    assert read_catalogue(pseudo).one("Rank") == "[Rank]"
