"""The files that pages bring with them: styles, scripts, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import CacheControlHeader, ETag
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

STATIC = Path(__file__).parents[1] / "static"
FILES = {f"/{file.relative_to(STATIC).as_posix()}": file for file in STATIC.rglob("*") if file.is_file()}


@route(
    "/static/{path:path}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    cache_control=CacheControlHeader(no_cache=True),  # kept, and asked about anew on every page
    sync_to_thread=True,
)
def static_file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[Any]:
    """The file, or 304 for a browser that has it as it is; the framework's own files are always sent in full."""
    file = FILES.get(path)
    if file is None:
        raise NotFoundException
    stat = file.stat()
    etag = ETag(value=f"{stat.st_mtime_ns:x}-{stat.st_size:x}")
    if request.headers.get("if-none-match") == etag.to_header():
        return Response(None, status_code=304, headers={"ETag": etag.to_header()})
    return File(file, etag=etag, filename=file.name, content_disposition_type="inline")
