"""The server itself: whether it is alive, whether it is ready, and what it counts."""

from __future__ import annotations

import os

from litestar import Response, get

from podium.api.callers import AnyRequest
from podium.api.documentation import problems
from podium.api.parameters import Injected
from podium.api.problems import Edge
from podium.app.accounts.logins import is_same_token
from podium.app.server.metrics import MEDIA_TYPE, Metrics
from podium.app.server.readiness import Readiness
from podium.app.versions import HealthAnswer
from podium.app.words.language import _
from podium.config import LOOPBACK, Config

PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""Headers by which a proxy is known: what it passes on comes from elsewhere, whatever the address says."""


@get("/metrics", include_in_schema=False, sync_to_thread=True)
def metrics(request: AnyRequest, config: Injected[Config], metrics: Injected[Metrics]) -> Response[str]:
    """What this process has counted; for this machine alone, or for whoever has the token."""
    if not _may_read(request, config.metrics_token):
        detail = _("The metrics are for the machine itself, or for a program with the token of PODIUM_METRICS_TOKEN.")
        raise Edge(403, "metrics-closed", detail)
    text = metrics.text({"process": str(os.getpid())})
    return Response(text, headers={"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"})


def _may_read(request: AnyRequest, token: str) -> bool:
    if token:
        return is_same_token(request.headers.get("authorization", ""), f"Bearer {token}")
    direct = not any(name in request.headers for name in PASSED_ON)
    local = request.client is not None and request.client.host in LOOPBACK
    return direct and local and request.base_url.hostname in LOOPBACK


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


HANDLERS = (alive, ready, metrics)
