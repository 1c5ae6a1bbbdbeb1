"""What only the whole file can show: players who tell different stories of one game, points that do not add up.

Points also tell which scoring table a file goes by, and which byes a file of the oldest form leaves without a code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace

from podium.core.errors import FormatError as Damage
from podium.core.points import Points
from podium.core.result import BY_TRF
from podium.files.trf import scoring
from podium.files.trf.player_lines import PlayerLines
from podium.files.trf.record import Line
from podium.files.trf.remark import Kind
from podium.files.trf.report import AT_THE_END, GAMES, NOTHING, PENDING, Adjustment, Cell, Entry, Report

ANSWERS = {
    PENDING: PENDING,
    **{code: "".join(sorted(other for one, other in BY_TRF if one == code)) for code in GAMES},
}
"""What the opponent's cell can say beside each code: 1-0 is a result, as 0-0 and 1/2-0 are, 1-1/2 is none."""
# Both colours and both codes of a game told alike, as nearly all are.
AGREEING = frozenset(
    colours + code + answer for colours in ("wb", "bw") for code, answers in ANSWERS.items() for answer in answers
)
OTHER_COLOUR = {"w": "b", "b": "w", "-": "-wb"}


def disagreements(report: Report, places: Mapping[int, Line]) -> list[Damage]:
    """Every cell whose opponent is unknown, or whose opponent's cell says something else."""
    found = []
    entries = report.by_number
    for entry in report.entries:
        number = entry.number
        for index, cell in enumerate(entry.cells):
            opponent = cell.opponent
            if not opponent:
                continue
            start = 92 + 10 * index
            other = entries.get(opponent)
            if other is not None and index < len(other.cells):
                answer = other.cells[index]
                told = cell.colour + answer.colour + cell.code + answer.code
                if answer.opponent == number != opponent and told in AGREEING:
                    continue
            if other is None:
                column, code, value = start, "opponent-unknown", str(opponent)
            elif opponent == number:
                column, code, value = start, "opponent-self", str(opponent)
            else:
                answer = other.cells[index] if index < len(other.cells) else NOTHING
                if answer.opponent != number:
                    column, code, value = start, "opponents-disagree", str(opponent)
                elif answer.code not in ANSWERS.get(cell.code, ""):
                    column, code, value = start + 7, "results-disagree", cell.code
                elif answer.colour not in OTHER_COLOUR.get(cell.colour, "") and not (
                    answer.colour == "-" and cell.code in "+-"
                ):
                    column, code, value = start + 5, "colours-disagree", cell.colour
                else:
                    continue
            facts = {"player": number, "round": index + 1, "value": value}
            found.append(Damage(places[number].number, column, code, tag="001", **facts))
    return found


def points_differ(report: Report, places: Mapping[int, Line]) -> list[Damage]:
    """Every player whose points are not what the results add up to.

    Byes announced for rounds that are not yet paired, and points for the final standings alone, may be counted or not:
    programs differ. A game that is not over may have brought anything up to a win. Of a final ranking without rounds
    nothing can be added up.
    """
    if report.ranking_alone:
        return []
    found = []
    paired = report.paired_rounds
    at_the_end = any(extra.round == AT_THE_END for extra in report.adjustments)
    for entry in report.entries:
        if entry.points is None:
            continue
        total = report.score(entry)
        open_ended = at_the_end or len(entry.cells) > paired
        sums = (total, report.score(entry, paired) if open_ended else total)
        if not any(_fits(report, entry, entry.points, each) for each in sums):
            facts = {"player": entry.number, "value": str(entry.points), "sum": str(total)}
            line = places[entry.number].number
            found.append(Damage(line, 81, "points-do-not-add-up", tag="001", **facts))
    return found


def _fits(report: Report, entry: Entry, stated: Points, total: Points) -> bool:
    """Whether the points that a file states can be those of a player whose results add up to `total`."""
    count = entry.games_not_over
    least = total.units - count * report.scoring.draw.units
    return stated == total or (count > 0 and least <= stated.units <= least + count * report.scoring.win.units)


def scored(report: Report, players: PlayerLines, *, stated: bool, keep_points: bool) -> Report:
    """The report with the scoring table that its points show; notes points that fit none, or keeps them."""
    if all(not entry.points for entry in report.entries):
        return report  # a file without points, or before the first round
    tables = [report.scoring] if stated else list(scoring.candidates())
    for table in tables:
        tried = replace(report, scoring=table)
        if not points_differ(tried, players.places):
            return tried
    for table in tables:
        inferred = byes_by_points(replace(report, scoring=table), players.uncoded)
        if inferred is not None and not points_differ(tried := inferred.report, players.places):
            for number, round, code in inferred.byes:
                facts = {"player": number, "round": round, "value": code}
                players.notes.remark(Kind.INFERRED, players.places[number].number, "001", "bye-by-points", **facts)
            return tried
    if keep_points:
        table = min(tables, key=lambda each: len(points_differ(replace(report, scoring=each), players.places)))
        return _adjusted(replace(report, scoring=table), players)
    players.notes.found.extend(points_differ(report, players.places))
    return report


def _adjusted(report: Report, players: PlayerLines) -> Report:
    """The report with its points, by adjustments from the last round on of what the results do not explain."""
    adjustments = list(report.adjustments)
    for wrong in points_differ(report, players.places):
        entry = report.by_number[int(str(wrong.facts["player"]))]
        points = (entry.points or Points(0)) - report.score(entry)
        adjustments.append(Adjustment(points, (entry.number,), round=report.paired_rounds or None))
        facts = {name: wrong.facts[name] for name in ("player", "value", "sum")}
        players.notes.remark(Kind.INFERRED, wrong.line, "001", "points-kept", **facts)
    return replace(report, adjustments=tuple(adjustments))


HALF, FULL, ALLOCATED = "H", "F", "U"


@dataclass(frozen=True, slots=True)
class InferredByes:
    """The report with its byes, and each of them as (player, round, code)."""

    report: Report
    byes: tuple[tuple[int, int, str], ...]


def byes_by_points(report: Report, uncoded: Set[tuple[int, int]]) -> InferredByes | None:
    """The report with the byes that the points of players ask for; None where they can be read in two ways, or none.

    `uncoded` are the (player, round) that the file marks as without a game, but not why; a player who has such rounds
    has no byes in others, and of one whose game is not over the points tell nothing. The only full-point bye of a round
    is the one that the pairing gives.
    """
    wanted: dict[tuple[int, int], str] = {}
    for entry in report.entries:
        if entry.points is None or entry.points == report.score(entry) or entry.games_not_over:
            continue
        empty = [number for number in range(1, report.paired_rounds + 1) if entry.cell(number) == NOTHING]
        rounds = [number for number in empty if (entry.number, number) in uncoded] or empty
        code = _code_of_all(report, entry, len(rounds))
        if code is None:
            return None
        wanted |= {(entry.number, number): code for number in rounds}
    allocated = {number for entry in report.entries for number, cell in enumerate(entry.cells, 1) if cell.code == "U"}
    full = Counter(number for (_, number), code in wanted.items() if code == FULL)
    if report.scoring.bye == report.scoring.unpaired:
        wanted = {
            place: ALLOCATED if code == FULL and full[place[1]] == 1 and place[1] not in allocated else code
            for place, code in wanted.items()
        }
    entries = tuple(_with_byes(entry, wanted) for entry in report.entries)
    return InferredByes(replace(report, entries=entries), tuple((*place, code) for place, code in wanted.items()))


def _code_of_all(report: Report, entry: Entry, rounds: int) -> str | None:
    """The one kind of bye that as many rounds must have been to make up for the points that are missing."""
    missing = (entry.points.units if entry.points is not None else 0) - report.score(entry).units
    half, full = report.scoring.half_bye.units, report.scoring.unpaired.units
    if rounds == 1 and missing == half:
        return HALF
    return FULL if rounds and missing == rounds * full else None  # two halves may be a full one and an absence


def _with_byes(entry: Entry, wanted: dict[tuple[int, int], str]) -> Entry:
    here = {number: code for (player, number), code in wanted.items() if player == entry.number}
    if not here:
        return entry
    cells = [*entry.cells, *[NOTHING] * (max(here) - len(entry.cells))]
    for number, code in here.items():
        cells[number - 1] = Cell(0, "-", code)
    return replace(entry, cells=tuple(cells))
