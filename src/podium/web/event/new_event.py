"""A new event in three steps: name and format, players, rules. Nothing is created before the last one."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import new_id
from podium.app.event.templates import Template, known_settings
from podium.app.server.http_statuses import status_of
from podium.app.server.overload import TooManyRequests
from podium.app.trf.import_report import import_report
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _, ngettext
from podium.core.errors import Cautioned, Forbidden, FormatError, Invalid, PodiumError, Refused
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament
from podium.flow.event.options import NAME, SECTIONS
from podium.flow.formats.registry import FORMAT, FORMAT_NAMES
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.event.event_draft import (
    EnteredPlayers,
    EventDraft,
    entered_players,
    placed,
    read_draft,
    rule_texts,
    settings_form,
    source_event,
    suggested_rounds,
    texts_of_event,
    texts_of_settings,
)
from podium.web.event.settings_fields import SettingsForm
from podium.web.event.settings_form import FIELD_NAMES, form_settings, form_texts, problems
from podium.web.formats.registry import FORMAT_PAGES
from podium.web.frame.caution_page import caution_page
from podium.web.frame.fields import Field, Fields
from podium.web.frame.forms import Errors, Form, number_or_text, under_field
from podium.web.frame.kept_files import packed, unpacked
from podium.web.frame.responses import page, see_other
from podium.web.frame.shared_forms import RENDERED, kept
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit
from podium.web.players.list_preview import PASTED, ListPreview, chosen_columns, list_preview

STEPS = (("format", N_("Name and format")), ("players", N_("Players")), ("rules", N_("Rules")))
MOST_DRAFTS = 5
KEPT_FILE = "kept_file"
"""The field with a report file while it is asked about."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Where one is among the steps: (key, label, whether it is the present one)."""

    entries: tuple[tuple[str, str, bool], ...]
    number: int


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format to choose, with a sentence; its picture has its name."""

    name: str
    label: str
    summary: str


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An event that somebody began to fill in."""

    url: str
    name: str
    changed_at: str


@dataclass(frozen=True, slots=True)
class FormatPage:
    """The first step; before it is done there is no draft, but templates and drafts to go on with."""

    action: str
    steps: Steps
    name: str
    format: str
    formats: tuple[FormatChoice, ...]
    rendered: str
    errors: Errors = field(default_factory=dict)
    templates: tuple[Template, ...] = ()
    drafts: tuple[DraftEntry, ...] = ()
    first: bool = False


@dataclass(frozen=True, slots=True)
class PickedPlayer:
    """A player of another event, taken or not."""

    id: str
    name: str
    rating: str
    taken: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The second step: a list to paste or send, players of another event, and what comes of both."""

    action: str
    steps: Steps
    name: str
    text: str
    from_file: bool
    error: str | None
    preview: ListPreview | None
    events: tuple[tuple[str, str], ...]
    source: str
    source_players: tuple[PickedPlayer, ...]
    total: str
    act: str
    rendered: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The third step: all there is to decide, with answers that suit the format and the field."""

    action: str
    steps: Steps
    name: str
    form: SettingsForm
    note: str
    rendered: str


@dataclass(frozen=True, slots=True)
class ImportedPage:
    """What there is to say of a tournament that came from a report file."""

    name: str
    url: str
    filled_in: tuple[str, ...]
    kept: tuple[str, ...]
    left_out: tuple[str, ...]
    converted: tuple[str, ...]
    differences: tuple[str, ...]


# --- the first step ---------------------------------------------------------------------------


def start_page(visit: Visit) -> Response[str]:
    """The first step, with what else a new event can start from."""
    return _show_format(visit, EventDraft("")) if visit.signed_in else redirect_to_login(visit)


def start_page_with(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The first step, with what is wrong with a file that was to become an event."""
    return _show_format(visit, EventDraft(""), errors, status)


def start(visit: Visit) -> Response[str]:
    """A new draft with a name and a format."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    return _save_format(visit, EventDraft(""))


def format_page(visit: Visit) -> Response[str]:
    """The first step of a draft."""
    draft = _draft(visit)
    return _show_format(visit, draft) if isinstance(draft, EventDraft) else draft


def format_fields(visit: Visit) -> Fields:
    """The name and the format of a draft, as they are kept."""
    draft = _draft(visit)
    return _format_fields(draft) if isinstance(draft, EventDraft) else ()


def _format_fields(draft: EventDraft) -> Fields:
    formats = tuple((each.name, _(each.words.short)) for each in FORMAT_PAGES)
    return (
        Field(NAME.json, _("Name of the tournament"), value=draft.name),
        Field(FORMAT.json, _("How is it played?"), "", "select", formats, value=draft.format),
    )


def show_format(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The first step as it was sent."""
    draft = _draft(visit)
    return (
        _show_format(visit, _with_format(visit.form, draft), errors, status) if isinstance(draft, EventDraft) else draft
    )


def save_format(visit: Visit) -> Response[str]:
    """A draft with another name and format."""
    draft = _draft(visit)
    return _save_format(visit, draft) if isinstance(draft, EventDraft) else draft


def start_from_template(visit: Visit) -> Response[str]:
    """A new draft with the settings of a template."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    template = visit.desk.registry.template(user, visit.number("template"))
    texts = texts_of_settings(known_settings(template.settings))
    return _begin(visit, EventDraft(_new_draft_id(), texts))


def drop_template(visit: Visit) -> Response[str]:
    """A template less."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    visit.desk.registry.drop_template(user, visit.number("template"))
    return see_other(
        visit, "/new", StatusLine(_("The template is removed; tournaments made from it stay as they are."))
    )


def drop_draft(visit: Visit) -> Response[str]:
    """A draft less."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    visit.desk.registry.drop_draft(user, visit.path["draft"])
    return see_other(visit, "/new", StatusLine(_("The draft is gone.")))


def duplicate(visit: Visit) -> Response[str]:
    """A new draft with the settings and the players of a tournament."""
    state = visit.see(Role.ARBITER, "ChangeSettings").state
    if not visit.signed_in:
        raise Forbidden("do this without an account")
    return _begin(
        visit, EventDraft(_new_draft_id(), texts_of_event(state), source=state.id, picked=tuple(state.players))
    )


def create_from_report(visit: Visit) -> Response[str]:
    """The tournament of a report file, and all there is to say of the file where there is something.

    Rounds that the rules would not give are asked about before anything is stored.
    """
    if not visit.signed_in:
        return redirect_to_login(visit)
    content = visit.form.files.get("file", b"")
    if not content and (kept := visit.form.secret(KEPT_FILE)):
        content = unpacked(kept)
    once = visit.form.once
    id, digest = new_id(visit.actor, once), hashlib.sha256(content).hexdigest()
    try:
        rounds = number_or_text(visit.form.text("rounds"))
        acknowledged = visit.form.number("acknowledge") or 0
        keep_points = visit.form.text("keep_points") == "yes"
        imported = import_report(visit.desk, visit.actor, content, id, once, digest, rounds, acknowledged, keep_points)
    except Cautioned as caution:
        return caution_page(visit, caution, ((KEPT_FILE, packed(content)),), form="/new")
    except (FormatError, Refused, TooManyRequests) as error:
        field = "rounds" if error.facts.get("field") == "rounds" else "file"
        return _show_format(visit, EventDraft(""), {field: sentence(error)}, status_of(error))
    name = imported.receipt.state.settings.name
    if not imported.notes:
        return see_other(visit, f"/t/{id}", StatusLine(_("%(tournament)s is created.", tournament=name)))
    found = tuple(each.text for each in imported.differences)
    words = (imported.filled_in, imported.kept, imported.left_out, imported.converted)
    context = ImportedPage(name, f"/t/{id}", *words, found)
    return page(visit, "imported.html", context)


# --- the second step --------------------------------------------------------------------------


def players_page(visit: Visit) -> Response[str]:
    """The second step: who plays."""
    draft = _draft(visit)
    if not isinstance(draft, EventDraft):
        return draft
    return page(visit, "new_players.html", _players_context(visit, draft))


def players_fields(visit: Visit) -> Fields:
    """Who plays, as the draft has it: a list, what its columns are, and players of another event."""
    draft = _draft(visit)
    return _players_fields(_players_context(visit, draft)) if isinstance(draft, EventDraft) else ()


def _players_fields(shown: PlayersPage) -> Fields:
    people = tuple((each.id, each.name) for each in shown.source_players)
    picked = tuple(each.id for each in shown.source_players if each.taken)
    preview = shown.preview
    return (
        Field("text", _("Paste the players, one a line"), value=shown.text),
        Field("source", _("And players of another tournament"), choices=shown.events, value=shown.source),
        Field("pick", _("Players of the other tournament"), choices=people, value=picked, box="source"),
        *([Field("sheet", _("Sheet of the workbook"), value=preview.sheet)] if preview and preview.sheets[1:] else ()),
        *(
            Field(f"column-{each.number}", each.header, value=each.value)
            for each in (preview.columns if preview else ())
        ),
    )


def show_players(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The second step as it was sent; `errors` are none, since a list that cannot be read says so itself."""
    draft = _draft(visit)
    if not isinstance(draft, EventDraft):
        return draft
    shown, form = _players_context(visit, draft), visit.form
    columns = shown.preview.columns if shown.preview else ()
    texts = (replace(each, value=form.texts.get(f"column-{each.number}", (each.value,))[0]) for each in columns)
    picked = form.texts.get("pick", ())
    shown = replace(
        shown,
        text=form.secret("text"),
        source=form.text("source"),
        source_players=tuple(replace(each, taken=each.id in picked) for each in shown.source_players),
        preview=replace(shown.preview, columns=tuple(texts)) if shown.preview else None,
    )
    return page(visit, "new_players.html", shown, status=status)


def save_players(visit: Visit) -> Response[str]:
    """A draft with other players; what is new is looked at before one goes on."""
    draft = _draft(visit)
    if not isinstance(draft, EventDraft):
        return draft
    after = _with_source(visit, _with_list(visit.form, draft))
    _keep(visit, after)
    if visit.form.text("go") == "format":
        return see_other(visit, _url(after, "format"))
    if after != draft or visit.form.text("go") == "look":
        return see_other(visit, f"{_url(after, 'players')}#f-list")
    shown = entered_players(visit, after)
    return see_other(visit, _url(after, "players" if shown.error else "rules"))


def _with_list(form: Form, draft: EventDraft) -> EventDraft:
    """The draft with the list that the form brings: a file, or what was pasted; whichever is new."""
    pasted = "\n".join(form.secret("text").splitlines()).strip("\n")
    if (sent := form.files.get("file", b"")).strip():
        return replace(draft, kind="file", content=packed(sent), sheet="", columns={})
    if pasted.strip():
        content = packed(pasted.encode(errors="replace"))
        if (draft.kind, draft.content) != (PASTED, content):
            return replace(draft, kind=PASTED, content=content, sheet="", columns={})
    if form.text("drop_file") == "yes" or (draft.kind == PASTED and not pasted.strip()):
        return replace(draft, kind="", content="", sheet="", columns={})
    if "shown_sheet" not in form.texts:
        return draft
    chosen = chosen_columns(form)
    used = ",".join(f"{number}={column}" for number, column in sorted(chosen.items()) if column)
    if form.text("sheet") == form.text("shown_sheet") and used == form.text("shown_columns"):
        return draft
    columns = {str(number): text or "" for number, text in chosen.items()}
    return replace(draft, sheet=form.text("sheet"), columns=columns)


def _with_source(visit: Visit, draft: EventDraft) -> EventDraft:
    """The draft with players of another event: all at first, then those who are ticked."""
    chosen = visit.form.text("source")
    if chosen != draft.source:
        event = source_event(visit, chosen)
        return replace(draft, source=event.id if event else "", picked=tuple(event.players) if event else ())
    ticked = set(visit.form.texts.get("pick", ()))
    event = source_event(visit, chosen)
    return replace(draft, picked=tuple(id for id in event.players if id in ticked) if event else ())


# --- the third step ---------------------------------------------------------------------------


def rules_page(visit: Visit) -> Response[str]:
    """The third step: the rules."""
    draft = _draft(visit)
    return _show_rules(visit, draft) if isinstance(draft, EventDraft) else draft


def rules_fields(visit: Visit) -> Fields:
    """The rules of a draft as they are kept, or suggested."""
    draft = _draft(visit)
    return _rules_form(draft, entered_players(visit, draft)).fields if isinstance(draft, EventDraft) else ()


def _rules_form(draft: EventDraft, players: EnteredPlayers, errors: Errors | None = None) -> SettingsForm:
    texts = rule_texts(draft, players)
    shown = texts if errors is None else {**texts, **draft.fields}
    return SettingsForm({**shown, FORMAT.json: draft.format}, errors or {}, new=True, settled=True)


def show_rules(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The third step as it was sent."""
    draft = _draft(visit)
    if not isinstance(draft, EventDraft):
        return draft
    sent = replace(draft, fields={**draft.fields, **form_texts(visit.form)})
    return _show_rules(visit, sent, errors, status, rendered=visit.form.secret(RENDERED))


def save_rules(visit: Visit) -> Response[str]:
    """The tournament, created with its players; or the way back with what was filled in."""
    draft = _draft(visit)
    if not isinstance(draft, EventDraft):
        return draft
    players = entered_players(visit, draft)
    draft = replace(draft, fields={**draft.fields, **form_texts(visit.form)}, offered=suggested_rounds(draft, players))
    _keep(visit, draft)
    if visit.form.text("go") == "players":
        return see_other(visit, _url(draft, "players"))
    settings = form_settings(settings_form(draft))
    if errors := problems(settings):
        return _show_rules(visit, draft, errors, 400)
    id = _event_id(visit, draft.id)
    command = CreateTournament(id, settings, placed(players.players, settings.get(SECTIONS.json)))
    try:
        visit.desk.perform(visit.actor, id, command, command_id=_command_id(draft.id))
    except Refused as error:
        return _show_rules(visit, draft, under_field(error, FIELD_NAMES, NAME.json), status_of(error))
    _drop(visit, draft)
    return see_other(visit, f"/t/{id}", StatusLine(_("%(tournament)s is created.", tournament=draft.name)))


# --- drafts -----------------------------------------------------------------------------------


def _draft(visit: Visit) -> EventDraft | Response[str]:
    """The draft that the address names; or the way to what became of it."""
    if (user := visit.actor.user) is None:
        return redirect_to_login(visit)
    id = visit.path["draft"]
    kept = visit.desk.registry.draft(user, id)
    if kept is not None:
        return read_draft(kept)
    event = _event_id(visit, id)
    try:
        visit.desk.see(visit.actor, event)
    except PodiumError:
        return see_other(visit, "/new", StatusLine(_("That draft is gone: start again."), "info"))
    return see_other(visit, f"/t/{event}")  # the form was sent twice


def _keep(visit: Visit, draft: EventDraft) -> None:
    assert visit.actor.user is not None  # or there is no draft
    visit.desk.registry.keep_draft(visit.actor.user, draft.id, draft.body)


def _drop(visit: Visit, draft: EventDraft) -> None:
    assert visit.actor.user is not None  # or there is no draft
    visit.desk.registry.drop_draft(visit.actor.user, draft.id)


def _begin(visit: Visit, draft: EventDraft) -> Response[str]:
    _keep(visit, draft)
    return see_other(visit, _url(draft, "format"))


def _new_draft_id() -> str:
    return secrets.token_urlsafe(12)


def _command_id(draft: str) -> str:
    return f"draft-{draft}"


def _event_id(visit: Visit, draft: str) -> TournamentId:
    return new_id(visit.actor, _command_id(draft))


def _url(draft: EventDraft, step: str) -> str:
    return f"/new/{draft.id}/{step}" if draft.id else "/new"


# --- what the pages show ----------------------------------------------------------------------


def _with_format(form: Form, draft: EventDraft) -> EventDraft:
    return replace(draft, fields={**draft.fields, **{each: form.text(each) for each in (NAME.json, FORMAT.json)}})


def _save_format(visit: Visit, draft: EventDraft) -> Response[str]:
    draft = _with_format(visit.form, draft)
    errors: Errors = {}
    for option in (NAME, FORMAT):
        try:
            option.read(option.json, draft.fields[option.json])
        except Invalid as error:
            errors[option.json] = sentence(error)
    if errors:
        return _show_format(visit, draft, errors, 400)
    draft = replace(draft, id=draft.id or _new_draft_id())
    _keep(visit, draft)
    return see_other(visit, _url(draft, "players"))


def _show_format(visit: Visit, draft: EventDraft, errors: Errors | None = None, status: int = 200) -> Response[str]:
    registry, user = visit.desk.registry, visit.actor.user
    begins = not draft.id and user is not None
    drafts = [read_draft(each) for each in registry.drafts(user)] if begins and user is not None else []
    changed = {each.id: each.changed_at for each in registry.drafts(user)} if drafts and user is not None else {}
    chosen = draft.format if draft.format in FORMAT_NAMES else ""
    context = FormatPage(
        action=_url(draft, "format"),
        steps=_steps("format"),
        name=draft.name,
        format=chosen,
        formats=tuple(FormatChoice(each.name, _(each.words.short), _(each.words.summary)) for each in FORMAT_PAGES),
        rendered=visit.form.secret(RENDERED) or kept(_format_fields(draft)),
        errors=errors or {},
        templates=tuple(registry.templates(user)) if begins and user is not None else (),
        drafts=tuple(
            DraftEntry(f"/new/{each.id}", each.name or _("without a name"), changed[each.id])
            for each in drafts[:MOST_DRAFTS]
        ),
        first=not draft.id,
    )
    return page(visit, "new_format.html", context, status=status)


def _players_context(visit: Visit, draft: EventDraft) -> PlayersPage:
    entered = entered_players(visit, draft)
    uploaded, planned = entered.uploaded, entered.planned
    count = len(entered.players)
    total = ngettext("%(num)s player will be entered.", "%(num)s players will be entered.", count) if count else ""
    context = PlayersPage(
        action=_url(draft, "players"),
        steps=_steps("players"),
        name=draft.name,
        text=uploaded.content.decode(errors="replace") if uploaded and draft.kind == PASTED else "",
        from_file=bool(draft.content) and draft.kind != PASTED,
        error=entered.error,
        preview=list_preview(uploaded, planned) if uploaded and planned else None,
        events=_own_events(visit),
        source=draft.source if entered.source else "",
        source_players=_source_players(entered),
        total=total,
        act=_("Go on with %(players)s", players=counts.players(count)) if count else _("Go on, players come later"),
        rendered="",
    )
    return replace(context, rendered=visit.form.secret(RENDERED) or kept(_players_fields(context)))


def _show_rules(
    visit: Visit, draft: EventDraft, errors: Errors | None = None, status: int = 200, rendered: str = ""
) -> Response[str]:
    """The third step; with `errors`, even none, exactly as the draft has it, else with what suits the field."""
    players = entered_players(visit, draft)
    suggested, count = suggested_rounds(draft, players), len(players.players)
    note = _("Good answers are filled in. All of them can be changed until round 1 is paired, most of them later too.")
    if suggested and count:
        rounds = counts.rounds(int(suggested))
        note = f"{note} {_('For %(players)s we suggest %(rounds)s.', players=counts.players(count), rounds=rounds)}"
    form, stored = _rules_form(draft, players, errors), _rules_form(draft, players)
    steps, rendered = _steps("rules"), rendered or kept(stored.fields)
    context = RulesPage(_url(draft, "rules"), steps, draft.name, form, note, rendered)
    return page(visit, "new_rules.html", context, status=status)


def _steps(now: str) -> Steps:
    entries = tuple((key, _(label), key == now) for key, label in STEPS)
    return Steps(entries, next(number for number, (key, *_rest) in enumerate(STEPS, start=1) if key == now))


def _own_events(visit: Visit) -> tuple[tuple[str, str], ...]:
    """The events whose players one may take, with how many they are; newest first."""
    directed = (Role.OWNER.word, Role.ARBITER.word)
    registry = visit.desk.registry
    rows = [*registry.tournaments(visit.actor.user), *registry.tournaments(visit.actor.user, archived=True)]
    return tuple(
        (str(row["id"]), _("%(tournament)s (%(count)s)", tournament=row["name"], count=row["players"]))
        for row in rows
        if row["role"] in directed and row["players"]
    )


def _source_players(entered: EnteredPlayers) -> tuple[PickedPlayer, ...]:
    if entered.source is None:
        return ()
    taken = {each.id for each in entered.picked}
    return tuple(
        PickedPlayer(each.id, each.name, str(each.fields.rating or ""), each.id in taken)
        for each in entered.source.players.values()
    )
