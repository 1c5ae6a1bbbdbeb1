"""A tournament made from a report file, and what had to be filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from podium.app.event.fide_words import exit_in_comment
from podium.app.exports.file_words import at_lines, remarks_on_report
from podium.app.trf import adopted_rounds
from podium.app.trf.round_robin import BergerTable, berger_table, cycles_met
from podium.app.trf.swiss_field import filled_in, initial_colour, pairing_order
from podium.app.trf.tiebreak_view import stands_for_unrated
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.dice import Dice
from podium.core.errors import FormatError, Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import TITLES, PlayerFields
from podium.core.ratings.official_ratings import OfficialKind, OfficialRating, OfficialRatings, RatingOrigin
from podium.files.trf import Entry, Report, scoring
from podium.files.trf.remark import Kind
from podium.files.trf_systems import DUTCH
from podium.flow.commands import AdoptRecords
from podium.flow.event import options
from podium.flow.event.declaration import Option
from podium.flow.event.setting_values import Acceleration, RuleSet
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS
from podium.swiss import Colour
from podium.tiebreaks import criterion

DETAILS: dict[Option[Any], tuple[str, Callable[[Report], object]]] = {
    options.PLACE: ("022", attrgetter("city")),
    options.START: ("042", attrgetter("start")),
    options.END: ("052", attrgetter("end")),
    options.FEDERATION: ("032", attrgetter("federation")),
    options.CHIEF_ARBITER: ("102", attrgetter("arbiter")),
    options.DEPUTY_ARBITERS: ("112", lambda report: list(dict.fromkeys(filter(None, report.deputies)))),
    options.RATE_OF_PLAY: ("122", attrgetter("time_control")),
    options.ROUND_DATES: ("132", lambda report: list(report.dates)),
    options.STARTING_RANK: ("172", attrgetter("rank_method")),
    options.NATIONAL_RATINGS: ("172", attrgetter("rank_federation")),
}
"""The record that holds a setting, and what a report says there."""
FEDERATION_CODE = re.compile(r"[A-Za-z]{3}")
PLAYER_WORDS = {
    "federation": N_("federation"),
    "fide_id": N_("FIDE number"),
    "title": N_("title"),
    "gender": N_("sex"),
    "birth": N_("date of birth"),
}


@dataclass(frozen=True, slots=True)
class FromReport:
    """The command that makes the tournament; what was filled in, kept without a setting, left out, and converted."""

    command: AdoptRecords
    filled_in: tuple[str, ...]
    kept: tuple[str, ...]
    left_out: tuple[str, ...]
    converted: tuple[str, ...]


def from_report(report: Report, id: TournamentId, dice: Dice) -> FromReport:
    """The tournament of a report; raises Invalid for what no tournament can hold."""
    if not report.entries:
        raise Invalid("report-empty", value=0)
    order = pairing_order(report)
    entries = sorted(report.entries, key=lambda entry: order[entry.number])
    ids = {entry.number: PlayerId(dice.token()) for entry in entries}
    left_out: list[str] = []
    ranked = report.ranking_alone
    players = {ids[entry.number]: _fields(report, entry, left_out, ranked=ranked) for entry in entries}
    rounds = tuple(
        adopted_rounds.adopted_round(report, number, ids, id, dice) for number in range(1, report.paired_rounds + 1)
    )
    numbers = {ids[number]: pairing for number, pairing in order.items()}
    table = _table(report)
    given = _given(report, ids, left_out, table)
    exits = [left for line in report.others if (left := exit_in_comment(line)) is not None]
    announced = adopted_rounds.announced_byes(report)
    byes = {
        ids[number]: {at: kind for at, kind in own.items() if kind.requested}
        for number, own in announced.items()
        if number in ids
    }
    left_out += adopted_rounds.full_point_byes(report, announced)
    if given.get(options.RULE_SET.json) == RuleSet.FIDE.value and not exits:
        left_out += adopted_rounds.repeated_half_byes(report, ids, byes)
    records = adopted_rounds.kept_records(
        report, ids, baku=given.get(options.ACCELERATION.json) == Acceleration.BAKU.value
    )
    left_out += [*_unplaced(report), *_claims(report), *remarks_on_report(report.remarks, Kind.LEFT_OUT)]
    return FromReport(
        AdoptRecords(
            id,
            given,
            players,
            rounds,
            byes,
            numbers,
            records,
            {"": tuple(ids[number] for number in table.seats)} if table is not None else None,
            min(exits, default=None),
        ),
        (*filled_in(report), *_gaps(report, table), *remarks_on_report(report.remarks, Kind.INFERRED)),
        tuple(adopted_rounds.sentences_on(records, report)),
        tuple(left_out),
        (*remarks_on_report(report.remarks, Kind.CONVERTED), *_years_of_birth(report)),
    )


def _table(report: Report) -> BergerTable | None:
    """The Berger table of the report, if an event can hold it: numbers are those of the seats, and all points count."""
    table = berger_table(report)
    if table is None or report.overruled or table.seats != tuple(range(1, len(table.seats) + 1)):
        return None
    return table


def _given(
    report: Report, ids: dict[int, PlayerId], left_out: list[str], table: BergerTable | None
) -> dict[str, object]:
    all_play_all = table is not None or report.round_robin is True
    by_hand = not all_play_all and report.system is not None and report.system.family != DUTCH
    given: dict[str, object] = {
        "name": report.name or "Tournament",
        "format": (ROUND_ROBIN if all_play_all else MANUAL if by_hand else SWISS).name,
        "numbering": "list",
        "initial_colour": "white" if initial_colour(report) is Colour.WHITE else "black",
        "scoring": {name: str(getattr(report.scoring, name)) for name in report.scoring.__dataclass_fields__},
    }
    if not by_hand:
        given[options.RULE_SET.json] = RuleSet.FIDE.value  # what is read from a report file was played by FIDE's rules
    if report.rounds:
        given["rounds"] = report.rounds
    _details(report, given, left_out)
    always = [record for record in report.forbidden if record.last_round is None]
    groups = [[ids[number] for number in record.numbers if number in ids] for record in always]
    given["forbidden"] = [group for group in groups if len(set(group)) > 1]
    if report.ranking_alone and any(entry.points for entry in report.entries):
        left_out.append(_("The points: the games they come from are not in the file."))
    _codes(report, given, left_out, all_play_all=all_play_all, by_fide=not by_hand)
    if all_play_all:
        cycles, exchanged = (table.cycles, table.exchanged) if table is not None else (cycles_met(report), False)
        given |= {options.CYCLES.json: cycles, options.SWAP_LAST_TWO.json: exchanged, options.ANNUL_EARLY.json: True}
        if table is None:
            left_out.append(_by_hand(report))
        return given
    if adopted_rounds.is_baku(report):
        given[options.ACCELERATION.json] = Acceleration.BAKU.value
    if by_hand:
        left_out.append(
            _("Brought over as paired by hand: Podium has no rules for %(type)s.", type=report.stated_system)
        )
    elif report.type_code and report.system is None:
        left_out.append(_("The type %(type)s, which is none of FIDE’s codes: taken as a Swiss.", type=report.type_code))
    return given


def _by_hand(report: Report) -> str:
    """Why a round robin is brought over as paired by hand."""
    text = (
        N_("A round robin is brought over as paired by hand: it follows no Berger table.")
        if berger_table(report) is None
        else N_(
            "A round robin is brought over as paired by hand: its start numbers or points are not those of its table."
        )
    )
    return adopted_rounds.at_record(report, "192" if report.type_code else "092", _(text))


def _details(report: Report, given: dict[str, object], left_out: list[str]) -> None:
    """What the file says of the event around the games, each as its option reads it."""
    days: dict[Option[Any], str] = {}
    for option, (record, read_from) in DETAILS.items():
        try:
            if value := read_from(report):
                read = option.read(option.json, value)
                given[option.json] = value
                if option in (options.START, options.END):
                    days[option] = read
        except Invalid as problem:
            text = _("%(field)s: %(problem)s", field=_(option.label), problem=sentence(problem))
            left_out.append(adopted_rounds.at_record(report, record, text))
    if len(days) == 2 and days[options.END] < days[options.START]:
        del given[options.END.json]
        text = _("The last day, %(date)s, comes before the first.", date=report.end)
        left_out.append(adopted_rounds.at_record(report, "052", text))


def _gaps(report: Report, table: BergerTable | None) -> Iterator[str]:
    """What the file does not say, and what is taken instead."""
    if table is not None and not report.round_robin:
        yield at_lines("001", [], _("Every round is as in the Berger table: taken as a round robin."))
    elif not report.type_code and report.round_robin is None:
        yield _("The file does not say how it was paired: taken as a Swiss by the Dutch system.")
    if report.ranking_alone:
        yield _("The ranks of the file are its final ranking: it has no games.")
        return
    if not scoring.TAGS & report.places.records.keys():
        yield _(
            "The file does not say what results are worth: as its points show, a win %(win)s, a draw %(draw)s, a loss "
            "%(loss)s, the bye of the pairing %(bye)s.",
            **{name: str(getattr(report.scoring, name)) for name in ("win", "draw", "loss", "bye")},
        )
    if not report.tiebreaks:
        yield _("The file lists no tie-breaks: equal points share a rank.")


def _unplaced(report: Report) -> Iterator[str]:
    """The points of record 299 for results that are not there yet."""
    for number, played in report.overruled:
        if played > report.paired_rounds or report.by_number[number].cell(played).pending:
            text = _(
                "The points of player %(player)s in round %(round)s (record 299), which has no result.",
                player=number,
                round=played,
            )
            yield adopted_rounds.at_record(report, "299", text)


def _claims(report: Report) -> Iterator[str]:
    """The numbers of players that the file claims and does not have; they are counted when it is written."""
    rated = sum(entry.rating_of_fide is not None for entry in report.entries)
    players, rated_players = (
        N_("The file says %(claim)s players and lists %(number)s."),
        N_("The file says %(claim)s rated players and lists %(number)s."),
    )
    for tag, claim, number, text in (
        ("062", report.stated_players, len(report.entries), players),
        ("072", report.stated_rated, rated, rated_players),
    ):
        if claim and claim.lstrip("0") != str(number).lstrip("0"):
            yield adopted_rounds.at_record(report, tag, _(text, claim=claim, number=number))


def _codes(report: Report, given: dict[str, object], left_out: list[str], *, all_play_all: bool, by_fide: bool) -> None:
    codes = []
    for code in report.tiebreaks:
        try:
            known = criterion(code)
            if all_play_all and known.row.swiss_only:
                raise Invalid("tiebreak-not-in-round-robin", value=code)
            if by_fide and not known.row.by_fide:
                raise Invalid("tiebreak-not-of-fide", value=code)
            codes.append(known.code)
        except Invalid:
            tag = "212" if "212" in report.places.records else "202"
            left_out.append(adopted_rounds.at_record(report, tag, _("The tie-break %(code)s.", code=code)))
    given["tiebreaks"] = list(dict.fromkeys(codes))
    rating, method = stands_for_unrated(report)
    given |= {options.UNRATED.json: rating, options.UNRATED_METHOD.json: method.value}


def _years_of_birth(report: Report) -> Iterator[str]:
    """The dates of birth with a month and no day, of which only the year is taken."""
    for entry in report.entries:
        if entry.birth.endswith("-00") and not entry.birth.endswith("-00-00"):
            text = _("the date of birth %(value)s is read as %(year)s.", value=entry.birth, year=entry.birth[:4])
            yield at_lines("001", _lines_of(report, entry), text)


def _lines_of(report: Report, entry: Entry) -> list[int]:
    return [report.places.players[entry.number]] if entry.number in report.places.players else []


def _official(entry: Entry) -> OfficialRatings | None:
    """The ratings of FIDE and of a federation, where the one that counts is made of both."""
    if entry.national_rating is None:
        return None
    fide = OfficialRating(entry.fide_rating) if entry.fide_rating is not None else None
    kind = OfficialKind.STANDARD if entry.rating == entry.fide_rating else OfficialKind.NATIONAL
    return OfficialRatings(fide, national=OfficialRating(entry.national_rating), origin=RatingOrigin(kind))


def _named(report: Report, entry: Entry, rank: int | None) -> PlayerFields:
    """The player with a name, rating and rank; raises FormatError that says where the file has another."""
    line = report.places.players.get(entry.number, 0)
    try:
        fields = PlayerFields(name=entry.name or f"Player {entry.number}", rank=rank).checked()
    except Invalid as problem:
        facts = {"player": entry.number, "value": entry.name}
        raise FormatError(line, 15, "player-name-malformed", tag="001", **facts) from problem
    try:
        return replace(fields, rating=entry.rating, official=_official(entry)).checked()
    except Invalid as problem:
        raise FormatError(
            line, 49, "rating-impossible", tag="001", player=entry.number, value=entry.rating
        ) from problem


def _fields(report: Report, entry: Entry, left_out: list[str], *, ranked: bool) -> PlayerFields:
    """The player, without what cannot be one: that is noted."""
    title = entry.title.upper()
    read: dict[str, tuple[str, Any]] = {
        "federation": (entry.federation, FEDERATION_CODE.fullmatch(entry.federation) and entry.federation.upper()),
        "fide_id": (entry.fide_id, entry.fide_id.isdecimal() and entry.fide_id),
        "title": (entry.title, title in TITLES and title),
        "gender": (entry.sex, {"m": "m", "f": "f", "w": "f"}.get(entry.sex.lower())),
        "birth": (entry.birth, len(entry.birth) in (4, 10) and re.sub(r"(-\d\d)?-00$", "", entry.birth)),
    }
    fields = _named(report, entry, (entry.rank if ranked else None) or None)
    for name, (told, value) in read.items():
        try:
            changed: dict[str, Any] = {name: value or None}
            fields = replace(fields, **changed).checked()
        except Invalid:
            value = None
        if told and not value:
            words = {"player": entry.number, "field": _(PLAYER_WORDS[name]), "value": told}
            text = _("Of player %(player)s the %(field)s %(value)s, which cannot be one.", **words)
            left_out.append(at_lines("001", _lines_of(report, entry), text))
    return fields
