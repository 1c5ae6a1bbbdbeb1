"""Tokens that reach only so far, over HTTP; and the audit, which nobody reads who does not own what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from podium.app.access import Role
from podium.app.accounts.audit import AuditAction
from tests.kit.http import PASSWORD, Caller, Event, House
from tests.kit.loops import every


@pytest.fixture
def game(event: Event) -> str:
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    id: str = event.pairing("Ann")["id"]
    return id


def token(by: Caller, **limits: object) -> Caller:
    made = by("POST", "/api/tokens", {"label": "program", **limits}).ok(201)
    return Caller(by.client, made["token"])


def tries(caller: Caller, event: Event, game: str) -> dict[str, int]:
    """What comes of one act of each kind."""
    return {
        "see": caller("GET", event.url).status,
        "drafts": caller("GET", f"{event.url}/history").status,
        "result": caller("PUT", f"/api/pairings/{game}/result", {"result": "1-0"}).status,
        "settings": caller("PATCH", event.url, {"place": "Hall"}).status,
        "roles": caller("GET", f"{event.url}/roles").status,
        "give": caller("PUT", f"{event.url}/roles", {"roles": {"chief": "owner"}}).status,
        "create": caller("POST", "/api/tournaments", {"name": "New", "format": "manual"}).status,
        "tokens": caller("GET", "/api/tokens").status,
        "accounts": caller("GET", "/api/users").status,
    }


EVERYTHING = dict.fromkeys(("see", "drafts", "result", "settings", "roles", "give", "tokens", "accounts"), 200) | {
    "create": 201
}
NO_ACCOUNT = {"tokens": 403, "accounts": 403}


@pytest.mark.parametrize(
    ("scope", "refused"),
    [
        ("everything", {}),
        ("manage", {"roles": 403, "give": 403, **NO_ACCOUNT}),
        ("results", {"settings": 403, "roles": 403, "give": 403, "create": 403, **NO_ACCOUNT}),
        ("read", {"result": 403, "settings": 403, "give": 403, "create": 403, **NO_ACCOUNT}),
    ],
)
def test_a_token_reaches_as_far_as_its_scope(
    chief: Caller, event: Event, game: str, scope: str, refused: dict[str, int]
) -> None:
    assert tries(token(chief, scope=scope), event, game) == EVERYTHING | refused


def test_a_token_for_one_event_reaches_no_other(chief: Caller, event: Event, game: str) -> None:
    other = chief.event("Other")
    limited = token(chief, tournament_id=other.id)
    assert set(tries(limited, event, game).values()) == {403, 404}
    assert limited.get(other.url)["id"] == other.id
    assert [row["id"] for row in limited.get("/api/tournaments")["tournaments"]] == [other.id]
    event("POST", "/publish").ok()
    rows = {row["id"]: row.get("role") for row in limited.get("/api/tournaments")["tournaments"]}
    assert rows.keys() == {event.id, other.id}


def test_a_limited_token_makes_no_other_tokens(chief: Caller, event: Event) -> None:
    token(chief, scope="manage")("POST", "/api/tokens", {"label": "more"}).refused(403, "token-limited")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"scope": "world"}, 400, "token-scope-unknown"),
        ({"days": 0}, 400, "count-out-of-range"),
        ({"days": 10_000}, 400, "count-out-of-range"),
        ({"tournament_id": "none"}, 404, "unknown-tournament"),
    ],
)
def test_limits_that_are_none(chief: Caller, body: dict[str, object], status: int, code: str) -> None:
    chief("POST", "/api/tokens", body).refused(status, code)


def test_the_list_says_how_far_until_when_and_when_last(chief: Caller, event: Event) -> None:
    token(chief, scope="read", tournament_id=event.id, days=7).get(event.url)
    row = chief.get("/api/tokens")["tokens"][-1]
    assert (row["scope"], row["tournament_id"], row["label"]) == ("read", event.id, "program")
    assert row["expires"] > row["created_at"]
    assert row["last_used_at"] >= row["created_at"]
    assert "token" not in row


class TestTheAudit:
    """Route x role."""

    WHO = ("owner", "arbiter", "scorer", "scorer link", "player link", "stranger", "public", "results token")

    def come(self, hall: House, event: Event, who: str) -> Caller:
        match who:
            case "owner":
                return event.by
            case "arbiter" | "scorer":
                return hall.role(event, who, Role[who.upper()])
            case "scorer link":
                return hall.by_link(event, Role.SCORER)
            case "player link":
                return hall.by_link(event, Role.PLAYER, "Ann")
            case "stranger":
                return hall.user("stranger")
            case "results token":
                return token(event.by, scope="results")
            case _:
                return hall.anyone

    @every("who", WHO)
    def test_of_an_event_is_for_its_owners(self, hall: House, event: Event, game: str, who: str) -> None:
        event("POST", "/publish").ok()
        caller = self.come(hall, event, who)
        status = caller("GET", f"{event.url}/audit").status
        assert status == {"owner": 200, "public": 401}.get(who, 403)

    @every("who", WHO)
    def test_of_everything_is_for_administrators(self, hall: House, game: str, event: Event, who: str) -> None:
        caller = self.come(hall, event, who)
        assert caller("GET", "/api/audit").status == {"owner": 200, "public": 401}.get(who, 403)  # the first account

    def test_an_administrator_has_no_part_in_the_event_of_somebody_else(self, hall: House, chief: Caller) -> None:
        other = hall.user("other").event("Theirs")
        chief("GET", f"{other.url}/audit").refused(404, "unknown-tournament")
        other("GET", "/audit").ok()
        other.by("GET", "/api/audit").refused(403, "administrators-only")

    def test_says_who_did_what_from_where_roughly(self, hall: House, event: Event) -> None:
        hall.user("bob")
        event("PUT", "/roles", {"roles": {"chief": "owner", "bob": "arbiter"}}).ok()
        link = event("POST", "/links", {"role": "scorer"}).ok(201)
        hall.client.get(f"/l/{link['url'].rpartition('/')[2]}")
        rows: list[dict[str, Any]] = event("GET", "/audit").ok()["entries"]
        told = [(row["name"], row["via"], row["action"], row["whom"]) for row in rows]
        assert told == [
            (f"scorer link {link['id']}", "link", "link-opened", ""),
            ("chief", "token", "link-added", ""),
            ("chief", "token", "role-given", "bob"),
            ("chief", "token", "role-given", "chief"),
        ]
        assert [row["text"] for row in rows][2:] == ["made bob arbiter", "made chief owner"]
        assert link["url"].rpartition("/")[2] not in str(rows)

    def test_signing_in_and_being_refused(self, hall: House, chief: Caller) -> None:
        hall.anyone("POST", "/api/session", {"name": "chief", "password": "wrong horse"}).refused(401, "login-failed")
        hall.anyone("POST", "/api/session", {"name": "chief", "password": PASSWORD}).ok()
        rows = chief.get("/api/audit")["entries"]
        assert [(row["action"], row["name"], row["whom"]) for row in rows[:2]] == [
            (AuditAction.SIGNED_IN, "chief", ""),
            (AuditAction.SIGN_IN_REFUSED, "anyone", "chief"),
        ]

    def test_is_read_on_from_where_it_ended(self, event: Event) -> None:
        for _ in range(3):
            event("POST", "/links", {"role": "scorer"}).ok(201)
        first = event("GET", "/audit?limit=2").ok()
        rest = event("GET", f"/audit?limit=2&before={first['before']}").ok()
        assert [row["details"].get("link") for row in (*first["entries"], *rest["entries"])] == [3, 2, 1, None]
