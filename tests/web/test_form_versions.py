"""Every form that writes says what it was made from: no page can be added whose forms overwrite without looking."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, SetPrizes
from podium.web.frame.shared_forms import SharedForm
from podium.web.frame.templates import TEMPLATES
from podium.web.ratings.rating_lists import load_list
from podium.web.routes import ACTS, PAGES
from tests.kit.quick_html import QuickReader
from tests.web.conftest import Event, House

SAYS = {"version", "rendered", "was", "stored", "once"}
"""The hidden fields by which a form says what it was made from, or makes sure that it is carried out once."""
WITHOUT = {
    "/login": "who signs in changes nothing that others see",
    "/logout": "it ends the own session",
    "/setup": "it is carried out once, for the first account",
    "/invitation/{secret}": "an invitation is used once",
    "/account/language": "it says one thing of one's own account",
    "/account/password": "it asks for the password there is",
    "/account/tokens": "it adds a token of one's own",
    "/account/tokens/{token}/drop": "it names what it ends by an id that is never used again",
    "/account/sessions/{session}/end": "it names what it ends",
    "/account/sessions/end": "it ends all others",
    "/accounts/invite": "it adds an invitation",
    "/ratings": "it brings a list whole, in place of whatever there is",
    "/ratings/update": "it asks for what is newest",
    "/ratings/daily": "it says one thing, yes or no",
    "/accounts/invitations/{invitation}/drop": "it names what it ends by an id that is never used again",
    "/accounts/{account}/reset": "it adds a way to a new password",
    "/accounts/{account}/change": "it says one thing of an account, yes or no, and leaves the rest",
    "/accounts/{account}/remove": "it names whom it removes by an id that is never used again",
    "/new/templates/{template}/start": "it starts a draft",
    "/new/templates/{template}/drop": "it names what it ends by an id that is never used again",
    "/new/{draft}/drop": "it names what it ends",
}
SHARED = {re.sub(r":(str|int)\}", "}", path) for path, act in ACTS if isinstance(act, SharedForm)}
"""The forms whose fields are compared with what they have become before they are carried out."""
NOT_STORED = {
    "/t/{id}/clock": "the minutes are those of a new countdown",
    "/t/{id}/checkin/open": "the minutes are those of a new check-in",
    "/t/{id}/template": "the name is that of a new template",
    "/t/{id}/players/import": "the columns are those of the file",
    "/new": "there is no draft before it is sent",
    "/accounts/invite": "the days are those of a new invitation",
    "/ratings": "the name is that of the list that is brought",
    "/account/language": "the language is one's own",
    "/account/tokens": "the days are those of a new token",
}
"""Forms that hold something which is stored nowhere: there is nothing to overwrite."""


class Forms(QuickReader):
    """The forms of a page that post: where to, with which hidden fields, and what they hold for people to change."""

    def __init__(self, html: str) -> None:
        self.found: list[tuple[str, set[str], set[str]]] = []
        self._inside = False
        self._area = ""
        self.read(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method") == "post":
            self._inside = True
            self.found.append((given["action"], set(), set()))
        if not self._inside or "name" not in given or "disabled" in given:
            return
        kind = given.get("type", "text") if tag == "input" else tag
        if kind == "hidden":
            self.found[-1][1].add(given["name"])
        elif (kind in ("text", "date") and given.get("value")) or (kind == "checkbox" and "checked" in given):
            self.found[-1][2].add(given["name"])
        self._area = given["name"] if tag == "textarea" else ""

    def handle_data(self, data: str) -> None:
        if self._area and data.strip():
            self.found[-1][2].add(self._area)

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"
        self._area = ""


@pytest.fixture(scope="module")
def events(house: House) -> tuple[Event, ...]:
    """Events in which there is something in every form: rounds, byes, prizes, a screen."""
    made = []
    for format in ("swiss", "manual", "doubles", "knockout", "round-robin"):
        rounds = None if format == "knockout" else 4
        event = house.event(*"ABCDEFGH", format=format, rounds=rounds)
        if format != "manual":
            event.do(PairRound())
        if format in ("swiss", "round-robin"):
            event.do(PublishRound(1))
            event.record(1, *[Result.WHITE_WINS] * 4)
            event.do(CloseRound(1))
        if format == "swiss":
            event.do(PairRound())
        event.do(SetPrizes(({"id": "open", "name": "Open", "prizes": [{"place": 1, "cash": 5}]},)))
        made.append(event)
    return tuple(made)


def addresses(event: Event) -> Iterator[str]:
    """Every page of the routes that needs nothing but an event, a player or a round."""
    player = next(iter(event.state.players))
    for path, _ in PAGES:
        filled = path.replace("{id:str}", event.id).replace("{player:str}", player).replace("{round:int}", "1")
        if "{" not in filled:
            yield filled
    yield f"{event.url}/prizes/category?id=open"
    yield f"{event.url}/rounds/1?edit=yes"


def pattern(action: str) -> str:
    """An address as the tables above have it."""
    for place, path in (
        ("{id}", r"(?<=^/t/)[^/]+"),
        ("{session}", r"(?<=/sessions/)(?!end$)[^/]+"),
        ("{draft}", r"(?<=^/new/)(?!templates|report)[^/]+"),
        ("{template}", r"(?<=/templates/)[0-9]+"),
        ("{token}", r"(?<=/tokens/)[0-9]+"),
        ("{invitation}", r"(?<=/invitations/)[0-9]+"),
        ("{account}", r"(?<=^/accounts/)[0-9]+"),
        ("{secret}", r"(?<=^/invitation/)[^/]+"),
        ("{player}", r"(?<=/players/)[^/]+(?=/(edit|byes|ratings)$)"),
        ("{key}", r"(?<=/screens/)[^/]+$"),
    ):
        action = re.sub(path, place, action)
    return action


def test_every_form_says_what_it_was_made_from(house: House, events: tuple[Event, ...]) -> None:
    owner = house.visitor("owner")
    silent: dict[str, set[str]] = {}
    overwriting: dict[str, set[str]] = {}
    seen = 0
    for event in events:
        for address in addresses(event):
            page = owner.get(address)
            for action, hidden, held in Forms(page.html).found:
                seen += 1
                assert "csrf" in hidden, (address, action)
                if not hidden & SAYS and pattern(action) not in WITHOUT:
                    silent.setdefault(pattern(action), set()).add(address)
                if held and pattern(action) not in {*SHARED, *NOT_STORED}:
                    overwriting.setdefault(pattern(action), held).add(address)
    assert silent == {}
    assert overwriting == {}
    assert seen > 200  # the pages were there


def test_every_form_of_every_template_has_the_hidden_fields() -> None:
    bare: list[str] = []
    for template in sorted(TEMPLATES.glob("*.html")):
        text = template.read_text()
        forms = re.findall(r'<form\b[^>]*method="post"[^>]*>.*?</form>', text, re.DOTALL)
        # The buttons of results, one form a board, have only what they need: the token, and the result they replace.
        bare += [
            form
            for form in forms
            if not re.search(r"\b(hidden|shared)\(", form) and not {'name="csrf"', 'name="was"'} <= _words(form)
        ]
    assert bare == []


def _words(html: str) -> set[str]:
    return set(re.findall(r'name="[a-z]+"', html))


def test_no_reason_is_left_over() -> None:
    known = {re.sub(r":(str|int)\}", "}", path) for path, _ in ACTS}
    known |= {*load_list.paths}  # which takes a file of any size, and so is no usual act
    assert {*WITHOUT, *NOT_STORED} <= known
