"""Handlers of writes that are made from functions, with a writer that only notes what it gets."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar import Request
from litestar.testing import TestClient, create_test_client
from msgspec import Struct

from podium.api.acts import COMMAND, act
from podium.api.bodies import ApiRequest, Body
from podium.api.callers import Caller
from podium.api.parameters import Round, round_number
from podium.api.problems import EXCEPTION_HANDLERS
from podium.app.access import ANYONE
from podium.app.ports import Receipt
from podium.core.errors import Unknown
from podium.core.ids import PairingId
from podium.flow.commands import Command, EditRound, RemovePairing, ReopenRound

EVENT, OTHER, PAIRING = "01JD0000000000000000000000", "01JD0000000000000000000001", "01JD0000000000000000000000-1"


class OpenBody(Body):
    open: bool = True
    reason: str | None = None


class Told(Struct):
    version: int
    n: str = ""
    open: bool | None = None


def told(receipt: Receipt, n: str, data: OpenBody) -> Told:
    return Told(receipt.version, n, data.open)


def version(receipt: Receipt) -> Told:
    return Told(receipt.version)


@act("POST /tournaments/{id:str}/rounds/{n:str}/edit", "Edit", told, status=202, opt={"marked": True})
def edit(n: Round, data: OpenBody) -> Command:
    """What the document says."""
    return EditRound(round_number(n), data.open)


@act("POST /tournaments/{id:str}/rounds/{n:str}/reopen", "Reopen", version)
def reopen(n: Round) -> Command:
    return ReopenRound(round_number(n))


@act("DELETE /pairings/{id:str}", "Remove", version)
def remove(id: str) -> Command:
    return RemovePairing(PairingId(id))


@dataclass
class Notes:
    """A writer that notes what it is given; a tournament in `missing` is not there, pairings may be `adopted`."""

    given: list[tuple[Any, ...]] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    adopted: str | None = None

    async def submit(
        self,
        _actor: object,
        stream: str,
        command: Command,
        *,
        command_id: Any,
        expected: Any,
        reason: Any,
        acknowledged: int,
    ) -> Any:
        if stream in self.missing:
            raise Unknown("tournament", stream)
        self.given.append((stream, command, command_id, expected, reason, acknowledged))
        return SimpleNamespace(version=7, state=None)


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def client(notes: Notes) -> TestClient[Any]:
    registry = SimpleNamespace(tournament_of=lambda pairing: notes.adopted)
    services = SimpleNamespace(desk=SimpleNamespace(registry=registry))
    parts = SimpleNamespace(writer=notes, services=services)

    def arrive(request: Request[Any, Any, Any]) -> None:
        request.scope["state"]["parts"] = parts
        request.scope["user"] = Caller(ANYONE)

    return create_test_client(
        [edit, reopen, remove],
        before_request=arrive,
        request_class=ApiRequest,
        exception_handlers=cast("Any", EXCEPTION_HANDLERS),
        logging_config=None,  # it would stay for all other tests
    )


def test_a_command_of_path_and_body_reaches_the_tournament_with_headers_and_reason(
    client: TestClient[Any], notes: Notes
) -> None:
    headers = {"If-Match": '"4"', "Idempotency-Key": "once", "Podium-Acknowledge": "2"}
    body = {"open": False, "reason": "a mistake"}
    answer = client.post(f"/tournaments/{EVENT}/rounds/3/edit", json=body, headers=headers)
    assert answer.status_code == 202
    assert answer.json() == {"version": 7, "n": "3", "open": False}
    assert notes.given == [(EVENT, EditRound(3, False), "once", 4, "a mistake", 2)]


def test_a_function_without_data_takes_an_empty_body(client: TestClient[Any], notes: Notes) -> None:
    assert client.post(f"/tournaments/{EVENT}/rounds/3/reopen").status_code == 200
    assert notes.given == [(EVENT, ReopenRound(3), None, None, None, 0)]
    refused = client.post(f"/tournaments/{EVENT}/rounds/3/reopen", json={"open": True})
    assert refused.status_code == 400
    assert refused.json()["field"] == "open"


def test_a_pairing_is_looked_for_where_it_was_adopted(client: TestClient[Any], notes: Notes) -> None:
    notes.missing.add(EVENT)
    notes.adopted = OTHER
    assert client.delete(f"/pairings/{PAIRING}").status_code == 200
    assert [stream for stream, *_ in notes.given] == [OTHER]


def test_what_is_nowhere_is_an_unknown_pairing(client: TestClient[Any], notes: Notes) -> None:
    notes.missing.add(EVENT)
    refused = client.delete(f"/pairings/{PAIRING}")
    assert (refused.status_code, refused.json()["value"]) == (404, PAIRING)


def test_a_handler_keeps_its_function_and_its_options() -> None:
    assert edit.opt[COMMAND](n="3", data=OpenBody()) == EditRound(3, True)
    assert edit.opt["marked"]
    assert edit.fn.__doc__ == "What the document says."
