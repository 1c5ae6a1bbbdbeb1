"""A section of a tournament as a report file tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from podium.app.formats.registry import views_of
from podium.app.queries import standings
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType
from podium.files.trf import Acceleration, Adjustment, Cell, Entry, Forbidden, Report, RequestedBye
from podium.flow.formats.registry import numbers_of
from podium.flow.formats.swiss_field import acceleration, initial_colour, kept_apart
from podium.flow.state import Bye, Game, Pairing, Round, Tournament

MOST_PLAYERS = 9999  # what a report file has columns for
ABSENT = Cell(0, "-", "Z")


def section_of(state: Tournament, named: str | None) -> str:
    """The section to write: the one named, or the only one; a report file holds one tournament."""
    if named is not None:
        if named not in state.sections:
            raise Invalid("section-unknown", field="section", value=named, allowed=list(state.sections))
        return named
    if len(state.sections) > 1:
        raise Invalid("section-not-named", field="section", value=None, allowed=list(state.sections))
    return state.sections[0]


def report_of(state: Tournament, section: str) -> Report:
    """The section as a report: `podium check` pairs every round of it again from what it says.

    Start numbers are the numbers that the players are known by; a round without a record is a zero-point absence.
    """
    settings = state.settings
    report_kind = views_of(state).traits.report_kind
    if report_kind is None:
        raise Refused("report-of-format", value=settings.format)
    numbers = numbers_of(state, section)
    if len(numbers) > MOST_PLAYERS:
        raise Refused("report-too-large", value=len(numbers), most=MOST_PLAYERS)
    kind, code = report_kind
    ranked = {row.player.id: row for row in standings(state) if row.section == section}
    report = Report(
        entries=(),
        name=settings.name + (f", {section}" if section else ""),
        city=settings.place or "",
        start=settings.start or "",
        end=settings.end or "",
        kind=kind,
        type_code=code,
        planned_rounds=settings.rounds,
        initial_colour=initial_colour(settings).value,
        scoring=settings.scoring,
        tiebreaks=settings.tiebreaks,
        forbidden=tuple(Forbidden(tuple(sorted(group))) for group in kept_apart(state, numbers)),
        accelerations=_accelerations(state, numbers),
        byes=_requested(state, numbers),
        absent=tuple(number for id, number in numbers.items() if state.players[id].withdrawn),
        adjustments=_recorded(state, numbers),
    )
    rounds = [_by_player(here) for here in state.rounds]
    entries = tuple(
        Entry(
            number,
            points=ranked[id].points,
            rank=ranked[id].rank,
            cells=tuple(_cell(here.get(id), id, numbers) for here in rounds),
            **_person(state.players[id].fields),
        )
        for id, number in numbers.items()
    )
    return replace(report, entries=entries)


def _person(fields: PlayerFields) -> dict[str, Any]:
    """What the report says of a person, by the names of its own fields."""
    return {
        "name": fields.name,
        "sex": fields.gender if fields.gender in ("m", "f") else "",
        "title": _title(fields.title),
        "rating": fields.rating or None,
        "federation": fields.federation or "",
        "fide_id": fields.fide_id or "",
        "birth": fields.birth or "",
    }


def _title(title: str | None) -> str:
    return title if title is not None and len(title) <= 3 else ""


def _cell(pairing: Pairing | None, player: PlayerId, numbers: Mapping[PlayerId, int]) -> Cell:
    if pairing is None:
        return ABSENT
    if isinstance(pairing, Bye):
        return Cell(0, "-", pairing.kind.trf)
    assert isinstance(pairing, Game)  # doubles are not written as reports
    white = pairing.white == player
    codes = pairing.result.trf if pairing.result is not None else (" ", " ")
    opponent = pairing.black if white else pairing.white
    return Cell(numbers[opponent], "w" if white else "b", codes[0] if white else codes[1])


def _accelerations(state: Tournament, numbers: Mapping[PlayerId, int]) -> tuple[Acceleration, ...]:
    points, last = acceleration(state, numbers)
    return tuple(Acceleration(each, number, number, 1, last) for number, each in enumerate(points, start=1))


def _requested(state: Tournament, numbers: Mapping[PlayerId, int]) -> tuple[RequestedBye, ...]:
    """The byes asked for in rounds that are still to be paired."""
    asked: dict[tuple[int, ByeType], list[int]] = {}
    for id, number in numbers.items():
        for due, kind in state.players[id].byes.items():
            if due > len(state.rounds):
                asked.setdefault((due, kind), []).append(number)
    ordered = sorted(asked.items(), key=lambda item: (item[0][0], item[0][1].value))
    return tuple(RequestedBye(due, kind, tuple(sorted(numbers))) for (due, kind), numbers in ordered)


def _recorded(state: Tournament, numbers: Mapping[PlayerId, int]) -> tuple[Adjustment, ...]:
    """What unplayed rounds brought beside the scoring table: byes of an older database, and absence that scores."""
    extra = []
    zero = state.settings.scoring.zero_bye
    for here in state.rounds:
        paid = [each for each in here.games.values() if isinstance(each, Bye) and each.recorded is not None]
        extra += [
            Adjustment(each.points(state.settings.scoring), (numbers[each.player],), each.kind.trf, here.number)
            for each in paid
            if each.player in numbers
        ]
        if zero:
            there = _by_player(here)
            gone = tuple(number for id, number in numbers.items() if id not in there)
            extra += [Adjustment(Points(0), gone, "Z", here.number)] if gone else []
    return tuple(extra)


def _by_player(here: Round) -> dict[PlayerId, Pairing]:
    return {player: pairing for pairing in here.games.values() for player in pairing.players}
