"""The routes are built once for a process; each application answers from the database of its own Podium."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest
from litestar import get
from litestar.testing import create_test_client

from podium.api.application import DEPRECATED, add_headers
from podium.bootstrap import application
from tests.kit.http import Event, House, house
from tests.kit.waiting import in_a_thread


def test_two_applications_share_routes_and_nothing_else(event: Event, hall: House, tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'other.db'}") as other:
        assert application(other.podium).site is application(hall.podium).site
        stranger = other.user("chief")
        stranger("GET", event.url).refused(404, "unknown-tournament")
        assert stranger.get("/api/tournaments")["tournaments"] == []
        event.by("GET", event.url).ok()
        event.as_seen_by(stranger)("GET", "/players").refused(404, "unknown-tournament")
        other.anyone("GET", "/api/tournaments", **event.by.credentials).refused(401, "token-unknown")


def test_an_operation_that_is_to_go_says_since_when() -> None:
    @get("/", deprecated=True, opt={DEPRECATED: datetime(2027, 1, 31, tzinfo=UTC)}, sync_to_thread=False)
    def going() -> None: ...

    @get("/new", sync_to_thread=False)
    def staying() -> None: ...

    with create_test_client([going, staying], before_send=[add_headers], logging_config=None) as client:
        assert client.get("/").headers["Deprecation"] == "@1801353600"
        assert "Deprecation" not in client.get("/new").headers
        assert client.get("/nowhere").status_code == 404


def test_a_server_is_told_that_the_start_failed(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> NoReturn:
        raise OSError("no notices")

    app = application(hall.podium)
    monkeypatch.setattr(app.live, "while_running", fail)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, str]:
        return {"type": "lifespan.startup"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    with pytest.raises(OSError, match="no notices"):
        in_a_thread(lambda: asyncio.run(app({"type": "lifespan"}, receive, send)))
    assert sent == [{"type": "lifespan.startup.failed", "message": "OSError('no notices')"}]
