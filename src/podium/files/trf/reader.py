"""Reading a report file: from lines to the domain, noting everything that is wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from podium.core.errors import FormatError as Damage
from podium.core.points import Points
from podium.core.result import FIDE, Scoring
from podium.files.file_kinds import refuse_unless_report
from podium.files.trf import national_ratings, scoring
from podium.files.trf.crosscheck import disagreements, scored
from podium.files.trf.days import day_of, day_of_round
from podium.files.trf.player_lines import FIRST_CELL, ByePlace, PlayerLines
from podium.files.trf.record import Columns, Line, Record, decode, is_ruler, team_event
from podium.files.trf.remark import Kind, Notes, Places
from podium.files.trf.report import (
    AT_THE_END,
    BYE_CODES,
    RESULT_LETTERS,
    Acceleration,
    Adjustment,
    Forbidden,
    Report,
    RequestedBye,
)

MOST_ROUNDS = 999
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


def read_report_file(content: bytes, *, keep_points: bool = False) -> Report:
    """The tournament in a file; raises FormatError, first of all for a file of another kind, which it names."""
    refuse_unless_report(content)
    return read(decode(content), keep_points=keep_points)


def check(text: str) -> tuple[Damage, ...]:
    """Everything that is wrong with `text`, in the order of its lines; nothing for a good file."""
    return _examined(text)[1]


def _examined(text: str, *, keep_points: bool = False) -> tuple[Report, tuple[Damage, ...]]:
    record = Record.parse(text.removeprefix("\ufeff"))
    if (of_teams := team_event(record)) is not None:
        return Report(), (of_teams,)
    reader = _Reader(record)
    report = reader.report(keep_points=keep_points)
    return report, tuple(sorted(reader.notes.found, key=lambda error: (error.line, error.column)))


class _Reader:
    """Collects what each line says; `notes` fill with what is wrong or worth a remark."""

    def __init__(self, record: Record) -> None:
        self.notes = Notes()
        self.players = PlayerLines(self.notes)
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
        self.others: list[tuple[str, int]] = []  # lines there is no field for, with their numbers
        self.lines_of: dict[str, list[int]] = {}  # the lines of each record
        self.adjourned: list[tuple[Columns, int, int, int]] = []  # a comment, its round and players
        self.named: list[tuple[Columns, int, int]] = []  # start numbers outside record 001
        self.bye_places: list[ByePlace] = []
        handlers: dict[str, Callable[[Columns], None]] = {
            "001": self.players.add,
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
            columns = Columns(line, self.notes.found)
            if is_ruler(line.text):  # as a comment, since other programs take it for a record 012
                self._keep(Columns(replace(line, text=f"### {line.text}"), self.notes.found))
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
        if not self.players.entries:
            self.notes.found.append(Damage(0, 0, "players-missing", tag="001"))
        for columns, column, number in self.named:
            if number not in self.players.entries:
                columns.refuse(column, "player-unknown", value=number)
        given = scoring.stated(self.scoring)
        self._remark_on_adjourned(given or FIDE)
        self._count_national_ratings()
        self.players.announce_byes(self.bye_places)
        for columns, round, *both in self.adjourned:
            if not self.players.adjourn(round, both):
                self._keep(columns)
        self.players.agree_on_games_not_over()
        self.players.leave_out_empty_rounds(self.rounds)
        if self.rounds is not None:
            self.players.refuse_rounds_beyond(self.rounds)
        texts = self.texts
        report = Report(
            entries=self.players.in_order,
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
            others=tuple(text for text, _line in self.others),
            rank_federation=self.rank_method[0],
            rank_method=self.rank_method[1],
            stated_players=texts["062"],
            stated_rated=texts["072"],
        )
        report = replace(report, absent=self._absent_without_bye(report.paired_rounds + 1))
        self.notes.found.extend(disagreements(report, self.players.places))
        if not self.notes.found:
            report = scored(report, self.players, stated=given is not None, keep_points=keep_points)
        if report.planned_rounds is None and len(self.dates) > report.paired_rounds:
            report = replace(report, planned_rounds=len(self.dates))
            self.notes.remark(Kind.INFERRED, self.lines_of["132"][0], "132", "rounds-by-dates", value=len(self.dates))
        places = Places(
            {number: line.number for number, line in self.players.places.items()},
            {tag: tuple(lines) for tag, lines in self.lines_of.items()},
            tuple(line for _text, line in self.others),
        )
        return replace(report, remarks=tuple(sorted(self.notes.remarks, key=lambda each: each.line)), places=places)

    # Records, one method each

    def _deputy(self, columns: Columns) -> None:
        self.deputies.append(columns.line.text[4:].strip())

    def _dates(self, columns: Columns) -> None:
        starts = range(FIRST_CELL, len(columns.line.text.rstrip()) + 1, 10)
        texts = [columns.text(start, start + 9) for start in starts]
        self.dates = tuple(self.notes.day(day_of_round(text), text, columns.line) for text in texts)

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
                self.notes.remark(
                    Kind.LEFT_OUT, columns.line.number, columns.line.tag, "adjourned-not-drawn", value=worth
                )

    def _count_national_ratings(self) -> None:
        """Counts the rating that record 172 says of players with a national one; lines that say no more go."""
        federation, method = self.rank_method
        if method not in national_ratings.METHODS:
            return
        kept = []
        for text, line in self.others:
            number, national = national_ratings.rating_of(text, federation) or (0, 0)
            entry = self.players.entries.get(number)
            counts = entry is not None and entry.national_rating is None
            if entry is not None and counts:
                self.players.entries[number] = national_ratings.with_national_rating(entry, method, national)
            if not counts or national_ratings.says_more(text):
                kept.append((text, line))
        self.others = kept

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
        code = RESULT_LETTERS.get(columns.text(5, 5), columns.text(5, 5).upper())
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
        self.others.append((columns.line.text, columns.line.number))

    def _day(self, tag: str) -> str:
        """The first or the last day of the event."""
        text = self.texts[tag]
        return self.notes.day(day_of(text), text, Line(self.lines_of[tag][0], tag, "")) if text else ""

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

    def _absent_without_bye(self, due: int) -> tuple[int, ...]:
        """The players whom XXZ names; one with an announced bye in the next round is away in that one alone."""
        announced = {number for _, _, bye, number in self.bye_places if bye.round == due}
        return tuple(number for number in self.absent if number not in announced)

    def _adjourned(self, columns: Columns) -> None:
        """A comment that names a game of the file as not over; one that does not is a comment like any other."""
        words = columns.line.text.removeprefix(ADJOURNED_IN).split()
        if len(words) == 3 and all(word.isascii() and word.isdecimal() for word in words):
            round, white, black = map(int, words)
            self.adjourned.append((columns, round, white, black))
        else:
            self._keep(columns)
