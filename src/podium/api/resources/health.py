"""Whether the server is alive, and whether it is ready."""

from __future__ import annotations

from litestar import get

from podium.api.dependencies import Injected
from podium.api.documentation import problems
from podium.app.server.readiness import Readiness
from podium.app.versions import HealthAnswer


@get("/health", summary="The process runs.", tags=["server"])
async def alive() -> HealthAnswer:
    return HealthAnswer()


@get(
    "/ready",
    summary="Podium can do its work: it has just written to the database and read from it.",
    tags=["server"],
    responses=problems(503),
    sync_to_thread=True,
)
def ready(readiness: Injected[Readiness]) -> HealthAnswer:
    readiness.check()
    return HealthAnswer()


HANDLERS = (alive, ready)
