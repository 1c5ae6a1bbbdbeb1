"""The pages know every format there is, and ask nothing else about it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from podium import web
from podium.flow.formats.registry import FORMAT_NAMES
from podium.web.formats.protocol import FormatPages
from podium.web.formats.registry import FORMATS

WEB = Path(inspect.getfile(web)).parent
OF_ONE_FORMAT = ("formats", "knockout", "doubles")
ASKS_WHICH_FORMAT = re.compile(
    r"^(?!from|import).*(\bFormat\.|\bis_knockout\b|\.knockout\b(?!\.)|\.settings\.format\b)"
)
SETTINGS = {"pages/settings.py", "pages/tournaments.py"}  # the form that chooses the format, and the list that names it


def test_every_format_has_pages() -> None:
    assert tuple(pages.name for pages in FORMATS) == FORMAT_NAMES


def test_a_format_answers_at_most_a_dozen_questions() -> None:
    members = [name for name in {*vars(FormatPages), *FormatPages.__annotations__} if not name.startswith("_")]
    assert len(members) <= 12


def test_no_page_asks_which_format_it_is() -> None:
    found = [
        f"{path}: {line.strip()}"
        for file in sorted(WEB.rglob("*.py"))
        if (path := file.relative_to(WEB).as_posix()).split("/")[0] not in OF_ONE_FORMAT and path not in SETTINGS
        for line in file.read_text().splitlines()
        if ASKS_WHICH_FORMAT.search(line)
    ]
    assert found == []
