"""A new event in three steps: what it is, players (`new_event_players`), rules; created with the last one."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from litestar import Response

from podium.app.access import Role
from podium.app.event.templates import Template, known_settings
from podium.app.problems import status_of
from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import PROFILES
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.errors import Forbidden, Refused
from podium.flow.commands import CreateTournament, PublishTournament
from podium.flow.event.options import NAME, PROFILE, SECTIONS
from podium.flow.event.settings import GIVEN
from podium.flow.formats.registry import FORMAT
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.event.event_draft import (
    EnteredPlayers,
    EventDraft,
    draft_command_id,
    draft_of,
    drop_draft,
    entered_players,
    event_id,
    keep_draft,
    on_draft,
    placed,
    read_draft,
    rule_texts,
    settings_form,
    step_url,
    suggested_rounds,
    texts_of_event,
    texts_of_settings,
)
from podium.web.event.settings_fields import SettingsForm
from podium.web.event.settings_form import FIELD_NAMES, form_settings, form_texts, problems
from podium.web.frame.forms import Errors, Field, Fields, Form, refusals, under_field
from podium.web.frame.responses import page, see_other
from podium.web.frame.shared_forms import RENDERED, kept
from podium.web.frame.visit import StatusLine, Visit

MOST_DRAFTS = 5
DRAFT_ID = 12  # bytes of chance in the address of a draft


@dataclass(frozen=True, slots=True)
class FormatPage:
    """The first step; before it is done there is no draft, but templates and drafts to go on with."""

    draft: EventDraft
    action: str
    rendered: str
    errors: Errors = field(default_factory=dict)
    templates: tuple[Template, ...] = ()
    drafts: tuple[tuple[EventDraft, str], ...] = ()
    """With when each was changed."""
    profiles: tuple[Profile, ...] = PROFILES


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The third step: what the profile asks, with answers that suit the format and the field; or all there is."""

    action: str
    name: str
    form: SettingsForm
    note: str
    rendered: str


def start_page(visit: Visit, errors: Errors | None = None, status: int = 200) -> Response[str]:
    """The first step, with what else a new event can start from, and what is wrong with a file that was sent for it."""
    return _show_format(visit, EventDraft(""), errors, status) if visit.signed_in else redirect_to_login(visit)


def start(visit: Visit) -> Response[str]:
    """A new draft with a name and a profile."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    return _save_format(visit, EventDraft(""))


def format_fields(visit: Visit) -> Fields:
    """The name and the profile of a draft, as they are kept."""
    return _format_fields(draft_of(visit))


def _format_fields(draft: EventDraft) -> Fields:
    profiles = tuple((each.name.value, each.title) for each in PROFILES)
    return (
        Field(PROFILE.json, _("What is it?"), "", "select", profiles, value=draft.profile.name.value),
        Field(NAME.json, _("Name of the tournament"), value=draft.name),
    )


def show_format(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The first step as it was sent."""
    return _show_format(visit, _with_format(visit.form, draft_of(visit)), errors, status)


def start_from_template(visit: Visit) -> Response[str]:
    """A new draft with the settings of a template."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    template = visit.desk.registry.template(user, visit.number("template"))
    texts = texts_of_settings(known_settings(template.settings))
    return _begin(visit, EventDraft(secrets.token_urlsafe(DRAFT_ID), texts))


def drop_template(visit: Visit) -> Response[str]:
    """A template less."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    visit.desk.registry.drop_template(user, visit.number("template"))
    return see_other(
        visit, "/new", StatusLine(_("The template is removed; tournaments made from it stay as they are."))
    )


def drop(visit: Visit) -> Response[str]:
    """A draft less."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    drop_draft(visit, visit.path["draft"])
    return see_other(visit, "/new", StatusLine(_("The draft is gone.")))


def duplicate(visit: Visit) -> Response[str]:
    """A new draft with the settings and the players of a tournament."""
    state = visit.see(Role.ARBITER, "ChangeSettings").state
    if not visit.signed_in:
        raise Forbidden("do this without an account")
    return _begin(
        visit,
        EventDraft(
            secrets.token_urlsafe(DRAFT_ID), texts_of_event(state), source=state.id, picked=tuple(state.players)
        ),
    )


def rules_fields(visit: Visit) -> Fields:
    """The rules of a draft as they are kept, or suggested."""
    draft = draft_of(visit)
    return _rules_form(visit, draft, entered_players(visit, draft)).fields


def _rules_form(visit: Visit, draft: EventDraft, players: EnteredPlayers, errors: Errors | None = None) -> SettingsForm:
    texts = rule_texts(draft, players)
    shown = {**(texts if errors is None else {**texts, **draft.fields}), FORMAT.json: draft.format}
    find = "" if "all" in visit.query or "all" in visit.form.texts else None
    return SettingsForm(shown, errors or {}, new=True, profile=draft.profile, find=find)


def show_rules(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The third step as it was sent."""
    draft = draft_of(visit)
    sent = replace(draft, fields={**draft.fields, **form_texts(visit.form)})
    return _show_rules(visit, sent, errors, status, rendered=visit.form.secret(RENDERED))


@on_draft
def save_rules(visit: Visit, draft: EventDraft) -> Response[str]:
    """The tournament, created with its players; or the way back with what was filled in."""
    players = entered_players(visit, draft)
    sent = {**draft.fields, **form_texts(visit.form)}
    draft = replace(draft, fields=sent, offered=suggested_rounds(draft, players))
    keep_draft(visit, draft)
    match visit.form.text("go"):
        case "players":
            return see_other(visit, step_url(draft, "players"))
        case "all":
            return see_other(visit, f"{step_url(draft, 'rules')}?all=")
    settings = form_settings(settings_form(draft, players))
    if errors := problems(settings):
        return _show_rules(visit, draft, errors, 400)
    id = event_id(visit, draft.id)
    command = CreateTournament(id, settings, placed(players.players, settings.get(SECTIONS.json)))
    try:
        visit.desk.perform(visit.actor, id, command, command_id=draft_command_id(draft.id))
        if visit.form.text("go") == "publish":
            visit.desk.perform(visit.actor, id, PublishTournament(), command_id=f"{draft_command_id(draft.id)}-publish")
    except Refused as error:
        return _show_rules(visit, draft, under_field(error, FIELD_NAMES, NAME.json), status_of(error))
    drop_draft(visit, draft.id)
    return see_other(visit, f"/t/{id}", StatusLine(_("%(tournament)s is created.", tournament=draft.name)))


def _begin(visit: Visit, draft: EventDraft) -> Response[str]:
    keep_draft(visit, draft)
    return see_other(visit, step_url(draft, "format"))


def _with_format(form: Form, draft: EventDraft) -> EventDraft:
    return replace(draft, fields={**draft.fields, **{each: form.text(each) for each in (NAME.json, PROFILE.json)}})


def _save_format(visit: Visit, draft: EventDraft) -> Response[str]:
    draft = _with_format(visit.form, draft)
    given = {option.json: draft.fields[option.json] for option in (PROFILE, NAME)}
    if errors := refusals(given, lambda name, value: GIVEN[name].read(name, value)):
        return _show_format(visit, draft, errors, 400)
    draft = replace(draft, id=draft.id or secrets.token_urlsafe(DRAFT_ID))
    keep_draft(visit, draft)
    return see_other(visit, step_url(draft, "players"))


def _show_format(visit: Visit, draft: EventDraft, errors: Errors | None = None, status: int = 200) -> Response[str]:
    registry, user = visit.desk.registry, visit.actor.user
    context = FormatPage(
        draft,
        action=step_url(draft, "format"),
        rendered=visit.form.secret(RENDERED) or kept(_format_fields(draft)),
        errors=errors or {},
    )
    if not draft.id and user is not None:
        drafts = ((read_draft(each), each.changed_at) for each in registry.drafts(user)[:MOST_DRAFTS])
        context = replace(context, templates=tuple(registry.templates(user)), drafts=tuple(drafts))
    return page(visit, "new_format.html", context, status=status)


def _show_rules(
    visit: Visit, draft: EventDraft, errors: Errors | None = None, status: int = 200, rendered: str = ""
) -> Response[str]:
    """The third step; with `errors`, even none, exactly as the draft has it, else with what suits the field."""
    players = entered_players(visit, draft)
    suggested, count = suggested_rounds(draft, players), len(players.players)
    note = _("All else is as usual for this kind of event, and can be changed in the settings at any time.")
    if suggested and count:
        players_in_words, rounds = counts.players(count), counts.rounds(int(suggested))
        fitting = _("For %(players)s we suggest %(rounds)s.", players=players_in_words, rounds=rounds)
        note = f"{note} {fitting}"
    form, stored = _rules_form(visit, draft, players, errors), _rules_form(visit, draft, players)
    context = RulesPage(step_url(draft, "rules"), draft.name, form, note, rendered or kept(stored.fields))
    return page(visit, "new_rules.html", context, status=status)


format_page, save_format, rules_page = on_draft(_show_format), on_draft(_save_format), on_draft(_show_rules)
"""The first step of a draft; the draft with another name and profile; the third step."""
