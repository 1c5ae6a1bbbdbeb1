"""Check-in: the list at the desk, the page that players reach by the code on the wall, and what changes at the desk."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.hall.check_in import (
    Absence,
    CheckIn,
    absence_words,
    absent_players,
    come_by_code,
    come_by_link,
    expected_players,
    may_check_in,
    must_be_code,
    next_round,
    note_at_desk,
    open_check_in,
    possible_absences,
    settle,
)
from podium.app.players.numbers import player_numbers
from podium.app.players.participation import Meaning
from podium.app.players.player_search import fits, sought_words
from podium.app.problems import status_of
from podium.app.queries import meanings
from podium.app.rounds.result_words import outcome
from podium.app.words.language import _, ngettext
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import FIELD_NAMES, Player
from podium.core.result import ByeType
from podium.flow.commands import AddPlayers, RequestByes, WithdrawPlayer
from podium.flow.lookups import find_player
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.players.player_links import qr_code
from podium.web.players.players import PlayerForm, as_fields, entry_fields, form_fields, player_form, problems
from podium.web.ratings.look_up import look_up_of


@dataclass(frozen=True, slots=True)
class Line:
    """A player on the list; `at` is when they came, in ISO."""

    id: str
    name: str
    number: int
    club: str
    at: str | None


@dataclass(frozen=True, slots=True)
class DeskForms:
    """What changes at the desk: somebody enters late, leaves, or asks for a bye."""

    entry: PlayerForm | None
    late: Meaning | None
    people: tuple[tuple[str, str], ...]
    rounds: tuple[tuple[str, str], ...]
    byes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CheckInPage:
    """The list at the desk."""

    url: str
    round: int
    note: str
    q: str
    lines: tuple[Line, ...]
    deadline: str | None
    is_open: bool
    comes: bool
    over: bool
    address: str | None
    code: Markup | None
    absent: tuple[str, ...]
    absences: tuple[tuple[str, str], ...]
    directs: bool
    forms: DeskForms
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ArrivalPage:
    """What players see who came by the code: the list to find oneself in."""

    url: str
    round: int
    deadline: str | None
    over: bool
    q: str
    lines: tuple[Line, ...]
    whole: bool
    here: str | None


MOST_LINES = 40  # names that are shown to somebody who searches for the own one


def check_in_page(visit: Visit) -> Response[str]:
    """The list at the desk."""
    return _show(visit, visit.see(Role.SCORER, _("check players in")))


def open_(visit: Visit) -> Response[str]:
    """The check-in for the next round, open."""
    seen = visit.see(Role.ARBITER, _("check players in"))
    try:
        open_check_in(visit.services.check_ins, seen, visit.form.number("minutes"))
    except Refused as error:
        return _show(visit, seen, under_field(error, ("minutes",), "minutes"), status_of(error))
    return see_other(visit, f"{visit.url}/checkin")


def note(visit: Visit) -> Response[str]:
    """The list with one player more or less who has come."""
    seen = visit.see(Role.SCORER, _("check players in"))
    player, present = PlayerId(visit.form.text("player")), visit.form.text("present") == "yes"
    note_at_desk(visit.services.check_ins, seen.state, player, present=present)
    return see_other(visit, visit.back(f"{visit.url}/checkin"))


def end(visit: Visit) -> Response[str]:
    """The check-in ended, and what becomes of the absent."""
    seen = visit.see(Role.ARBITER, _("check players in"))
    chosen = visit.form.text("absent")
    act = Absence(chosen) if chosen in {each.value for each in Absence} else None
    _ended, receipt = settle(visit.services.check_ins, seen, act, visit.perform)
    status_line = receipt_status_line(seen, receipt) if receipt is not None else StatusLine(_("The check-in is ended."))
    return see_other(visit, f"{visit.url}/players", status_line)


def arrival_page(visit: Visit) -> Response[str]:
    """The page behind the code on the wall."""
    seen = visit.see()
    check_in = visit.services.check_ins.under_way(visit.tournament)
    if check_in is None or check_in.round != next_round(seen.state):
        context = ArrivalPage(visit.here, next_round(seen.state), None, True, "", (), True, None)
        return page(visit, "check_in_arrival.html", context, seen=seen)
    must_be_code(check_in, visit.path["code"])
    q = visit.query.get("q", "").strip()
    lines = _lines(seen, check_in, q)
    came = check_in.present.get(PlayerId(visit.query.get("here", "")))
    context = ArrivalPage(
        url=f"{visit.url}/checkin/{check_in.code}",
        round=check_in.round,
        deadline=check_in.deadline,
        over=check_in.is_over(visit.services.check_ins.now()),
        q=q,
        lines=lines[:MOST_LINES] if q or len(lines) <= MOST_LINES else (),
        whole=len(lines) <= MOST_LINES,
        here=find_player(seen.state, PlayerId(visit.query["here"])).name if came else None,
    )
    return page(visit, "check_in_arrival.html", context, seen=seen)


def arrive(visit: Visit) -> Response[str]:
    """A player has come, by the code on the wall."""
    seen = visit.see()
    player = PlayerId(visit.form.text("player"))
    come_by_code(visit.services.check_ins, seen.state, player, visit.path["code"])
    return see_other(visit, f"{visit.url}/checkin/{visit.path['code']}?here={player}")


def arrive_by_link(visit: Visit) -> Response[str]:
    """A player has come, by the own link."""
    seen = visit.see(Role.PLAYER, _("check players in"))
    come_by_link(visit.services.check_ins, seen)
    return see_other(visit, f"{visit.url}/players/{seen.player}", StatusLine(_("You are checked in.")))


def enter_late(visit: Visit) -> Response[str]:
    """One more player, who is here."""
    seen = visit.see(Role.ARBITER, "AddPlayers")
    fields = form_fields(visit.form)
    if errors := problems(fields):
        return _show(visit, seen, errors, 400)
    try:
        receipt = visit.perform(AddPlayers((as_fields(fields),)))
    except Refused as error:
        return _show(visit, seen, under_field(error, FIELD_NAMES, "name"), status_of(error))
    check_in = visit.services.check_ins.under_way(visit.tournament)
    newcomers = [id for id in receipt.state.players if id not in seen.state.players]
    for id in newcomers if check_in is not None and check_in.round == next_round(seen.state) else ():
        visit.services.check_ins.note(visit.tournament, id, present=True)
    return see_other(visit, f"{visit.url}/checkin", receipt_status_line(seen, receipt))


def withdraw(visit: Visit) -> Response[str]:
    """A player takes no further part."""
    seen = visit.see(Role.ARBITER, "WithdrawPlayer")
    player = find_player(seen.state, PlayerId(visit.form.text("player")))
    reason = visit.form.optional("reason")
    return perform_and_go(visit, seen, WithdrawPlayer(player.id), f"{visit.url}/checkin", reason=reason)


def request_bye(visit: Visit) -> Response[str]:
    """A player has a bye in a round to come."""
    seen = visit.see(Role.ARBITER, "RequestByes")
    player = find_player(seen.state, PlayerId(visit.form.text("player")))
    number, kind = visit.form.number("round"), visit.form.text("bye")
    byes = {each: kind for each, kind in player.byes.items() if each != number}
    if number is not None and kind in {each.value for each in ByeType}:
        byes[number] = ByeType(kind)
    return perform_and_go(visit, seen, RequestByes(player.id, byes), f"{visit.url}/checkin")


def _show(visit: Visit, seen: Seen, errors: Errors | None = None, status: int = 200) -> Response[str]:
    state = seen.state
    stored = visit.services.check_ins.under_way(visit.tournament)
    check_in = stored if stored is not None and stored.round == next_round(state) else None
    q = visit.query.get("q", "").strip()
    absent = absent_players(state, check_in) if check_in else []
    address = f"{visit.site}{visit.url}/checkin/{check_in.code}" if check_in else None
    directs = seen.role >= Role.ARBITER and not state.archived
    context = CheckInPage(
        url=f"{visit.url}/checkin",
        round=next_round(state),
        note=_note(seen, check_in, absent),
        q=q,
        lines=_lines(seen, check_in, q) if check_in else (),
        deadline=check_in.deadline if check_in else None,
        is_open=check_in is not None,
        comes=may_check_in(state),
        over=check_in is not None and check_in.is_over(visit.services.check_ins.now()),
        address=address,
        code=qr_code(address) if address else None,
        absent=tuple(each.name for each in absent),
        absences=tuple((each.value, absence_words(each)) for each in possible_absences(state, check_in))
        if check_in and absent
        else (),
        directs=directs,
        forms=_forms(visit, seen, errors or {}),
        errors=errors or {},
    )
    return page(visit, "check_in.html", context, seen=seen, nav="players", status=status)


def _note(seen: Seen, check_in: CheckIn | None, absent: list[Player]) -> str:
    if check_in is None:
        return ngettext("%(num)s player is expected", "%(num)s players are expected", len(_expected(seen)))
    total = len(_expected(seen))
    return _("%(present)s of %(total)s are here", present=total - len(absent), total=total)


def _expected(seen: Seen) -> list[Player]:
    return expected_players(seen.state, next_round(seen.state))


def _lines(seen: Seen, check_in: CheckIn, q: str) -> tuple[Line, ...]:
    words, numbers = sought_words(q), player_numbers(seen.state)
    return tuple(
        Line(each.id, each.name, numbers[each.id], each.fields.club or "", check_in.present.get(each.id))
        for each in expected_players(seen.state, check_in.round)
        if fits(words, each, numbers[each.id])
    )


def _forms(visit: Visit, seen: Seen, errors: Errors) -> DeskForms:
    state, traits = seen.state, pages_of(seen.state).traits
    closed = traits.closes_entry and bool(state.rounds)
    playing = (each for each in state.players.values() if not each.withdrawn)
    people = sorted(playing, key=lambda each: each.name.casefold())
    ahead = range(next_round(state), (state.settings.rounds or next_round(state) + 2) + 1)
    kinds = [kind for kind in ByeType if kind.requested] if traits.takes_bye_requests else []
    look_up = look_up_of(visit, seen, f"{visit.url}/checkin") if seen.role >= Role.ARBITER and not closed else None
    fields = entry_fields(seen, look_up.chosen if look_up else {})
    return DeskForms(
        entry=None if closed else player_form(fields, (), visit.form, errors, look_up),
        late=next(iter(meanings(state)), None),
        people=tuple((each.id, each.name) for each in people),
        rounds=tuple((str(number), _("Round %(round)s", round=number)) for number in ahead),
        byes=tuple((kind.value, outcome(kind)) for kind in kinds),
    )
