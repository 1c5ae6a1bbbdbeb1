"""The settings of a tournament: the form that creates and changes it, who can see it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.views.numbers import player_numbers
from podium.app.views.status import tournament_status
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Refused
from podium.flow.commands import ArchiveTournament, ChangeSettings, DeleteTournament, PublishTournament
from podium.flow.declaration import Fixed, fixed_by
from podium.flow.numbers import may_be_renumbered
from podium.flow.options import FORBIDDEN, NAME, SECTIONS
from podium.flow.settings import GIVEN, OPTIONS
from podium.web.frame.forms import Errors, Form, under_field
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.toasts import Toast
from podium.web.frame.visit import Visit
from podium.web.pages.continuation import can_go_on
from podium.web.pages.hand_pairing import player_called
from podium.web.pages.settings_fields import SettingsForm
from podium.web.pages.settings_form import FIELD_NAMES, form_settings, form_texts, problems, settings_texts


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of a tournament, and its life; one that `goes_on` can become another format with its rounds."""

    form: SettingsForm
    status: str
    published: bool
    archived: bool
    owner: bool
    players: int
    rounds: int
    goes_on: bool
    doubt: str
    """Why the change asks to be confirmed, where it does."""


def settings_page(visit: Visit) -> Response[str]:
    """The page with the settings."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    return _show(visit, seen, settings_texts(seen.state.settings))


def save(visit: Visit) -> Response[str]:
    """The settings, changed as the form says."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    settings = form_settings(visit.form, seen.state.settings)
    if seen.state.rounds:  # those fields are disabled, and a form from before is not refused for them
        fixed = fixed_by(OPTIONS, Fixed.ROUND_PAIRED, seen.state.settings.rules)
        if not may_be_renumbered(seen.state):
            fixed += fixed_by(OPTIONS, Fixed.NUMBERS_FIXED)
        settings = {name: value for name, value in settings.items() if GIVEN[name] not in fixed}
    groups, unknown = _groups(seen, visit.form)
    if groups is not None:
        settings[FORBIDDEN.json] = groups
    if errors := problems(settings, seen.state.settings) | unknown:
        return _show(visit, seen, form_texts(visit.form), errors, 400)
    command = ChangeSettings(settings, visit.form.text("confirm") == "yes")
    try:
        return perform_and_go(visit, seen, command, f"{visit.url}/settings")
    except Refused as error:
        if error.code == "rounds-made-wrong":
            return _show(visit, seen, form_texts(visit.form), status=status_of(error), doubt=sentence(error))
        otherwise = SECTIONS.json if error.code == "section-in-use" else NAME.json
        errors = under_field(error, FIELD_NAMES, otherwise)
        values = form_texts(visit.form)
        if error.code == Fixed.BRACKET_BUILT.value:  # what is fixed is shown as it is, whatever was sent
            values = {name: value for name, value in values.items() if name not in errors}
        return _show(visit, seen, values, errors, status_of(error))


def publish(visit: Visit) -> Response[str]:
    """The tournament, seen by all."""
    return perform_and_go(visit, visit.see(), PublishTournament(), visit.back(visit.url))


def hide(visit: Visit) -> Response[str]:
    """The tournament, seen only by those who have a role in it."""
    return perform_and_go(visit, visit.see(), PublishTournament(False), visit.back(visit.url))


def archive(visit: Visit) -> Response[str]:
    """The tournament, out of the list and unchangeable."""
    return perform_and_go(visit, visit.see(), ArchiveTournament(), visit.url)


def restore(visit: Visit) -> Response[str]:
    """The tournament, back from the archive."""
    return perform_and_go(visit, visit.see(), ArchiveTournament(False), visit.url)


def delete(visit: Visit) -> Response[str]:
    """No tournament any more, for anybody."""
    seen = visit.see(Role.OWNER, "DeleteTournament")
    visit.perform(DeleteTournament(), expected=visit.version)
    return see_other(visit, "/", Toast(_("%(tournament)s is deleted.", tournament=seen.state.settings.name)))


def _groups(seen: Seen, form: Form) -> tuple[list[list[str]] | None, Errors]:
    """The groups who may not meet, one a line with semicolons between; None where the form has no such field."""
    if FORBIDDEN.json not in form.texts:
        return None, {}
    players = list(seen.state.players.values())
    groups = []
    for line in filter(str.strip, form.secret(FORBIDDEN.json).splitlines()):
        group = []
        for text in filter(None, (part.strip() for part in line.split(";"))):
            player = player_called(players, player_numbers(seen.state), text)
            if player is None:
                return None, {
                    FORBIDDEN.json: _("No player “%(name)s”: write a number or a whole name of the list.", name=text)
                }
            group.append(str(player.id))
        groups.append(group)
    return groups, {}


def _forbidden_text(seen: Seen) -> str:
    players = seen.state.players
    lines = ([players[id].name for id in group if id in players] for group in seen.state.settings.forbidden)
    return "\n".join("; ".join(names) for names in lines)


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
        form=SettingsForm(
            {**settings_texts(state.settings), FORBIDDEN.json: _forbidden_text(seen), **values},
            errors or {},
            begun=bool(state.rounds),
            renumbers=may_be_renumbered(state),
            entered=bool(state.players),
        ),
        status=tournament_status(state),
        published=state.published,
        archived=state.archived,
        owner=seen.role is Role.OWNER,
        players=len(state.players),
        rounds=state.rounds_paired,
        goes_on=can_go_on(state) and not state.archived,
        doubt=doubt,
    )
    return page(visit, "settings.html", context, seen=seen, nav="settings", status=status)
