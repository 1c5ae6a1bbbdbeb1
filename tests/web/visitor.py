"""A browser without scripts: it follows links, and sends the forms that are really on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from anyio.from_thread import BlockingPortal
from httpx import Response
from litestar.testing import TestClient
from litestar.types import ASGIApp, Receive, Scope, Send

from podium.api.application import Application
from tests.kit.quick_html import QuickReader

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
SITE = "http://127.0.0.1:8000"


@dataclass
class Form:
    """A form as a browser would send it: its fields, and the buttons that add one more."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Element:
    """One element of a page, whose text is what the page says from its beginning to its end."""

    tag: str
    attributes: dict[str, str]
    said: list[str]
    since: int
    until: int | None = None

    @property
    def text(self) -> str:
        return "".join(self.said[self.since : self.until])


class Content(QuickReader):
    """What is on a page: its elements, its forms, its words."""

    def __init__(self, html: str) -> None:
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._said: list[str] = []
        self._open: list[Element] = []
        self._form: Form | None = None
        self._select: str | None = None
        self._area: str | None = None
        self.read(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, self._said, len(self._said))
        self.elements.append(element)
        if tag in VOID:
            element.until = element.since
        else:
            self._open.append(element)
        self._collect(tag, attributes)

    def _collect(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "form":
            self._form = Form(attributes.get("action", ""), attributes.get("method", "get"))
            self.forms.append(self._form)
        if self._form is None or "disabled" in attributes:
            return
        name = attributes.get("name", "")
        if tag == "input" and name:
            kind = attributes.get("type", "text")
            if kind not in ("checkbox", "radio", "file") or "checked" in attributes:
                self._form.fields[name] = attributes.get("value", "")
        elif tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
            self._form.fields[name] = ""
        elif tag == "option" and self._select and (self._select not in self._form.fields or "selected" in attributes):
            self._form.fields[self._select] = attributes.get("value", "")
        elif tag == "button":
            self._form.buttons.append(attributes)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            ended = self._open.pop()
            ended.until = len(self._said)
            if ended.tag == tag:
                break
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        self._said.append(data)
        if self._area and self._form:
            self._form.fields[self._area] += data
        if (word := data.strip()) and not (self._open and self._open[-1].tag in ("script", "style")):
            self.words.append(word)


class Page:
    """A page, which is read when somebody asks what is on it."""

    def __init__(self, html: str) -> None:
        self.html = html

    @cached_property
    def _content(self) -> Content:
        return Content(self.html)

    @property
    def elements(self) -> list[Element]:
        return self._content.elements

    @property
    def forms(self) -> list[Form]:
        return self._content.forms

    @property
    def words(self) -> list[str]:
        return self._content.words

    @property
    def text(self) -> str:
        """The words of the page with single spaces between."""
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str, **wanted: str) -> list[Element]:
        """The elements of that tag whose attributes are as wanted; `class_` is one of the classes."""
        return [each for each in self.elements if each.tag == tag and _fits(each, wanted)]

    @property
    def pictures(self) -> list[Element]:
        """The drawings on the page; icons are none."""
        return [each for each in self.all("svg") if each.attributes.get("class") != "icon"]

    def form(self, action: str) -> Form:
        """The form that posts to `action`; fails where there is none."""
        found = [form for form in self.forms if form.action == action and form.method == "post"]
        assert found, f"no form to {action}; there are {self.posts}"
        return found[0]

    @property
    def posts(self) -> list[str]:
        """Where the forms of the page post to, signing out apart."""
        return [form.action for form in self.forms if form.method == "post" and form.action != "/logout"]

    @property
    def status_lines(self) -> list[str]:
        """What the page says for a moment."""
        return [" ".join(each.text.split()) for each in self.all("div", class_="status-line")]

    @property
    def errors(self) -> dict[str, str]:
        """The sentence under each field that is wrong."""
        return {each.attributes["id"].removeprefix("e-"): each.text.strip() for each in self.all("p", class_="error")}

    @property
    def problem(self) -> str:
        """The sentence of an error page; empty on any other."""
        return " ".join(each.text for each in self.elements if "data-sentence" in each.attributes)


def _fits(element: Element, wanted: dict[str, str]) -> bool:
    for name, value in wanted.items():
        given = element.attributes.get(name.rstrip("_").replace("_", "-"), "")
        if value not in (given.split() if name == "class_" else [given]):
            return False
    return True


def _from(address: str, app: Application) -> ASGIApp:
    """The application as it is reached from an address."""

    async def reached(scope: Scope, receive: Receive, send: Send) -> None:
        scope["client"] = (address, 50000)
        await app(scope, receive, send)

    return reached


class Visitor:
    """Somebody at a browser."""

    def __init__(
        self, app: Application, address: str = "127.0.0.1", site: str = SITE, portal: BlockingPortal | None = None
    ) -> None:
        self.client = TestClient(_from(address, app), base_url=site)
        if portal is not None:  # else there is a thread and a loop for every request
            self.client.blocking_portal = portal
        self.client.follow_redirects = True
        self.answer: Response | None = None
        self._page: tuple[Response, Page] | None = None

    def bring(self, cookie: str, value: str) -> Self:
        """Somebody who has that cookie."""
        self.client.cookies.set(cookie, value)
        return self

    @property
    def page(self) -> Page:
        assert self.answer is not None
        if self._page is None or self._page[0] is not self.answer:
            self._page = (self.answer, Page(self.answer.text))
        return self._page[1]

    @property
    def status(self) -> int:
        assert self.answer is not None
        return self.answer.status_code

    @property
    def path(self) -> str:
        """The address one ended up at, without the query."""
        assert self.answer is not None
        return self.answer.url.path

    def get(self, url: str) -> Page:
        """The page at `url`, wherever that leads."""
        self.answer = self.client.get(url)
        return self.page

    def send(self, action: str, fields: Mapping[str, str | list[str]]) -> Page:
        """The page after a request to post these fields, whatever was on the page before."""
        self.answer = self.client.post(action, data=fields, headers=self._sender)
        return self.page

    @property
    def _sender(self) -> dict[str, str]:
        """What a browser says of the page that a form was on."""
        return {"Referer": str(self.answer.url)} if self.answer is not None else {}

    def upload(self, action: str, content: bytes, field: str = "file", **more: str) -> Page:
        """The page after sending the form to `action` with that content as its file."""
        form = self.page.form(action)
        self.answer = self.client.post(
            action, data={**form.fields, **more}, files={field: ("list", content)}, headers=self._sender
        )
        return self.page

    def submit(self, action: str, **fields: str) -> Page:
        """The page after sending the form to `action` that is on the present page, with these fields filled in."""
        form = self.page.form(action)
        unknown = [name for name in fields if name not in form.fields and name not in _named(form)]
        assert not unknown, f"the form has no field {unknown}; it has {sorted(form.fields)}"
        return self.send(action, {**form.fields, **fields})


def _named(form: Form) -> set[str]:
    return {button["name"] for button in form.buttons if "name" in button}
