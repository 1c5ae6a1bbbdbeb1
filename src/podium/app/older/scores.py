"""What an older database paid: its `results` table, asked by pairing or by round."""

from __future__ import annotations

from collections import defaultdict

from podium.app.older.records import Record, number, text_of
from podium.core.errors import Invalid
from podium.core.points import Points

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

    def of(self, pairing: Record, player: str) -> list[Record]:
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
        """The rows that nobody asked for: no pairing is theirs."""
        return [record for at, record in enumerate(self.records) if at not in self._used]


def paid(record: Record) -> Points | None:
    """The points of a row; None where there are none that make sense."""
    text = text_of(record, "points", "score")
    try:
        points = Points.of(text.strip()) if text is not None else None
    except Invalid:
        return None
    return points if points is not None and Points() <= points <= MOST else None
