"""Writing a report file: the domain as TRF26, or as TRF16 with the usual extensions;
and the number of rounds put into a file that does not say it, all else byte for byte as it was."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Literal

from podium.core.result import ByeType
from podium.files.trf.national_ratings import lines_of
from podium.files.trf.reader import ADJOURNED_IN, CARRIED
from podium.files.trf.record import Line, Record, decode
from podium.files.trf.report import BYE_CODES, NOT_OVER, Entry, Report, RequestedBye
from podium.files.trf.scoring import lines_162, lines_xxs

_FEDERATIONS_OF_COUNTRIES = (
    "AGO:ANG ARE:UAE ATG:ANT BGD:BAN BGR:BUL BHR:BRN BHS:BAH BMU:BER BRB:BAR BTN:BHU BWA:BOT CHE:SUI CHL:CHI "
    "CRI:CRC DEU:GER DNK:DEN DZA:ALG FJI:FIJ GRC:GRE GTM:GUA HND:HON HRV:CRO HTI:HAI IDN:INA IRN:IRI KHM:CAM "
    "KWT:KUW LBY:LBA LKA:SRI LSO:LES LVA:LAT MCO:MNC MDG:MAD MMR:MYA MNG:MGL MRT:MTN MYS:MAS NGA:NGR NIC:NCA "
    "NLD:NED NPL:NEP OMN:OMA PHL:PHI PRI:PUR PRT:POR PRY:PAR PSE:PLE SAU:KSA SDN:SUD SLV:ESA SVN:SLO TWN:TPE "
    "TZA:TAN URY:URU VNM:VIE ZAF:RSA ZMB:ZAM ZWE:ZIM"
)
FEDERATIONS = dict(pair.split(":") for pair in _FEDERATIONS_OF_COUNTRIES.split())


def fide_federation(code: str) -> str:
    """The code that FIDE has for a country; any other as it is.

    >>> fide_federation("DEU"), fide_federation("GER")
    ('GER', 'GER')
    """
    return FEDERATIONS.get(code, code)


Dialect = Literal["trf26", "trf16"]
MOST_ROUNDS = 999  # an end past every round, where none is planned
TRF16_RECORDS = frozenset({"001", *(f"{number:03}" for number in range(12, 133, 10))})
"""The records that TRF16 has; its extensions, comments and the lines of federations begin with no digit."""
DRAWN = "="
POINTS = "PTS"
"""The code that stands for the points in a list of tie-breaks."""


def write(report: Report, dialect: Dialect = "trf26") -> str:
    """The file that says what `report` says; `read` gives an equal report back.

    TRF16 has no records for the plan of a tournament, so there its extensions (XXR, XXC ...)
    carry it; accelerated points then come back round by round and player by player. What only TRF26 has a record for
    stands in comments, which other programs pass over and `read` does not; a game that is adjourned is the draw that
    it counts as.
    """
    lines = _heading(report, dialect)
    if dialect == "trf16":
        lines += [_player(_without_adjourned(entry)) for entry in report.entries]
        lines += _adjourned(report)
    else:
        lines += [_player(entry) for entry in report.entries]
    lines += lines_of(report)
    lines += _pairing_wishes(report, dialect)
    lines += report.others
    if dialect == "trf16":
        lines = [CARRIED + line if line[:1].isdigit() and line[:3] not in TRF16_RECORDS else line for line in lines]
    return "".join(f"{line}\n" for line in lines)


def _heading(report: Report, dialect: Dialect) -> list[str]:
    rated = sum(entry.rating_of_fide is not None for entry in report.entries)
    texts = [
        ("012", report.name),
        ("022", report.city),
        ("032", report.federation),
        ("042", report.start.replace("-", "/")),
        ("052", report.end.replace("-", "/")),
        ("062", str(len(report.entries))),
        ("072", str(rated)),
        ("092", report.kind),
        ("102", report.arbiter),
        *(("112", deputy) for deputy in report.deputies),
        ("122", report.time_control),
        ("172", f"{report.rank_federation:<3} {report.rank_method}" if report.rank_method else ""),
        ("192", report.type_code),
        *_tiebreaks(report.tiebreaks),
    ]
    lines = [f"{tag} {text}" for tag, text in texts if text]
    if report.dates:
        lines.append("132".ljust(91) + "  ".join(f"{_short_day(date):<8}" for date in report.dates))
    rounds, colour = report.planned_rounds, report.initial_colour
    if dialect == "trf26":
        lines += [f"142 {rounds}"] if rounds else []
        lines += [f"152 {colour.upper()}"] if colour else []
        words = ["rank"] if report.by_rank else []
    else:
        lines += [f"XXR {rounds}"] if rounds else []
        words = [{"w": "white1", "b": "black1"}[colour]] if colour else []
        words += ["rank"] if report.by_rank else []
    lines += ["XXC " + " ".join(words)] if words else []
    if dialect == "trf26":
        return lines + lines_162(report.scoring, adjourned=report.adjourned)
    return lines + lines_xxs(report.scoring)


def _tiebreaks(codes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Record 202 has what breaks ties of points, 212 the whole order: points may be elsewhere than first in it."""
    if codes[:1] == (POINTS,) or POINTS not in codes:
        yield "202", ",".join(code for code in codes if code != POINTS)
    if POINTS in codes:
        yield "212", ",".join(codes)


def _without_adjourned(entry: Entry) -> Entry:
    """The player with a draw for every game that is adjourned."""
    cells = tuple(replace(cell, code=DRAWN) if cell.code == NOT_OVER else cell for cell in entry.cells)
    return replace(entry, cells=cells)


def _adjourned(report: Report) -> list[str]:
    """Which games of which round are not over: a comment for each."""
    return [
        f"{ADJOURNED_IN} {number:>3} {entry.number:>4} {cell.opponent:>4}"
        for entry in report.entries
        for number, cell in enumerate(entry.cells, 1)
        if cell.code == NOT_OVER and entry.tells(cell)
    ]


def _player(entry: Entry) -> str:
    static = (
        f"001 {entry.number:>4} {entry.sex:1}{entry.title:>3} {entry.name[:33]:<33}"
        f" {entry.rating_of_fide or '':>4} {entry.federation:<3} {entry.fide_id:>11}"
        f" {entry.birth.replace('-', '/'):<10} {'' if entry.points is None else str(entry.points):>4}"
        f" {'' if entry.rank is None else entry.rank:>4}"
    )
    cells = "".join(
        f"  {cell.opponent or '0000':>4} {cell.colour} {cell.code}" if cell.opponent or cell.code != " " else " " * 10
        for cell in entry.cells
    )
    return (static + cells).rstrip()


def _pairing_wishes(report: Report, dialect: Dialect) -> list[str]:
    if dialect == "trf26":
        lines = [
            f"250      {given.points!s:>4} {given.first_round:>3} {given.last_round:>3}"
            f" {given.first:>4} {given.last:>4}"
            for given in report.accelerations
        ]
    else:
        lines = _accelerations_by_player(report)
    for group in report.forbidden:
        last = group.last_round or report.rounds or MOST_ROUNDS
        ever = group.first_round == 1 and last >= (report.rounds or MOST_ROUNDS)
        if ever and dialect == "trf16":  # pair by pair, as every program reads it
            lines += [f"XXP {first} {other}" for first, other in combinations(group.numbers, 2)]
        if not ever or dialect == "trf26" or len(group.numbers) > 2:
            lines.append(f"260 {group.first_round:>3} {last:>3} {_numbers(group.numbers)}")
    letters = {kind: letter for letter, kind in BYE_CODES.items()}
    for bye in _byes(report) if dialect == "trf26" else _byes_of_others(report):
        lines.append(f"240 {letters[bye.type]} {bye.round:>3} {_numbers(bye.numbers)}")
    if dialect == "trf16" and (away := _away_next(report)):
        lines.append("XXZ " + " ".join(map(str, away)))
    for extra in report.adjustments:
        lines.append(
            f"299 {extra.code or ' '}        {extra.points!s:>4}  {extra.round or 0:>3} {_numbers(extra.numbers)}"
        )
    return lines


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:>4}" for number in numbers)


def _byes(report: Report) -> list[RequestedBye]:
    """The byes to come, one record for each round and kind; who is absent has a zero-point bye in every round left."""
    wanted: dict[tuple[int, ByeType], set[int]] = {}
    for bye in report.byes:
        wanted.setdefault((bye.round, bye.type), set()).update(bye.numbers)
    first = report.paired_rounds + 1
    for number in report.absent:
        for due in range(first, (report.planned_rounds or first) + 1):
            for (round, _kind), others in wanted.items():
                if round == due:
                    others.discard(number)
            wanted.setdefault((due, ByeType.ZERO), set()).add(number)
    return [RequestedBye(*place, tuple(sorted(numbers))) for place, numbers in wanted.items() if numbers]


def _byes_of_others(report: Report) -> list[RequestedBye]:
    """The byes to come of players who are not absent anyway."""
    byes = (replace(bye, numbers=tuple(set(bye.numbers) - set(report.absent))) for bye in report.byes)
    return [replace(bye, numbers=tuple(sorted(bye.numbers))) for bye in byes if bye.numbers]


def _away_next(report: Report) -> list[int]:
    """Who is not to be paired in the next round: absent players, and those with a bye in it."""
    due = report.paired_rounds + 1
    return sorted({*report.absent, *(number for bye in report.byes if bye.round == due for number in bye.numbers)})


def _short_day(date: str) -> str:
    """A day of record 132, whose years have two digits.

    >>> _short_day("2026-04-01")
    '26/04/01'
    """
    return date[2:].replace("-", "/") if re.fullmatch(r"20\d\d-\d\d-\d\d", date) else date


def _accelerations_by_player(report: Report) -> list[str]:
    last = max((given.last_round for given in report.accelerations), default=0)
    lines = []
    for entry in report.entries:
        points = [report.acceleration(entry.number, number) for number in range(1, last + 1)]
        if any(points):
            lines.append(f"XXA {entry.number:>4} " + " ".join(f"{part!s:>4}" for part in points))
    return lines


_ONLY_TRF26 = frozenset(("152", "162", "202", "212", "240", "250", "260", "299"))
"""Records that TRF16 does not have, and programs that write them."""


def with_planned_rounds(content: bytes, rounds: int) -> bytes:
    """The file with a record of how many rounds there will be, before its first player.

    >>> with_planned_rounds(b"012 Open\\r\\n001    1\\r\\n", 7)
    b'012 Open\\r\\nXXR 7\\r\\n001    1\\r\\n'
    """
    text = decode(content)
    lines = list(Record.parse(text).lines)
    ending = lines[0].ending if lines and lines[0].ending else "\n"
    tag = "142" if any(line.tag in _ONLY_TRF26 for line in lines) else "XXR"
    at = next((at for at, line in enumerate(lines) if line.tag == "001"), len(lines))
    if at == len(lines) and lines and not lines[-1].ending:
        lines[-1] = replace(lines[-1], ending=ending)
    lines.insert(at, Line(0, f"{tag} {rounds}", ending))
    return _encode(Record(tuple(lines)).text, content)


def _encode(text: str, content: bytes) -> bytes:
    """The text as the bytes of the file were read."""
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if content.startswith(mark) and content == mark + decode(content).encode(codec):
            return mark + text.encode(codec)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return text.encode("latin-1")
    return text.encode("utf-8")
