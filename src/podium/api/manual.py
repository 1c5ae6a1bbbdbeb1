"""The document to read: Swagger UI from our own disk, for a hall without internet."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).parent / "static"
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


def include_manual(app: FastAPI) -> None:
    """Serve the manual at /docs."""

    async def manual(_request: Request) -> Response:
        return HTMLResponse(PAGE)

    app.add_api_route("/docs", manual, methods=["GET"], include_in_schema=False)
    app.mount("/docs/static", StaticFiles(directory=STATIC))
