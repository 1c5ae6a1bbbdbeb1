"""A tournament made from a report file, and what had to be filled in."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.trf.swiss_field import filled_in, initial_colour, last_of_baku, pairing_order
from podium.app.words.language import _, ngettext
from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import TITLES, PlayerFields
from podium.core.result import ByeType, Result, Worth
from podium.files.trf import Cell, Report
from podium.files.trf.report import BYE_CODES
from podium.flow.commands import AdoptRecords
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.swiss import SWISS
from podium.flow.minting import mint
from podium.flow.state import Bye, Game, Pairing, Round, Stage
from podium.swiss import Colour, virtual_points
from podium.tiebreaks import criterion

ENGINE = "report"
RESULTS: dict[tuple[Worth, Worth], Result] = {(each.white, each.black): each for each in Result}
KINDS = {kind.trf: kind for kind in (ByeType.BYE, ByeType.UNPAIRED, ByeType.HALF, ByeType.ZERO)}
# How older reports write the titles.
TITLE_WORDS = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM"}


@dataclass(frozen=True, slots=True)
class FromReport:
    """The command that makes the tournament, and what was filled in or left out."""

    command: AdoptRecords
    filled_in: tuple[str, ...]
    left_out: tuple[str, ...]


def from_report(report: Report, id: TournamentId, dice: Dice) -> FromReport:
    """The tournament of a report; raises Invalid for what no tournament can hold."""
    if not report.entries:
        raise Invalid("report-empty", value=0)
    order = pairing_order(report)
    entries = sorted(report.entries, key=lambda entry: order[entry.number])
    ids = {entry.number: PlayerId(dice.token()) for entry in entries}
    ranked = report.ranking_alone
    players = {ids[entry.number]: _fields(entry.name, report, entry.number, ranked=ranked) for entry in entries}
    rounds = tuple(_round(report, number, ids, id, dice) for number in range(1, report.paired_rounds + 1))
    numbers = {ids[number]: pairing for number, pairing in order.items()}
    left_out: list[str] = []
    given = _given(report, ids, left_out)
    return FromReport(
        AdoptRecords(id, given, players, rounds, _byes(report, ids), numbers),
        (*filled_in(report), *([_("The ranks of the file are its final ranking: it has no games.")] if ranked else [])),
        tuple(left_out),
    )


def _given(report: Report, ids: dict[int, PlayerId], left_out: list[str]) -> dict[str, object]:
    robin = report.round_robin is True
    given: dict[str, object] = {
        "name": report.name or "Tournament",
        "format": (MANUAL if robin else SWISS).name,
        "place": report.city or None,
        "numbering": "list",
        "initial_colour": "white" if initial_colour(report) is Colour.WHITE else "black",
        "scoring": {name: str(getattr(report.scoring, name)) for name in report.scoring.__dataclass_fields__},
    }
    if report.rounds:
        given["rounds"] = report.rounds
    for name, date in (("start", report.start), ("end", report.end)):
        if len(date) == 10:
            given[name] = date
        elif date:
            left_out.append(_("The date %(date)s is not a day.", date=date))
    if report.start and report.end and report.end < report.start:
        del given["end"]
        left_out.append(_("The last day, %(date)s, comes before the first.", date=report.end))
    groups = []
    for record in report.forbidden:
        if record.first_round > 1 or (record.last_round is not None and record.last_round < report.rounds):
            left_out.append(_("Players who may not meet in some rounds only are kept apart in all of them."))
        groups.append([ids[number] for number in record.numbers if number in ids])
    given["forbidden"] = [group for group in groups if len(set(group)) > 1]
    if report.ranking_alone and any(entry.points for entry in report.entries):
        left_out.append(_("The points: the games they come from are not in the file."))
    _codes(report, given, left_out)
    _accelerated(report, given, left_out)
    if robin:
        left_out.append(_("A round robin is brought over as paired by hand: its table is not in the file."))
    if any(not extra.code for extra in report.adjustments) or report.overruled:
        left_out.append(_("Points out of the ordinary (record 299) are not brought over."))
    if report.others:
        count = len(report.others)
        left_out.append(
            ngettext("%(num)s line that Podium has no field for.", "%(num)s lines that Podium has no field for.", count)
        )
    return given


def _codes(report: Report, given: dict[str, object], left_out: list[str]) -> None:
    codes = []
    for code in report.tiebreaks:
        try:
            codes.append(criterion(code).code)
        except Invalid:
            left_out.append(_("The tie-break %(code)s.", code=code))
    given["tiebreaks"] = list(dict.fromkeys(codes))


def _accelerated(report: Report, given: dict[str, object], left_out: list[str]) -> None:
    """The acceleration, where it is the one that Podium knows."""
    if not report.accelerations and not report.type_code.upper().endswith("_BAKU"):
        return
    order = pairing_order(report)
    last = last_of_baku(report, order)
    points = virtual_points(report.rounds, report.scoring)
    baku = not report.accelerations or all(
        report.acceleration(number, due).units
        == (points[due - 1].units if pairing <= last and due <= len(points) else 0)
        for number, pairing in order.items()
        for due in range(1, report.rounds + 1)
    )
    if baku:
        given["acceleration"] = "baku"
    else:
        left_out.append(_("The acceleration, which is not the Baku method."))


def _fields(name: str, report: Report, number: int, *, ranked: bool) -> PlayerFields:
    entry = report.by_number[number]
    title = TITLE_WORDS.get(entry.title.lower(), entry.title.upper())
    federation = entry.federation if len(entry.federation) == 3 and entry.federation.isalpha() else None
    return PlayerFields(
        name=name or f"Player {number}",
        rating=entry.rating,
        federation=federation,
        fide_id=entry.fide_id if entry.fide_id.isdecimal() else None,
        title=title if title in TITLES else None,
        gender={"m": "m", "f": "f", "w": "f"}.get(entry.sex.lower()),
        birth=entry.birth if len(entry.birth) in (4, 10) else None,
        rank=entry.rank if ranked and entry.rank else None,
    ).checked()


def _round(report: Report, number: int, ids: dict[int, PlayerId], tournament: TournamentId, dice: Dice) -> Round:
    """One paired round: boards in the order of the scores before it, which is how they hang."""
    games: list[tuple[int, int, Result | None]] = []
    byes: list[tuple[int, ByeType]] = []
    for entry in report.entries:
        cell = entry.cell(number)
        if cell.paired:
            if cell.colour == "w" or (cell.colour == "-" and entry.number < cell.opponent):
                other = report.by_number[cell.opponent].cell(number)
                games.append((entry.number, cell.opponent, _result(cell, other, entry.number, number)))
        elif cell.code in KINDS:
            byes.append((entry.number, KINDS[cell.code]))
    order = pairing_order(report)
    scores = {entry.number: report.score(entry, number - 1).units for entry in report.entries}
    games.sort(key=lambda game: _height(game[:2], scores, order))
    byes.sort(key=lambda bye: (bye[1] is not ByeType.BYE, order[bye[0]]))
    boards: list[Pairing] = [
        Game(mint(tournament, dice), board, ids[white], ids[black], "", result)
        for board, (white, black, result) in enumerate(games, start=1)
    ]
    boards += [
        Bye(mint(tournament, dice), board, ids[player], kind)
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
    result = RESULTS.get((white.worth, black.worth)) if white.worth and black.worth else None
    if result is None:
        raise Invalid("result-unusual", value=white.code + black.code, player=number, round=round)
    return result


def _byes(report: Report, ids: dict[int, PlayerId]) -> dict[PlayerId, dict[int, ByeType]]:
    """The byes announced for rounds that are still to be paired; who is absent sits out the next one."""
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
        ids[number]: {at: kind for at, kind in byes.items() if kind.requested and at <= report.rounds}
        for number, byes in sorted(asked.items())
        if number in ids
    }
