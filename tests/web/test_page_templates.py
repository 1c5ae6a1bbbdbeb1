"""A page that was made leaves nothing behind that only the garbage collector would find."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from jinja2.runtime import Context, Macro

from podium.web.frame.templates import TEMPLATES
from tests.web.conftest import House

IMPORT = re.compile(r"\{%-?\s*(?:import|from)\b.*?%\}", re.DOTALL)


@contextmanager
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def left_behind() -> list[object]:
    return [each for each in gc.get_objects() if isinstance(each, Macro | Context)]


@pytest.mark.parametrize("path", ["", "/players", "/standings", "/nowhere"])
def test_no_page_waits_for_the_collector(house: House, path: str) -> None:
    event = house.event("Ann", "Ben")
    client = house.visitor().client
    with without_collector():
        client.get(event.url + path)
        assert left_behind() == []


def test_every_import_lives_as_long_as_its_page() -> None:
    """What is imported without context is kept for the next page, whose macros would be empty."""
    imports = [(file.name, each) for file in TEMPLATES.rglob("*.html") for each in IMPORT.findall(file.read_text())]
    assert len(imports) > 50
    assert [each for each in imports if "with context" not in each[1]] == []
