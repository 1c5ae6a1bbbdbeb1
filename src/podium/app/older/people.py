"""The players of an older database: from its `players` table, or from the ids in its pairings alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from podium.app.older.records import Note, Record, text_of, tidy_text_of, usable_id
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.files.players.cells import read_cell
from podium.files.players.headers import Column, by_header
from podium.files.sheet import Row

NOBODY = "(no player recorded)"
NO_SECTION = "No section"
_PARTS = (Column.NAME, Column.SURNAME, Column.FIRST_NAME, Column.INFIX, Column.SECTION)


@dataclass(slots=True)
class People:
    """The players of one tournament while it is read; `ids` are the new ids by the old ones."""

    listed: Mapping[str, Record]
    ids: dict[str | None, PlayerId]
    fields: dict[PlayerId, PlayerFields]
    notes: list[Note]

    @classmethod
    def of(cls, records: Iterable[Record], entered: Iterable[str]) -> People:
        """Those `entered` by their old ids, described by `records`."""
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
        """The sections of the event; whoever has none where others have is put into one of their own."""
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
