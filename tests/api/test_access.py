"""Who may do what: sessions, tokens, roles, links, and what the public sees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from podium.app.access import Role
from tests.kit.http import PASSWORD, Caller, Event, House
from tests.kit.loops import every

WHO = ("owner", "arbiter", "scorer", "scorer link", "player link", "public", "stranger", "nobody")


@pytest.fixture
def full(chief: Caller) -> Event:
    """A published event: round 1 published, round 2 a draft."""
    event = chief.event(rounds=5)
    event.players("Ann", "Ben", "Cid", "Dan", birth="1990-05-31", disability="blind")
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event("POST", "/publish").ok()
    event("POST", "/rounds/1/publish").ok()
    event.pairs([("Ann", "Cid"), ("Ben", "Dan")])
    return event


@pytest.fixture
def people(hall: House, full: Event) -> Callable[[str], Caller]:
    def somebody(who: str) -> Caller:
        match who:
            case "owner":
                return full.by
            case "arbiter":
                return hall.role(full, "arbiter", Role.ARBITER)
            case "scorer":
                return hall.role(full, "scorer", Role.SCORER)
            case "scorer link":
                return hall.by_link(full, Role.SCORER)
            case "player link":
                return hall.by_link(full, Role.PLAYER, "Ann")
            case "stranger":
                return hall.user("stranger")
            case _:
                return hall.anyone

    return somebody


# What each may do in a published event. `nobody` is the public before the event is published.
#                              owner arbiter scorer s-link p-link public stranger
ALLOWED = {
    ("GET", ""):               (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/standings"):     (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/rounds/1"):      (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/rounds/2"):      (200, 200, 200, 200, 404, 404, 404),
    ("GET", "/history"):       (200, 200, 200, 200, 403, 401, 403),
    ("GET", "/state"):         (200, 200, 200, 200, 200, 200, 200),
    ("GET", "/state?version=2"): (200, 200, 200, 200, 403, 401, 403),
    ("GET", "/roles"):         (200, 403, 403, 403, 403, 401, 403),
    ("GET", "/links"):         (200, 200, 403, 403, 403, 401, 403),
    ("PATCH", ""):             (200, 200, 403, 403, 403, 401, 403),
    ("POST", "/players"):      (201, 201, 403, 403, 403, 401, 403),
    ("POST", "/rounds"):       (201, 201, 403, 403, 403, 401, 403),
    ("POST", "/what-if"):      (200, 200, 403, 403, 403, 401, 403),
    ("POST", "/undo"):         (200, 200, 403, 403, 403, 401, 403),
    ("PUT", "result of Ann"):  (200, 200, 200, 200, 200, 401, 403),
    ("PUT", "result of Cid"):  (200, 200, 200, 200, 403, 401, 403),
    ("POST", "bye of Ann"):    (409, 409, 403, 403, 403, 401, 403),
    ("POST", "/links"):        (201, 201, 403, 403, 403, 401, 403),
    ("PUT", "/roles"):         (200, 403, 403, 403, 403, 401, 403),
    ("DELETE", ""):            (200, 403, 403, 403, 403, 401, 403),
}  # fmt: skip
BODIES: dict[str, object] = {
    "PATCH": {"place": "Delft"},
    "/players": {"players": [{"name": "Eve"}]},
    "/rounds": {},
    "/undo": {},
    "/links": {"role": "scorer"},
    "/roles": {"roles": {"chief": "owner"}},
    "result": {"result": "1-0"},
    "bye": {"byeType": "bye"},
}


@pytest.mark.parametrize(("method", "path"), ALLOWED, ids=lambda part: str(part) or "event")
def test_roles(full: Event, people: Callable[[str], Caller], method: str, path: str) -> None:
    """First those who are refused, and nothing changes; then the others, the least of them first."""
    expected = dict(zip(WHO, ALLOWED[method, path], strict=False))
    url, body = request_of(full, method, path)
    before = full.version
    refused = {who: status for who, status in expected.items() if status >= 400}
    assert {who: people(who)(method, url, body).status for who in refused} == refused
    assert full.version == before
    allowed = [who for who in reversed(expected) if who not in refused]
    once = method in ("POST", "DELETE") and path != "/what-if"  # the same again is something else
    for who in allowed[:1] if once else allowed:
        assert people(who)(method, url, body).status == expected[who], who


def request_of(full: Event, method: str, path: str) -> tuple[str, object]:
    """The address and the body of a row of the table."""
    body = BODIES.get(path, BODIES.get(method)) if method != "GET" else None
    if path == "/what-if":
        body = {"method": "POST", "path": f"{full.url}/rounds", "body": {}}
    url = f"{full.url}{path}"
    if " of " in path:
        kind, _, name = path.partition(" of ")
        url = f"/api/pairings/{full.pairing(name, 1)['id']}/{'result' if kind == 'result' else 'bye-result'}"
        body = BODIES[kind]
    return url, body


@pytest.mark.parametrize("path", ["/history", "/state?version=2"])
def test_who_has_no_credentials_is_asked_for_them(hall: House, full: Event, path: str) -> None:
    answer = hall.anyone("GET", f"{full.url}{path}")
    answer.refused(401, "credentials-missing")
    assert answer.headers["www-authenticate"] == 'Bearer realm="podium"'


class TestWhatIsNotPublished:
    @pytest.mark.parametrize("who", ["stranger", "public"])
    def test_it_does_not_exist_for_others(self, hall: House, event: Event, who: str) -> None:
        event.players("Ann", "Ben")
        event.pairs([("Ann", "Ben")])
        caller = hall.user("stranger") if who == "stranger" else hall.anyone
        pairing = event.pairing("Ann")["id"]
        for path in ("", "/standings", "/players", "/rounds/1", "/history", "/state", "/events", "/export/csv"):
            caller("GET", f"{event.url}{path}").refused(404, "unknown-tournament")
        caller("GET", f"/api/pairings/{pairing}").refused(404, "unknown-pairing")
        unknown = caller("PUT", f"/api/pairings/{pairing}/result", {"result": "1-0"})
        if who == "public":
            unknown.refused(401, "credentials-missing")
        else:
            assert unknown.refused(404, "unknown-pairing")["value"] == pairing
            caller("POST", f"{event.url}/rounds", {}).refused(404, "unknown-tournament")
            caller("GET", f"{event.url}/roles").refused(404, "unknown-tournament")

    def test_a_hidden_answer_is_the_same_as_none(self, hall: House, event: Event) -> None:
        stranger = hall.user("stranger")
        hidden = stranger("GET", event.url).refused(404, "unknown-tournament")
        nothing = stranger("GET", "/api/tournaments/zzzzzzzzzz").refused(404, "unknown-tournament")
        assert hidden | {"value": "", "detail": ""} == nothing | {"value": "", "detail": ""}

    def test_the_public_sees_no_drafts(self, hall: House, full: Event) -> None:
        public = full.as_seen_by(hall.anyone)
        assert len(public.by.get(f"{full.url}/rounds")["rounds"]) == 1
        draft = full.pairing("Ann", 2)["id"]
        public.by("GET", f"/api/pairings/{draft}").refused(404, "unknown-pairing")

    def test_the_public_sees_nothing_private_of_a_player(self, hall: House, full: Event) -> None:
        path = f"{full.url}/players/{full.ids['Ann']}"
        mine, theirs = full.by.get(path), hall.anyone.get(path)
        assert (mine["birth"], mine["disability"]) == ("1990-05-31", "blind")
        assert (theirs["birth"], theirs["date_of_birth"], theirs["disability"]) == (None, None, None)
        exported = hall.anyone("GET", f"{full.url}/export/csv").ok().decode()
        assert "blind" not in exported
        assert "1990" not in exported


class TestPlayersLink:
    def test_own_game_once(self, hall: House, full: Event) -> None:
        ann = hall.by_link(full, Role.PLAYER, "Ann")
        path = f"/api/pairings/{full.pairing('Ann', 1)['id']}/result"
        ann("PUT", path, {"result": "1-0"}).ok()
        ann("PUT", path, {"result": "0-1"}).refused(403, "forbidden")
        ann("PUT", path, {"result": None}).refused(403, "forbidden")

    def test_no_tournament_of_ones_own_and_no_token(self, hall: House, full: Event) -> None:
        ann = hall.by_link(full, Role.PLAYER, "Ann")
        ann("POST", "/api/tournaments", {"name": "X", "format": "manual"}).refused(403, "forbidden")
        ann("POST", "/api/tokens", {}).refused(403, "forbidden")
        ann("GET", "/api/tokens").refused(403, "forbidden")


class TestScorer:
    def test_takes_back_his_own_only(self, hall: House, full: Event) -> None:
        scorer = full.as_seen_by(hall.role(full, "scorer", Role.SCORER))
        full.result("Ann", "1-0", 1).ok()
        scorer("POST", "/undo", {}).refused(403, "forbidden")
        scorer.result("Cid", "1-0", 1).ok()
        scorer("POST", "/undo", {}).ok()
        assert full.pairing("Cid", 1)["result"] is None
        scorer("POST", "/undo", {"to": 1}, If_Match=f'"{full.version}"').refused(403, "forbidden")


class TestTokens:
    def test_no_token(self, hall: House) -> None:
        answer = hall.anyone("POST", "/api/tournaments", {"name": "X", "format": "manual"})
        answer.refused(401, "credentials-missing")
        assert answer.headers["www-authenticate"].startswith("Bearer")

    @every("header", ["Bearer wrong", "Bearer", "Bearer  ", "Basic YTpi", "", "podium_x", "Bearer é"])
    def test_a_bad_token(self, hall: House, header: str) -> None:
        for method, path in (("GET", "/api/tournaments"), ("POST", "/api/tournaments")):
            sent = hall.client.request(method, path, headers=[(b"authorization", header.encode("latin-1"))])
            assert sent.status_code == 401
            assert sent.json()["code"] in ("token-unknown", "credentials-malformed")
            assert sent.headers["www-authenticate"].startswith("Bearer")

    def test_make_list_drop(self, hall: House, chief: Caller) -> None:
        made = chief("POST", "/api/tokens", {"label": "laptop"}).ok(201)
        row = {"id", "label", "created_at", "scope", "tournament_id", "expires", "last_used_at"}
        assert made.keys() == {*row, "token"}
        laptop = Caller(hall.client, made["token"])
        assert [row["label"] for row in laptop.get("/api/tokens")["tokens"]] == ["test", "laptop"]
        assert all("token" not in row for row in laptop.get("/api/tokens")["tokens"])
        chief("DELETE", f"/api/tokens/{made['id']}").ok()
        laptop("GET", "/api/tokens").refused(401, "token-unknown")  # at once, although it was known by heart

    def test_somebody_elses(self, hall: House, chief: Caller) -> None:
        made = hall.user("other")("POST", "/api/tokens", {}).ok(201)
        for id in (made["id"], 999_999, "x", 10**30):
            chief("DELETE", f"/api/tokens/{id}").refused(404, "unknown-token")


class TestSessions:
    def test_in_and_out(self, hall: House, chief: Caller) -> None:
        browser = hall.client
        sent = browser.post("/api/session", json={"name": "chief", "password": PASSWORD})
        assert sent.status_code == 200
        assert sent.json().keys() == {"name", "csrf"}
        cookie = sent.headers["set-cookie"].lower()
        assert "podium_session=" in cookie
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        csrf = sent.json()["csrf"]
        assert browser.get("/api/session").json() == {"name": "chief", "csrf": csrf}
        made = {"name": "X", "format": "manual"}
        for headers in ({}, {"X-CSRF-Token": "wrong"}, {"X-CSRF-Token": ""}):
            refused = browser.post("/api/tournaments", json=made, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
        assert browser.post("/api/tournaments", json=made, headers={"X-CSRF-Token": csrf}).status_code == 201
        assert browser.delete("/api/session").status_code == 403
        assert browser.delete("/api/session", headers={"X-CSRF-Token": csrf}).status_code == 200
        assert browser.get("/api/session").status_code == 401

    def test_an_ended_session_is_nobody(self, hall: House, event: Event) -> None:
        event("POST", "/publish").ok()
        browser = Caller(hall.client)
        browser.credentials = {"Cookie": "podium_session=ended"}
        browser.get(event.url)
        browser("POST", f"{event.url}/rounds", {}).refused(401, "credentials-missing")

    def test_wrong_password_and_unknown_name_look_the_same(self, hall: House, chief: Caller) -> None:
        wrong = hall.anyone("POST", "/api/session", {"name": "chief", "password": "wrong password"})
        unknown = hall.anyone("POST", "/api/session", {"name": "nobody", "password": "wrong password"})
        assert wrong.refused(401, "login-failed")["detail"] == unknown.refused(401, "login-failed")["detail"]

    def test_too_fast(self, hall: House, chief: Caller) -> None:
        given = {"name": "chief", "password": "wrong password"}
        answers = [hall.anyone("POST", "/api/session", given) for _ in range(11)]
        assert {answer.status for answer in answers[:10]} == {401}
        answers[10].refused(429, "too-many-attempts")
        assert 1 <= int(answers[10].headers["retry-after"]) <= 60


class TestRolesAndLinks:
    def test_give_and_take_a_role(self, hall: House, full: Event) -> None:
        helper = hall.user("helper")
        helper("POST", f"{full.url}/rounds", {}).refused(403, "forbidden")
        body = full("PUT", "/roles", {"roles": {"chief": "owner", "helper": "arbiter"}}).ok()
        assert body["roles"] == {"chief": "owner", "helper": "arbiter"}
        helper("POST", f"{full.url}/rounds", {}).ok(201)
        full("PUT", "/roles", {"roles": {"chief": "owner"}}).ok()
        helper("POST", f"{full.url}/rounds", {}).refused(403, "forbidden")

    def test_roles_that_cannot_be(self, hall: House, event: Event) -> None:
        event("PUT", "/roles", {"roles": {"chief": "arbiter"}}).refused(409, "owner-missing")
        event("PUT", "/roles", {"roles": {}}).refused(409, "owner-missing")
        event("PUT", "/roles", {"roles": {"chief": "owner", "ghost": "scorer"}}).refused(404, "unknown-user")
        event("PUT", "/roles", {"roles": {"chief": "owner", "x": "king"}}).refused(400, "malformed")
        assert event.by.get(f"{event.url}/roles")["roles"] == {"chief": "owner"}

    def test_links(self, hall: House, full: Event) -> None:
        made = full("POST", "/links", {"role": "player", "player_id": full.ids["Ann"], "expires": "2099-01-01"}).ok(201)
        assert made["url"].startswith("http://testserver.local/l/")
        assert made["expires"] == "2099-01-01T23:59:59.999+00:00"
        [listed] = full.by.get(f"{full.url}/links")["links"]
        assert listed == {name: value for name, value in made.items() if name != "url"}
        assert hall.podium.registry.by_link(made["url"].rpartition("/")[2]) is not None
        full("DELETE", f"/links/{made['id']}").ok()
        assert hall.podium.registry.by_link(made["url"].rpartition("/")[2]) is None
        full("DELETE", f"/links/{made['id']}").refused(404, "unknown-link")

    def test_an_arbiter_makes_and_ends_links_but_sees_no_roles(self, hall: House, full: Event) -> None:
        arbiter = full.as_seen_by(hall.role(full, "arbiter", Role.ARBITER))
        made = arbiter("POST", "/links", {"role": "scorer"}).ok(201)
        assert [each["id"] for each in full.by.get(f"{full.url}/links")["links"]] == [made["id"]]
        arbiter("DELETE", f"/links/{made['id']}").ok()
        refusal = arbiter("GET", "/roles").refused(403, "forbidden")
        assert refusal["detail"] == "You may not give roles: ask the owner of the tournament."

    @every(
        ("given", "status", "code"),
        [
            ({"role": "player"}, 400, "malformed"),
            ({"role": "scorer", "player_id": "x"}, 400, "malformed"),
            ({"role": "arbiter"}, 400, "malformed"),
            ({"role": "player", "player_id": "ghost"}, 404, "unknown-player"),
            ({"role": "scorer", "expires": "soon"}, 400, "date-malformed"),
            ({"role": "scorer", "expires": "2026-02-30"}, 400, "date-malformed"),
            ({"role": "scorer", "expires": "2020-01-01"}, 400, "date-past"),
            ({"role": "scorer", "expires": "2020-01-01T12:00:00+02:00"}, 400, "date-past"),
        ],
    )
    def test_links_that_cannot_be(self, full: Event, given: dict[str, str], status: int, code: str) -> None:
        problem = full("POST", "/links", given).refused(status, code)
        if "expires" in given:
            assert (problem["value"], problem["field"]) == (given["expires"], "expires")
        assert full.by.get(f"{full.url}/links")["links"] == []
