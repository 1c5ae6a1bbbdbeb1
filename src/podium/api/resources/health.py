"""For those who watch over the server: is it alive, is it ready."""

from __future__ import annotations

from litestar import get

from podium.api.documentation import problems
from podium.api.injection import Injected
from podium.app.answers.versions import HealthAnswer
from podium.app.desk import Desk
from podium.core.ids import TournamentId


@get("/health", summary="The process runs.", tags=["server"])
async def alive() -> HealthAnswer:
    return HealthAnswer()


@get("/ready", summary="The database answers.", tags=["server"], responses=problems(503), sync_to_thread=True)
def ready(desk: Injected[Desk]) -> HealthAnswer:
    desk.journal.head(TournamentId("ready"))
    desk.check_workers()
    return HealthAnswer()


HANDLERS = (alive, ready)
