"""Archives whose contents somebody changed and sealed again: the digests are right, and what they seal is hostile."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select, update

from podium.storage import tables
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT

Document = dict[str, Any]
Change = Callable[[Document], object]
HUGE = 10**40
LONG_NAME = "x" * 20_000


def forged(content: bytes, change: Change) -> bytes:
    """The archive after a change of its document, with the digests that belong to what it says now."""
    document: Document = json.loads(content)
    change(document)
    return sealed(document)


def sealed(document: Document) -> bytes:
    """The file of a document, with the digests of what it says: the old ones where it is no rows any more."""
    with suppress(TypeError):
        document["digests"] = {name: _digest(rows) for name, rows in _parts(document).items()}
    return json.dumps(document, ensure_ascii=False).encode()


def _parts(document: Document) -> dict[str, list[Any]]:
    commits: list[Document] = []
    events: list[Document] = []
    for stream in document["streams"]:
        for one in stream["commits"]:
            row = {"stream": stream["id"], **one, "kind": one["type"]}
            commits.append({name: value for name, value in row.items() if name not in ("type", "events")})
            of_commit = {"stream": stream["id"], "version": one["version"]}
            events += [{**of_commit, "seq": seq, **each} for seq, each in enumerate(one["events"])]
    return {"commit": commits, "event": events, **document["tables"], **document["outcome"]}


def _digest(rows: list[Any]) -> dict[str, Any]:
    return {"rows": len(rows), "sha256": hashlib.sha256(msgspec.json.encode(rows, order="sorted")).hexdigest()}


# --- what is changed --------------------------------------------------------------------------


def bodies(document: Document, *types: str) -> list[Document]:
    """The bodies of the events of these types, in the order in which they happened."""
    events = (event for stream in document["streams"] for one in stream["commits"] for event in one["events"])
    return [event["body"] for event in events if event["type"] in types]


def every(value: Any, name: str) -> list[Document]:
    """Every object inside a value that has a field of that name."""
    if isinstance(value, list):
        return [found for each in value for found in every(each, name)]
    if not isinstance(value, dict):
        return []
    inside = [found for each in value.values() for found in every(each, name)]
    return [value, *inside] if name in value else inside


def setting(**values: object) -> Change:
    """Other settings, from the beginning on."""

    def change(document: Document) -> None:
        for body in bodies(document, "TournamentCreated", "SettingsChanged"):
            for each in every(body, "format"):
                each.update(values)

    return change


def of_players(**values: object) -> Change:
    """Something else that every player is."""

    def change(document: Document) -> None:
        for body in bodies(document, "PlayersChanged"):
            for each in every(body, "fields"):
                each.update({name: value for name, value in values.items() if name in each or name == "byes"})
                each["fields"].update({name: value for name, value in values.items() if name in each["fields"]})

    return change


def of_all(type: str, name: str, value: object) -> Change:
    """Another value in every field of that name in events of a type."""

    def change(document: Document) -> None:
        for body in bodies(document, type):
            for each in every(body, name):
                each[name] = value

    return change


def of_commits(**values: object) -> Change:
    """What every commit says, but for its events."""

    def change(document: Document) -> None:
        for stream in document["streams"]:
            for one in stream["commits"]:
                one.update(values)

    return change


def renamed(id: str) -> Change:
    """Another id of the event, wherever it is named."""

    def change(document: Document) -> None:
        was = document["tournament"]["id"]
        text = json.dumps(document)
        document.clear()
        document.update(json.loads(text.replace(f'"{was}', f'"{id}')))

    return change


def _worth(points: int) -> Mapping[str, object]:
    return {"win": {"units": points * 100}, "draw": {"units": points * 50}}


def points(win: int) -> Change:
    """A table of points in which a win is worth so much."""

    def change(document: Document) -> None:
        for body in bodies(document, "TournamentCreated", "SettingsChanged"):
            for each in every(body, "scoring"):
                each["scoring"] = {**each["scoring"], **_worth(win)}

    return change


@dataclass(frozen=True, slots=True)
class Forgery:
    """A change that nobody could have made by a command, by a name."""

    name: str
    change: Change


FORGERIES = (
    *(Forgery(f"start {day}", setting(start=day)) for day in ("9999-99-99", "tomorrow", "2026-02-30")),
    Forgery("end 9999-99-99", setting(end="9999-99-99")),
    *(Forgery(f"{count} rounds", setting(rounds=count)) for count in (10**9, 0, -1)),
    Forgery("a format that is none", setting(format="..")),
    Forgery("a name of the event of 20,000 letters", setting(name=LONG_NAME)),
    Forgery("an event without a name", setting(name="")),
    Forgery("a time zone that is none", setting(time_zone="../../etc/passwd")),
    Forgery("a time of a round that is none", setting(round_times=["9999-99-99 10:00"])),
    Forgery("a tie-break that is none", setting(tiebreaks=["NONE"])),
    Forgery("an edition that is none", setting(edition=10**9)),
    Forgery("cycles", setting(cycles=10**9)),
    Forgery("sets to win", setting(sets_to_win=10**9)),
    Forgery("wait", setting(no_show_wait=10**12)),
    Forgery("time control", setting(time_control="9999999+1")),
    *(Forgery(f"{win} points for a win", points(win)) for win in (HUGE, 10**12, 10**15)),
    *(Forgery(f"a player called {len(name)} letters", of_players(name=name)) for name in (LONG_NAME, "y" * 2_000_000)),
    Forgery("players without a name", of_players(name=" ")),
    Forgery("a control character in a name", of_players(name="Eva\u0007")),
    *(Forgery(f"rating {rating}", of_players(rating=rating)) for rating in (-1, 10**9)),
    Forgery("a birth that is none", of_players(birth="9999-99-99")),
    Forgery("a federation of 300 letters", of_players(federation="x" * 300)),
    Forgery("a bye in round 10^9", of_players(byes={"1000000000": "half"})),
    Forgery("a section that the event does not have", of_players(section="Z")),
    Forgery("a player's number", of_players(number=10**12)),
    Forgery("a player's id", of_players(id="../..")),
    Forgery("a board's number", of_all("RoundPaired", "board", 10**12)),
    Forgery("a round's number", of_all("RoundPaired", "round", 10**9)),
    Forgery("a round paired at no time", of_all("RoundPaired", "at", "9999-99-99")),
    Forgery("a pairing of strangers", of_all("RoundPaired", "white", "nobody0000")),
    Forgery("a result that is none", of_all("ResultRecorded", "after", "7-0")),
    Forgery("a command that is none", of_commits(type="GiveEverything")),
    Forgery("an author of two lines", of_commits(actor="admin\u0000x")),
    Forgery("a reason of 20,000 letters", of_commits(reason=LONG_NAME)),
    *(Forgery(f"commits at {at}", of_commits(at=at)) for at in ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00+14:00")),
    *(Forgery(f"the id {id}", renamed(id)) for id in ("..", ".", "import", "new", "x" * 41, "UPPER0000", "a b c d e")),
)
"""Changes that are refused, each for what it is."""


def forge_names(database: Database, stream: str) -> None:
    """Give every player of an event in a database a name that no command would have taken."""
    here = tables.event.c
    with database.write(EVERY_TOURNAMENT) as connection:
        wanted = here.stream == stream, here.type == "PlayersChanged"
        for version, seq, body in connection.execute(select(here.version, here.seq, here.body).where(*wanted)).all():
            document = json.loads(body)
            for each in every(document, "fields"):
                each["fields"]["name"] = LONG_NAME
            own = *wanted, here.version == version, here.seq == seq
            connection.execute(update(tables.event).where(*own).values(body=json.dumps(document)))
