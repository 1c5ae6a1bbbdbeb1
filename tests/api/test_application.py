"""The routes are built once for a process; each application answers from the database of its own Podium."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NoReturn

import pytest

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
