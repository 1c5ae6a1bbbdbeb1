"""The players of an older database, and each row of its `pairings` table as a game or a bye.

What a row leaves open is noted, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from podium.app.older.records import Note, Record, Scores, paid, text_of, tidy_text_of, usable_id
from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import CLUB, ByeType, Result
from podium.files.players.cells import read_cell
from podium.files.players.headers import Column, by_header
from podium.files.sheet import Row
from podium.flow.state import Bye, Game, Pairing

NOBODY = "(no player recorded)"
NO_SECTION = "No section"
_PARTS = (Column.NAME, Column.SURNAME, Column.FIRST_NAME, Column.INFIX, Column.SECTION)
NO_RESULT = frozenset({"", "*", "-", "null", "none", "pending"})
FALSE = frozenset({None, "0", "false", "False", "FALSE"})
SAYS_BYE = frozenset({"bye"})  # that there was one, and nothing about its type
_RESULTS = {
    **{result.value.lower(): result for result in Result if result.final},  # a game that was not over is open
    "½-½": Result.DRAW,
    "0.5-0.5": Result.DRAW,
}
_TYPES = {kind.value: kind for kind in ByeType if kind.can_be_given}
_TYPED_RESULTS = {kind.row: kind for kind in _TYPES.values()}


@dataclass(slots=True)
class People:
    """The players of one tournament while it is read; `ids` are the new ids by the old ones."""

    listed: Mapping[str, Record]
    ids: dict[str | None, PlayerId]
    fields: dict[PlayerId, PlayerFields]
    notes: list[Note]

    @classmethod
    def from_records(cls, records: Iterable[Record], entered: Iterable[str]) -> People:
        """The players `entered` by their old ids, described by `records`."""
        listed = {id: record for record in records if (id := text_of(record, "id", "player_id")) is not None}
        people = cls(listed, {}, {}, [])
        for old in entered:
            people.enter(old, None)
        return people

    def enter(self, old: str | None, section: str | None) -> PlayerId:
        """The new id of a player, who is now entered; None is the place of a player that a row does not name."""
        if old in self.ids:
            id = self.ids[old]
        else:
            id = self.ids[old] = PlayerId(usable_id(old, "player"))
            if id != old and old is not None:
                self.notes.append(Note("player-id-new", old, id))
            self.fields[id] = self._described(old)
        if section is not None and self.fields[id].section is None:
            self.fields[id] = replace(self.fields[id], section=section)
        return id

    def settle_sections(self) -> tuple[str, ...]:
        """The sections of the event; players without one, where others have one, get a section of their own."""
        sections = tuple(dict.fromkeys(each.section for each in self.fields.values() if each.section is not None))
        if not sections:
            return ()
        homeless = [id for id, each in self.fields.items() if each.section is None]
        for id in homeless:
            self.fields[id] = replace(self.fields[id], section=NO_SECTION)
            self.notes.append(Note("section-missing", id))
        return tuple(dict.fromkeys((*sections, *([NO_SECTION] if homeless else []))))

    def _described(self, old: str | None) -> PlayerFields:
        if old is None:
            return PlayerFields(NOBODY)
        record = self.listed.get(old)
        if record is None:
            if self.listed:
                self.notes.append(Note("player-not-listed", old))
            return PlayerFields(tidy_text_of({"name": old}, "name") or usable_id(old, "player"))
        return self._read(old, record)

    def _read(self, old: str, record: Record) -> PlayerFields:
        names = tuple(record)
        columns = by_header(Row(1, names))
        texts = {column: text_of(record, names[at]) or "" for at, column in columns.items()}
        values: dict[str, Any] = {}
        for column, text in texts.items():
            if column in _PARTS or not text:
                continue
            cell = read_cell(column, text)
            values[column.value] = cell.value
            if cell.value is None and cell.odd:
                self.notes.append(Note("player-field-dropped", old, text))
        name = _name(texts) or tidy_text_of({"name": old}, "name") or usable_id(old, "player")
        return PlayerFields(name, section=tidy_text_of(record, "section"), **values)


def _name(texts: Mapping[Column, str]) -> str | None:
    whole = texts.get(Column.NAME)
    if not whole:
        surname = f"{texts.get(Column.INFIX, '')} {texts.get(Column.SURNAME, '')}".strip()
        whole = ", ".join(filter(None, (surname, texts.get(Column.FIRST_NAME, ""))))
    return tidy_text_of({"name": whole}, "name")


@dataclass(slots=True)
class RowReader:
    """Reads the rows of one tournament."""

    people: People
    scores: Scores
    notes: list[Note]

    def pairing(self, record: Record, id: PairingId, board: int) -> Pairing:
        """The game or bye that `record` is."""
        white, black = text_of(record, "white_player_id"), text_of(record, "black_player_id")
        section = tidy_text_of(record, "section")
        if white is not None and black is not None and white != black:
            return self._game(record, id, board, white, black, section)
        if white == black is not None:
            self._note("against-self", id, white)
        elif white is None:
            self._note("white-missing" if black is not None else "players-missing", id)
        return self._bye(record, id, board, white or black, section)

    def _game(self, record: Record, id: PairingId, board: int, white: str, black: str, section: str | None) -> Game:
        players = self.people.enter(white, section), self.people.enter(black, section)
        if bye := text_of(record, "bye_type") or (text_of(record, "is_bye") not in FALSE and "is_bye") or None:
            self._note("bye-on-game", id, bye)
        rows = [(side, self.scores.rows_of(record, player)) for side, player in (("white", white), ("black", black))]
        results = (text_of(each, "result") for each in (record, *(each for _, found in rows for each in found)))
        said = next(filter(None, results), "")
        result = _RESULTS.get(said.strip().lower())
        if result is None and said.strip().lower() not in NO_RESULT:
            self._note("result-unknown", id, said)
        for side, found in rows:
            due = CLUB.points(getattr(result, side)) if result is not None else None
            for points in (paid(each) for each in found):
                if points is not None and points != due:
                    self._note("points-differ", id, f"{points} for {side.capitalize()}")
        return Game(id, board, *players, section or "", result)

    def _bye(self, record: Record, id: PairingId, board: int, player: str | None, section: str | None) -> Bye:
        who = self.people.enter(player, section)
        found = self.scores.rows_of(record, player) if player is not None else []
        kind = self._kind(record, found, id)
        points = self._paid(found, id)
        recorded: Points | None = points
        if kind is ByeType.UNSPECIFIED:
            recorded = points if points is not None else Points()
            self._note("bye-unspecified", id, str(recorded))
        elif points == CLUB.points(kind.worth):
            recorded = None  # what the type is worth anyway
        elif points is not None:
            self._note("points-kept", id, f"{points} for {kind.value}")
        return Bye(id, board, who, kind, section or "", recorded)

    def _kind(self, record: Record, found: list[Record], id: PairingId) -> ByeType:
        """The type that was recorded: in `bye_type`, or in a result that names it."""
        said = (text_of(record, "bye_type") or "").strip().lower()
        if said in _TYPES:
            return _TYPES[said]
        if said:
            self._note("bye-type-unknown", id, said)
        results = [text.strip().lower() for each in (record, *found) if (text := text_of(each, "result")) is not None]
        for text in results:
            if text in _TYPED_RESULTS:
                return _TYPED_RESULTS[text]
        for text in results:
            if text not in NO_RESULT and text not in SAYS_BYE:
                self._note("result-unknown", id, text)
        return ByeType.UNSPECIFIED

    def _paid(self, found: list[Record], id: PairingId) -> Points | None:
        """What was paid, if the rows that say so agree."""
        points = {paid(each) for each in found}
        if len(points) == 1 and None not in points:
            return points.pop()
        if points:
            said = " and ".join(text_of(each, "points", "score") or "nothing" for each in found)
            self._note("points-unclear", id, said)
        return None

    def _note(self, code: str, id: str, value: str | None = "") -> None:
        self.notes.append(Note(code, id, value or ""))
