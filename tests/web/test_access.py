"""Every page, seen by everybody: who gets it, who gets forms, and whether it is sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.hall.screens import Content, Screen, ScreenItem, Theme
from podium.app.prizes.contests import RunOptions
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    CloseRound,
    EditPlayer,
    HandPairing,
    PairByHand,
    PairRound,
    PublishPrizes,
    PublishRound,
    RequestByes,
    SetPrizes,
    WithdrawPlayer,
)
from podium.web.routes import ACTS, PAGES
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.visitor import SITE, Page, Visitor

WHO = ("owner", "arbiter", "scorer", "scorer link", "player link", "stranger", "public")
ALL, TEAM, DIRECTORS = WHO, WHO[:4], WHO[:2]


class Place(NamedTuple):
    """A page: its address, who gets it, and what the others get."""

    address: str
    seen_by: tuple[str, ...] = ALL
    otherwise: int = 403


# By the route that leads to it; {a} is a player, {g} a game of the first round.
PLACES: dict[str, Place] = {
    "/t/{id:str}": Place(""),
    "/t/{id:str}/me": Place("/me?q=a"),
    "/t/{id:str}/settings": Place("/settings", DIRECTORS),
    "/t/{id:str}/continue": Place("/continue", DIRECTORS),
    "/t/{id:str}/people": Place("/people", DIRECTORS),
    "/t/{id:str}/people/players": Place("/people/players", DIRECTORS),
    "/t/{id:str}/audit": Place("/audit", WHO[:1]),
    "/t/{id:str}/players": Place("/players"),
    "/t/{id:str}/players/import": Place("/players/import", DIRECTORS),
    "/t/{id:str}/players/compare": Place("/players/compare", DIRECTORS),
    "/t/{id:str}/players/ratings": Place("/players/ratings", DIRECTORS),
    "/t/{id:str}/players/{player:str}": Place("/players/{a}"),
    "/t/{id:str}/players/{player:str}/edit": Place("/players/{a}/edit", DIRECTORS),
    "/t/{id:str}/rounds": Place("/rounds"),
    "/t/{id:str}/rounds/pair": Place("/rounds/pair", DIRECTORS),
    "/t/{id:str}/rounds/{round:int}": Place("/rounds/1"),
    "/t/{id:str}/rounds/{round:int}/changes": Place("/rounds/1/changes?since=1"),
    "/t/{id:str}/rounds/{round:int}/swap": Place("/rounds/2/swap?one={a}&other={a}", DIRECTORS),
    "/t/{id:str}/rounds/{round:int}/second": Place("/rounds/2/second", TEAM),
    "/t/{id:str}/rounds/{round:int}/print": Place("/rounds/1/print"),
    "/t/{id:str}/rounds/{round:int}/live": Place("/rounds/1/live"),
    "/t/{id:str}/rounds/{round:int}/replay": Place("/rounds/1/replay"),
    "/t/{id:str}/rounds/{round:int}/pgn": Place("/rounds/1/pgn"),
    "/t/{id:str}/screen": Place("/screen"),
    "/t/{id:str}/screen/{key:str}": Place("/screen/hall"),
    "/t/{id:str}/screens": Place("/screens", DIRECTORS),
    "/t/{id:str}/rounds/{round:int}/edit": Place("/rounds/1/edit", DIRECTORS),
    "/t/{id:str}/games/{pairing:str}/why": Place("/games/{g}/why"),
    "/t/{id:str}/what-if": Place("/what-if?pairing={g}&result=0-1", TEAM),
    "/t/{id:str}/standings": Place("/standings"),
    "/t/{id:str}/crosstable": Place("/crosstable"),
    "/t/{id:str}/ties": Place("/ties", DIRECTORS),
    "/t/{id:str}/typed-tiebreaks": Place("/typed-tiebreaks", DIRECTORS),
    "/t/{id:str}/rating-report": Place("/rating-report"),
    "/t/{id:str}/forecast": Place("/forecast"),
    "/t/{id:str}/story": Place("/story"),
    "/t/{id:str}/story/print": Place("/story/print"),
    "/t/{id:str}/certificates": Place("/certificates", DIRECTORS),
    "/t/{id:str}/certificates/print": Place("/certificates/print?for=players", DIRECTORS),
    "/t/{id:str}/prizes": Place("/prizes"),
    "/t/{id:str}/print": Place("/print"),
    "/t/{id:str}/prizes/print": Place("/prizes/print"),
    "/t/{id:str}/prizes/category": Place("/prizes/category", DIRECTORS),
    "/t/{id:str}/prizes/import": Place("/prizes/import", DIRECTORS),
    "/t/{id:str}/prizes/run": Place("/prizes/run", DIRECTORS),
    "/t/{id:str}/prizes/why": Place("/prizes/why?player={a}", DIRECTORS),
    "/t/{id:str}/history": Place("/history", TEAM),
    "/t/{id:str}/checkin": Place("/checkin", TEAM),
    "/t/{id:str}/history/{version:int}": Place("/history/3", TEAM),
}
OF_KNOCKOUTS = {
    "/t/{id:str}/bracket",
    "/t/{id:str}/bracket/print",
    "/t/{id:str}/matches/{match:str}",
}  # all see them: test_knockout.py
OF_STAGES = {
    "/t/{id:str}/stages",
    "/t/{id:str}/stages/groups",
    "/t/{id:str}/stages/{stage:int}",
}  # in test_stages.py
FRAGMENTS = {"/t/{id:str}/me/line", "/t/{id:str}/players/{player:str}/rounds"}  # parts of pages: test_public.py
BY_THE_CODE = "/t/{id:str}/checkin/{code:str}"  # where players come without an account: test_check_in.py
COMING = {BY_THE_CODE, "/t/{id:str}/checkin/me"}  # which changes nothing of the event
ON_A_DEVICE = "/t/{id:str}/me"  # whom one follows: no part of the event
OF_DOUBLES = {"/t/{id:str}/rounds/teams"}  # in test_doubles.py
LIVE_GAME_OPTIONS = {f"/t/{{id:str}}/games/{{pairing:str}}/{end}" for end in ("play", "embed")}  # test_game.py
OF_PICTURES = {"/t/{id:str}/pictures/{name:str}"}  # all see them: test_story.py
MORE = (
    Place("/rounds/2?edit=yes"),
    Place("/rounds/2?edit={g2}"),
    Place("/rounds/2/print?by=name"),
    Place("/standings?after=1"),
    Place("/print?round=1&paper=letter"),
    Place("/story?section=B&player={a}&top=10"),
    Place("/certificates/print?for=prizes&text=Well+played", DIRECTORS),
    Place("/crosstable?after=1"),
    Place("/rating-report?after=1&kind=rapid&sort=change"),
    Place("/players?q=ann&section=A"),
    Place("/prizes/category?id=open", DIRECTORS),
    Place("/prizes/why?prize=o1", DIRECTORS),
    Place("/prizes/run?order=optimal&sharing=equal&give_prize=o1&give_player={a}", DIRECTORS),
)
OUTSIDE = ("/", "/?archived=yes", "/?q=spring", "/new", "/login", "/account")
SENT_TO_LOGIN = ("/new", "/account")


PRIZES = (
    {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": 50, "trophy": True}]},
    {"id": "girls", "name": "Girls", "gender": "f", "prizes": [{"id": "g1", "place": 1, "medal": True}]},
)


@pytest.fixture(scope="module")
def event(house: House) -> Event:
    """A tournament in its second round, with a bye, a withdrawal, sections and an untyped future."""
    event = house.event(format="manual", sections=["A", "B"], rounds=5, place="Hall", start="2026-08-01")
    event.add("Ann", "Ben", "Cid", "Dan", "Eve", section="A")
    event.add("Fay", "Gil", section="B")
    event.do(RequestByes(event.player("Eve"), {2: ByeType.HALF}))
    for number in (1, 2):
        event.do(PairByHand(_pairs(event, [("Ann", "Ben"), ("Cid", "Dan"), ("Fay", "Gil")])))
        event.do(PublishRound(number))
    event.record(1, Result.WHITE_WINS, Result.DRAW, Result.WHITE_WINS_BY_FORFEIT)
    event.do(CloseRound(1))
    event.do(WithdrawPlayer(event.player("Dan")))
    event.do(SetPrizes(PRIZES))
    prize_allocator, stream = house.podium.prize_allocator, event.id
    prize_allocator.finalise(event.owner, stream, RunOptions(), confirmed=True)
    event.do(PublishPrizes())
    house.podium.screens.change_screens(
        stream, lambda _: (Screen("hall", "Hall", Theme.DARK, tuple(map(ScreenItem, Content))),)
    )
    house.podium.screens.add_message(stream, "Lunch is served.", 60)
    house.podium.screens.change_clock(stream, ClockOrder(ClockAction.START, 60))
    return event


def _pairs(event: Event, names: list[tuple[str, str]]) -> tuple[HandPairing, ...]:
    return tuple(HandPairing(event.player(white), event.player(black)) for white, black in names)


def come(house: House, event: Event, who: str) -> Visitor:
    match who:
        case "scorer link":
            return house.by_link(event)
        case "player link":
            return house.by_link(event, "Ann")
        case _:
            return house.visitor(who)


def addressed(event: Event, place: Place) -> str:
    known = {"a": event.player("Ann"), "g": event.board(1, 1), "g2": event.board(2, 1)}
    return event.url + place.address.format(**known)


def test_every_page_of_a_tournament_is_in_the_table() -> None:
    elsewhere = OF_KNOCKOUTS | OF_STAGES | OF_DOUBLES | LIVE_GAME_OPTIONS | OF_PICTURES | FRAGMENTS | {BY_THE_CODE}
    assert {path for path, _ in PAGES if path.startswith("/t/")} == set(PLACES) | elsewhere


@pytest.fixture(scope="module", params=WHO)
def who(request: pytest.FixtureRequest) -> str:
    """Everybody in turn."""
    return str(request.param)


@pytest.fixture(scope="module")
def visitor(house: House, event: Event, who: str) -> Visitor:
    return come(house, event, who)


@every("place", [*PLACES.values(), *MORE], ids=lambda place: place.address or "overview")
def test_each_gets_the_pages_that_are_theirs(visitor: Visitor, event: Event, place: Place, who: str) -> None:
    page = visitor.get(addressed(event, place))
    assert visitor.status == (200 if who in place.seen_by else place.otherwise)
    if who in ("stranger", "public"):
        assert [each for each in page.posts if each != f"{event.url}/me"] == []
    assert faults(page) == []


@every("who", ["owner", "public"])
@every("url", OUTSIDE)
def test_the_pages_outside_a_tournament_are_sound(house: House, event: Event, url: str, who: str) -> None:
    visitor = house.visitor(who)
    page = visitor.get(url)
    assert visitor.status == 200
    assert (visitor.path == "/login") is (url == "/login" or (who == "public" and url in SENT_TO_LOGIN))
    assert faults(page) == []


@pytest.fixture(scope="module")
def hidden(house: House) -> Event:
    hidden = house.event("Ann", "Ben", published=False)
    hidden.do(PairRound())
    return hidden


@every("who", WHO[5:])
@every("place", PLACES.values(), ids=lambda place: place.address or "overview")
def test_a_tournament_that_is_not_published_does_not_exist(house: House, hidden: Event, place: Place, who: str) -> None:
    visitor = house.visitor(who)
    visitor.get(hidden.url + place.address.format(a=hidden.player("Ann"), g=hidden.board(1, 1)))
    assert visitor.status == 404


@pytest.mark.parametrize("who", ["player link", "stranger", "public"])
def test_nobody_changes_what_is_not_theirs(house: House, event: Event, who: str) -> None:
    visitor = come(house, event, who)
    page = visitor.get(event.url)
    token = page.form("/logout").fields["csrf"] if who != "public" else ""
    before = event.version, house.podium.registry.roles(event.id), house.podium.registry.links(event.id)
    acts = [path for path, _ in ACTS if path.startswith("/t/") and "{match:str}" not in path]
    known = {
        "id:str": event.id,
        "link:int": "1",
        "message:int": "1",
        "version:int": "3",
        "round:int": "2",
        "stage:int": "2",
    }
    known |= {"player:str": event.player("Ann"), "pairing:str": event.board(2, 2)}
    wish = {"csrf": token, "version": str(event.version), "result": "1-0", "kind": "bye", "side": "home"}
    wish |= {"name": "Zoe", "text": "Zoe", "score": "1:0", "pairing": event.board(2, 2)}
    came = {path: sent(visitor, path, known, wish) for path in acts if path not in {ON_A_DEVICE, *COMING}}
    assert {path: status for path, status in came.items() if status != 403} == {}
    assert before == (event.version, house.podium.registry.roles(event.id), house.podium.registry.links(event.id))


def sent(visitor: Visitor, path: str, known: dict[str, str], wish: dict[str, str]) -> int:
    """The status of a form that is sent to this route."""
    for name, value in known.items():
        path = path.replace(f"{{{name}}}", value)
    visitor.send(path, wish)
    return visitor.status


@pytest.mark.parametrize("who", ["public", "player link"])
def test_a_draft_is_the_directors_alone(house: House, who: str) -> None:
    event = house.event("Ann", "Ben", "Cid")
    event.do(PairRound())
    visitor = come(house, event, who)
    assert "No round is paired yet" in visitor.get(f"{event.url}/rounds").text
    visitor.get(f"{event.url}/rounds/1")
    assert visitor.status == 404
    event.do(PublishRound(1))
    visitor.get(f"{event.url}/rounds/1")
    assert visitor.status == 200


@pytest.mark.parametrize("who", ["scorer", "scorer link"])
def test_a_scorer_gets_results_and_nothing_else(house: House, event: Event, who: str) -> None:
    page = come(house, event, who).get(f"{event.url}/rounds/2")
    assert page.posts
    assert all(action.endswith("/result") for action in page.posts)


def test_a_player_gets_the_buttons_of_his_own_game_only(house: House, event: Event) -> None:
    ann = house.by_link(event, "Ann")
    for path in ("rounds/2", f"players/{event.player('Ann')}"):
        assert ann.get(f"{event.url}/{path}").posts == [f"{event.url}/games/{event.board(2, 1)}/report"]
    assert ann.get(f"{event.url}/players/{event.player('Cid')}").posts == []


@pytest.mark.parametrize("who", WHO)
def test_private_things_stay_private(house: House, who: str) -> None:
    event = house.event("Ann", "Ben")
    private = {
        "birth": "1999-12-31",
        "disability": "blind",
        "gender": "f",
        "fide_id": "4567890",
        "national_id": "N55-1",
    }
    event.do(EditPlayer(event.player("Ann"), private))
    visitor = come(house, event, who)
    pages = [visitor.get(f"{event.url}/players/{event.player('Ann')}").text, visitor.get(f"{event.url}/players").text]
    assert any("1999-12-31" in page for page in pages) is (who in DIRECTORS)
    assert any("blind" in page for page in pages) is (who in DIRECTORS)
    assert any("N55-1" in page for page in pages) is (who in DIRECTORS)


def faults(page: Page) -> list[str]:
    """What is wrong with a page for those who use a keyboard, a reader, or a browser with a strict policy."""
    return list(_faults(page))


def _faults(page: Page) -> Iterator[str]:
    ids = Counter(each.attributes["id"] for each in page.elements if "id" in each.attributes)
    yield from (f"id {id} twice" for id, count in ids.items() if count > 1)
    if len(page.all("h1")) != 1:
        yield "not one h1"
    labelled = {each.attributes.get("for") for each in page.all("label")}
    for each in page.elements:
        given = each.attributes
        if "style" in given or any(name.startswith("on") for name in given):
            yield f"inline style or script on {each.tag}"
        if each.tag == "script" and not given.get("src", "").startswith("/static/"):
            yield "inline script"
        if each.tag in ("a", "link", "img", "script", "form"):
            target = given.get("href") or given.get("src") or given.get("action") or "/"
            if given.get("rel") == "canonical":  # says where the page is, in full
                target = target.removeprefix(SITE)
            if not target.startswith(("/", "#")) or target.startswith("//"):
                yield f"leads elsewhere: {target}"
        typed = each.tag in ("select", "textarea") or (each.tag == "input" and given.get("type") != "hidden")
        if typed and given.get("id") not in labelled and "aria-label" not in given:
            yield f"{each.tag} {given.get('name')} without a label"
        if each.tag == "button" and not each.text.strip() and "aria-label" not in given:
            yield "button without a word"
        if each.tag == "th" and "scope" not in given:
            yield "th without scope"
    if len(page.all("table")) != len(page.all("caption")):
        yield "table without caption"
    for form in page.forms:
        if form.method == "post" and not form.fields.get("csrf"):
            yield f"form to {form.action} without a token"
