"""From a tournament report to the view that the Dutch system is asked with."""

from __future__ import annotations

from podium.core.points import Points
from podium.formats.trf import Cell, Entry, Report
from podium.swiss.field import Colour, Entrant, Field, Turn, forbidden_groups

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def field_of(report: Report, round_number: int) -> Field:
    """The tournament as it stood before `round_number` was paired.

    In a round that the report holds, those take part who were paired or got the allocated bye;
    in the next one, those who have not announced a bye.
    """
    entrants = tuple(_entrant(report, entry, round_number) for entry in report.entries)
    groups = (
        record.numbers
        for record in report.forbidden
        if record.first_round <= round_number and (record.last_round is None or round_number <= record.last_round)
    )
    return Field(
        entrants,
        round_number,
        report.rounds,
        initial_colour(report),
        report.scoring,
        forbidden_groups(groups),
    )


def _entrant(report: Report, entry: Entry, round_number: int) -> Entrant:
    turns = tuple(_turn(report, entry, number) for number in range(1, round_number))
    virtual = tuple(report.acceleration(entry.number, number) for number in range(1, round_number + 1))
    played = Points.total(turn.points for turn in turns)
    return Entrant(
        entry.number,
        turns,
        takes_part(report, entry, round_number),
        virtual if any(virtual) else (),
        report.score(entry, round_number - 1) - played,
    )


def _turn(report: Report, entry: Entry, number: int) -> Turn:
    cell = entry.cell(number)
    return Turn(
        report.cell_points(entry.number, number, cell),
        cell.opponent or None,
        COLOURS.get(cell.colour),
        cell.played,
        cell.code == "U",
    )


def takes_part(report: Report, entry: Entry, round_number: int) -> bool:
    """Whether the player is to be paired in that round."""
    cell = entry.cell(round_number)
    if round_number <= report.paired_rounds:
        return cell.paired or cell.code == "U"
    announced = any(bye.round == round_number and entry.number in bye.numbers for bye in report.byes)
    return cell == Cell() and not announced and entry.number not in report.absent


def initial_colour(report: Report) -> Colour:
    """The colour drawn by lot: what the report says, or what its first coloured round shows.

    There the best placed player has it, the next the other one, and so on; White if nobody has
    had a colour yet.
    """
    if report.initial_colour:
        return COLOURS[report.initial_colour]
    for number in range(1, report.paired_rounds + 1):
        entered = sorted(
            (
                entry
                for entry in report.entries
                if any(cell.paired or cell.code == "U" for cell in entry.cells[:number])
            ),
            key=lambda entry: entry.number,
        )
        for place, entry in enumerate(entered):
            if colour := COLOURS.get(entry.cell(number).colour):
                return colour if place % 2 == 0 else colour.other
    return Colour.WHITE
