"""Start: one button that makes a round of the players who are here, shows it, and begins its live games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step
from podium.app.hall.check_in import (
    Absence,
    CheckIn,
    absence_words,
    absent_players,
    expected_players,
    next_round,
    possible_absences,
    settle,
)
from podium.app.queries import progress
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.errors import Refused
from podium.core.player import Player
from podium.flow.commands import Command, PairRound, PublishRound, PublishTournament, SettleAbsences, StartRound
from podium.flow.formats.registry import format_of
from podium.flow.state import Stage, Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import receipt_status_line, see_other
from podium.web.frame.visit import StatusLine, Visit


@dataclass(frozen=True, slots=True)
class StartView:
    """What *Start* would do; `pairs` is the button that only pairs, and it `waits` while an earlier round is played."""

    label: str
    people: str
    note: str
    pairs: str
    waits: bool
    absent: tuple[str, ...]
    absences: tuple[tuple[str, str], ...]


def start_view(visit: Visit, seen: Seen, check_in: CheckIn | None) -> StartView | None:
    """What *Start* would do, for directors."""
    state, number = seen.state, next_round(seen.state)
    if seen.role < Role.ARBITER or state.archived:
        return None
    now = progress(state)
    step = pages_of(state).pair_step(state, number, visit.url)
    note = step.note
    if step.posts:
        note = _("Pairs the round of those who are here and shows it to everybody.")
    if step.posts and state.settings.live:
        note += " " + _("Its games start with that: absence counts from then on, not before.")
    absent = {each.id: each.name for each in absent_players(state, check_in)} if check_in else {}
    return StartView(
        label=_("Start round %(round)s", round=number) if step.posts else step.label,
        people=people_text(state, [each for each in expected_players(state, number) if each.id not in absent]),
        note=note,
        pairs=step.label if step.posts else "",
        waits=now.round != number or now.step not in (Step.PAIR, Step.PUBLISH, Step.ADD_PLAYERS),
        absent=tuple(absent.values()),
        absences=tuple((each.value, absence_words(each)) for each in possible_absences(state, check_in))
        if check_in and absent
        else (),
    )


def people_text(state: Tournament, players: list[Player]) -> str:
    """How many there are, and how many games or matches they make."""
    engine, pages = format_of(state).engine, pages_of(state)
    sections = [sum(each.section == section for each in players) for section in state.sections]
    boards = sum(map(engine.boards, sections))
    counted = counts.matches if pages.traits.plays_in_teams or not pages.traits.counts_points else counts.boards
    said = _("%(players)s: %(boards)s", players=counts.players(len(players)), boards=counted(boards))
    free = len(players) - boards * engine.fewest_players
    if boards and free:
        said = _("%(note)s, %(players)s without a game in this round", note=said, players=counts.players(free))
    tables = state.settings.tables
    if tables is not None and boards > tables:
        said = _("%(note)s; %(tables)s tables, the others wait", note=said, tables=tables)
    return said


def start(visit: Visit) -> Response[str]:
    """The round of the players who are here, shown to all, its live games begun; sent again, what is left to do."""
    seen, only = visit.see(Role.ARBITER, "PairRound"), visit.form.text("only")
    if only == "end":
        return _end(visit, seen)
    number = visit.form.number("round") or next_round(seen.state)
    check_ins, pages = visit.services.check_ins, pages_of(seen.state)
    said: list[StatusLine] = []
    if number == next_round(seen.state):
        step = pages.pair_step(seen.state, number, visit.url)
        if settles := _settled(visit, seen, number):
            seen = _perform(visit, seen, settles, said)
        if step.posts:
            seen = _perform(visit, seen, PairRound(number), said)
        check_ins.end(seen.state.id)
        if not step.posts:
            return see_other(visit, step.url, _joined(said))
    if only != "pair":
        for command in _left_to_do(seen.state, number):
            seen = _perform(visit, seen, command, said)
    return see_other(visit, pages.addresses.of_round(visit.url, number), _joined(said))


def _end(visit: Visit, seen: Seen) -> Response[str]:
    """The check-in ended, and what becomes of the absent."""
    _ended, receipt = settle(visit.services.check_ins, seen, _chosen_absence(visit), visit.perform)
    status_line = receipt_status_line(seen, receipt) if receipt is not None else StatusLine(_("The check-in is ended."))
    return see_other(visit, f"{visit.url}/players", status_line)


def _chosen_absence(visit: Visit) -> Absence | None:
    chosen = visit.form.text("absent")
    return Absence(chosen) if chosen in {each.value for each in Absence} else None


def _settled(visit: Visit, seen: Seen, number: int) -> SettleAbsences | None:
    """What is to become of the absent, if anything; raises Refused where too few would be left."""
    state, act = seen.state, _chosen_absence(visit)
    check_in = visit.services.check_ins.under_way(state.id)
    absent = absent_players(state, check_in) if check_in and check_in.round == number and act else []
    here, least = len(expected_players(state, number)) - len(absent), format_of(state).engine.fewest_players
    if here < least:
        raise Refused("too-few-players", value=here, least=least)
    return SettleAbsences(tuple(each.id for each in absent), number, act.bye) if absent and act else None


def _perform(visit: Visit, seen: Seen, command: Command, said: list[StatusLine]) -> Seen:
    """The event after `command`; what it did is `said`."""
    receipt = visit.perform(command)
    said.append(receipt_status_line(seen, receipt))
    return replace(seen, state=receipt.state, version=receipt.version)


def _joined(said: Sequence[StatusLine]) -> StatusLine | None:
    """What was done at last, with the way back from that; who was absent is a long list."""
    return replace(said[-1], text=" ".join(each.text for each in said[-2:])) if said else None


def _left_to_do(state: Tournament, number: int) -> Iterator[Command]:
    """What shows a round that is paired to everybody, and begins its live games."""
    if not state.published:
        yield PublishTournament()
    if state.settings.live and state.start_of(number) is None:
        yield StartRound(number)
    elif state.rounds[number - 1].stage is Stage.DRAFT:
        yield PublishRound(number)
