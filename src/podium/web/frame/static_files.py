"""The files that pages bring with them: styles, scripts, pictures."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import ETag
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

STATIC = Path(__file__).parents[1] / "static"
FILES = {f"/{file.relative_to(STATIC).as_posix()}": file for file in sorted(STATIC.rglob("*")) if file.is_file()}


def _digest() -> str:
    """What tells these files from those of another release."""
    digest = hashlib.blake2b(digest_size=6)
    for path, file in FILES.items():
        digest.update(path.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


EDITION = _digest()
STATIC_URL = f"/static/{EDITION}"
"""Where pages look for files: an address that another release does not have, so a browser asks for each file once."""

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASKED_ANEW = {"Cache-Control": "no-cache"}


@route(
    "/static/{path:path}",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    sync_to_thread=True,
)
def static_file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[Any]:
    """The file, or 304 for a browser that has it as it is; the framework's own files are always sent in full."""
    edition, _, rest = path[1:].partition("/")
    named = edition == EDITION
    file = FILES.get(f"/{rest}" if named else path)
    if file is None:
        raise NotFoundException
    caching = FOR_EVER if named else ASKED_ANEW
    stat = file.stat()
    etag = ETag(value=f"{stat.st_mtime_ns:x}-{stat.st_size:x}")
    if request.headers.get("if-none-match") == etag.to_header():
        return Response(None, status_code=304, headers={"ETag": etag.to_header(), **caching})
    return File(file, etag=etag, filename=file.name, content_disposition_type="inline", headers=caching)
