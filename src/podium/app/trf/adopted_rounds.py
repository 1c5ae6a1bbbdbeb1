"""The rounds and byes of a report file, and what it says for which Podium has no setting, as an event keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from podium.app.event.fide_words import exit_in_comment
from podium.app.exports.file_words import at_lines
from podium.app.trf.details import ENCODED_TIME, encoded_words
from podium.app.trf.export import ANNULLED, PODIUM
from podium.app.trf.swiss_field import last_of_baku, pairing_order
from podium.app.trf.tiebreak_view import NOT_USED, UNRATED
from podium.app.words.language import _
from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.core.points import Points
from podium.core.result import BY_TRF, BYE_BY_TRF, ByeType, Result
from podium.files.trf import Cell, Report
from podium.files.trf.report import AT_THE_END, BYE_CODES
from podium.flow.event.kept_records import AddedPoints, KeptApart, KeptLine, KeptRecords, VirtualPoints
from podium.flow.lookups import mint
from podium.flow.rounds.kept_values import RecordedPoints
from podium.flow.state import Bye, Game, Pairing, Round, Stage
from podium.swiss import virtual_points

ENGINE = "report"
FOLLOWING = (UNRATED, NOT_USED, ANNULLED)
"""How comments begin that are written anew."""
Ids = Mapping[int, PlayerId]
"""The players by start number."""


def kept_records(report: Report, ids: Ids, *, baku: bool) -> KeptRecords:
    """All that there is no setting for; `baku` is whether the acceleration has one."""
    added = (
        AddedPoints(
            extra.points,
            _players(ids, extra.numbers),
            None if extra.round == AT_THE_END else extra.round,
            extra.round == AT_THE_END,
        )
        for extra in report.adjustments
        if not extra.code
    )
    virtual = (
        VirtualPoints(
            each.points,
            each.first_round,
            each.last_round,
            _players(ids, (number for number in sorted(ids) if each.first <= number <= each.last)),
        )
        for each in report.accelerations
    )
    apart = (
        KeptApart(_players(ids, each.numbers), each.first_round, each.last_round)
        for each in report.forbidden
        if each.last_round is not None
    )
    return KeptRecords(
        report.kind,
        report.type_code,
        tuple(added),
        () if baku else tuple(virtual),
        tuple(apart),
        tuple(_line(line, ids) for line in report.others if not _has_a_field(line, report)),
        inferred_rounds=report.rounds if report.planned_rounds is None else None,
    )


def _players(ids: Ids, numbers: Iterable[int]) -> tuple[PlayerId, ...]:
    return tuple(ids[number] for number in numbers if number in ids)


def _has_a_field(text: str, report: Report) -> bool:
    """Whether what a line says follows from what an event is: the way out of FIDE mode, the rate of play, what stands
    for unrated players, whose games do not count, Podium's own name."""
    encoded = f"{ENCODED_TIME} {encoded_words(report.time_control)}"
    return exit_in_comment(text) is not None or text.rstrip() in (encoded, PODIUM) or text.startswith(FOLLOWING)


def _line(text: str, ids: Ids) -> KeptLine:
    """A line with the player it is about: national ratings and the like begin with letters and a start number."""
    number = text[4:8].strip()
    about = text[:3].isalpha() and text[3:4] == " " and number.isdecimal()
    return KeptLine(text, ids.get(int(number)) if about else None)


def sentences_on(records: KeptRecords, report: Report) -> Iterator[str]:
    """What is kept and written back, in words."""
    if records.added:
        yield at_record(report, "299", _("Points out of the ordinary (record 299), which count as the file says."))
    if records.virtual:
        text = _("The acceleration, which is not the Baku method: the file’s own virtual points count.")
        yield at_record(report, "250" if "250" in report.places.records else "XXA", text)
    if records.apart:
        yield at_record(report, "260", _("Players who may not meet in some rounds only."))
    by_tag: dict[str, list[int]] = {}
    for line, number in zip(report.others, report.places.others, strict=False):
        if not _has_a_field(line, report):
            by_tag.setdefault(line[:3], []).append(number)
    for tag, numbers in by_tag.items():
        yield at_lines(tag, numbers, _("Podium has no field for it."))


def at_record(report: Report, tag: str, text: str) -> str:
    """The sentence with the lines of a record."""
    return at_lines(tag, report.places.records.get(tag, ()), text)


def is_baku(report: Report) -> bool:
    """Whether the acceleration is the one that Podium knows: the virtual points are those of the Baku method."""
    if not report.accelerations:
        return report.system is not None and report.system.baku
    order = pairing_order(report)
    last = last_of_baku(report, order)
    points = virtual_points(report.rounds, report.scoring)
    return all(
        report.acceleration(number, due).units
        == (points[due - 1].units if pairing <= last and due <= len(points) else 0)
        for number, pairing in order.items()
        for due in range(1, report.rounds + 1)
    )


def recorded_points(
    report: Report, overruled: Mapping[int, Points], result: Result | None, white: int, black: int
) -> RecordedPoints | None:
    """What a game brought its players where record 299 puts it over the scoring table."""
    if result is None or (white not in overruled and black not in overruled):
        return None
    usual = (report.scoring.points(result.white), report.scoring.points(result.black))
    return RecordedPoints(result, overruled.get(white, usual[0]), overruled.get(black, usual[1]))


def adopted_round(report: Report, number: int, ids: dict[int, PlayerId], tournament: TournamentId, dice: Dice) -> Round:
    """One paired round: boards in the order of the scores before it, which is how they hang."""
    games: list[tuple[int, int, Result | None]] = []
    byes: list[tuple[int, ByeType]] = []
    overruled = {each: points for (each, played), points in report.overruled.items() if played == number}
    for entry in report.entries:
        cell = entry.cell(number)
        if cell.paired:
            if entry.tells(cell):
                other = report.by_number[cell.opponent].cell(number)
                games.append((entry.number, cell.opponent, _result(cell, other, entry.number, number)))
        elif cell.code in BYE_BY_TRF:
            byes.append((entry.number, BYE_BY_TRF[cell.code]))
        elif entry.number in overruled:
            byes.append((entry.number, ByeType.ZERO))
    order = pairing_order(report)
    scores = {entry.number: report.score(entry, number - 1).units for entry in report.entries}
    games.sort(key=lambda game: _height(game[:2], scores, order))
    byes.sort(key=lambda bye: (bye[1] is not ByeType.BYE, order[bye[0]]))
    boards: list[Pairing] = [
        Game(
            mint(tournament, dice),
            board,
            ids[white],
            ids[black],
            "",
            result,
            recorded=recorded_points(report, overruled, result, white, black),
        )
        for board, (white, black, result) in enumerate(games, start=1)
    ]
    boards += [
        Bye(mint(tournament, dice), board, ids[player], kind, "", overruled.get(player))
        for board, (player, kind) in enumerate(byes, start=len(games) + 1)
    ]
    finished = number <= report.finished_rounds
    stage = Stage.CLOSED if finished else Stage.PUBLISHED
    return Round(number, {each.id: each for each in boards}, stage, ENGINE)


def _height(pair: tuple[int, int], scores: dict[int, int], order: dict[int, int]) -> tuple[int, int, int]:
    both = sorted((scores[number] for number in pair), reverse=True)
    return -both[0], -both[1], min(order[number] for number in pair)


def _result(white: Cell, black: Cell, number: int, round: int) -> Result | None:
    if white.pending or black.pending:
        return None
    result = BY_TRF.get((white.code, black.code))
    if result is None:
        raise Invalid("result-unusual", value=white.code + black.code, player=number, round=round)
    return result


def announced_byes(report: Report) -> dict[int, dict[int, ByeType]]:
    """The byes that are announced for rounds still to be paired, by player; who is absent sits out the next one."""
    due = report.paired_rounds + 1
    asked: dict[int, dict[int, ByeType]] = {}
    for entry in report.entries:
        for number in range(due, len(entry.cells) + 1):
            kind = BYE_CODES.get(entry.cell(number).code)
            if kind is not None:
                asked.setdefault(entry.number, {})[number] = kind
    for bye in report.byes:
        if bye.round >= due:
            for number in bye.numbers:
                asked.setdefault(number, {})[bye.round] = bye.type
    if due <= report.rounds:
        for number in report.absent:
            asked.setdefault(number, {}).setdefault(due, ByeType.ZERO)
    return {
        number: {at: kind for at, kind in own.items() if at <= report.rounds} for number, own in sorted(asked.items())
    }


def full_point_byes(report: Report, announced: dict[int, dict[int, ByeType]]) -> Iterator[str]:
    """Those that are announced: nobody asks for them beforehand."""
    for number, own in announced.items():
        for round in (at for at, kind in own.items() if not kind.requested):
            text = _(
                "The full-point bye of player %(player)s in round %(round)s: give it when that round is paired.",
                player=number,
                round=round,
            )
            yield at_record(report, "240", text)


def repeated_half_byes(
    report: Report, ids: dict[int, PlayerId], byes: dict[PlayerId, dict[int, ByeType]]
) -> Iterator[str]:
    """Takes the half-point byes out of `byes` that a player asks for beside another one: in FIDE mode there is one."""
    for number, id in ids.items():
        cells = report.by_number[number].cells[: report.paired_rounds]
        had = [at for at, cell in enumerate(cells, 1) if cell.code == ByeType.HALF.trf]
        own = byes.get(id, {})
        asked = sorted(at for at, kind in own.items() if kind is ByeType.HALF)
        for round in asked if had else asked[1:]:
            del own[round]
            text = _(
                "The half-point bye of player %(player)s in round %(round)s: in FIDE mode there is one, "
                "in round %(first)s.",
                player=number,
                round=round,
                first=(had or asked)[0],
            )
            yield at_record(report, "240", text)
