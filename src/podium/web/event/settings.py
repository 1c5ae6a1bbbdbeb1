"""The settings of a tournament: the form that creates and changes it, who can see it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind, stored_digest
from podium.app.event.progress import tournament_status
from podium.app.event.templates import copied_settings
from podium.app.players.numbers import player_numbers
from podium.app.problems import status_of
from podium.app.profiles.registry import PROFILES, profile_of
from podium.app.queries import plan_warnings
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Forbidden, Invalid, Refused
from podium.flow.commands import ArchiveTournament, ChangeSettings, DeleteTournament, LeaveFideMode, PublishTournament
from podium.flow.event.declaration import PLAYER_KINDS, Fixed, Kind
from podium.flow.event.options import FORBIDDEN, NAME, PROFILE, SECTIONS, TABLE_ORDER
from podium.flow.event.settings import GIVEN, OPTIONS
from podium.flow.event.tournament import frozen_options
from podium.flow.formats.registry import FORMAT
from podium.flow.state import Tournament
from podium.web.event.continuation import can_go_on
from podium.web.event.settings_fields import SettingsForm
from podium.web.event.settings_form import FIELD_NAMES, form_settings, form_texts, problems, settings_texts
from podium.web.frame.forms import Errors, Fields, Form, under_field
from podium.web.frame.responses import page, perform_and_go, performs, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.rounds.hand_pairing import player_called


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of a tournament, and its life; one that `goes_on` can become another format with its rounds."""

    form: SettingsForm
    state: Tournament
    status: str
    owner: bool
    goes_on: bool
    warned: tuple[str, ...]
    logo: str
    """The digest of its picture; empty where it has none."""
    doubt: str
    """Why the change asks to be confirmed, where it does."""


def settings_page(visit: Visit) -> Response[str]:
    """The page with the settings."""
    return show(visit, {}, 200)


def fields(visit: Visit) -> Fields:
    """The settings that can be changed, as they are stored."""
    return _form(visit, visit.see(Role.ARBITER, "ChangeSettings"), {}, {}).fields


def save(visit: Visit) -> Response[str]:
    """The settings, changed as the form says."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    named, unknown = _players(seen, visit.form)
    settings = form_settings(_in_format_of_profile(seen, visit.form), seen.state.settings) | named
    fixed = frozen_options(seen.state)  # those fields are disabled, and a form from before is not refused for them
    dropped = [each for each in fixed if each.fixed is not Fixed.BRACKET_BUILT]
    settings = {name: value for name, value in settings.items() if GIVEN[name] not in dropped}
    if errors := problems(settings, seen.state.settings) | unknown:
        return show(visit, errors, 400)
    command = ChangeSettings(settings, visit.form.text("confirm") == "yes")
    try:
        return perform_and_go(visit, seen, command, f"{visit.url}/settings")
    except Refused as error:
        values = form_texts(visit.form)
        if error.code == "rounds-made-wrong":
            return _show(visit, seen, values, status=status_of(error), doubt=sentence(error))
        otherwise = SECTIONS.json if error.code == "section-in-use" else NAME.json
        errors = under_field(error, FIELD_NAMES, otherwise)
        if error.code == Fixed.BRACKET_BUILT.value:  # what is fixed is shown as it is, whatever was sent
            values = {name: value for name, value in values.items() if name not in errors}
        return _show(visit, seen, values, errors, status_of(error))


def _in_format_of_profile(seen: Seen, form: Form) -> Form:
    """The form; with a format of the profile, where that is chosen anew and has not the one of the form, and none is
    fixed."""
    name = form.text(PROFILE.json)
    chosen = next((each for each in PROFILES if each.name.value == name), None)
    if seen.state.rounds or chosen is None or chosen is profile_of(seen.state.settings):
        return form
    if chosen.serves(form.text(FORMAT.json) or seen.state.settings.format):
        return form
    return replace(form, texts={**form.texts, FORMAT.json: (chosen.formats[0].name,)})


def show(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with the settings as they were sent, and what is wrong with them."""
    return _show(visit, visit.see(Role.ARBITER, "ChangeSettings"), form_texts(visit.form), errors, status)


def keep_template(visit: Visit) -> Response[str]:
    """The settings, kept under a name to start further events from."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    user = visit.actor.user
    if user is None:
        raise Forbidden("do this without an account")
    try:
        name = NAME.read(NAME.json, visit.form.text("template"))
    except Invalid as error:
        return _show(visit, seen, {}, {"template": sentence(error)}, status_of(error))
    visit.desk.registry.keep_template(user, name, copied_settings(seen.state.settings))
    return see_other(
        visit, f"{visit.url}/settings", StatusLine(_("Kept: new tournaments can start from “%(name)s”.", name=name))
    )


publish, hide = performs(PublishTournament()), performs(PublishTournament(False))
archive, restore = performs(ArchiveTournament(), ""), performs(ArchiveTournament(False), "")
leave_fide_mode = performs(LeaveFideMode(), "/settings")


def delete(visit: Visit) -> Response[str]:
    """No tournament any more, for anybody."""
    seen = visit.see(Role.OWNER, "DeleteTournament")
    visit.perform(DeleteTournament(), expected=visit.version)
    return see_other(visit, "/", StatusLine(_("%(tournament)s is deleted.", tournament=seen.state.settings.name)))


def _players(seen: Seen, form: Form) -> tuple[dict[str, object], Errors]:
    """The settings of the form that name players, by number or name; and where one of them is not in the list.

    Players who may not meet are one group a line with semicolons between, the order of a table is one player a line.
    """
    named: dict[str, object] = {}
    errors: Errors = {}
    players = list(seen.state.players.values())
    numbers = player_numbers(seen.state)
    for option in OPTIONS:
        if option.kind not in PLAYER_KINDS or option.json not in form.texts:
            continue
        lines = []
        for line in filter(str.strip, form.secret(option.json).splitlines()):
            texts = [part.strip() for part in line.split(";") if part.strip()]
            known = {text: player_called(players, numbers, text) for text in texts}
            for text in (text for text, player in known.items() if player is None):
                words = _("No player “%(name)s”: write a number or a whole name of the list.", name=text)
                errors.setdefault(option.json, words)
            lines.append([str(player.id) for player in known.values() if player])
        named[option.json] = lines if option.kind is Kind.GROUPS else [id for line in lines for id in line]
    return {name: value for name, value in named.items() if name not in errors}, errors


def _player_texts(seen: Seen) -> dict[str, str]:
    """The settings that name players, as the form shows them."""
    names = {id: player.name for id, player in seen.state.players.items()}
    settings = seen.state.settings
    return {
        FORBIDDEN.json: "\n".join("; ".join(names[id] for id in group if id in names) for group in settings.forbidden),
        TABLE_ORDER.json: "\n".join(names[id] for id in settings.table_order if id in names),
    }


def _form(visit: Visit, seen: Seen, values: Mapping[str, str], errors: Errors) -> SettingsForm:
    state = seen.state
    return SettingsForm(
        {**settings_texts(state.settings), **_player_texts(seen), **values},
        errors,
        begun=bool(state.rounds),
        fixed=frozen_options(state),
        entered=bool(state.players),
        profile=profile_of(state.settings),
        find=visit.query.get("all"),
    )


def _show(
    visit: Visit,
    seen: Seen,
    values: Mapping[str, str],
    errors: Errors | None = None,
    status: int = 200,
    doubt: str = "",
) -> Response[str]:
    state = seen.state
    context = SettingsPage(
        form=_form(visit, seen, values, errors or {}),
        state=state,
        status=tournament_status(state),
        owner=seen.role is Role.OWNER,
        warned=tuple(one.said for one in plan_warnings(state)),
        goes_on=can_go_on(state) and not state.archived,
        logo=stored_digest(visit.services.attachments, AttachmentKey(AttachmentKind.LOGO, state.id)),
        doubt=doubt,
    )
    return page(visit, "settings.html", context, seen=seen, nav="settings", status=status)
