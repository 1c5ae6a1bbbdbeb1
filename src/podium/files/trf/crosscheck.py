"""What only two lines together can show: players who tell different stories of one game."""

from __future__ import annotations

from collections.abc import Mapping

from podium.core.errors import FormatError as Damage
from podium.core.points import Points
from podium.core.result import BY_TRF
from podium.files.trf.record import Line
from podium.files.trf.report import AT_THE_END, GAMES, NOTHING, PENDING, Entry, Report

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
