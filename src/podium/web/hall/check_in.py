"""Doors open: the code for phones, who is here, what changes at the desk, and the way to *Start*."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.hall.check_in import (
    CheckIn,
    absent_players,
    expected_players,
    may_check_in,
    next_round,
    note_at_desk,
    open_check_in,
)
from podium.app.players.participation import Meaning
from podium.app.problems import status_of
from podium.app.queries import meanings
from podium.app.rounds.result_words import outcome
from podium.app.words.language import _, ngettext
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import FIELD_NAMES
from podium.core.result import ByeType
from podium.flow.commands import AddPlayers, PublishTournament, RequestByes, WithdrawPlayer
from podium.flow.formats.registry import format_of
from podium.flow.lookups import find_player, single_players
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.hall.arrivals import Line, arrival_lines
from podium.web.hall.round_start import StartView, start_view
from podium.web.players.player_links import qr_code
from podium.web.players.players import PlayerForm, as_fields, entry_fields, form_fields, player_form, problems
from podium.web.ratings.look_up import look_up_of


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
    """The page between set-up and play; `gives_links` if the code makes phones those of players."""

    url: str
    round: int
    note: str
    q: str
    lines: tuple[Line, ...]
    deadline: str | None
    is_open: bool
    comes: bool
    over: bool
    address: str
    code: Markup
    gives_links: bool
    published: bool
    start: StartView | None
    directs: bool
    forms: DeskForms
    errors: Errors = field(default_factory=dict)


def check_in_page(visit: Visit) -> Response[str]:
    """The page between set-up and play."""
    return _show(visit, visit.see(Role.SCORER, _("check players in")))


def open_(visit: Visit) -> Response[str]:
    """The check-in for the next round, open, in an event that phones can see."""
    seen = visit.see(Role.ARBITER, _("check players in"))
    links = visit.form.text("links") == "yes"
    try:
        open_check_in(visit.services.check_ins, seen, visit.form.number("minutes"), links=links)
    except Refused as error:
        return _show(visit, seen, under_field(error, ("minutes",), "minutes"), status_of(error))
    if not seen.state.published:
        return perform_and_go(visit, seen, PublishTournament(), f"{visit.url}/checkin")
    return see_other(visit, f"{visit.url}/checkin")


def note(visit: Visit) -> Response[str]:
    """The list with one player more or less who has come."""
    seen = visit.see(Role.SCORER, _("check players in"))
    player, present = PlayerId(visit.form.text("player")), visit.form.text("present") == "yes"
    note_at_desk(visit.services.check_ins, seen.state, player, present=present)
    return see_other(visit, visit.back(f"{visit.url}/checkin"))


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
    address = f"{visit.phone_site}{visit.url}" + (f"/checkin/{check_in.code}" if check_in else "")
    context = CheckInPage(
        url=f"{visit.url}/checkin",
        round=next_round(state),
        note=_note(state, check_in),
        q=q,
        lines=arrival_lines(seen, check_in, q) if check_in else (),
        deadline=check_in.deadline if check_in else None,
        is_open=check_in is not None,
        comes=may_check_in(state),
        over=check_in is not None and check_in.is_over(visit.services.check_ins.now()),
        address=address,
        code=qr_code(address),
        gives_links=check_in is not None and check_in.gives_links,
        published=state.published,
        start=start_view(visit, seen, check_in) if may_check_in(state) else None,
        directs=seen.role >= Role.ARBITER and not state.archived,
        forms=_forms(visit, seen, errors or {}),
        errors=errors or {},
    )
    return page(visit, "check_in.html", context, seen=seen, nav="players", status=status)


def _note(state: Tournament, check_in: CheckIn | None) -> str:
    total = len(expected_players(state, next_round(state)))
    if check_in is None:
        return ngettext("%(num)s player is expected", "%(num)s players are expected", total)
    return _("%(present)s of %(total)s are here", present=total - len(absent_players(state, check_in)), total=total)


def _forms(visit: Visit, seen: Seen, errors: Errors) -> DeskForms:
    state, traits = seen.state, pages_of(seen.state).traits
    closed = traits.closes_entry and bool(state.rounds)
    playing = (each for each in single_players(state) if not each.withdrawn)
    people = sorted(playing, key=lambda each: each.name.casefold())
    ahead = range(next_round(state), (state.settings.rounds or next_round(state) + 2) + 1)
    kinds = format_of(state).engine.requested_byes if traits.takes_bye_requests else ()
    look_up = look_up_of(visit, seen, f"{visit.url}/checkin") if seen.role >= Role.ARBITER and not closed else None
    fields = entry_fields(seen, look_up.chosen if look_up else {})
    return DeskForms(
        entry=None if closed else player_form(fields, (), visit.form, errors, look_up),
        late=next(iter(meanings(state)), None),
        people=tuple((each.id, each.name) for each in people),
        rounds=tuple((str(number), _("Round %(round)s", round=number)) for number in ahead),
        byes=tuple((kind.value, outcome(kind)) for kind in kinds),
    )
