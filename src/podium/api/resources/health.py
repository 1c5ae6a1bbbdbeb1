"""For those who watch over the server: is it alive, is it ready."""

from __future__ import annotations

from litestar import get

from podium.api.documentation import problems
from podium.api.injection import Injected
from podium.app.answers.versions import HealthAnswer
from podium.app.readiness import Readiness


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
