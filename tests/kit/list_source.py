"""A site on this machine that lists are fetched from."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.kit.waiting import PATIENCE

LAST_MODIFIED = "Tue, 03 Nov 2026 08:00:00 GMT"


@dataclass
class ListSource:
    """What the site answers, and what it was asked: the date since which a list was to have changed."""

    url: str = ""
    content: bytes = b""
    status: int = 200
    modified: str = LAST_MODIFIED
    claimed: int | None = None
    """The length that the site claims, where that is not the one it sends."""
    asked: list[str | None] = field(default_factory=list)


@contextmanager
def list_source(content: bytes) -> Iterator[ListSource]:
    """A site that has a list, while the block lasts."""
    source = ListSource(content=content)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            since = self.headers.get("If-Modified-Since")
            source.asked.append(since)
            unchanged = since == source.modified
            self.send_response(304 if unchanged else source.status)
            self.send_header("Last-Modified", source.modified)
            body = b"" if unchanged else source.content
            length = source.claimed if source.claimed is not None and not unchanged else len(body)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: whoever asks is a test."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    source.url = f"http://127.0.0.1:{server.server_address[1]}/download/players_list.zip"
    try:
        yield source
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)
        assert not thread.is_alive()
