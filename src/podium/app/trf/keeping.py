"""What a report file says for which Podium has no setting, as an event keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from podium.app.event.fide_words import exit_in_comment
from podium.app.exports.file_words import at_lines
from podium.app.trf.details import ENCODED_TIME, encoded_words
from podium.app.trf.export import ANNULLED, PODIUM
from podium.app.trf.swiss_field import last_of_baku, pairing_order
from podium.app.trf.tiebreak_view import UNRATED
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import Result
from podium.files.trf import Forbidden, Report
from podium.files.trf.report import AT_THE_END
from podium.flow.event.kept_records import AddedPoints, KeptApart, KeptLine, KeptRecords, VirtualPoints
from podium.flow.state import RecordedPoints
from podium.swiss import virtual_points

FOLLOWING = (UNRATED, ANNULLED)
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
        yield _at(report, ("299",), _("Points out of the ordinary (record 299), which count as the file says."))
    if records.virtual:
        text = _("The acceleration, which is not the Baku method: the file’s own virtual points count.")
        yield _at(report, ("250", "XXA"), text)
    if records.apart:
        yield _at(report, ("260",), _("Players who may not meet in some rounds only."))
    by_tag: dict[str, list[int]] = {}
    for line, number in zip(report.others, report.places.others, strict=False):
        if not _has_a_field(line, report):
            by_tag.setdefault(line[:3], []).append(number)
    for tag, numbers in by_tag.items():
        yield at_lines(tag, numbers, _("Podium has no field for it."))


def _at(report: Report, tags: tuple[str, ...], text: str) -> str:
    """The sentence with the lines of the first of the records that the file has."""
    tag = next((tag for tag in tags if tag in report.places.records), tags[0])
    return at_lines(tag, report.places.records.get(tag, ()), text)


def always_apart(report: Report) -> list[Forbidden]:
    """The groups who may never meet, which is a setting."""
    return [each for each in report.forbidden if each.last_round is None]


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
