"""The OpenAPI document is true: whatever is sent, every answer has a status, a type and a shape that it names."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from jsonschema_rs import Draft202012Validator
from litestar.routes import HTTPRoute
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from podium.api.described import RULES, examples, operations, title_of, words
from podium.api.documentation import finished
from podium.bootstrap import site
from podium.core.errors import Unknown
from podium.core.ids import TournamentId
from tests.api.test_live import served
from tests.kit.http import Event, House, house
from tests.kit.loops import ALL_SEEDS

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SOME = settings(
    max_examples=3,  # beside those at the limits of every schema, which `make long` tries
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
MANY = settings(SOME, max_examples=400)
PARTS = 6


class Target:
    """A server with somebody at it, and for each operation an event of its own to spoil; all that read share one."""

    def __init__(self, hall: House, address: str, session: requests.Session) -> None:
        self.address = address
        self.session = session
        self.desk = hall.podium.desk
        self.chief = hall.user("chief")
        secret = self.chief.credentials["Authorization"].removeprefix("Bearer ")
        self.actor = hall.podium.registry.by_bearer(secret)
        self._events: dict[str, tuple[Event, str, str]] = {}

    def call(self, case: schemathesis.Case[Any]) -> None:
        """Send the case, every other time to things that exist, and hold the answer against the document."""
        self._aim(case)
        headers = {} if len(str(case.body)) % 7 == 3 else self.chief.credentials
        response = case.call(base_url=self.address, session=self.session, headers=headers)
        case.validate_response(response, checks=CHECKS)

    def _aim(self, case: schemathesis.Case[Any]) -> None:
        path = case.operation.path
        given = case.path_parameters or {}
        if path.endswith("/events") or len(str(given.get("id", ""))) % 4 == 3:
            return
        event, game, bye = self._event("GET" if case.operation.method.upper() == "GET" else case.operation.label)
        real = {"id": event.id, "pid": event.ids["Ann"], "n": "1"}
        if "/pairings/{id}" in path:
            real["id"] = bye if "bye-result" in path else game
        case.path_parameters = {name: real.get(name, value) for name, value in given.items()}

    def _event(self, operation: str) -> tuple[Event, str, str]:
        """An event with a game and a bye, made anew when its round has gone."""
        known = self._events.get(operation)
        if known is None or not self._has_round(known[0]):
            event = self.chief.event(operation[:60], rounds=9)
            event.players("Ann", "Ben", "Cid", "Dan", "Eve")
            event.pairs([("Ann", "Ben")])
            bye = event("POST", "/rounds/1/byes", {"player_id": event.ids["Cid"], "byeType": "bye"}).ok(201)
            known = self._events[operation] = event, event.pairing("Ann")["id"], bye["id"]
        return known

    def _has_round(self, event: Event) -> bool:
        assert self.actor is not None
        try:
            return bool(self.desk.see(self.actor, TournamentId(event.id)).state.rounds)
        except Unknown:
            return False


@pytest.fixture(scope="module")
def target(ready_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    database = shutil.copy(ready_file, tmp_path_factory.mktemp("document") / "podium.db")
    with house(f"sqlite:///{database}") as hall, served(hall) as (address, _), requests.Session() as session:
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # nobody stays signed in between two cases
        yield Target(hall, address, session)


@pytest.fixture(scope="module", params=range(PARTS))
def document(request: pytest.FixtureRequest) -> object:
    """Some of the operations: every path is in one of the parts, which workers share."""
    whole = finished(site())
    paths = dict(list(whole["paths"].items())[request.param :: PARTS])
    limits = {"phases": {"coverage": {"enabled": ALL_SEEDS}}}
    config = schemathesis.Config.from_dict(limits)
    return schemathesis.openapi.from_dict({**whole, "paths": paths}, config=config)


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@SOME
def test_every_operation(case: schemathesis.Case[Any], target: Target) -> None:
    target.call(case)


@pytest.mark.long
@schema.parametrize()
@MANY
def test_every_operation_at_length(case: schemathesis.Case[Any], target: Target) -> None:
    target.call(case)


def test_every_route_is_in_it() -> None:
    paths = finished(site())["paths"]
    told = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    served = {
        (method, route.path_format)
        for route in site().routes
        for method in route.methods
        if route.path.startswith("/api/") and method != "OPTIONS"
    }
    assert served == {(method, path) for method, path in told if path.startswith("/api/")}
    assert {path for _, path in told if not path.startswith("/api/")} == {"/health", "/ready"}
    for method, path in told:
        parameters = paths[path][method.lower()].get("parameters", ())
        assert {each["name"] for each in parameters if each["in"] == "path"} == set(re.findall(r"\{(\w+)\}", path))
    assert len({operation["operationId"] for path in paths.values() for operation in path.values()}) == len(told)


def test_every_operation_and_every_field_says_what_it_is() -> None:
    document = finished(site())
    for operation in operations(document):
        assert operation["description"], operation["operationId"]
        assert all(each.get("description") for each in operation.get("parameters", ())), operation["operationId"]
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name
        assert [field for field, kind in schema.get("properties", {}).items() if not kind.get("description")] == [], (
            name
        )


def test_no_words_are_left_over() -> None:
    schemas = site().openapi_schema.to_schema()["components"]["schemas"]
    needed = {title_of(key) for key in schemas} | {RULES}
    for key, schema in schemas.items():
        undescribed = (name for name, kind in schema.get("properties", {}).items() if not kind.get("description"))
        needed |= {own if (own := f"{title_of(key)}.{name}") in words() else name for name in undescribed}
    assert set(words()) - needed == set()


def test_titles_are_unique() -> None:
    titles = [each["title"] for each in finished(site())["components"]["schemas"].values()]
    assert sorted(titles) == sorted(set(titles))


def test_files_are_binary() -> None:
    for operation in operations(finished(site())):
        told = [operation.get("requestBody", {}), *(operation["responses"][each] for each in operation["responses"])]
        for media_type, content in [pair for each in told for pair in each.get("content", {}).items()]:
            if not re.search(r"json$|^multipart/|event-stream", media_type):
                assert content["schema"] == {"type": "string", "format": "binary"}, operation["operationId"]


def test_every_example_is_what_the_document_says() -> None:
    document = finished(site())
    known = {operation["operationId"]: operation for operation in operations(document)}
    assert len(examples()) >= 150
    for name, example in examples().items():
        operation = known[name]
        success = next(operation["responses"][each] for each in operation["responses"] if each.startswith("2"))
        for what, told in (("body", operation.get("requestBody", {})), ("answer", success)):
            schema = told.get("content", {}).get("application/json", {}).get("schema")
            if what in example and schema is not None:
                whole = {**schema, "components": document["components"]}
                errors = [str(each) for each in Draft202012Validator(whole).iter_errors(example[what])]
                assert errors == [], (name, what)


def test_no_operation_answers_422() -> None:
    paths = finished(site())["paths"]
    statuses = {status for path in paths.values() for operation in path.values() for status in operation["responses"]}
    assert "422" not in statuses
    assert "500" not in statuses


NO_COMMANDS = {
    "/api/tournaments/{id}/logo",
    "/api/tournaments/{id}/take-down",
    "/api/tournaments/{id}/certificate-background",
    "/api/tournaments/{id}/followers",
    "/api/tournaments",
    "/api/tournaments/import",
    "/api/archives",
    "/api/tournaments/{id}/players/import",
    "/api/tournaments/{id}/pgn",
    "/api/tournaments/{id}/ratings",
    "/api/tournaments/{id}/rating-check",
    "/api/rating-list-update",
    "/api/rating-lists/{name}",
    "/api/tournaments/{id}/what-if",
    "/api/tournaments/{id}/roles",
    "/api/tournaments/{id}/links",
    "/api/tournaments/{id}/links/{lid}",
    "/api/tournaments/{id}/screens",
    "/api/tournaments/{id}/clock",
    "/api/tournaments/{id}/check-in",
    "/api/tournaments/{id}/check-in/end",
    "/api/tournaments/{id}/check-in/players/{pid}",
    "/api/pairings/{id}/second-entry",
    "/api/tournaments/{id}/players/{pid}/photo",
    "/api/tournaments/{id}/messages",
    "/api/tournaments/{id}/messages/{mid}",
    "/api/session",
    "/api/account",
    "/api/tokens",
    "/api/tokens/{tid}",
    "/api/tournaments/{id}/duplicate",
    "/api/templates",
    "/api/templates/{tid}",
    "/api/templates/{tid}/tournaments",
    "/api/users/{uid}",
    "/api/users/{uid}/reset",
    "/api/invitations",
    "/api/invitations/{iid}",
    "/api/invitations/{secret}/accept",
    "/api/sessions/{ref}",
    *(f"/api/matches/{{id}}/{act}" for act in ("ready", "moves", "resign", "time", "declare", "count", "replay")),
    *(f"/api/matches/{{id}}/draw/{act}" for act in ("offer", "accept", "decline", "withdraw", "claim")),
    *(f"/api/matches/{{id}}/{act}" for act in ("pause", "resume", "void", "start", "hold", "wait", "takeback", "undo")),
    *(f"/api/matches/{{id}}/{act}" for act in ("call", "call/answer")),
    "/api/tournaments/{id}/rounds/{n}/games/control",
    "/api/tournaments/{id}/players/{pid}/devices",
    "/api/matches/{id}/away",
}
"""Where something is written that is no command of a tournament that exists, or none that can be asked about."""


def test_every_write_of_a_tournament_can_be_asked_about() -> None:
    routes = [each for each in site().routes if isinstance(each, HTTPRoute)]
    writes = {
        route.path_format: handler
        for route in routes
        for handler in route.route_handlers
        if route.path.startswith("/api/") and not handler.http_methods & {"GET", "OPTIONS"}
    }
    assert {path for path, handler in writes.items() if "command" not in handler.opt} == NO_COMMANDS
    assert {handler.opt["resource"] for path, handler in writes.items() if path not in NO_COMMANDS} == {
        "tournament",
        "pairing",
        "match",
    }
