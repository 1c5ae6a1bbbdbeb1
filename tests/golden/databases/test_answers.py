"""Events that earlier states of Podium left are answered as those states answered their owner.

Whatever differs stands in ACCEPTED, with its reason; an entry that nothing needs fails, as does a difference without
one. What later states added is no difference. `make.py` says how the databases were made.
"""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import invoke
from tests.golden.databases import make
from tests.kit.http import Caller, house

FIRST, SECOND, THIRD, FOURTH = "77531d76", "1124b4da", "4ec50ebb", "96e86aaa"
NUMBERED_BY_ENTRY = (FIRST, SECOND, THIRD, FOURTH)
STATES = (*NUMBERED_BY_ENTRY, "793e1f4c", "2844efac", "5d8ca9a8")
"""The commits whose databases are kept, oldest first."""


class Accepted(NamedTuple):
    """Where answers may differ: the states, the formats, the places, and why."""

    states: tuple[str, ...]
    formats: str
    places: str
    reason: str


ACCEPTED = (
    Accepted(
        NUMBERED_BY_ENTRY,
        "manual|swiss",
        r"(/players|/state)\.players\[\]\.number|/crosstable\.sections\[\]\.rows\[\]\.(number|cells\[\])",
        "lists show the numbers by which rounds are paired, which reports had already; `podium migrate` says so",
    ),
    Accepted(
        (SECOND, THIRD, FOURTH),
        "doubles",
        r"/crosstable\.sections\[\]\.rows\[\]\.(number|cells\[\])",
        "the crosstable names players by their number in all lists, no more by their place; `podium migrate` says so",
    ),
    Accepted(
        (SECOND, THIRD, FOURTH),
        "round-robin",
        r"/export/trf(16)?\[\]\[\]",
        "a report has the numbers of the lists and of the tables of pairings, no more those by rating; as above",
    ),
    Accepted(
        (SECOND, THIRD),
        "knockout",
        r"(/standings|/state)\.standings\[\]\.points|/crosstable\.sections\[\]\.rows\[\]\.points",
        "a win counts before its round is over; nobody's place changes; `podium migrate` says so",
    ),
    Accepted(
        (SECOND, THIRD),
        "knockout",
        r"/crosstable\.sections\[\]\.(columns|rows\[\]\.cells)|(\.\.|/state\.tournament\.)rounds",
        "a knockout had no columns in its crosstable, and did not say how many rounds it has",
    ),
    Accepted(
        (SECOND, THIRD),
        "knockout",
        r"(/rounds|/state)\.rounds\[\]\.paired_at|(/standings|/state)\.standings\[\]\.details",
        "nothing in place of an empty time; 'out in the round 2' in better words",
    ),
    Accepted(
        (FIRST, SECOND, THIRD),
        "manual",
        r"(/standings|/state)\.standings\[\]\.decided_by",
        "what sets a player apart is said of the upper of two, where it was said of the lower",
    ),
    Accepted(
        STATES[1:],
        "swiss",
        r"/export/trf(16)?\[\](\[\])?",
        "in the middle of a round a report is the intermediate one: open games are marked, and count half",
    ),
)  # fmt: skip
EVERYWHERE = r"/prizes/allocate\.metadata\.timestamp"
"""What differs each time it is asked for."""
Json = Any


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> str:
    commit: str = request.param
    return commit


@pytest.fixture
def database(state: str, tmp_path: Path) -> Path:
    """The database as that state left it."""
    file = tmp_path / "podium.db"
    dump = lzma.decompress((make.HERE / f"{state}.sql.xz").read_bytes()).decode()
    connection = sqlite3.connect(file)
    connection.executescript(dump)
    connection.close()
    return file


class InProcess(make.Director):
    """The owner, at today's API."""

    def __init__(self, caller: Caller) -> None:
        super().__init__("", "")
        self.caller = caller

    def raw(self, method: str, path: str, body: object = None) -> bytes:
        answer = self.caller.client.request(method, path, json=body, headers=self.caller.credentials)
        if answer.status_code >= 400:
            raise make.Refused(answer.text)
        return answer.content


def differences(then: Json, now: Json, place: str = "") -> Iterator[tuple[str, Json, Json]]:
    """Where `now` is not what it was, but for what was added."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            yield from differences(value, now.get(name, "gone"), name if name.startswith("/") else f"{place}.{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for one, other in zip(then, now, strict=True):
            yield from differences(one, other, f"{place}[]")
    elif then != now:
        yield place, then, now


def test_answers_are_those_of_then(state: str, database: Path) -> None:
    told = json.loads(lzma.decompress((make.HERE / f"{state}.json.xz").read_bytes()))
    needed: set[Accepted] = set()
    with house(f"sqlite:///{database}") as hall:
        registry = hall.podium.registry
        owner = next(user for user in registry.users() if user.name == make.OWNER)
        director = InProcess(Caller(hall.client, registry.add_token(owner, "test")[1]))
        for url, then in told.items():
            format, now = then[""]["format"], make.answers(director, url)
            for place, before, after in differences(_as_read(then), _as_read(now)):
                if re.fullmatch(EVERYWHERE, place):
                    continue
                reason = next((each for each in ACCEPTED if _covers(each, state, format, place)), None)
                assert reason is not None, (format, place, before, after)
                needed.add(reason)
    assert needed == {each for each in ACCEPTED if state in each.states}


def _covers(each: Accepted, state: str, format: str, place: str) -> bool:
    return state in each.states and bool(re.fullmatch(each.formats, format) and re.fullmatch(each.places, place))


def _as_read(answers: dict[str, Json]) -> dict[str, Json]:
    """The answers, with files read into what they say, whatever the version of their format."""
    plain = {path: answer for path, answer in answers.items() if not path.startswith(("/export", "/history"))}
    plain["/history"] = [each["version"] for each in answers["/history"]["commits"]]
    plain["/export/csv"] = [line.split(",")[:7] for line in answers["/export/csv"].splitlines()[1:]]
    for name in ("/export/trf", "/export/trf16"):
        if name in answers:
            plain[name] = [_player(line) for line in answers[name].splitlines() if line.startswith("001")]
    return plain


def _player(line: str) -> list[str]:
    """What a report says of a player beside sex and birth, whose letters and form were not FIDE's at first."""
    return [line[4:8], line[14:47], line[48:52], line[80:84], line[85:89], *line[89:].split()]


@pytest.mark.parametrize("state", [FOURTH, STATES[-1]], indirect=True)
def test_migrate_says_what_changed(state: str, database: Path) -> None:
    said = invoke(("migrate", "--db", database)).out
    assert ("one number everywhere" in said) is (state in NUMBERED_BY_ENTRY)
    assert "one number everywhere" not in invoke(("migrate", "--db", database)).out
