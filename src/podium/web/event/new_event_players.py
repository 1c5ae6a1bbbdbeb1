"""The second step of a new event: who plays, by a list to paste or send and by players of another event."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.words.language import _
from podium.files.players.importplan import Action
from podium.web.event.event_draft import (
    EnteredPlayers,
    EventDraft,
    draft_of,
    entered_players,
    keep_draft,
    on_draft,
    source_event,
    step_url,
)
from podium.web.frame.forms import Choices, Errors, Field, Fields, Form, as_sent
from podium.web.frame.responses import page, see_other
from podium.web.frame.shared_forms import RENDERED, kept
from podium.web.frame.uploads import packed
from podium.web.frame.visit import Visit
from podium.web.players.list_preview import PASTED, ListPreview, chosen_columns, list_preview


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The second step: a list to paste or send, players of another event, and what comes of both.

    `text` is the list that was pasted, `picked` are the players of the other event that were ticked.
    """

    draft: EventDraft
    entered: EnteredPlayers
    text: str
    preview: ListPreview | None
    events: Choices
    source: str
    picked: Collection[str]
    rendered: str = ""


@on_draft
def players_page(visit: Visit, draft: EventDraft) -> Response[str]:
    """The second step: who plays."""
    return page(visit, "new_players.html", _players_context(visit, draft))


def players_fields(visit: Visit) -> Fields:
    """Who plays, as the draft has it: a list, what its columns are, and players of another event."""
    draft = draft_of(visit)
    return _players_fields(_players_context(visit, draft))


def _players_fields(shown: PlayersPage) -> Fields:
    source, preview = shown.entered.source, shown.preview
    people = tuple((each.id, each.name) for each in source.players.values()) if source else ()
    picked = tuple(id for id, _name in people if id in shown.picked)
    return (
        Field("text", _("Paste the players, one a line"), value=shown.text),
        Field("source", _("And players of another tournament"), choices=shown.events, value=shown.source),
        Field("pick", _("Players of the other tournament"), choices=people, value=picked, box="source"),
        *([Field("sheet", _("Sheet of the workbook"), value=preview.sheet)] if preview and preview.sheets[1:] else ()),
        *(Field(each.name, each.label, value=each.value) for each in (preview.columns if preview else ())),
    )


def show_players(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The second step as it was sent; `errors` are none, since a list that cannot be read says so itself."""
    draft = draft_of(visit)
    shown, form = _players_context(visit, draft), visit.form
    columns = shown.preview.columns if shown.preview else ()
    shown = replace(
        shown,
        text=form.secret("text"),
        source=form.text("source"),
        picked=form.texts.get("pick", ()),
        preview=replace(shown.preview, columns=as_sent(columns, form, {})) if shown.preview else None,
    )
    return page(visit, "new_players.html", shown, status=status)


@on_draft
def save_players(visit: Visit, draft: EventDraft) -> Response[str]:
    """A draft with other players; what is new is looked at before one goes on, unless it is a list of plain names."""
    after = _with_source(visit, _with_list(visit.form, draft))
    keep_draft(visit, after)
    if visit.form.text("go") == "format":
        return see_other(visit, step_url(after, "format"))
    shown = entered_players(visit, after)
    plain = after == replace(draft, kind=PASTED, content=after.content, sheet="", columns={}) and _is_plain(shown)
    if visit.form.text("go") == "look" or (after != draft and not plain):
        return see_other(visit, f"{step_url(after, 'players')}#f-list")
    return see_other(visit, step_url(after, "players" if shown.error else "rules"))


def _is_plain(entered: EnteredPlayers) -> bool:
    """Whether every line of the list is a name, perhaps with a rating, that becomes a player."""
    uploaded, planned = entered.uploaded, entered.planned
    if uploaded is None or planned is None or uploaded.sheet.width > 2 or planned.findings:
        return False
    return all(each.action is Action.ADD and not each.findings for each in planned.rows)


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
    """The draft with players of another event: all at first, then the ticked ones."""
    chosen = visit.form.text("source")
    if chosen != draft.source:
        event = source_event(visit, chosen)
        return replace(draft, source=event.id if event else "", picked=tuple(event.players) if event else ())
    ticked = set(visit.form.texts.get("pick", ()))
    event = source_event(visit, chosen)
    return replace(draft, picked=tuple(id for id in event.players if id in ticked) if event else ())


def _players_context(visit: Visit, draft: EventDraft) -> PlayersPage:
    entered = entered_players(visit, draft)
    uploaded, planned = entered.uploaded, entered.planned
    context = PlayersPage(
        draft,
        entered,
        text=uploaded.content.decode(errors="replace") if uploaded and draft.kind == PASTED else "",
        preview=list_preview(uploaded, planned) if uploaded and planned else None,
        events=_own_events(visit),
        source=draft.source if entered.source else "",
        picked=[each.id for each in entered.picked],
    )
    return replace(context, rendered=visit.form.secret(RENDERED) or kept(_players_fields(context)))


def _own_events(visit: Visit) -> Choices:
    """The events whose players one may take, with how many they are; newest first."""
    directed = (Role.OWNER.word, Role.ARBITER.word)
    registry = visit.desk.registry
    rows = [*registry.tournaments(visit.actor.user), *registry.tournaments(visit.actor.user, archived=True)]
    return tuple(
        (str(row["id"]), _("%(tournament)s (%(count)s)", tournament=row["name"], count=row["players"]))
        for row in rows
        if row["role"] in directed and row["players"]
    )
