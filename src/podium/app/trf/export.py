"""A section of a tournament as a report file tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from podium.app.event.fide_words import EXIT, breach_comment
from podium.app.event.schedule import round_days
from podium.app.formats.registry import views_of
from podium.app.queries import everybody_ranked, refusals
from podium.app.standings.tally import is_counted, points, uncounted
from podium.app.standings.tiebreaking import expelled_players
from podium.app.trf.details import ENCODED_TIME, encoded_time
from podium.app.trf.tiebreak_view import EXPELLED, NOT_USED, UNRATED
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import TITLES, PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType
from podium.files.trf import Acceleration, Adjustment, Cell, Entry, Forbidden, Report, RequestedBye
from podium.files.trf.national_ratings import METHODS, counted
from podium.files.trf.report import AT_THE_END, CODES, RESULT_LETTERS
from podium.files.trf.writer import fide_federation
from podium.files.trf_systems import CUSTOM_SWISS, DUTCH, ROUND_ROBIN, System, system_of
from podium.flow.event.rating_method import fide_rating
from podium.flow.event.setting_values import Settings, StartingRank
from podium.flow.fide.recording import breaches_by_players
from podium.flow.formats.registry import numbers_of
from podium.flow.formats.swiss_field import acceleration, initial_colour, kept_apart
from podium.flow.players.seats import rounds_of_table
from podium.flow.state import Game, Pairing, Round, Tournament
from podium.tiebreaks import UnratedMethod, criterion

CONTROLLER = "182"
PODIUM = f"{CONTROLLER} Podium"
"""The record as Podium writes it."""


MOST_PLAYERS = 9999  # what a report file has columns for
ABSENT = Cell(0, "-", "Z")
CUSTOM_ROUND_ROBIN = "CUSTOM_ROUNDROBIN"
ANNULLED = "### Annulled: "


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
    report_kind = _report_kind(state)
    if report_kind is None:
        raise Refused("report-of-format", value=settings.format)
    numbers = numbers_of(state, section)
    if len(numbers) > MOST_PLAYERS:
        raise Refused("report-too-large", value=len(numbers), most=MOST_PLAYERS)
    kind, code = report_kind
    ranked = {row.player.id: row for row in everybody_ranked(state) if row.section == section}
    report = Report(
        entries=(),
        name=settings.name + (f", {section}" if section else ""),
        city=settings.place or "",
        federation=fide_federation(settings.federation or ""),
        start=settings.start or "",
        end=settings.end or "",
        kind=kind,
        type_code=code,
        arbiter=settings.chief_arbiter or "",
        deputies=settings.deputy_arbiters,
        time_control=settings.rate_of_play or "",
        dates=round_days(settings),
        planned_rounds=rounds_of_table(state, section),
        initial_colour=initial_colour(settings).value,
        scoring=settings.scoring,
        tiebreaks=_codes(state),
        forbidden=(
            *(Forbidden(tuple(sorted(group))) for group in kept_apart(state, numbers)),
            *_apart_in_rounds(state, numbers),
        ),
        accelerations=_accelerations(state, numbers),
        byes=_requested(state, numbers),
        absent=tuple(number for id, number in numbers.items() if state.players[id].withdrawn),
        adjustments=(*_recorded(state, numbers), *_taken_away(state, numbers), *_added(state, numbers)),
        others=(*_program_and_time(state), *_kept_lines(state, numbers), *_comments(state, section, numbers)),
        **_starting_rank(settings),
    )
    rounds = [_by_player(here) for here in state.rounds]
    entries = tuple(
        Entry(
            number,
            points=ranked[id].points,
            rank=ranked[id].rank if ranked[id].placed else None,
            cells=tuple(_cell(here.get(id), id, numbers) for here in rounds),
            **_person(state.players[id].fields),
            **_national(settings, report.rank_federation, state.players[id].fields),
        )
        for id, number in numbers.items()
    )
    return replace(report, entries=entries)


def _national(settings: Settings, federation: str, fields: PlayerFields) -> dict[str, Any]:
    """The national rating of a player and FIDE's, where the one that counts is made of them; nothing where somebody
    typed it."""
    official, method = fields.official, settings.starting_rank.value
    if len(federation) != 3 or method not in METHODS or official is None or official.national is None:
        return {}
    fide = fide_rating(settings, official)
    if counted(method, fide, official.national.value) != fields.rating:
        return {}
    return {"fide_rating": fide, "national_rating": official.national.value}


def _codes(state: Tournament) -> tuple[str, ...]:
    """The tie-breaks of the event; where all play all without those that mean nothing there."""
    codes = state.settings.tiebreaks
    return tuple(code for code in codes if not (_all_play_all(state) and criterion(code).row.swiss_only))


def _all_play_all(state: Tournament) -> bool:
    return views_of(state).traits.all_play_all


def _person(fields: PlayerFields) -> dict[str, Any]:
    """What the report says of a person, by the names of its own fields."""
    return {
        "name": fields.name,
        "sex": {"m": "m", "f": "w"}.get(fields.gender or "", ""),
        "title": fields.title if fields.title in TITLES else "",  # the format has no others
        "rating": fields.rating or None,
        "federation": fide_federation(fields.federation or ""),
        "fide_id": fields.fide_id or "",
        "birth": f"{fields.birth}-00-00" if fields.birth and len(fields.birth) == 4 else fields.birth or "",
    }


def _cell(pairing: Pairing | None, player: PlayerId, numbers: Mapping[PlayerId, int]) -> Cell:
    if pairing is None:
        return ABSENT
    if pairing.is_bye:
        return Cell(0, "-", pairing.kind.trf)
    assert isinstance(pairing, Game)  # doubles are not written as reports
    white = pairing.white == player
    codes = pairing.result.trf if pairing.result is not None else (" ", " ")
    return Cell(numbers[pairing.opponent(player)], "w" if white else "b", codes[0] if white else codes[1])


def _report_kind(state: Tournament) -> tuple[str, str] | None:
    """The type in words and as a code: those of the file that the event came from, while they still hold."""
    own = views_of(state).report_kind(state)
    words, told = state.kept.type_words, system_of(state.kept.type_code)
    if own is not None and own[1] == CUSTOM_ROUND_ROBIN:
        stays = Report(kind=words, type_code=state.kept.type_code).round_robin
        return (words or own[0], state.kept.type_code or own[1]) if stays else own
    ours = system_of(own[1]) if own is not None else None
    if own is None or ours is None or not (words or state.kept.type_code):
        return own
    if told is not None:
        return (words or own[0], state.kept.type_code) if _same_system(told, ours) else own
    by_table = Report(kind=words, type_code=state.kept.type_code).round_robin
    if by_table and own[1] == CUSTOM_SWISS:
        return words or own[0], CUSTOM_ROUND_ROBIN
    return (words or own[0], own[1]) if by_table in (None, ours.family == ROUND_ROBIN) else own


def _same_system(told: System, ours: System) -> bool:
    """Whether the code of a file says no other thing than ours; what is paired by hand can be any but the Dutch."""
    if ours == system_of(CUSTOM_SWISS):
        return told.family != DUTCH
    return replace(told, edition=None) == replace(ours, edition=None)


def _starting_rank(settings: Settings) -> dict[str, Any]:
    """How the starting order was made, and by whose ratings, where that is stated."""
    if settings.starting_rank is StartingRank.UNSTATED:
        return {}
    federation = settings.national_ratings or settings.federation or ""
    return {"rank_federation": federation[:3].upper(), "rank_method": settings.starting_rank.value}


def _apart_in_rounds(state: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[Forbidden]:
    for each in state.kept.apart:
        group = tuple(sorted(numbers[id] for id in each.players if id in numbers))
        if len(group) > 1:
            yield Forbidden(group, each.first_round, each.last_round)


def _added(state: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[Adjustment]:
    """What players have beside all results."""
    for each in state.kept.added:
        those = tuple(numbers[id] for id in each.players if id in numbers)
        if those:
            yield Adjustment(each.points, those, "", AT_THE_END if each.at_the_end else each.round)


def _program_and_time(state: Tournament) -> Iterator[str]:
    """Records 182, the program that pairs, and 222, unless the file that the event came from has its own."""
    kept = {line.text[:3] for line in state.kept.lines}
    encoded = encoded_time(state.settings)
    if CONTROLLER not in kept:
        yield PODIUM
    if encoded and ENCODED_TIME not in kept:
        yield f"{ENCODED_TIME} {encoded}"


def _kept_lines(state: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[str]:
    """The lines of the file that the event came from, with the start numbers of now."""
    for line in state.kept.lines:
        if line.player is None:
            yield line.text
        elif line.player in numbers:
            yield f"{line.text[:4]}{numbers[line.player]:>4}{line.text[8:]}"


def _comments(state: Tournament, section: str, numbers: Mapping[PlayerId, int]) -> Iterator[str]:
    """What FIDE's report file has to name: what it has no record for and ranks follow from, that the event left FIDE
    mode, and what was done beside the engine.

    Acts name players by the numbers of now, a player who was removed since by that of the round.
    """
    settings = state.settings
    if any(criterion(code).row.on_ratings for code in settings.tiebreaks):
        method = settings.unrated_method
        stands = settings.unrated if method is UnratedMethod.FIXED else method.value
        yield from (f"{UNRATED}{stands}",) if stands else ()
    if unused := [str(each.facts["value"]) for each in refusals(state) if (each.facts["section"] or "") == section]:
        yield NOT_USED + " ".join(unused)
    gone = {id: state.players[id] for id in sorted(numbers, key=lambda id: numbers[id])}
    if expelled := [str(numbers[id]) for id in expelled_players(gone.values(), all_play_all=_all_play_all(state))]:
        yield EXPELLED + " ".join(sorted(expelled, key=int))
    for id in gone:
        if id in uncounted(state):
            yield f"{ANNULLED}{numbers[id]} (C.05, 6.6)"
    earlier = {id: number for here in state.rounds for id, number in here.numbers.get(section, {}).items()}
    for breach in breaches_by_players(state).breaches:
        if breach.section == section:
            yield breach_comment(breach, {**earlier, **numbers})
    if state.fide_mode_exit is not None:
        yield f"{EXIT}{state.fide_mode_exit}"


def _accelerations(state: Tournament, numbers: Mapping[PlayerId, int]) -> tuple[Acceleration, ...]:
    points, last = acceleration(state, numbers)
    if points:
        return tuple(Acceleration(each, number, number, 1, last) for number, each in enumerate(points, start=1))
    place = {number: at for at, number in enumerate(sorted(numbers.values()))}
    return tuple(
        Acceleration(each.points, each.first_round, each.last_round, run[0], run[-1])
        for each in state.kept.virtual
        for run in _runs(sorted(numbers[id] for id in each.players if id in numbers), place)
    )


def _runs(numbers: Sequence[int], place: Mapping[int, int]) -> list[list[int]]:
    """The numbers in as few runs as they make, nobody else between those of a run.

    >>> _runs([1, 2, 9], {1: 0, 2: 1, 4: 2, 9: 3}), _runs([2, 4], {1: 0, 2: 1, 4: 2})
    ([[1, 2], [9]], [[2, 4]])
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and place[number] == place[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


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
    """What rounds brought beside the scoring table: by a report file, in an older database, and absence that scores."""
    extra = []
    usual = state.settings.scoring
    zero = usual.zero_bye
    for here in state.rounds:
        paid = [each for each in here.games.values() if each.is_bye and each.recorded is not None]
        extra += [
            Adjustment(each.points(state.settings.scoring), (numbers[each.player],), each.kind.trf, here.number)
            for each in paid
            if each.player in numbers
        ]
        for game in here.games.values():
            if game.result is not None and game.recorded is not None and game.recorded.result is game.result:
                extra += [
                    Adjustment(points, (numbers[id],), RESULT_LETTERS.get(code, code), here.number)
                    for id, code in zip(game.players, game.recorded.result.trf, strict=True)
                    if id in numbers and (points := game.points(id, usual)) != usual.points(CODES[code])
                ]
        if zero:
            there = _by_player(here)
            gone = tuple(number for id, number in numbers.items() if id not in there)
            extra += [Adjustment(Points(0), gone, "Z", here.number)] if gone else []
    return tuple(extra)


def _taken_away(state: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[Adjustment]:
    """What games, and byes, brought that count for nobody, since a player left before half of the games."""
    left_out = uncounted(state)
    for here in state.rounds if left_out else ():
        by_code: dict[str, list[int]] = {}
        for player, pairing in _by_player(here).items():
            if (
                player in numbers
                and not is_counted(pairing, left_out)
                and points(pairing, player, state.settings.scoring)
            ):
                code = _cell(pairing, player, numbers).code
                by_code.setdefault(RESULT_LETTERS.get(code, code), []).append(numbers[player])
        for code, those in sorted(by_code.items()):
            yield Adjustment(Points(0), tuple(sorted(those)), code, here.number)


def _by_player(here: Round) -> dict[PlayerId, Pairing]:
    return {player: pairing for pairing in here.games.values() for player in pairing.players}
