"""What handlers take: what stands in the path, the query and the headers of a request, and by name the parts of the
Podium that it was sent to. The routes are the same for every Podium of a process; its parts come with the request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from litestar import Litestar, Request
from litestar.di import NamedDependency, Provide
from litestar.params import HeaderParameter, PathParameter, QueryParameter, SkipValidation
from litestar.routes import HTTPRoute
from litestar.types import Scope

from podium.api.problems import Edge, malformed
from podium.app.handle import MOST_ACKNOWLEDGED
from podium.app.services import Services
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.core.ids import LONGEST_ID

if TYPE_CHECKING:
    from podium.api.acts import Writer
    from podium.api.live import Live
    from podium.app.hall.followers import Followings
    from podium.app.server.metrics import Metrics
    from podium.app.server.readiness import Readiness
    from podium.config import Config

T = TypeVar("T")

Injected: TypeAlias = NamedDependency[SkipValidation[T]]
"""A value of ours, provided under the name of the argument: a part, a service, or what `podium.api.routes` adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the API is made of: the services, and what only the API has."""

    services: Services
    config: Config
    live: Live
    writer: Writer
    followings: Followings
    readiness: Readiness
    metrics: Metrics


def parts_of(scope: Scope) -> Parts:
    """The parts that came with a request."""
    parts: Parts = scope["state"]["parts"]
    return parts


def _provided(read: Callable[[Parts], Any]) -> Provide:
    """The way to a part of the Podium that a request was sent to."""

    def part(scope: Scope) -> Any:
        return read(parts_of(scope))

    return Provide(part, sync_to_thread=False)


DEPENDENCIES = {
    **{each.name: _provided(attrgetter(each.name)) for each in fields(Parts)},
    **{each.name: _provided(attrgetter(f"services.{each.name}")) for each in fields(Services)},
}
"""What every handler may ask for by name."""

LARGEST = 999_999_999
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_VERSION = re.compile(r'(?:W/)?"(\d{1,18})(?:-[a-z]+)*"|(\d{1,18})', re.ASCII)
_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")

Tournament = Annotated[str, PathParameter(description="A tournament.", min_length=1)]
Pairing = Annotated[str, PathParameter(description="A pairing.", min_length=1)]
Match = Annotated[str, PathParameter(description="A match or a tie-break game.", min_length=1)]
Player = Annotated[str, PathParameter(description="A player.", min_length=1)]
Round = Annotated[str, PathParameter(description="The number of a round.", min_length=1)]
Stage = Annotated[str, PathParameter(description="The number of a stage.", min_length=1)]

WHOLE_NUMBER = {"oneOf": None, "type": "integer", "minimum": 0, "maximum": LARGEST}
"""What the document says of a number in the query; the framework would also take 1e3 for one."""
After = Annotated[
    str | None,
    QueryParameter(description="The round to look at; without it, the present.", schema_extra=WHOLE_NUMBER),
]
OfStage = Annotated[
    str | None,
    QueryParameter(description="Only this stage, of an event of stages.", schema_extra=WHOLE_NUMBER),
]
IfMatch = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        description="Only if the tournament is still at this version.",
        schema_extra={"type": "string", "oneOf": None, "pattern": '^"[0-9]{1,18}"$'},
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="The same key and body: the first answer again.",
        schema_extra={"type": "string", "oneOf": None, "pattern": "^[!-~]{1,200}$"},
    ),
]
Prefer = Annotated[
    str | None,
    HeaderParameter(name="Prefer", description="`return=minimal`: where the game stands, without its moves."),
]
Acknowledge = Annotated[
    int | None,
    HeaderParameter(
        name="Podium-Acknowledge",
        description="What FIDE mode asked has been read: the number `acknowledge` of the 409 `fide-mode-asks`.",
        ge=0,
        le=MOST_ACKNOWLEDGED,
    ),
]


@cache
def _declared(app: Litestar) -> dict[object, frozenset[str]]:
    """The parameters that each handler takes from the query, also by way of what it depends on."""
    return {
        handler: frozenset(each.field_alias for each in taken.expected_query_params)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for handler, taken in route.route_handler_map.values()
    }


def refuse_unknown_parameters(request: Request[Any, Any, Any]) -> None:
    """Nothing, unless the query of a request to the API names what the handler does not take: a misspelt one would be
    lost in silence. What watches a server may add what it likes."""
    if request.scope["query_string"] and request.method != "OPTIONS" and request.scope["path"].startswith("/api/"):
        known = _declared(request.app)[request.route_handler]
        for name in request.query_params:
            if name not in known:
                detail = _("There is no parameter %(name)s here.", name=name[:LONGEST_ID])
                raise malformed(detail, field=name, value=request.query_params[name], allowed=sorted(known))


def numbered(kind: str, text: str) -> int:
    """The number in a path; raises Unknown for what is no number."""
    if not _NUMBER.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return int(text)


def query_number(name: str, text: str | None) -> int | None:
    """The whole number in the query, None where there is none."""
    if text is None:
        return None
    if not _NUMBER.fullmatch(text):
        raise malformed(_("%(name)s must be a whole number.", name=name), field=name, value=text)
    return int(text)


def round_number(n: str) -> int:
    """The round in a path; raises Unknown for what is no number."""
    return numbered("round", n)


def stage_number(n: str) -> int:
    """The stage in a path; raises Unknown for what is no number."""
    return numbered("stage", n)


def expected_version(if_match: str | None) -> int | None:
    """The version in `If-Match`, None where any will do; takes a whole ETag as well."""
    if if_match is None or if_match == "*":
        return None
    if not (found := _VERSION.fullmatch(if_match.strip())):
        detail = _('If-Match must be a version in quotes, for example "12".')
        raise Edge(400, "if-match-malformed", detail, field="If-Match", value=if_match)
    return int(found[1] or found[2])


def command_key(idempotency_key: str | None) -> str | None:
    """The `Idempotency-Key`, None where there is none."""
    if idempotency_key is None:
        return None
    if not _KEY.fullmatch(idempotency_key):
        detail = _("An Idempotency-Key has 1 to 200 printable ASCII characters.")
        raise Edge(400, "idempotency-key-malformed", detail, field="Idempotency-Key", value=idempotency_key)
    return idempotency_key
