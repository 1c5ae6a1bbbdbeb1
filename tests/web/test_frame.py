"""What every answer carries, and what the pages say to requests that no page sends."""

from __future__ import annotations

import base64

import pytest
from jinja2 import UndefinedError

from podium.app.desk import Desk
from podium.core.errors import Unavailable
from podium.web.frame.forms import MOST_BYTES
from podium.web.frame.templates import templates
from podium.web.frame.visit import STATUS_COOKIE, StatusLine, is_local, status_cookie, status_lines_in
from tests.kit.loops import every
from tests.web.conftest import House
from tests.web.visitor import Visitor


def test_every_answer_carries_the_policy(house: House) -> None:
    visitor = house.visitor()
    for url in ("/", "/nowhere", "/static/podium.css", "/login"):
        answer = visitor.client.get(url)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
        assert answer.headers.get_list("referrer-policy") == ["same-origin"]
    assert visitor.client.get("/").headers["cache-control"] == "no-store"


def test_large_pages_travel_packed(house: House) -> None:
    event = house.event(*(f"Player {n}" for n in range(100)))
    client = house.visitor().client
    for url in (f"{event.url}/players", "/static/podium.css"):
        assert client.get(url, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
        assert "content-encoding" not in client.get(url, headers={"accept-encoding": "identity"}).headers


def test_a_file_that_the_browser_has_is_not_sent_again(house: House) -> None:
    client = house.visitor().client
    first = client.get("/static/podium.css")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/podium.css", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert client.get("/static/podium.css", headers={"if-none-match": '"older"'}).content == first.content


@pytest.mark.parametrize(
    "path", ["nowhere.css", "podium.css/below", "x" * 300, "%00", "..%2f..%2froutes.py", "../routes.py", "vendor"]
)
def test_what_is_no_static_file_is_a_404(house: House, path: str) -> None:
    answer = house.visitor().client.get(f"/static/{path}")
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.text


@pytest.mark.parametrize("url", ["/", "/login", "/nowhere", "/static/podium.css"])
def test_a_head_says_what_a_get_would_say(house: House, url: str) -> None:
    client = house.visitor().client
    got, asked = client.get(url), client.head(url)
    assert asked.status_code == got.status_code
    assert asked.content == b""
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_a_page_that_does_not_exist_is_a_page(house: House) -> None:
    visitor = house.visitor()
    page = visitor.get("/nowhere")
    assert visitor.status == 404
    assert page.problem.startswith("There is nothing at this address")


def test_an_error_page_offers_the_places_to_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    event, hidden = house.event("Ann", "Ben"), house.event(published=False)
    visitor, owner = house.visitor(), house.visitor("owner")

    def ways(visitor: Visitor, url: str, status: int) -> list[str]:
        page = visitor.get(url)
        assert (visitor.status, bool(page.problem)) == (status, True)
        return [each.attributes["href"] for each in page.all("a", role="button") if each.text != "Close"]

    assert ways(visitor, "/nowhere", 404) == ["/", "/login"]
    assert ways(visitor, hidden.url, 404) == ["/", f"/login?next={hidden.url}"]
    assert "not published yet" in visitor.get(hidden.url).problem
    for url in (f"{event.url}/rounds/7", f"{event.url}/nowhere"):
        assert ways(visitor, url, 404) == ways(owner, url, 404) == [event.url, "/"]
    assert ways(visitor, f"{event.url}/settings", 403) == [f"/login?next={event.url}/settings", event.url]
    assert ways(house.visitor("scorer"), f"{event.url}/settings", 403) == [event.url, "/"]
    assert ways(visitor, "/l/ended", 404) == ["/", "/login"]

    def away(*_: object) -> None:
        raise Unavailable("database-away")

    monkeypatch.setattr(Desk, "see", away)
    assert ways(visitor, event.url, 503) == [event.url, "/"]


def test_the_api_keeps_its_own_answers(house: House) -> None:
    answer = house.visitor().client.get("/api/nowhere")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(("method", "url"), [("GET", "/logout"), ("POST", "/"), ("DELETE", "/login")])
def test_an_address_answers_only_to_its_own_method(house: House, method: str, url: str) -> None:
    answer = house.visitor().client.request(method, url)
    assert answer.status_code == 405
    assert "Not this way" in answer.text


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{}", "application/json"),
        (b"x", "text/plain"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=y"),
        (b"x", "multipart/form-data"),
    ],
)
def test_what_is_no_form_is_a_400(house: House, content: bytes, kind: str) -> None:
    answer = house.visitor().client.post("/login", content=content, headers={"content-type": kind})
    assert answer.status_code in (400, 403)
    assert "text/html" in answer.headers["content-type"]


def test_too_much_is_a_413(house: House) -> None:
    body = b"name=" + b"x" * (MOST_BYTES + 1)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = house.visitor().client.post("/login", content=body, headers=kind)
    assert answer.status_code == 413


def test_a_sentence_waits_for_one_page_only(house: House) -> None:
    visitor = house.visitor("owner")
    visitor.client.cookies.set(STATUS_COOKIE, status_cookie(StatusLine("Well done.")))
    assert visitor.get("/").status_lines == ["Well done. ×"]
    visitor.client.cookies.delete(STATUS_COOKIE, domain="")
    assert visitor.get("/").status_lines == []


def test_a_live_part_that_looks_for_news_leaves_the_sentence_to_its_page(house: House) -> None:
    visitor = house.visitor("owner")
    visitor.client.cookies.set(STATUS_COOKIE, status_cookie(StatusLine("Well done.")))
    live = {"hx-request": "true", "hx-target": "round", "hx-trigger": "round"}
    answer = visitor.client.get("/", headers=live)
    assert "Well done." not in answer.text
    assert STATUS_COOKIE not in answer.headers.get("set-cookie", "")


def packed(parts: str) -> str:
    return base64.urlsafe_b64encode(parts.encode()).decode()


@pytest.mark.parametrize(
    "cookie",
    [
        "rubbish",
        "eyJ9",
        "a%20b;c=ä",
        packed('["x", "done", "https://evil.example", "Undo"]'),
        packed('["x", "wild", null, "Undo"]'),
        packed('[1, "done", null, "Undo"]'),
        packed('["\\ud800", "done", null, "Undo"]'),
        packed('["x", "done", null, "\\udfff"]'),
        packed('["x", "done", "/\\ud800", "Undo"]'),
        packed('["x", {"done": 1}, null, "Undo"]'),
        packed("[]"),
        packed("7"),
        packed("[" * 2500),
    ],
)
def test_a_tampered_sentence_is_not_shown(house: House, cookie: str) -> None:
    assert status_lines_in(cookie) == ()
    answer = house.visitor("owner").client.get("/", headers={b"cookie": f"{STATUS_COOKIE}={cookie}".encode()})
    assert answer.status_code < 500


def test_a_sentence_survives_its_cookie() -> None:
    status_line = StatusLine("Müller – ½", "info", "/t/x/history/3/undo", "Redo")
    assert status_lines_in(status_cookie(status_line)) == (status_line,)
    assert len(status_cookie(StatusLine("ü" * 5000))) < 4000


@every(
    ("address", "ours"),
    [
        ("/", True),
        ("/t/x/rounds/1?edit=yes", True),
        ("", False),
        ("//evil.example", False),
        ("/\\evil.example", False),
        ("/x\r\nSet-Cookie: a", False),
        ("https://evil.example", False),
    ],
)
def test_only_our_own_pages_are_gone_back_to(address: str, ours: bool) -> None:
    assert is_local(address) is ours


def test_what_people_write_is_never_markup(house: House) -> None:
    event = house.event("<script>alert(1)</script>", "Ben", name="<b>Open</b>")
    for path in ("", "/players", "/standings"):
        html = house.visitor().get(event.url + path).html
        assert "<script>alert" not in html
        assert "<b>Open" not in html


def test_a_forgotten_name_in_a_template_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="nothing"):
        templates().from_string("{{ page.nothing }}").render(page=object())


def test_what_is_broken_is_said_without_details(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.podium.registry, "tournaments", fail)
    visitor = house.visitor("stranger")
    visitor.client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]  # only the client knows
    page = visitor.get("/")
    assert visitor.status == 500
    assert "our fault" in page.problem
    assert "secret detail" not in page.html
