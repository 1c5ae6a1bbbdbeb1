"""Every request, timed, counted and logged where that is asked for; gauges of what waits; the answer to a fault."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from secrets import randbits
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from podium.api.front.limiter import Limiter
from podium.api.front.queue import Kind
from podium.api.front.refusals import answer_fault
from podium.app.server.metrics import OTHER, Gauge, Metrics
from podium.app.server.observation import OBSERVATION, Observation, SignIn
from podium.core.ids import tournament_of

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
EVENT_ROUTES = ("/t/{id}", "/api/tournaments/{id}", "/api/pairings/{id}", "/api/matches/{id}")
"""How the templates begin whose `id` tells the event."""
REQUEST_ID = b"x-request-id"
STREAM = b"text/event-stream"
STATUS_CLASSES = tuple(f"{hundreds}xx" for hundreds in range(10))
GONE = "gone"
"""The status of a request whose sender left before there was one."""
_EVENT = re.compile(r"[0-9a-z]{1,20}")

log = logging.getLogger(__name__)


class RequestLog:
    """The application behind it, whose requests are counted and whose faults are answered. Used on the event loop."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, log_requests: bool) -> None:
        self.app = app
        self._metrics = metrics
        self._log_requests = log_requests
        self.streams = 0
        """How many live streams are open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        answer = _Answer(self, Observation(_new_id()), send)
        token = OBSERVATION.set(answer.observation)
        try:
            await self.app(scope, receive, answer)
        except Exception as error:
            if answer.status:
                raise
            await answer_fault(scope, answer, error)
        finally:
            OBSERVATION.reset(token)
            self.streams -= answer.is_stream
            self._count(scope, answer)

    def _count(self, scope: HTTPScope, answer: _Answer) -> None:
        observation, metrics = answer.observation, self._metrics
        method = scope["method"] if scope["method"] in METHODS else OTHER
        seconds = (answer.began or perf_counter()) - answer.arrived
        metrics.requests.add(observation.route, method, STATUS_CLASSES[answer.status // 100] if answer.status else GONE)
        metrics.durations.add(seconds, observation.route, method)
        if observation.sign_in is not None:
            metrics.sign_ins.add(observation.sign_in.value)
        if observation.fault:
            metrics.faults.add()
        elif answer.status >= 400:
            observation.refusal = observation.refusal or f"http-{answer.status}"
            metrics.refusals.add(observation.refusal)
        if self._log_requests or observation.sign_in is not None or answer.status >= 400:
            self._write(method, seconds, answer)

    def _write(self, method: str, seconds: float, answer: _Answer) -> None:
        """The line of a request: of what became of a sign-in, of a refusal, or that it was answered."""
        observation, status = answer.observation, answer.status
        facts: dict[str, object] = {
            "request": observation.request,
            "method": method,
            "route": observation.route,
            "status": status or GONE,
            "ms": round(seconds * 1000, 1),
            "who": observation.who.value,
            "size": answer.size,
        }
        if observation.event and status != 404:
            facts["event"] = observation.event
        if observation.sign_in is not None:
            came_in = observation.sign_in in (SignIn.SIGNED_IN, SignIn.LINK_OPENED)
            level = logging.INFO if came_in else logging.WARNING
            log.log(level, "sign-in", extra={"facts": {**facts, "outcome": observation.sign_in.value}})
        elif observation.fault:
            if self._log_requests:  # the fault itself has its line
                log.info("request", extra={"facts": {**facts, "fault": observation.fault}})
        elif observation.refusal:
            log.info("refusal", extra={"facts": {**facts, "code": observation.refusal}})
        elif self._log_requests:
            log.info("request", extra={"facts": facts})


def _new_id() -> str:
    """An id of 16 characters. It is no secret; the system is not asked for chance, since that lets other threads in."""
    return f"{randbits(64):016x}"


class _Answer:
    """What is sent in answer to one request, with the request's id in its head."""

    __slots__ = ("_log", "_send", "arrived", "began", "is_stream", "observation", "size", "status")

    def __init__(self, log: RequestLog, observation: Observation, send: Send) -> None:
        self._log = log
        self._send = send
        self.observation = observation
        self.arrived = perf_counter()
        self.began = 0.0
        self.is_stream = False
        self.status = 0
        self.size = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message["headers"], (REQUEST_ID, self.observation.request.encode())]
            message["headers"] = headers
            if self.status == 200 and any(value.startswith(STREAM) for _name, value in headers):
                self.is_stream = True
                self.began = perf_counter()
                self._log.streams += 1
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self._send(message)


async def note_route(message: Message, scope: Scope) -> None:
    """Note the template of the address that is answered, and the event where it tells one."""
    if message["type"] != "http.response.start" or (observation := OBSERVATION.get()) is None:
        return
    template = scope.get("path_template")
    if not template:
        return
    observation.route = template
    if template.startswith(EVENT_ROUTES):
        event = tournament_of(str(scope["path_params"].get("id", "")))
        observation.event = event if _EVENT.fullmatch(event) else ""


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
