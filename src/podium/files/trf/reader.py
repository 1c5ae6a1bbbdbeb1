"""Reading a report file: from lines to the domain, noting everything that is wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from podium.core.errors import FormatError as Damage
from podium.core.points import Points
from podium.core.result import FIDE, Scoring
from podium.files.trf import national_ratings, scoring
from podium.files.trf.bye_inference import byes_by_points
from podium.files.trf.crosscheck import disagreements, points_differ
from podium.files.trf.days import OF_BIRTHS, day_of, day_of_round
from podium.files.trf.record import Columns, Line, Record
from podium.files.trf.remark import Kind, Places, Remark
from podium.files.trf.report import (
    AT_THE_END,
    BYE_CODES,
    BYES,
    CODES,
    GAMES,
    NOT_OVER,
    NOTHING,
    OF_RESULTS,
    Acceleration,
    Adjustment,
    Cell,
    Entry,
    Forbidden,
    Report,
    RequestedBye,
)
from podium.files.trf.teams import team_event

FIRST_CELL = 92  # the column where round 1 begins; each round takes ten
SEPARATORS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
MOST_ROUNDS = 999
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
CARRIED = "### TRF26 "
"""How a file in the form of TRF16 begins a line whose record only TRF26 has."""
ADJOURNED_IN = "### ADJOURNED"
"""How it begins the line that names a round and the two players of an adjourned game."""
TEXTS = frozenset({"012", "022", "032", "042", "052", "092", "102", "122", "192"})
COUNTED = frozenset({"062", "072"})  # numbers of players: counted again when written
RANK_METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")


def read(text: str, *, keep_points: bool = False) -> Report:
    """The tournament in `text`; raises FormatError with the first thing that is wrong.

    To `keep_points` is to take those of the file where the results add up to others, the difference as an adjustment.
    """
    report, found = _examined(text, keep_points=keep_points)
    if found:
        raise found[0]
    return report


def check(text: str) -> tuple[Damage, ...]:
    """Everything that is wrong with `text`, in the order of its lines; nothing for a good file."""
    return _examined(text)[1]


def _examined(text: str, *, keep_points: bool = False) -> tuple[Report, tuple[Damage, ...]]:
    record = Record.of(text.removeprefix("\ufeff"))
    if (of_teams := team_event(record)) is not None:
        return Report(), (of_teams,)
    reader = _Reader(record)
    report = reader.report(keep_points=keep_points)
    return report, tuple(sorted(reader.found, key=lambda error: (error.line, error.column)))


class _Reader:
    """Collects what each line says; `found` fills with what is wrong."""

    def __init__(self, record: Record) -> None:
        self.found: list[Damage] = []
        self.entries: dict[int, Entry] = {}
        self.places: dict[int, Line] = {}  # the line of each player, for findings
        self.texts = dict.fromkeys(TEXTS | COUNTED, "")
        self.deputies: list[str] = []
        self.dates: tuple[str, ...] = ()
        self.rounds: int | None = None
        self.colour: str | None = None
        self.by_rank = False
        self.tiebreaks: tuple[str, ...] = ()
        self.scoring: list[Columns] = []
        self.forbidden: list[Forbidden] = []
        self.accelerations: list[Acceleration] = []
        self.byes: list[RequestedBye] = []
        self.absent: list[int] = []
        self.adjustments: list[Adjustment] = []
        self.rank_method = ("", "")
        self.others: list[str] = []
        self.other_lines: list[int] = []
        self.remarks: list[Remark] = []
        self.lines_of: dict[str, list[int]] = {}  # the lines of each record
        self.adjourned: list[tuple[Columns, int, int, int]] = []  # a comment, its round and players
        self.uncoded: set[tuple[int, int]] = set()  # (player, round) of 0000 without a code
        self.named: list[tuple[Columns, int, int]] = []  # start numbers outside record 001
        self.bye_places: list[tuple[Columns, int, RequestedBye, int]] = []
        handlers: dict[str, Callable[[Columns], None]] = {
            "001": self._player,
            "112": self._deputy,
            "132": self._dates,
            "172": self._rank_method,
            "142": self._rounds,
            "XXR": self._rounds,
            "152": self._colour,
            "XXC": self._configuration,
            "202": self._tiebreaks,
            "212": self._tiebreaks,
            "240": self._byes,
            "250": self._acceleration,
            "XXA": self._acceleration_by_round,
            "260": self._forbidden,
            "XXP": self._forbidden_ever,
            "XXZ": self._absent,
            "299": self._adjustment,
        }
        for raw in record.lines:
            line = replace(raw, text=raw.text.removeprefix(CARRIED)) if raw.text.startswith(CARRIED) else raw
            self.lines_of.setdefault(line.tag, []).append(line.number)
            columns = Columns(line, self.found)
            if _is_ruler(line.text):  # as a comment, since other programs take it for a record 012
                self._keep(Columns(replace(line, text=f"### {line.text}"), self.found))
                continue
            if line.text.startswith(ADJOURNED_IN):
                self._adjourned(columns)
                continue
            text = line.text[4:].strip()
            if line.tag in self.texts and (not text or self.texts[line.tag] in ("", text)):
                self.texts[line.tag] = self.texts[line.tag] or text
            elif line.tag in scoring.TAGS:
                self.scoring.append(columns)
            elif line.tag in handlers:
                handlers[line.tag](columns)
            elif line.text.strip():
                self._keep(columns)

    def report(self, *, keep_points: bool = False) -> Report:
        """The domain object; checks what only the whole file can show."""
        if not self.entries:
            self.found.append(Damage(0, 0, "players-missing", tag="001"))
        for columns, column, number in self.named:
            if number not in self.entries:
                columns.refuse(column, "player-unknown", value=number)
        given = scoring.stated(self.scoring)
        self._remark_on_adjourned(given or FIDE)
        self._count_national_ratings()
        self._announce_byes()
        self._adjourn()
        self._agree_on_games_not_over()
        self._leave_out_empty_rounds()
        self._refuse_extra_rounds()
        texts = self.texts
        report = Report(
            entries=tuple(map(_without_empty_end, self.entries.values())),
            name=texts["012"],
            city=texts["022"],
            federation=texts["032"],
            start=self._day("042"),
            end=self._day("052"),
            kind=texts["092"],
            arbiter=texts["102"],
            time_control=texts["122"],
            type_code=texts["192"],
            deputies=tuple(self.deputies),
            dates=self.dates,
            planned_rounds=self.rounds,
            initial_colour=self.colour,
            by_rank=self.by_rank,
            scoring=self._scoring_of_results(given or FIDE),
            tiebreaks=self.tiebreaks,
            forbidden=self._kept_apart(),
            accelerations=tuple(self.accelerations),
            byes=tuple(self.byes),
            absent=(),
            adjustments=tuple(self.adjustments),
            others=tuple(self.others),
            rank_federation=self.rank_method[0],
            rank_method=self.rank_method[1],
            stated_players=texts["062"],
            stated_rated=texts["072"],
        )
        report = replace(report, absent=self._absent_without_bye(report.paired_rounds + 1))
        self.found += disagreements(report, self.places)
        if not self.found:
            report = self._scored(report, stated=given is not None, keep_points=keep_points)
        if report.planned_rounds is None and len(self.dates) > report.paired_rounds:
            report = replace(report, planned_rounds=len(self.dates))
            self._remark(Kind.INFERRED, self.lines_of["132"][0], "132", "rounds-by-dates", value=len(self.dates))
        places = Places(
            {number: line.number for number, line in self.places.items()},
            {tag: tuple(lines) for tag, lines in self.lines_of.items()},
            tuple(self.other_lines),
        )
        return replace(report, remarks=tuple(sorted(self.remarks, key=lambda each: each.line)), places=places)

    def _scored(self, report: Report, *, stated: bool, keep_points: bool) -> Report:
        """The report with the scoring table that its points show; notes points that fit none, or keeps them."""
        if all(not entry.points for entry in report.entries):
            return report  # a file without points, or before the first round
        tables = [report.scoring] if stated else list(scoring.candidates())
        for table in tables:
            tried = replace(report, scoring=table)
            if not points_differ(tried, self.places):
                return tried
        for table in tables:
            inferred = byes_by_points(replace(report, scoring=table), self.uncoded)
            if inferred is not None and not points_differ(tried := inferred.report, self.places):
                for number, round, code in inferred.byes:
                    facts = {"player": number, "round": round, "value": code}
                    self._remark(Kind.INFERRED, self.places[number].number, "001", "bye-by-points", **facts)
                return tried
        if keep_points:
            table = min(tables, key=lambda each: len(points_differ(replace(report, scoring=each), self.places)))
            return self._adjusted(replace(report, scoring=table))
        self.found += points_differ(report, self.places)
        return report

    def _adjusted(self, report: Report) -> Report:
        """The report with its points, by adjustments from the last round on of what the results do not explain."""
        adjustments = list(report.adjustments)
        for wrong in points_differ(report, self.places):
            entry = report.by_number[int(str(wrong.facts["player"]))]
            points = (entry.points or Points(0)) - report.score(entry)
            adjustments.append(Adjustment(points, (entry.number,), round=report.paired_rounds or None))
            facts = {name: wrong.facts[name] for name in ("player", "value", "sum")}
            self._remark(Kind.INFERRED, wrong.line, "001", "points-kept", **facts)
        return replace(report, adjustments=tuple(adjustments))

    # Records, one method each

    def _player(self, columns: Columns) -> None:
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
            sex=self._converted(columns, SEXES, columns.text(10, 10), "sex-converted"),
            title=self._converted(columns, TITLES_OF_OLD, columns.text(11, 13), "title-converted"),
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
            colour = self._converted(columns, COLOURS_OF_OTHERS, colour, "colour-converted", **place)
            code = self._converted(columns, OPEN_RESULTS, code, "result-converted", **place)
        if colour not in "wb-":
            columns.refuse(start + 5, "colour-unknown", value=colour)
        if code != " " and code not in CODES:
            code = self._unknown_result(columns, code, opponent, **place)
        if opponent and code in BYES:
            columns.refuse(start + 7, "bye-with-opponent", value=code, opponent=opponent)
        elif not opponent and code in BYES_OF_OLD:
            code = self._converted(columns, BYES_OF_OLD, code, "bye-converted", **place)
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
        self._remark(Kind.CONVERTED, columns.line.number, columns.line.tag, kind, value=code, **place)
        return NOT_OVER if opponent else " "

    def _agree_on_games_not_over(self) -> None:
        """Lets both players of a game have no result where one of them has a code that is not known."""
        for each in [each for each in self.remarks if each.code == "result-not-known"]:
            number, round = int(str(each.facts["player"])), int(str(each.facts["round"]))
            cell = self.entries[number].cell(round) if number in self.entries else NOTHING
            other = self.entries.get(cell.opponent)
            if other is None:
                continue
            answer = other.cell(round)
            if answer.opponent != number or answer.code == NOT_OVER:
                continue
            cells = (*other.cells[: round - 1], replace(answer, code=NOT_OVER), *other.cells[round:])
            self.entries[other.number] = replace(other, cells=cells)
            facts = {"player": other.number, "round": round, "value": answer.code}
            line = self.places[other.number]
            self._remark(Kind.CONVERTED, line.number, line.tag, "result-not-agreed", **facts)

    def _deputy(self, columns: Columns) -> None:
        self.deputies.append(columns.line.text[4:].strip())

    def _dates(self, columns: Columns) -> None:
        last = len(columns.line.text.rstrip())
        found = []
        for start in range(FIRST_CELL, last + 1, 10):
            text = columns.text(start, start + 9)
            found.append(self._taken(day_of_round(text), text, columns.line))
        self.dates = tuple(found)

    def _rank_method(self, columns: Columns) -> None:
        federation, method = columns.text(5, 7), columns.text(8, len(columns.line.text)).upper()
        if method in RANK_METHODS and not self.rank_method[1]:
            self.rank_method = (federation.upper(), method)
        else:
            self._keep(columns)

    def _remark_on_adjourned(self, table: Scoring) -> None:
        for columns in self.scoring:
            worth = scoring.worth_of_adjourned(columns)
            if worth is not None and worth != table.draw:
                self._remark(Kind.LEFT_OUT, columns.line.number, columns.line.tag, "adjourned-not-drawn", value=worth)

    def _count_national_ratings(self) -> None:
        """Lets the rating count that record 172 says of whoever has a national one; lines that say no more go."""
        federation, method = self.rank_method
        kept = list(zip(self.others, self.other_lines, strict=True))
        for place in kept if method in national_ratings.METHODS else ():
            entry, found = None, national_ratings.rating_of(place[0], federation)
            if found is not None:
                entry = self.entries.get(found[0])
            if found is None or entry is None or entry.national_rating is not None:
                continue
            self.entries[entry.number] = national_ratings.with_national_rating(entry, method, found[1])
            if not national_ratings.says_more(place[0]):
                kept = [each for each in kept if each is not place]
        self.others, self.other_lines = [text for text, _line in kept], [line for _text, line in kept]

    def _rounds(self, columns: Columns) -> None:
        rounds = columns.whole(4, len(columns.line.text), "rounds-malformed")
        if rounds is None:
            return
        if not 0 < rounds <= MOST_ROUNDS:
            columns.refuse(5, "rounds-malformed", value=rounds)
            return
        if self.rounds not in (None, rounds):
            columns.refuse(5, "rounds-disagree", value=rounds, other=self.rounds)
        self.rounds = rounds

    def _colour(self, columns: Columns) -> None:
        text = columns.line.text[3:].strip()
        if text.upper() not in ("W", "B"):
            columns.refuse(5, "initial-colour-unknown", value=text)
            return
        self._set_colour(columns, text.lower())

    def _set_colour(self, columns: Columns, colour: str) -> None:
        if self.colour not in (None, colour):
            columns.refuse(5, "initial-colours-disagree", value=colour, other=self.colour)
        self.colour = colour

    def _configuration(self, columns: Columns) -> None:
        for match in re.finditer(r"\S+", columns.line.text[3:]):
            word = match.group().lower()
            if word in ("white1", "black1"):
                self._set_colour(columns, word[0])
            elif word == "rank":
                self.by_rank = True
            else:
                columns.refuse(4 + match.start(), "configuration-unknown", value=word)

    def _tiebreaks(self, columns: Columns) -> None:
        codes = tuple(re.split(r"[\s,;]+", columns.line.text[3:].strip(" ,;")))
        if columns.line.tag == "212" or not self.tiebreaks:  # 212 is the fuller list of the two
            self.tiebreaks = tuple(code for code in codes if code)

    def _byes(self, columns: Columns) -> None:
        kind = columns.text(5, 5).upper()
        if kind not in BYE_CODES:
            columns.refuse(5, "bye-unknown", value=kind)
            return
        number = columns.whole(7, 9, "round-malformed")
        players = self._players(columns, columns.numbers(11, 4, "player-malformed"))
        if not number:
            columns.refuse(7, "round-missing", value=columns.text(7, 9))
            return
        bye = RequestedBye(number, BYE_CODES[kind], tuple(player for _, player in players))
        self.byes.append(bye)
        self.bye_places += [(columns, column, bye, player) for column, player in players]

    def _acceleration(self, columns: Columns) -> None:
        points = columns.points(10, 13, "points-malformed")
        first_round = columns.whole(15, 17, "round-malformed")
        last_round = columns.whole(19, 21, "round-malformed") or first_round
        first = columns.whole(23, 26, "player-malformed")
        last = columns.whole(28, 31, "player-malformed") or first
        if points is None or not first_round or not last_round or not first or not last:
            columns.refuse(5, "acceleration-malformed", value=columns.line.text[4:].strip())
            return
        self.accelerations.append(Acceleration(points, first_round, last_round, first, last))

    def _acceleration_by_round(self, columns: Columns) -> None:
        number = columns.whole(5, 8, "player-malformed")
        if not number:
            columns.refuse(5, "player-malformed", value=columns.text(5, 8))
            return
        self.named.append((columns, 5, number))
        for index, start in enumerate(range(10, len(columns.line.text) + 1, 5), 1):
            points = columns.points(start, start + 3, "points-malformed")
            if points:
                self.accelerations.append(Acceleration(points, index, index, number, number))

    def _forbidden(self, columns: Columns) -> None:
        first = columns.whole(5, 7, "round-malformed") or 1
        last = columns.whole(9, 11, "round-malformed") or first
        players = self._players(columns, columns.numbers(13, 4, "player-malformed"))
        self.forbidden.append(Forbidden(tuple(player for _, player in players), first, last))

    def _forbidden_ever(self, columns: Columns) -> None:
        self.forbidden.append(Forbidden(tuple(self._listed(columns))))

    def _absent(self, columns: Columns) -> None:
        self.absent += self._listed(columns)

    def _adjustment(self, columns: Columns) -> None:
        code = OF_RESULTS.get(columns.text(5, 5), columns.text(5, 5).upper())
        points = columns.points(14, 17, "points-malformed") or Points(0)
        number = columns.whole(20, 22, "round-malformed")
        players = self._players(columns, columns.numbers(24, 4, "player-malformed"))
        if code and code not in scoring.ROW_OF_299:
            columns.refuse(5, "adjustment-unknown", value=code)
            return
        if (not players and (number or not code)) or (code and number == AT_THE_END):
            # For whom, or for which round? Guessing would change somebody's score.
            columns.refuse(20, "adjustment-unclear", value=columns.line.text[4:].strip())
            return
        numbers = tuple(player for _, player in players)
        self.adjustments.append(Adjustment(points, numbers, code, number or None))

    def _scoring_of_results(self, table: Scoring) -> Scoring:
        """The table with what record 299 says of a kind of result for everybody; those records are in it then."""
        for extra in [each for each in self.adjustments if not each.numbers]:
            table = replace(table, **{scoring.ROW_OF_299[extra.code]: extra.points})
            self.adjustments.remove(extra)
        return table

    def _kept_apart(self) -> tuple[Forbidden, ...]:
        """The groups; a pair that TRF16 names beside its group is no other one."""
        groups = [self._whole(each) for each in self.forbidden]
        ever = [set(each.numbers) for each in groups if each.last_round is None]
        return tuple(
            each for each in groups if each.last_round is not None or not any(set(each.numbers) < own for own in ever)
        )

    def _whole(self, group: Forbidden) -> Forbidden:
        """The group, without an end where it may never meet."""
        last = group.last_round
        ever = group.first_round == 1 and last is not None and last >= min(self.rounds or MOST_ROUNDS, MOST_ROUNDS)
        return replace(group, last_round=None) if ever else group

    # What several records share

    def _keep(self, columns: Columns) -> None:
        """A line that there is no field for is carried along."""
        self.others.append(columns.line.text)
        self.other_lines.append(columns.line.number)

    def _remark(self, kind: Kind, line: int, tag: str, code: str, **facts: object) -> None:
        self.remarks.append(Remark(kind, line, tag, code, facts))

    def _converted(self, columns: Columns, table: Mapping[str, str], value: str, code: str, **facts: object) -> str:
        """What the table has for a value, noted; any other value as it is."""
        if value not in table:
            return value
        facts |= {"value": value, "taken": table[value]}
        self._remark(Kind.CONVERTED, columns.line.number, columns.line.tag, code, **facts)
        return table[value]

    def _taken(self, day: tuple[str, bool], text: str, line: Line, **facts: object) -> str:
        """A day, noted where it was written in another form."""
        taken, converted = day
        if converted:
            facts |= {"value": text, "taken": taken}
            self._remark(Kind.CONVERTED, line.number, line.tag, "date-converted", **facts)
        return taken

    def _day(self, tag: str) -> str:
        """The first or the last day of the event."""
        text = self.texts[tag]
        if not text:
            return ""
        line = Line(self.lines_of[tag][0], tag, "")
        return self._taken(day_of(text), text, line)

    def _birth(self, columns: Columns, number: int) -> str:
        text = columns.text(70, 79)
        return self._taken(day_of(text, OF_BIRTHS), text, columns.line, player=number)

    def _players(self, columns: Columns, fields: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The fields, remembered to be looked up when all players are known."""
        self.named += [(columns, column, number) for column, number in fields]
        return fields

    def _listed(self, columns: Columns) -> list[int]:
        """The start numbers of a line that lists them freely."""
        numbers = []
        for match in re.finditer(r"[^\s,/]+", columns.line.text[3:]):
            if match.group().isdecimal():
                numbers.append(int(match.group()))
                self.named.append((columns, 4 + match.start(), numbers[-1]))
            else:
                columns.refuse(4 + match.start(), "player-malformed", value=match.group())
        return numbers

    def _announce_byes(self) -> None:
        """Fills empty cells of record 001 with the byes of record 240 and notes contradictions."""
        length = max((len(entry.cells) for entry in self.entries.values()), default=0)
        for columns, column, bye, number in self.bye_places:
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

    def _absent_without_bye(self, due: int) -> tuple[int, ...]:
        """Those whom XXZ names; whose bye in the next round is announced as well is away in that one alone."""
        announced = {number for _, _, bye, number in self.bye_places if bye.round == due}
        return tuple(number for number in self.absent if number not in announced)

    def _leave_out_empty_rounds(self) -> None:
        """Takes away the last rounds as long as everybody is absent there: they were never played."""
        most = max((len(entry.cells) for entry in self.entries.values()), default=0)
        last = most
        while last and all(self._is_absent(entry, last) for entry in self.entries.values()):
            last -= 1
        if last == most:
            return
        line = next(iter(self.places.values())).number
        for round in range(last + 1, most + 1):
            self._remark(Kind.LEFT_OUT, line, "001", "round-without-players", value=round)
        for number, entry in self.entries.items():
            self.entries[number] = replace(entry, cells=entry.cells[:last])

    def _is_absent(self, entry: Entry, round: int) -> bool:
        cell = entry.cell(round)
        if cell == NOTHING:
            return (entry.number, round) in self.uncoded or (self.rounds is not None and round > self.rounds)
        return not cell.opponent and cell.code == "Z"

    def _adjourned(self, columns: Columns) -> None:
        """A comment that names a game of the file as not over; one that does not is a comment like any other."""
        words = columns.line.text.removeprefix(ADJOURNED_IN).split()
        if len(words) == 3 and all(word.isascii() and word.isdecimal() for word in words):
            round, white, black = map(int, words)
            self.adjourned.append((columns, round, white, black))
        else:
            self._keep(columns)

    def _adjourn(self) -> None:
        """Puts the code of an adjourned game in the place of the draw that it counts as."""
        for columns, round, *players in self.adjourned:
            both = [self.entries.get(number) for number in players]
            cells = [entry.cell(round) if entry is not None and round else NOTHING for entry in both]
            if [(cell.opponent, cell.code) for cell in cells] != [(number, "=") for number in reversed(players)]:
                self._keep(columns)
                continue
            for number, cell in zip(players, cells, strict=True):
                entry = self.entries[number]
                changed = (*entry.cells[: round - 1], replace(cell, code=NOT_OVER), *entry.cells[round:])
                self.entries[number] = replace(entry, cells=changed)

    def _refuse_extra_rounds(self) -> None:
        if self.rounds is None:
            return
        for number, entry in self.entries.items():
            if len(entry.cells) > self.rounds:
                columns = Columns(self.places[number], self.found)
                column = FIRST_CELL + 10 * self.rounds
                columns.refuse(column, "round-not-planned", value=len(entry.cells), planned=self.rounds)


def _is_ruler(text: str) -> bool:
    """Is it a line in which every sign counts its column, from 0 or from 1?"""
    counts = [
        "".join(sign if sign == " " else str((at + first) % 10) for at, sign in enumerate(text)) for first in (0, 1)
    ]
    return len(text.split()) < len(text) / 4 and len(text) > 12 and text in counts


def _without_empty_end(entry: Entry) -> Entry:
    """The player without the rounds at the end that say nothing."""
    last = len(entry.cells)
    while last and entry.cells[last - 1] == NOTHING:
        last -= 1
    return entry if last == len(entry.cells) else replace(entry, cells=entry.cells[:last])
