"""The map for the next person shows what is there."""

import re
from pathlib import Path

import pytest

import podium
from tests.architecture.test_rooms import ENGINES

DOCS = Path(__file__).parents[2] / "docs"
SOURCES = Path(podium.__file__).parent
PATH = re.compile(r"`((?:[a-z_]+/)+[a-z_]*(?:\.(?:py|js))?|[a-z_]+\.py)(?:: \w+)?`")


def paths(page: str) -> set[str]:
    """What a page names as a file or folder of the sources, or of the tests."""
    return set(PATH.findall((DOCS / page).read_text("utf-8")))


@pytest.mark.parametrize("page", ["architecture.md", "glossary.md", "security.md", "pages.md"])
def test_every_file_that_is_named_exists(page: str) -> None:
    named = paths(page)
    assert len(named) > 15
    roots = (
        SOURCES,
        SOURCES / "app",
        SOURCES / "flow",
        SOURCES / "web",
        SOURCES / "web" / "live",
        SOURCES / "web" / "hall",
        DOCS.parent,
    )
    missing = {path for path in named if not any((root / path).exists() for root in roots)}
    assert missing - {"registry.py", "answers.py", "words.py"} == set()  # one in each folder of formats, of subjects


def test_every_room_is_on_the_map() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    rooms = {path.name for path in SOURCES.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert [room for room in sorted(rooms - ENGINES) if f"`{room}`" not in text] == []
    assert [engine for engine in sorted(ENGINES) if engine not in text] == []
