"""What waits before the site, and what it works on, for the metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from podium.api.front.limiter import Limiter
from podium.api.front.request_log import RequestLog
from podium.api.front.route_limits import Kind
from podium.app.server.metrics import Gauge


def front_gauges(limiter: Limiter, log: RequestLog, work: Mapping[str, Callable[[], float]]) -> tuple[Gauge, ...]:
    """The gauges of requests that wait, of `work` by the names of its queues, and of open streams."""

    def lengths() -> dict[str, float]:
        return {
            "passwords": limiter.waiting(Kind.PASSWORD, Kind.KNOWN_DEVICE),
            "questions": limiter.waiting(Kind.COSTLY),
            **{name: unfinished() for name, unfinished in work.items()},
        }

    return (
        Gauge("podium_crowd", "Requests to read that wait for their turn.", lambda: limiter.waiting(Kind.PAGE)),
        Gauge("podium_waiting", "What waits or is being worked on, by queue.", lengths, label="queue"),
        Gauge("podium_open_streams", "Live streams that are open.", lambda: log.streams),
    )
