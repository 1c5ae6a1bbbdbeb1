"""The lines of players (record 001): who they are, and whom they met, as the format has it or other programs do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from podium.files.trf.days import BIRTH_CENTURY, day_of
from podium.files.trf.record import Columns, Line
from podium.files.trf.remark import Kind, Notes
from podium.files.trf.report import BYE_CODES, BYES, CODES, GAMES, NOT_OVER, NOTHING, Cell, Entry, RequestedBye

FIRST_CELL = 92  # the column where round 1 begins; each round takes ten
SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
# What nearly every cell looks like; a line with any other is read with care, to say what is wrong.
_PLAIN_CELL = re.compile(
    r"  (?:( {3}[1-9]| {2}[1-9]\d| [1-9]\d\d|[1-9]\d{3}) ([wb]) "
    rf"([ {re.escape(''.join(sorted(GAMES)))}])|0000 - ([{''.join(sorted(BYES))}])| {{8}})"
)
PLAIN_BYES = {"": NOTHING, **{code: Cell(0, "-", code) for code in BYES}}
# Older files write a bye as a result without an opponent.
BYES_OF_OLD = {"+": "F", "=": "H", "-": "Z"}
# What some programs write for a game that is not over, and for the colour of Black.
OPEN_RESULTS = {"*": " ", "X": NOT_OVER}
COLOURS_OF_OTHERS = {"s": "b"}
SEXES = {"f": "w", "F": "w", "W": "w", "M": "m"}
TITLES_OF_OLD = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


ByePlace = tuple[Columns, int, RequestedBye, int]
"""A bye that record 240 announces: its line and column, and the player."""


class PlayerLines:
    """The players so far, by start number, with the line of each; what is wrong or converted is noted.

    `uncoded` are the (player, round) that the file marks as without a game, but not why.
    """

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.entries: dict[int, Entry] = {}
        self.places: dict[int, Line] = {}
        self.uncoded: set[tuple[int, int]] = set()

    @property
    def in_order(self) -> tuple[Entry, ...]:
        """The players in the order of the file, without the rounds at the end that say nothing."""
        return tuple(map(_without_empty_end, self.entries.values()))

    def add(self, columns: Columns) -> None:
        """Reads the line of a player."""
        aligned = [columns.blank(column) for column in SEPARATORS]
        number = columns.whole(5, 8, "start-number-malformed")
        if not number:
            if columns.text(5, 8).strip("0") == "":
                columns.refuse(5, "start-number-missing", value=columns.text(5, 8))
            return
        if number in self.entries:
            first = self.places[number].number
            columns.refuse(5, "start-number-duplicate", value=number, first_line=first)
            return
        self.places[number] = columns.line
        rating = columns.whole(49, 52, "rating-malformed")
        fide_id = columns.text(58, 68)
        self.entries[number] = Entry(
            number=number,
            name=columns.text(15, 47),
            sex=self.notes.converted(columns, SEXES, columns.text(10, 10), "sex-converted"),
            title=self.notes.converted(columns, TITLES_OF_OLD, columns.text(11, 13), "title-converted"),
            rating=rating or None,
            federation=columns.text(54, 56),
            fide_id="" if set(fide_id) <= {"0"} else fide_id,
            birth=self._birth(columns, number),
            points=columns.points(81, 84, "points-malformed"),
            rank=columns.whole(86, 89, "rank-malformed"),
            cells=self._cells(columns) if all(aligned) else (),
        )

    def _cells(self, columns: Columns) -> tuple[Cell, ...]:
        text = columns.line.text
        body = text[FIRST_CELL - 3 :].rstrip()
        size = -(-len(body) // 10)
        if len(plain := _PLAIN_CELL.findall(body.ljust(10 * size))) == size:
            return tuple(
                [
                    Cell(int(opponent), colour, code) if opponent else PLAIN_BYES[bye]
                    for opponent, colour, code, bye in plain
                ]
            )
        cells = []
        for start in range(FIRST_CELL, len(text.rstrip()) + 1, 10):
            raw = text[start - 1 : start + 7]
            cells.append(self._cell(columns, start) if raw.strip() else NOTHING)
            for column in (start - 2, start - 1):
                columns.blank(column)
        return tuple(cells)

    def _cell(self, columns: Columns, start: int) -> Cell:
        opponent = columns.whole(start, start + 3, "opponent-malformed") or 0
        columns.blank(start + 4)
        columns.blank(start + 6)
        text = columns.line.text
        number, round = int(columns.text(5, 8)), (start - FIRST_CELL) // 10 + 1
        place: dict[str, object] = {"player": number, "round": round}
        colour = (text[start + 4 : start + 5].strip() or "-").lower()
        code = (text[start + 6 : start + 7] or " ").upper()
        if opponent:
            colour = self.notes.converted(columns, COLOURS_OF_OTHERS, colour, "colour-converted", **place)
            code = self.notes.converted(columns, OPEN_RESULTS, code, "result-converted", **place)
        if colour not in "wb-":
            columns.refuse(start + 5, "colour-unknown", value=colour)
        if code != " " and code not in CODES:
            code = self._unknown_result(columns, code, opponent, **place)
        if opponent and code in BYES:
            columns.refuse(start + 7, "bye-with-opponent", value=code, opponent=opponent)
        elif not opponent and code in BYES_OF_OLD:
            code = self.notes.converted(columns, BYES_OF_OLD, code, "bye-converted", **place)
        elif not opponent and code in GAMES:
            columns.refuse(start + 7, "result-without-opponent", value=code)
        elif opponent and colour == "-" and code not in "+-":
            columns.refuse(start + 5, "colour-missing", value=colour)
        elif not opponent and code == " ":
            self.uncoded.add((number, round))
        return Cell(opponent, colour if opponent else "-", code)

    def _unknown_result(self, columns: Columns, code: str, opponent: int, **place: object) -> str:
        """The code of a game that is not over for one that the format does not have; of a round without an opponent
        none, as if there was no code."""
        kind = "result-not-known" if opponent else "bye-not-known"
        self.notes.remark(Kind.CONVERTED, columns.line.number, columns.line.tag, kind, value=code, **place)
        return NOT_OVER if opponent else " "

    def _birth(self, columns: Columns, number: int) -> str:
        text = columns.text(70, 79)
        return self.notes.day(day_of(text, BIRTH_CENTURY), text, columns.line, player=number)

    def agree_on_games_not_over(self) -> None:
        """Lets both players of a game have no result where one of them has a code that is not known."""
        for each in [each for each in self.notes.remarks if each.code == "result-not-known"]:
            number, round = int(str(each.facts["player"])), int(str(each.facts["round"]))
            cell = self.entries[number].cell(round) if number in self.entries else NOTHING
            other = self.entries.get(cell.opponent)
            if other is None:
                continue
            answer = other.cell(round)
            if answer.opponent != number or answer.code == NOT_OVER:
                continue
            self._put(other.number, round, replace(answer, code=NOT_OVER))
            facts = {"player": other.number, "round": round, "value": answer.code}
            line = self.places[other.number]
            self.notes.remark(Kind.CONVERTED, line.number, line.tag, "result-not-agreed", **facts)

    def announce_byes(self, places: Iterable[ByePlace]) -> None:
        """Fills empty cells of record 001 with the byes of record 240 and notes contradictions."""
        length = max((len(entry.cells) for entry in self.entries.values()), default=0)
        for columns, column, bye, number in places:
            entry = self.entries.get(number)
            if entry is None or bye.round > length:
                continue
            code = next(code for code, kind in BYE_CODES.items() if kind is bye.type)
            cell = entry.cell(bye.round)
            if cell == NOTHING:
                cells = [*entry.cells, *[NOTHING] * (length - len(entry.cells))]
                cells[bye.round - 1] = Cell(0, "-", code)
                self.entries[number] = replace(entry, cells=tuple(cells))
            elif cell.opponent or cell.code != code:
                columns.refuse(column, "bye-contradicted", value=number, round=bye.round)

    def leave_out_empty_rounds(self, planned: int | None) -> None:
        """Takes away the last rounds as long as everybody is absent there: they were never played."""
        most = max((len(entry.cells) for entry in self.entries.values()), default=0)
        last = most
        while last and all(self._is_absent(entry, last, planned) for entry in self.entries.values()):
            last -= 1
        if last == most:
            return
        line = next(iter(self.places.values())).number
        for round in range(last + 1, most + 1):
            self.notes.remark(Kind.LEFT_OUT, line, "001", "round-without-players", value=round)
        for number, entry in self.entries.items():
            self.entries[number] = replace(entry, cells=entry.cells[:last])

    def _is_absent(self, entry: Entry, round: int, planned: int | None) -> bool:
        cell = entry.cell(round)
        if cell == NOTHING:
            return (entry.number, round) in self.uncoded or (planned is not None and round > planned)
        return not cell.opponent and cell.code == "Z"

    def adjourn(self, round: int, players: Sequence[int]) -> bool:
        """Puts the code of an adjourned game in the place of the draw that it counts as; False where there is none."""
        both = [self.entries.get(number) for number in players]
        cells = [entry.cell(round) if entry is not None and round else NOTHING for entry in both]
        if [(cell.opponent, cell.code) for cell in cells] != [(number, "=") for number in reversed(players)]:
            return False
        for number, cell in zip(players, cells, strict=True):
            self._put(number, round, replace(cell, code=NOT_OVER))
        return True

    def _put(self, number: int, round: int, cell: Cell) -> None:
        """Puts another cell in the place of one that a player has."""
        entry = self.entries[number]
        self.entries[number] = replace(entry, cells=(*entry.cells[: round - 1], cell, *entry.cells[round:]))

    def refuse_rounds_beyond(self, planned: int) -> None:
        """Notes every player with more rounds than are planned."""
        for number, entry in self.entries.items():
            if len(entry.cells) > planned:
                columns = Columns(self.places[number], self.notes.found)
                column = FIRST_CELL + 10 * planned
                columns.refuse(column, "round-not-planned", value=len(entry.cells), planned=planned)


def _without_empty_end(entry: Entry) -> Entry:
    """The player without the rounds at the end that say nothing."""
    last = len(entry.cells)
    while last and entry.cells[last - 1] == NOTHING:
        last -= 1
    return entry if last == len(entry.cells) else replace(entry, cells=entry.cells[:last])
