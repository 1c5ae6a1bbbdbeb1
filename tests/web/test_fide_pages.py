"""The pages of an event in FIDE mode: English throughout where English is asked for, and nothing from elsewhere."""

from __future__ import annotations

import pytest
from babel.messages.pofile import read_po

from podium.app.words.language import FOLDER
from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound
from tests.web.conftest import Event, House
from tests.web.visitor import Page

PATHS = [
    "",
    *("/players", "/rounds", "/rounds/1", "/rounds/2", "/rounds/2?edit=yes", "/standings", "/crosstable"),
    *("/settings", "/history", "/prizes", "/story", "/rating-report", "/people", "/print", "/rounds/1/print"),
    *("/players/import", "/players/compare", "/checkin", "/screens", "/screen"),
]
OUTSIDE = ["/", "/new", "/account"]
FETCHED = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "use": "href",
    "form": "action",
}


@pytest.fixture(scope="module")
def event(house: House) -> Event:
    event = house.event("Adler", "Braun", "Celik", "Duarte", "Ek", format="swiss", rules="fide", rounds=5)
    event.do(PairRound(1))
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS, Result.DRAW)
    event.do(CloseRound(1))
    event.do(PairRound(2))
    return event


@pytest.fixture(scope="module")
def pages(house: House, event: Event) -> dict[str, Page]:
    """Each page as an owner sees it whose browser asks for English, by its address."""
    client = house.visitor("owner").client
    paths = [*OUTSIDE, *(event.url + path for path in PATHS)]
    answers = {path: client.get(path, headers={"accept-language": "en"}) for path in paths}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {path: Page(answer.text) for path, answer in answers.items()}


@pytest.fixture(scope="module")
def foreign() -> frozenset[str]:
    """The texts that are in another language and in no way English."""
    texts: set[str] = set()
    english: set[str] = set()
    for path in sorted(FOLDER.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                for given, found in ((message.id, english), (message.string, texts)):
                    found |= {given} if isinstance(given, str) else set(given or ())
    assert len(texts) > 1000
    return frozenset(text for text in texts - english if len(text) > 3)


def test_english_pages_have_no_text_of_another_language(pages: dict[str, Page], foreign: frozenset[str]) -> None:
    """But for the menu, where each language has its own name."""
    for path, page in pages.items():
        assert page.all("html")[0].attributes["lang"].startswith("en")
        assert {word for word in page.words if word in foreign} <= {"Deutsch", "Français"}, path


def test_pages_name_nothing_that_lies_elsewhere(pages: dict[str, Page]) -> None:
    """A browser without the internet gets everything from Podium itself."""
    for path, page in pages.items():
        addresses = [each.attributes.get(FETCHED[each.tag], "") for each in page.elements if each.tag in FETCHED]
        assert any(addresses)
        assert [each for each in addresses if "//" in each] == [], path
