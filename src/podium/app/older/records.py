"""The rows of an older database as they were found, what its `results` table paid, and notes on what is left open."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from podium.core.errors import Invalid
from podium.core.player import tidy
from podium.core.points import Points

Value = str | int | float | None
Record = Mapping[str, Value]
"""One row: the values by the name of the column, in lower case."""

_USABLE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._~-]*")  # what an address can carry as it stands
LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class OlderRecords:
    """The tables of an older database. Only `pairings` must have been there."""

    pairings: tuple[Record, ...]
    results: tuple[Record, ...] = ()
    players: tuple[Record, ...] = ()
    tournaments: tuple[Record, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something an older database leaves open: what, where (the id of a row, or a number), and what stood there."""

    code: str
    where: str
    value: str = ""


def text_of(record: Record, *columns: str) -> str | None:
    """The text in the first of these columns that has any, as it stands; whole numbers without a point."""
    for column in columns:
        value = record.get(column)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is not None and str(value).strip():
            return str(value)
    return None


def tidy_text_of(record: Record, *columns: str) -> str | None:
    """The text in the first of these columns that has any, fit to be shown; None where it is not."""
    text = text_of(record, *columns)
    try:
        return tidy(columns[0], text)
    except Invalid:
        return None


def number(record: Record, *columns: str) -> int | None:
    """The whole number in the first of these columns that has one."""
    text = (text_of(record, *columns) or "").strip()
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else None


def usable_id(old: str | None, kind: str, longest: int = LONGEST_ID) -> str:
    """`old` where it can be an id of Podium; else one made from it, the same every time."""
    if old is not None and len(old) <= longest and _USABLE.fullmatch(old):
        return old
    return f"{kind}{fingerprint(kind, old)[:12]}"


def fingerprint(*parts: object) -> str:
    """The same text for the same values, another for others."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


MOST = Points.of(100)


class Scores:
    """The rows of `results`; remembers which of them belong to a pairing."""

    def __init__(self, records: tuple[Record, ...]) -> None:
        self.records = records
        self._by_pairing: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._by_round: dict[tuple[str | None, str, int], list[int]] = defaultdict(list)
        self._used: set[int] = set()
        self._know_tournament = any("tournament_id" in record for record in records)
        for at, record in enumerate(records):
            player, round = text_of(record, "player_id"), number(record, "round")
            pairing = text_of(record, "pairing_id")
            if player is not None and pairing is not None:
                self._by_pairing[pairing, player].append(at)
            elif player is not None and round is not None:
                self._by_round[text_of(record, "tournament_id"), player, round].append(at)

    def rows_of(self, pairing: Record, player: str) -> list[Record]:
        """What was written down for `player` in a pairing; mostly one row, or none."""
        found = self._by_pairing.get((text_of(pairing, "id") or "", player), [])
        round = number(pairing, "round")
        if not found and round is not None:
            whose = text_of(pairing, "tournament_id") if self._know_tournament else None
            found = self._by_round.get((whose, player, round), [])
        self._used.update(found)
        return [self.records[at] for at in found]

    @property
    def unused(self) -> list[Record]:
        """The rows that belong to no pairing that was asked for."""
        return [record for at, record in enumerate(self.records) if at not in self._used]


def paid(record: Record) -> Points | None:
    """The points of a row; None where there are none that make sense."""
    text = text_of(record, "points", "score")
    try:
        points = Points.of(text.strip()) if text is not None else None
    except Invalid:
        return None
    return points if points is not None and Points() <= points <= MOST else None
