"""Pages and problems in the language that the browser asks for, shown by one that puts every text in brackets."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp

from podium.app.words import language
from podium.bootstrap import application
from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound
from tests.kit.loops import every
from tests.kit.pseudo import CODE, write_pseudo
from tests.web.conftest import Event, House

# Words that stand for themselves on these pages: names, titles, codes of tie-breaks, marks of a crosstable.
OWN_WORDS = re.compile(
    r"\b(?:English|Deutsch|Podium|Spring Open|Ann|Ben|Cid|Dan|Owner|Arbiter|Scorer|"
    r"W?[GIFC]M|[A-Z]{2,4}(?:/[A-Z]\d)?|[WDL]|kr|\d+[wb][01½]?)\b"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pseudo(tmp_path_factory.mktemp("catalogues")).parent


@pytest.fixture
def client(house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient[ASGIApp]:
    """A browser that wants the made-up language, with the owner at it."""
    monkeypatch.setattr(language, "FOLDER", folder)
    monkeypatch.setattr(house, "app", application(house.podium))  # which looks for languages when it is made
    client = house.visitor("owner").client
    client.headers["Accept-Language"] = f"{CODE}, en;q=0.5"
    return client


def outside_brackets(html: str) -> list[str]:
    """The words of a page that are not in brackets."""
    body = html[html.index("<body") :]
    text = unescape(
        re.sub(r"<[^>]*>", "\n", re.sub(r"<kbd>.*?</kbd>|<code.*?</code>|<svg.*?</svg>", "", body, flags=re.DOTALL))
    )
    while (shorter := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return [word for line in text.split("\n") if re.search("[A-Za-z]{2}", word := OWN_WORDS.sub("", line).strip())]


@pytest.fixture(scope="module")
def event(house: House) -> Event:
    event = house.event("Ann", "Ben", "Cid", "Dan")
    event.do(PairRound(1))
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS)
    return event


@every(
    "path",
    [
        "",
        "/players",
        "/rounds/1",
        "/standings",
        "/crosstable",
        "/history",
        "/settings",
        "/people",
        "/prizes",
        "/screen",
    ],
)
def test_a_page_speaks_as_the_browser_asks(event: Event, client: TestClient[ASGIApp], path: str) -> None:
    answer = client.get(event.url + path)
    assert (answer.status_code, answer.headers["content-language"]) == (200, CODE)
    assert "Accept-Language" in answer.headers["vary"]
    assert f'<html lang="{CODE}">' in answer.text
    assert outside_brackets(answer.text) == []


def test_a_page_that_fails_speaks_so_too(client: TestClient[ASGIApp]) -> None:
    answer = client.get("/t/nowhere")
    assert answer.status_code == 404
    assert "[No such thing]" in answer.text
    assert '[There is no tournament ["nowhere"].]' in unescape(answer.text)


def test_a_problem_of_the_api_speaks_so_too(client: TestClient[ASGIApp]) -> None:
    problem = client.get("/api/tournaments/nowhere").json()
    assert problem["detail"] == '[There is no tournament ["nowhere"].]'


def test_the_history_is_told_to_each_in_their_language(house: House, client: TestClient[ASGIApp]) -> None:
    event = house.event("Ann")
    assert "[Spring Open created]" in client.get(f"{event.url}/history").text
    english = client.get(f"{event.url}/history", headers={"Accept-Language": "en"})
    assert "Spring Open created" in english.text
    assert "[Spring Open created]" not in english.text


def test_without_catalogues_there_is_no_choice_of_languages(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setattr(house, "app", application(house.podium))
    answer = house.visitor().client.get("/login", headers={"Accept-Language": "de"})
    assert '<html lang="en-GB">' in answer.text
    assert "/language/" not in answer.text
