"""A format is a value: nobody outside its own files asks which one it is, and none is forgotten in a registry."""

import ast
import re
from pathlib import Path

import pytest

import podium
from podium.app.formats.protocol import FormatViews
from podium.app.formats.registry import FORMAT_VIEWS
from podium.cli.verbs.simulate import FORMATS as SIMULATED
from podium.flow.formats.protocol import Format
from podium.flow.formats.registry import FORMAT_NAMES, FORMATS
from podium.web.formats.protocol import FormatPages, Words
from podium.web.formats.registry import FORMAT_PAGES

SOURCES = Path(podium.__file__).parent
QUESTIONS = re.compile(r"\bFormat\.[A-Z]|\bis_knockout\b|\bknockout is (not )?None\b")
OWN = re.compile(r"^(swiss|roundrobin|doubles|knockout|simulation)/|/formats/")
MOST_MEMBERS = 12


def asking(root: Path) -> list[str]:
    """Every line outside the files of a format that asks which format it is."""
    return [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for path in sorted(root.rglob("*"))
        if path.suffix in (".py", ".html") and not OWN.search(str(path.relative_to(root)))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if QUESTIONS.search(line) or (path.suffix == ".html" and re.search(r"\.knockout\b", line))
    ]


def names_in_conditions(root: Path) -> list[str]:
    """Every comparison with the name of a format outside the files of a format."""
    found = []
    for path in sorted(root.rglob("*.py")):
        here = str(path.relative_to(root))
        if OWN.search(here):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare):
                parts = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
                values = {part.value for part in parts if isinstance(part, ast.Constant)}
                asks = any(isinstance(part, ast.Attribute) and part.attr == "format" for part in parts)
                if asks and values & set(FORMAT_NAMES):
                    found.append(f"{here}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_nobody_outside_the_files_of_a_format_asks_which_it_is() -> None:
    assert asking(SOURCES) == []
    assert names_in_conditions(SOURCES) == []


def test_a_question_is_seen(tmp_path: Path) -> None:
    (tmp_path / "formats").mkdir()
    (tmp_path / "page.py").write_text("if state.knockout is None: pass\nif settings.format == 'swiss': pass\n")
    (tmp_path / "page.html").write_text("{% if page.knockout %}\n")
    (tmp_path / "app" / "formats").mkdir(parents=True)
    (tmp_path / "app" / "formats" / "swiss.py").write_text("if state.knockout is None: pass\n")
    assert [line.partition(":")[0] for line in asking(tmp_path)] == ["page.html", "page.py"]
    assert [line.partition(":")[0] for line in names_in_conditions(tmp_path)] == ["page.py"]


@pytest.mark.parametrize("names", [[views.name for views in FORMAT_VIEWS], [pages.name for pages in FORMAT_PAGES]])
def test_every_format_is_in_every_registry(names: list[str]) -> None:
    assert names == list(FORMAT_NAMES)
    assert len(set(FORMAT_NAMES)) == len(FORMATS)


def test_the_pages_have_words_for_every_format() -> None:
    for pages in FORMAT_PAGES:
        assert isinstance(pages.words, Words)
        assert pages.words.short


def test_every_format_can_be_simulated_but_the_one_that_needs_a_director() -> None:
    assert set(SIMULATED) == set(FORMAT_NAMES) - {"manual"}


@pytest.mark.parametrize("protocol", [Format, FormatViews, FormatPages])
def test_what_a_format_must_say_stays_small(protocol: type) -> None:
    members = {name for name in (*vars(protocol), *protocol.__annotations__) if not name.startswith("_")}
    assert 5 < len(members) <= MOST_MEMBERS
