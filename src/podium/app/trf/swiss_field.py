"""From a tournament report to the view that the Dutch system is asked with."""

from __future__ import annotations

from dataclasses import replace

from podium.app.formats.swiss_words import NAMES
from podium.app.words.language import N_, _
from podium.core.arguments import guarded
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.points import Points
from podium.files.trf import Cell, Entry, Report
from podium.swiss import Colour, Entrant, Field, PairedRound, Turn, forbidden_groups, last_accelerated, virtual_points

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


@guarded
def field_of(report: Report, round_number: int) -> Field:
    """The tournament as it stood before `round_number` was paired; raises Invalid, Refused, Unknown.

    In a round that the report holds, the players who were paired or got the allocated bye take part;
    in the next one, all who have not announced a bye. Players go by their pairing order.
    """
    if not 1 <= round_number <= report.paired_rounds + 1:
        raise Unknown("round", round_number)
    if report.finished_rounds < round_number - 1:
        raise Refused("results-missing", value=round_number, round=report.finished_rounds + 1)
    order = pairing_order(report)
    virtual = _virtual(report, order)
    entrants = tuple(_entrant(report, entry, round_number, order, virtual) for entry in report.entries)
    groups = (
        [order[number] for number in record.numbers]
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


def pairing_order(report: Report) -> dict[int, int]:
    """The pairing number of each start number: the same, or the rank if the report asks for that."""
    if not report.by_rank:
        return {entry.number: entry.number for entry in report.entries}
    order: dict[int, int] = {}
    for entry in report.entries:
        if not entry.rank:
            raise Invalid("pairing-rank-missing", value=entry.rank, player=entry.number)
        if entry.rank in order.values():
            raise Invalid("pairing-rank-twice", value=entry.rank)
        order[entry.number] = entry.rank
    return order


def start_numbers(report: Report) -> dict[int, int]:
    """The start number of each pairing number."""
    return {pairing: number for number, pairing in pairing_order(report).items()}


def by_start_number(report: Report, paired: PairedRound) -> PairedRound:
    """The round with start numbers in the place of pairing numbers."""
    start = start_numbers(report)
    pairs = tuple(
        replace(one, white=start[one.white], black=start[one.black], higher=start[one.higher]) for one in paired.pairs
    )
    return PairedRound(pairs, None if paired.bye is None else start[paired.bye])


def _virtual(report: Report, order: dict[int, int]) -> dict[int, tuple[Points, ...]]:
    """The fictitious points of each start number, round by round: as listed, or by the Baku method."""
    if not report.accelerations and report.type_code.upper().endswith("_BAKU"):
        last, points = last_of_baku(report, order), virtual_points(report.rounds, report.scoring)
        return {number: points for number, pairing in order.items() if pairing <= last}
    last = max((record.last_round for record in report.accelerations), default=0)
    listed = {
        entry.number: tuple(report.acceleration(entry.number, number) for number in range(1, last + 1))
        for entry in report.entries
    }
    return {number: points for number, points in listed.items() if any(points)}


def last_of_baku(report: Report, order: dict[int, int]) -> int:
    """The last pairing number with virtual points by the Baku method."""
    return last_accelerated([order[entry.number] for entry in report.entries if takes_part(report, entry, 1)])


def _entrant(
    report: Report, entry: Entry, round_number: int, order: dict[int, int], virtual: dict[int, tuple[Points, ...]]
) -> Entrant:
    turns = tuple(_turn(report, entry, number, order) for number in range(1, round_number))
    played = Points.total(turn.points for turn in turns)
    return Entrant(
        order[entry.number],
        turns,
        takes_part(report, entry, round_number),
        virtual.get(entry.number, ()),
        report.score(entry, round_number - 1) - played,
    )


def _turn(report: Report, entry: Entry, number: int, order: dict[int, int]) -> Turn:
    cell = entry.cell(number)
    return Turn(
        report.cell_points(entry.number, number, cell),
        order[cell.opponent] if cell.opponent else None,
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
    order = pairing_order(report)
    for number in range(1, report.paired_rounds + 1):
        entered = sorted(
            (
                entry
                for entry in report.entries
                if any(cell.paired or cell.code == "U" for cell in entry.cells[:number])
            ),
            key=lambda entry: order[entry.number],
        )
        for place, entry in enumerate(entered):
            if colour := COLOURS.get(entry.cell(number).colour):
                return colour if place % 2 == 0 else colour.other
    return Colour.WHITE


def filled_in(report: Report) -> list[str]:
    """What the file leaves open and was taken from elsewhere."""
    notes = []
    if report.initial_colour is None:
        colour = _(NAMES[initial_colour(report)])
        text = (
            N_("The file names no initial colour: %(colour)s, as the first round shows.")
            if report.paired_rounds
            else N_("The file names no initial colour: %(colour)s, for want of another.")
        )
        notes.append(_(text, colour=colour))
    if report.planned_rounds is None:
        notes.append(
            _(
                "The file does not say how many rounds there will be: taken as %(rounds)s. If there are to be more, "
                "say so when you bring it in.",
                rounds=report.rounds,
            )
        )
    return notes


def paired_in(report: Report, round_number: int) -> tuple[frozenset[tuple[int, int]], int | None]:
    """What the report says of a round: pairs (White, Black) and the allocated bye, by pairing number."""
    order = pairing_order(report)
    pairs, byes = set(), []
    for entry in report.entries:
        cell = entry.cell(round_number)
        if entry.tells(cell):
            pairs.add((order[entry.number], order[cell.opponent]))
        elif cell.code == "U":
            byes.append(order[entry.number])
    return frozenset(pairs), next(iter(byes), None)
