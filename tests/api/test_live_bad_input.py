"""Every route of live games that the OpenAPI document has: nonsense, strangers and wrong moments change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from podium.app.access import Role
from tests.kit.http import Answer, Caller, House, Json
from tests.kit.live import LiveBoard, live_pair, player

LIVE = re.compile(r"/api/(matches/{id}/|tournaments/{id}/(games|rounds/{n}/(games|start$|hold)|players/{pid}/devices))")
EVERYBODYS = re.compile(r"/(game|games|pgn|position|events)$")
"""What whoever may see the event may read."""
SPOILED: dict[str, tuple[object, ...]] = {"integer": ("x", 1.5, 2**40, []), "string": (7, []), "boolean": ("yes", 1)}


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path, with the schema of its body; by a player, else by an arbiter or whoever reads."""

    method: str
    path: str
    schema: Json | None
    by_player: bool

    def sent(self, by: Caller, board: LiveBoard, body: object = None, **names: str) -> Answer:
        """The answer about a board, or about what is named in its place."""
        id = board.event.id if self.path.startswith("/api/tournaments") else board.id
        path = self.path.format(**{"id": id, "n": "1", "pid": board.event.ids["Ann"], **names})
        return by(self.method, path, body if self.schema is not None else None)

    @property
    def body(self) -> Json:
        """A body as the schema wants it."""
        assert self.schema is not None
        return {name: sample(each) for name, each in self.schema["properties"].items()}

    def nonsense(self) -> Iterator[object]:
        """Bodies that no schema of this one's kind lets through."""
        assert self.schema is not None
        yield from ([], "x", 7, {**self.body, "more": 1})
        yield from ({k: v for k, v in self.body.items() if k != name} for name in self.schema["required"])
        for name, each in self.schema["properties"].items():
            kinds = {one.get("type", "") for one in kinds_of(each)}
            wrong = [value for kind in kinds for value in SPOILED.get(kind, ())] if len(kinds - {"null"}) == 1 else []
            for value in ({"a": 1}, *wrong, *(["nonsense"] if "enum" in each else [])):
                yield {**self.body, name: value}


def kinds_of(schema: Json) -> list[Json]:
    """What a value may be."""
    found: list[Json] = schema.get("oneOf") or schema.get("anyOf") or [schema]
    return found


def sample(schema: Json) -> Any:
    """A value as the schema wants it."""
    if "enum" in schema:
        return schema["enum"][0]
    [first, *_others] = sorted(kinds_of(schema), key=lambda one: "const" not in one)
    return first.get("const", {"string": "e4", "integer": 1, "boolean": False, "null": None}.get(first.get("type", "")))


def routes(chief: Caller) -> list[Route]:
    """What players and arbiters can do about live games, and ask of them."""
    document = chief.get("/openapi.json")
    found = []
    for path, methods in document["paths"].items():
        for method, each in methods.items() if LIVE.match(path) else ():
            content = each.get("requestBody", {}).get("content", {}).get("application/json")
            name = content["schema"]["$ref"].rpartition("/")[2] if content else None
            by_player = path.startswith("/api/matches") and method == "post" and "(arbiter)" not in each["summary"]
            found.append(Route(method.upper(), path, document["components"]["schemas"].get(name), by_player))
    assert len(found) >= 35
    return found


def standing(*boards: LiveBoard) -> list[object]:
    """All that acts on these boards could change."""
    return [
        (board.event.version, board.game()["version"], board.event.by.get(f"{board.url}/devices")) for board in boards
    ]


def three_boards(chief: Caller) -> tuple[LiveBoard, LiveBoard, LiveBoard]:
    """A game that waits, one that is played, and one that is over, each in an event of its own."""
    waiting, running, over = (live_pair(chief, timeControl="10+0") for _ in range(3))
    running.begin().plays("e4 e5")
    over.begin().act(over.white, "resign").ok()
    return waiting, running, over


def refused(answer: Answer, statuses: tuple[int, ...], about: object) -> None:
    """Nothing, if the answer is one of these and says why in words."""
    assert answer.status in statuses, (about, answer.status, answer.body)
    assert len(answer.body["detail"].split()) > 2, (about, answer.body)


def test_nonsense_is_refused_in_words(chief: Caller) -> None:
    boards = three_boards(chief)
    before = standing(*boards)
    for route in (each for each in routes(chief) if each.schema is not None):
        for board in boards:
            for body in route.nonsense():
                mine = board.white if route.by_player else chief
                refused(route.sent(mine, board, body), (400,), (route, body))
    assert standing(*boards) == before


def test_nobody_acts_who_may_not(hall: House, chief: Caller) -> None:
    boards = three_boards(chief)
    before = standing(*boards)
    strangers = [Caller(hall.client), hall.user("stranger"), live_pair(chief).white]
    for route in (each for each in routes(chief) if not EVERYBODYS.search(each.path)):
        body = route.body if route.schema is not None else None
        for board in boards:
            scorer = hall.by_link(board.event, Role.SCORER)
            for caller in (*strangers, *((chief, scorer) if route.by_player else (board.white,))):
                refused(route.sent(caller, board, body), (401, 403), route)
    assert standing(*boards) == before


def test_what_is_not_there_is_named(chief: Caller) -> None:
    board = live_pair(chief).begin()
    before = standing(board)
    for route in routes(chief):
        mine = board.white if route.by_player else chief
        body = route.body if route.schema is not None else None
        for name, wrong in (("id", "nobody"), ("n", "99"), ("n", "0"), ("n", "x"), ("n", "9" * 30), ("pid", "nobody")):
            if f"{{{name}}}" in route.path:
                refused(route.sent(mine, board, body, **{name: wrong}), (400, 404), (route, wrong))
    assert standing(board) == before


def test_nothing_is_done_in_an_event_that_is_put_away_or_is_not_live(chief: Caller) -> None:
    """In the words of the refusal, by those who could act else; what is only read still is."""
    away, over = live_pair(chief).begin(), live_pair(chief).begin()
    event = chief.event("Over the board")
    event.players("Ann", "Ben")
    [pairing] = event.pairs([("Ann", "Ben")])["pairings"]
    still = LiveBoard(event, pairing["id"], *(player(event, event.ids[name]) for name in ("Ann", "Ben")))
    away.plays("e4 e5")
    over.arbiter("declare", {"result": "DRAW"}).ok()
    for board in (away, over):
        board.event("POST", "/archive").ok()
    before = [standing(away, over), event.version]
    for route in (each for each in routes(chief) if each.method in ("POST", "PUT")):  # devices are signed out in any
        body = route.body if route.schema is not None else None
        for board in (away, over, *([] if "/result" in route.path else [still])):
            answer = route.sent(board.white if route.by_player else chief, board, body)
            if route.path.endswith("/control") and answer.status == 200:  # it answers for each game
                assert [each["done"] for each in answer.body["games"] if each["done"] or not each["detail"]] == []
            else:
                refused(answer, (400, 404, 409), (route, answer.body))
    assert [standing(away, over), event.version] == before
