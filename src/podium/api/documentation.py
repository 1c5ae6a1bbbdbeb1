"""The OpenAPI document, and the manual that shows it: Swagger UI from our own disk, for a hall without internet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, delete, get, patch, post, put
from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Reference,
    RequestBody,
    Schema,
    SecurityScheme,
)
from litestar.router import Router
from litestar.static_files import create_static_files_router
from litestar.types import Method
from litestar.types.internal_types import PathParameterDefinition

from podium.api.callers import SIGNED_IN
from podium.api.described import describe
from podium.api.problems import MEDIA_TYPE
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.problems import Problem

ANY_FILE = "application/octet-stream"
STATIC = Path(__file__).parent / "static"
MEANINGS = {
    304: "You have it already.",
    400: "The request is malformed, or a value is not allowed.",
    401: "No credentials, or bad ones.",
    403: "Visible, but not yours to do.",
    404: "There is no such thing, or it is hidden from you.",
    409: "The state of the event forbids it, or somebody was faster.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    429: "Too many attempts.",
    503: "The database is not available; the code says why.",
    504: "It took too long and was given up; nothing was changed.",
}
INTRODUCTION = """\
Run a whole tournament, from the first pairing to the podium.

Every write answers with the new `version` of the tournament; every read of one carries an `ETag` that starts with it.
Errors are `application/problem+json` with a stable `code`, a sentence in `detail`, and the offending `value`."""
ETAG = ResponseHeader(name="ETag", documentation_only=True, description="Begins with the version.")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Podium: the API</title>
<link rel="stylesheet" href="/docs/static/vendor/swagger-ui/swagger-ui.css">
</head>
<body>
<div id="manual"></div>
<noscript><p>The document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="/docs/static/vendor/swagger-ui/swagger-ui-bundle.js"></script>
<script src="/docs/static/manual.js"></script>
</body>
</html>
"""


def problems(*statuses: int) -> Mapping[int, ResponseSpec]:
    """What the document says of the ways in which a request can fail."""
    return {
        status: ResponseSpec(
            data_container=Problem if status >= 400 else None,
            description=MEANINGS[status],
            media_type=MEDIA_TYPE,
            generate_examples=False,
        )
        for status in statuses
    }


READING = problems(304, 400, 401, 403, 404, 503)
ASKING = problems(400, 401, 403, 404, 503)
RANKING = problems(304, 400, 401, 403, 404, 409, 503)
WRITING = problems(400, 401, 403, 404, 409, 413, 503)


read = partial(get, responses=READING, response_headers=[ETAG], sync_to_thread=True)
"""Handles reads of a tournament, on another thread: the database may be asked."""


METHODS = {"POST": post, "PUT": put, "PATCH": patch, "DELETE": delete}


def ask(
    path: str, summary: str, responses: Mapping[int, ResponseSpec] = ASKING
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Handles reads of what nobody sees without an account, a link or a token, on another thread."""
    return get(path, summary=summary, responses=responses, opt=SIGNED_IN, sync_to_thread=True)


def change(
    route: str,
    summary: str,
    responses: Mapping[int, ResponseSpec] = WRITING,
    *,
    status: int | None = None,
    **more: Any,
) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
    """Handles writes of what has no journal, as `PUT /tournaments/{id:str}/roles`; on another thread unless the handler
    is a coroutine. They are answered with 201 where something is made, else with 200, unless with `status`."""
    method, path = route.split()

    def handler(function: Callable[..., Any]) -> HTTPRouteHandler:
        threads = None if iscoroutinefunction(function) else True
        usual = 201 if method == "POST" else 200
        return METHODS[method](
            path, summary=summary, responses=responses, status_code=status or usual, sync_to_thread=threads, **more
        )(function)

    return handler


def upload(*media_types: str, form: Sequence[str] | None = None) -> type[Operation]:
    """The kind of an operation whose body is a file of one of these types; or, with `form`, a form that has the file as
    `file` and may have these fields beside it."""
    file = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
    content = {each: OpenAPIMediaType(schema=file) for each in (*media_types, ANY_FILE)}
    if form is not None:
        fields: dict[str, Schema | Reference] = {"file": file, **dict.fromkeys(form, Schema(type=OpenAPIType.STRING))}
        whole = Schema(type=OpenAPIType.OBJECT, properties=fields, required=["file"])
        content["multipart/form-data"] = OpenAPIMediaType(schema=whole)

    @dataclass
    class Upload(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody(content=content, required=True)

    return Upload


def operation_id(handler: HTTPRouteHandler, method: Method, components: list[str | PathParameterDefinition]) -> str:
    """A name for an operation: its method and its path, as `get_tournaments_id_players`."""
    names = [each.name if isinstance(each, PathParameterDefinition) else each for each in components]
    words = "_".join(names[1:] if names[:1] == ["api"] else names)
    return f"{method.lower()}_{re.sub(r'[-.]', '_', words)}"


class Manual(OpenAPIRenderPlugin):
    """The page that shows the document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return PAGE.encode()


def openapi_config() -> OpenAPIConfig:
    """What the framework cannot know of the API."""
    schemes: dict[str, SecurityScheme | Reference] = {
        "token": SecurityScheme(
            type="http", scheme="bearer", description="A token of `podium token add` or POST /api/tokens."
        ),
        "session": SecurityScheme(
            type="apiKey",
            security_scheme_in="cookie",
            name=SESSION_COOKIE,
            description="A browser's session; writes also need its X-CSRF-Token header.",
        ),
    }
    return OpenAPIConfig(
        title="Podium",
        version=version("podium"),
        description=INTRODUCTION,
        components=Components(security_schemes=schemes),
        security=[{"token": []}, {"session": []}, {}],
        operation_id_creator=operation_id,
        use_handler_docstrings=True,
        path="/docs",
        render_plugins=[Manual(path="/")],
    )


@cache
def finished(app: Litestar) -> dict[str, Any]:
    """The whole document about the routes of an application."""
    return describe(app.openapi_schema.to_schema())


@get("/openapi.json", include_in_schema=False, sync_to_thread=True)
def document(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The document, made when it is first asked for."""
    return finished(request.app)


def manual_routes() -> list[HTTPRouteHandler | Router]:
    """The document, and what the page that shows it is made of."""
    return [document, create_static_files_router("/docs/static", [STATIC], include_in_schema=False)]
