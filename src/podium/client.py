"""A client of the HTTP API of another Podium, on the standard library alone.

    from podium.client import Server

    server = Server("https://chess.example.org", token="podium_...")
    event = server.create("Club evening", "swiss", rounds=5)
    event.add([{"name": "Ann", "rating": 1900}, {"name": "Ben"}])
    board = event.pair()["pairings"][0]
    event.result(board["id"], "1-0")
    event.standings("BH/C1")

Answers are the JSON of the API, which `/docs` of the server describes field by field. A write carries a key of its own,
and is sent again where the answer got lost: nothing is done twice. What the server refuses is a `Failed`, with its
status and the problem document; `code` is for programs, `str` for people.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

Json = dict[str, Any]
TRIES = 3
LONGEST_PAUSE = 5.0  # seconds, whatever a server says
PASSING = (429, 503)
PAGE = 500


class Failed(Exception):
    """The server refused, or could not be reached (status 0); `problem` is what it said (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail", ""))
        self.status = status
        self.problem = dict(problem)

    @property
    def code(self) -> str:
        """What went wrong, in a word that does not change."""
        return str(self.problem.get("code", ""))


class Server:
    """A Podium somewhere: its address, and a token, or the secret of a link, that says who is asking."""

    def __init__(self, address: str, token: str | None = None, *, language: str = "en", timeout: float = 60.0) -> None:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"not the address of a server: {address}")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._parts, self._timeout = parts, timeout
        self._headers = {"Accept": "application/json, */*", "Accept-Language": language, "User-Agent": "podium-client"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
        **query: object,
    ) -> Any:
        """The answer: JSON as values, a file as bytes. A `body` of bytes is sent as it is, any other as JSON.

        Parameters of the query that are None are left out. Raises Failed.
        """
        named = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        asked = urlencode({name: value for name, value in named.items() if value is not None})
        sent = dict(self._headers)
        content = body if isinstance(body, bytes) else None
        if method != "GET":
            content = json.dumps({} if body is None else body).encode() if content is None else content
            sent |= {"Content-Type": content_type, "Idempotency-Key": str(uuid4())}
        sent |= headers or {}
        return self._answer(method, f"{path}?{asked}" if asked else path, content, sent)

    def pages(self, path: str, rows: str, cursor: str = "after", **query: Any) -> Iterator[Json]:
        """Every row of a list, page by page, as it is needed."""
        more: dict[str, Any] = {}
        while True:
            page = self.request("GET", path, limit=PAGE, **query, **more)
            yield from page[rows]
            if "next" not in page:
                return
            more = {cursor: page["next"]}

    def tournaments(self, *, archived: bool = False) -> Iterator[Json]:
        """The tournaments that you may see, newest first."""
        return self.pages("/api/tournaments", "tournaments", archived=archived)

    def create(self, name: str, format: str, **settings: object) -> Event:
        """A new tournament of yours."""
        return self.event(self.request("POST", "/api/tournaments", {"name": name, "format": format, **settings})["id"])

    def event(self, id: str) -> Event:
        """The tournament of that id; nothing is asked yet."""
        return Event(self, id)

    def _answer(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Any:
        for tries_left in range(TRIES - 1, -1, -1):
            connection = self._connection()
            try:
                connection.request(method, path, content, dict(headers))
                answer = connection.getresponse()
                body = answer.read()
            except (OSError, HTTPException) as problem:
                if not tries_left:
                    detail = f"{self.address} does not answer: {problem}"
                    raise Failed(0, {"code": "server-away", "detail": detail, "value": self.address}) from problem
                time.sleep(1 / (1 + tries_left))
                continue
            finally:
                connection.close()
            after = answer.headers.get("Retry-After", "")
            if answer.status in PASSING and tries_left and after.isdigit():
                time.sleep(min(float(after), LONGEST_PAUSE))
                continue
            return _read(answer, body)
        raise AssertionError("the last try returns or raises")

    def _connection(self) -> HTTPConnection:
        kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
        assert self._parts.hostname is not None  # looked at when it was given
        return kind(self._parts.hostname, self._parts.port, timeout=self._timeout)


class Event:
    """One tournament of a server."""

    def __init__(self, server: Server, id: str) -> None:
        self.server = server
        self.id = id

    def request(self, method: str, path: str = "", body: object = None, **more: Any) -> Any:
        """The answer to a request below the tournament, as `server.request`."""
        return self.server.request(method, f"/api/tournaments/{quote(self.id, safe='')}{path}", body, **more)

    def status(self) -> Any:
        """Its settings, and how far it is."""
        return self.request("GET")

    def players(self) -> Iterator[Json]:
        """The players, by their numbers."""
        return self.server.pages(f"/api/tournaments/{quote(self.id, safe='')}/players", "players")

    def add(self, players: Iterable[Mapping[str, object]]) -> Any:
        """Players to add, by their fields; as they are then."""
        return self.request("POST", "/players", {"players": list(players)})["players"]

    def import_players(self, content: bytes, *, preview: bool = False) -> Any:
        """What a list of players brings: CSV, XLSX, DBF, JSON, XML or FIDE's text."""
        kind = "application/octet-stream"
        return self.request("POST", "/players/import", content, content_type=kind, preview=preview)

    def pair(self, round: int | None = None) -> Any:
        """The next round, paired by the engine of the format; of a bracket all that there are."""
        return self.request("POST", "/rounds", {} if round is None else {"round": round})

    def rounds(self) -> Any:
        """The rounds with their pairings."""
        return self.request("GET", "/rounds")["rounds"]

    def act(self, round: int, act: str, **body: object) -> Any:
        """What becomes of a round: `publish`, `close`, `reopen`, `start`, `hold`."""
        return self.request("POST", f"/rounds/{round}/{act}", body)

    def result(self, pairing: str, result: str | None, **more: object) -> Any:
        """The result of a game, null to clear it."""
        path = f"/api/pairings/{quote(pairing, safe='')}/result"
        return self.server.request("PUT", path, {"result": result, **more})

    def standings(self, *tiebreaks: str, after: int | None = None) -> Any:
        """The standings, by the tournament's tie-breaks or by others."""
        return self.request("GET", "/standings", tiebreaks=",".join(tiebreaks) or None, after=after)["standings"]

    def history(self) -> Any:
        """What happened, newest first."""
        return self.request("GET", "/history")["commits"]

    def undo(self, commit: int | None = None) -> Any:
        """Take back the newest change, or that one."""
        return self.request("POST", "/undo", {} if commit is None else {"commit": commit})

    def export(self, format: str, **query: object) -> bytes:
        """A file: `csv`, `xlsx`, `trf`, `ics` ..."""
        return bytes(self.request("GET", f"/export/{quote(format, safe='')}", **query))

    def archive(self) -> bytes:
        """All of it in one file, with its history; for arbiters and owners."""
        return bytes(self.request("GET", "/archive", headers={"Accept": "application/octet-stream"}))


def _read(answer: HTTPResponse, body: bytes) -> Any:
    kind = answer.headers.get_content_type()
    if answer.status >= 300 or kind == "text/html":
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            told = answer.headers.get("Location") or answer.reason
            problem = {"detail": f"No Podium answers there: {answer.status} {told}", "code": "no-podium"}
        raise Failed(answer.status, problem)
    attached = answer.headers.get_content_disposition() == "attachment"
    return json.loads(body) if kind == "application/json" and not attached else body
