"""Who chooses the language: the menu, the account, the browser, the event; of walls and paper the event."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.words import language
from podium.bootstrap import application
from podium.flow.commands import PairRound, PublishRound
from podium.web.frame.static_files import STATIC_URL
from tests.web.conftest import Event, House

TEXTS = {
    "Sign in": ("Anmelden", "Se connecter"),
    "Standings": ("Rangliste", "Classement"),
    "Round %(round)s": ("Runde %(round)s", "Ronde %(round)s"),
    "There is no tournament %(value)s.": ("Es gibt kein Turnier %(value)s.", "Il n’y a pas de tournoi %(value)s."),
    '\\"%(text)s\\"': ("„%(text)s“", "«\u202f%(text)s\u202f»"),
    "The language is kept.": ("Die Sprache bleibt so.", "La langue est conservée."),
}
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
ENGLISH, GERMAN, FRENCH = "Standings", "Rangliste", "Classement"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("catalogues")
    for at, code in enumerate(("de", "fr")):
        entries = (f'msgid "{text}"\nmsgstr "{words[at]}"\n' for text, words in TEXTS.items())
        (made / f"{code}.po").write_text("\n".join([HEAD, *entries]), "utf-8")
    return made


@pytest.fixture(autouse=True)
def three_languages(house: House, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "FOLDER", folder)
    monkeypatch.setattr(house, "app", application(house.podium))  # which looks for languages when it is made
    house.podium.registry.set_language(house.users["owner"], None)


@pytest.fixture
def event(house: House) -> Event:
    """An event in French."""
    event = house.event("Ann", "Ben", "Cid", "Dan", language="fr")
    event.do(PairRound(1))
    event.do(PublishRound(1))
    return event


def heading(client: TestClient[ASGIApp], event: Event, accepted: str = "") -> str:
    """The heading of the standings, for a browser that accepts these languages."""
    html = client.get(f"{event.url}/standings", headers={"Accept-Language": accepted}).text
    return next(word for word in (ENGLISH, GERMAN, FRENCH) if f"<h1>{word}" in html)


@pytest.mark.parametrize(
    ("menu", "account", "browser", "spoken"),
    [
        ("", None, "", FRENCH),
        ("", None, "it", FRENCH),
        ("", None, "de-AT, en;q=0.5", GERMAN),
        ("", "en", "de", ENGLISH),
        ("de", "en", "fr", GERMAN),
        ("xx", None, "de", GERMAN),
    ],
)
def test_the_nearest_choice_holds(
    house: House, event: Event, menu: str, account: str | None, browser: str, spoken: str
) -> None:
    house.podium.registry.set_language(house.users["owner"], account)
    owner = house.visitor("owner")
    if menu:
        owner.bring(LANGUAGE_COOKIE, menu)
    assert heading(owner.client, event, browser) == spoken


def test_an_event_without_a_language_is_english_where_nothing_else_is_asked_for(house: House) -> None:
    assert heading(house.visitor().client, house.event("Ann")) == ENGLISH


def test_the_menu_is_on_every_page_and_leads_back_to_it(house: House, event: Event) -> None:
    client = house.visitor().client
    address = f"{event.url}/players?q=ann"
    page = client.get(address).text
    assert 'aria-current="true">Français</a>' in page
    way = f"/language/de?back={address.replace('?', '%3F').replace('=', '%3D')}"
    assert f'href="{way}"' in page
    chosen = client.get(way, follow_redirects=False)
    assert (chosen.status_code, chosen.headers["location"]) == (303, address)
    assert heading(client, event, "en") == GERMAN
    for path in ("/", "/login", f"{event.url}/screen/none"):
        assert '<html lang="de"' in client.get(path).text


@pytest.mark.parametrize("back", ["//elsewhere.example", "https://elsewhere.example", ""])
def test_the_menu_leads_nowhere_else(house: House, back: str) -> None:
    answer = house.visitor().client.get("/language/de", params={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_language_that_there_is_not_cannot_be_chosen(house: House) -> None:
    client = house.visitor().client
    answer = client.get("/language/xx", headers={"Accept-Language": "de"})
    assert answer.status_code == 404
    assert LANGUAGE_COOKIE not in client.cookies


def test_the_account_keeps_a_language_for_all_its_browsers(house: House, event: Event) -> None:
    here, elsewhere = house.visitor("owner"), house.visitor("owner")
    here.get("/language/fr?back=/account")
    assert here.submit("/account/language", language="de").status_lines == ["Die Sprache bleibt so. ×"]
    assert [heading(each.client, event, "en") for each in (here, elsewhere)] == [GERMAN, GERMAN]
    here.get("/account")
    here.submit("/account/language", language="")
    assert heading(elsewhere.client, event, "en") == ENGLISH


def test_the_account_is_read_and_changed_over_the_api(house: House) -> None:
    owner = house.users["owner"]
    _token, secret = house.podium.registry.add_token(owner, "program")
    client = house.visitor().client
    client.headers["Authorization"] = f"Bearer {secret}"
    assert client.get("/api/account").json()["language"] is None
    assert client.patch("/api/account", json={"language": "fr"}).json()["language"] == "fr"
    assert house.podium.registry.language(owner) == "fr"
    refused = client.patch("/api/account", json={"language": "xx"})
    assert (refused.status_code, refused.json()["code"]) == (400, "choice-unknown")
    assert client.patch("/api/account", json={"language": None}).json()["language"] is None


@pytest.mark.parametrize(
    ("accepted", "quoted"), [("de", "„nowhere“"), ("fr", "«\u202fnowhere\u202f»"), ("", '"nowhere"')]
)
def test_the_header_picks_the_sentence_of_a_problem_and_its_marks(house: House, accepted: str, quoted: str) -> None:
    answer = house.visitor().client.get("/api/tournaments/nowhere", headers={"Accept-Language": accepted})
    assert answer.json()["code"] == "unknown-tournament"
    assert quoted in answer.json()["detail"]


def test_an_answer_says_its_language_and_what_that_depends_on(house: House, event: Event) -> None:
    client = house.visitor().client
    page = client.get(event.url)
    assert page.headers["content-language"] == "fr"
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in page.headers["vary"].split(",")}
    assert client.get("/api/tournaments").headers["content-language"] == "en"
    static = client.get(f"{STATIC_URL}/podium.css")
    assert "content-language" not in static.headers
    assert "Cookie" not in static.headers.get("vary", "")


def test_what_is_kept_for_the_public_is_kept_for_each_language(house: House, event: Event) -> None:
    browsers = {code: house.visitor() for code in ("en", "de", "fr")}
    for code, visitor in browsers.items():
        visitor.bring(LANGUAGE_COOKIE, code)
    for _twice in range(2):
        spoken = [heading(visitor.client, event, "de") for visitor in browsers.values()]
        assert spoken == [ENGLISH, GERMAN, FRENCH]
    tags = {visitor.client.get(f"{event.url}/standings").headers["etag"] for visitor in browsers.values()}
    assert len(tags) == len(browsers)


def test_what_the_api_keeps_is_told_apart_by_language(house: House, event: Event) -> None:
    client = house.visitor().client
    path = f"/api/tournaments/{event.id}/standings"
    tags = {client.get(path, headers={"Accept-Language": code}).headers["etag"] for code in ("en", "de")}
    assert len(tags) == 2


def test_the_wall_speaks_the_language_of_the_event(house: House, event: Event) -> None:
    visitor = house.visitor()
    visitor.bring(LANGUAGE_COOKIE, "de")
    wall = visitor.client.get(f"{event.url}/screen")
    assert '<html lang="fr"' in wall.text
    assert wall.headers["content-language"] == "fr"
    plain = house.event("Ann", "Ben")
    assert '<html lang="de"' in visitor.client.get(f"{plain.url}/screen").text


def test_paper_is_in_the_language_of_the_event_unless_another_is_wished(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    visitor.bring(LANGUAGE_COOKIE, "en")
    client = visitor.client
    assert "<h1>Ronde 1" in client.get(f"{event.url}/rounds/1/print").text
    assert "<h1>Runde 1" in client.get(f"{event.url}/rounds/1/print?language=de").text
    assert client.get(f"{event.url}/rounds/1/print?language=xx").status_code == 404
    usual = client.get(f"{event.url}/print").text
    assert '<option value="fr" selected>' in usual
    assert "language=" not in usual.partition("<tbody")[2].partition("</table>")[0]
    wished = client.get(f"{event.url}/print?language=de&round=1").text
    assert "documents/standings?language=de" in wished
    assert "rounds/1/print?language=de" in wished


def test_a_part_that_a_page_fetches_is_in_the_language_of_the_page(house: House, event: Event) -> None:
    client = house.visitor().client
    line = client.get(f"{event.url}/me/line", params={"player": event.player("Ann")})
    assert line.headers["content-language"] == "fr"
