"""An event that is being filled in, page by page: its name and format, who plays, and its rules.

A draft is kept for its user alone, so that one can go back, or on another day on; only the last step creates anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import new_id
from podium.app.event.templates import Draft, copied_settings
from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import PROFILES, profile_of
from podium.app.server.overload import TooManyRequests
from podium.app.words.errors import sentence
from podium.app.words.language import SOURCE, _, language
from podium.core.collation import Language
from podium.core.errors import FormatError, Invalid, PodiumError, Unknown
from podium.core.ids import TournamentId
from podium.core.player import Player, PlayerFields
from podium.files.players.importplan import ImportPlan
from podium.files.players.matching import Known
from podium.flow.event.options import LANGUAGE, NAME, PROFILE, ROUNDS, SCORING, SECTIONS, TIEBREAKS
from podium.flow.event.settings import GIVEN, formats_with, merge_settings
from podium.flow.formats.registry import FORMAT, FORMATS, STAGES_FORMAT, format_of
from podium.flow.state import Tournament
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.event.settings_form import FITTING, OWN, PRESET, box_name, field_names, settings_texts
from podium.web.event.stages_form import FIELDS, GROUPS, suggested_groups
from podium.web.frame.forms import Form, whole_number
from podium.web.frame.responses import PageHandler, see_other
from podium.web.frame.uploads import unpacked
from podium.web.frame.visit import StatusLine, Visit
from podium.web.players.list_preview import UploadedList, uploaded_list

UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class EventDraft:
    """What was filled in.

    `fields` are those of the form of settings. Players come from a list (`kind`, `content`, `sheet`, and `columns`
    where they were chosen) and from another event (`source`, `picked`). `offered` is how many rounds were suggested.
    """

    id: str
    fields: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    content: str = ""
    sheet: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    picked: tuple[str, ...] = ()
    offered: str = ""

    @property
    def profile(self) -> Profile:
        """The one that was chosen; of settings that name none, the one that fits."""
        chosen = self.fields.get(PROFILE.json, "")
        return next((each for each in PROFILES if each.name.value == chosen), PROFILES[0])

    @property
    def format(self) -> str:
        """The format, as far as the profile has it; else the first that it has."""
        chosen = self.fields.get(FORMAT.json, "")
        return chosen if self.profile.serves(chosen) else self.profile.formats[0].name

    @property
    def name(self) -> str:
        return self.fields.get(NAME.json, "")

    @property
    def body(self) -> dict[str, object]:
        """The draft as the registry keeps it."""
        return {name: value for name, value in asdict(self).items() if name != "id"}


def read_draft(kept: Draft) -> EventDraft:
    """The draft that the registry kept."""
    known = {each.name for each in fields(EventDraft)}
    body = {name: value for name, value in kept.body.items() if name in known}
    draft = replace(EventDraft(kept.id), **body)  # type: ignore[arg-type]  # as `body` was written
    return replace(draft, picked=tuple(draft.picked))


def step_url(draft: EventDraft, step: str) -> str:
    """The address of a step of a draft; of one that is not kept yet, that of the first."""
    return f"/new/{draft.id}/{step}" if draft.id else "/new"


def draft_command_id(draft: str) -> str:
    """By what the command that creates the event of a draft is carried out once."""
    return f"draft-{draft}"


def event_id(visit: Visit, draft: str) -> TournamentId:
    """The id that the event of a draft will have."""
    return new_id(visit.actor, draft_command_id(draft))


def draft_of(visit: Visit) -> EventDraft:
    """The draft that the address names; raises Unknown where its user has none such."""
    kept = visit.desk.registry.draft(visit.actor.user, visit.path["draft"]) if visit.actor.user is not None else None
    if kept is None:
        raise Unknown("draft", visit.path["draft"])
    return read_draft(kept)


def on_draft(step: Callable[[Visit, EventDraft], Response[str]]) -> PageHandler:
    """The handler of a step, which is given its draft; where that is gone, the way to what became of it."""

    def handle(visit: Visit) -> Response[str]:
        if not visit.signed_in:
            return redirect_to_login(visit)
        try:
            draft = draft_of(visit)
        except Unknown:
            return _way_on(visit)
        return step(visit, draft)

    return handle


def _way_on(visit: Visit) -> Response[str]:
    """The way to the event that a draft became, or to the start."""
    event = event_id(visit, visit.path["draft"])
    try:
        visit.desk.see(visit.actor, event)
    except PodiumError:
        return see_other(visit, "/new", StatusLine(_("That draft is gone: start again."), "info"))
    return see_other(visit, f"/t/{event}")  # the form was sent twice


def keep_draft(visit: Visit, draft: EventDraft) -> None:
    """Keep a draft for the one who fills it in."""
    assert visit.actor.user is not None  # or there is no draft
    visit.desk.registry.keep_draft(visit.actor.user, draft.id, draft.body)


def drop_draft(visit: Visit, draft: str) -> None:
    """Forget a draft."""
    assert visit.actor.user is not None  # or there is no draft
    visit.desk.registry.drop_draft(visit.actor.user, draft)


@dataclass(frozen=True, slots=True)
class EnteredPlayers:
    """Who would play; `uploaded` and `planned` are of the list, `error` is why that cannot be read."""

    players: tuple[PlayerFields, ...]
    source: Tournament | None = None
    picked: tuple[Player, ...] = ()
    uploaded: UploadedList | None = None
    planned: ImportPlan | None = None
    error: str | None = None

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that players are said to be in, in the order of the list."""
        return tuple(dict.fromkeys(each.section for each in self.players if each.section))


def entered_players(visit: Visit, draft: EventDraft) -> EnteredPlayers:
    """Who would play, as far as that can be read."""
    source = source_event(visit, draft.source)
    wanted = set(draft.picked)
    picked = tuple(each for each in source.players.values() if each.id in wanted) if source else ()
    known = [Known(each.id, replace(each.fields, rank=None)) for each in picked]
    if not draft.content:
        return EnteredPlayers(tuple(each.fields for each in known), source, picked)
    chosen = {number: text or None for key, text in draft.columns.items() if (number := whole_number(key)) is not None}
    try:
        content, files = unpacked(draft.content), visit.desk.files
        uploaded = uploaded_list(files, content, draft.kind, draft.sheet, chosen, sections=True)
        planned = files.plan(uploaded.sheet, uploaded.columns, known)
    except (FormatError, Invalid, TooManyRequests) as problem:
        return EnteredPlayers(tuple(each.fields for each in known), source, picked, error=sentence(problem))
    updated = dict(planned.updates)
    players = (*(updated.get(each.id, each.fields) for each in known), *planned.additions)
    return EnteredPlayers(players, source, picked, uploaded, planned)


def source_event(visit: Visit, id: str) -> Tournament | None:
    """The event that players are taken from, for a user who directs it."""
    try:
        seen = visit.desk.see(visit.actor, TournamentId(id)) if id else None
    except PodiumError:
        return None
    return seen.state if seen is not None and seen.role >= Role.ARBITER else None


def rule_texts(draft: EventDraft, players: EnteredPlayers) -> dict[str, str]:
    """The rules as the form shows them: what was filled in, and for the rest what suits the format and the field."""
    suggested = draft.profile.usual_settings(draft.format)
    usual = settings_texts(merge_settings(None, {NAME.json: UNNAMED, FORMAT.json: draft.format, **suggested}))
    offered = {
        ROUNDS.json: suggested_rounds(draft, players),
        SECTIONS.json: "\n".join(players.sections),
        **_suggested_stages(draft, players),
        LANGUAGE.json: _own_language().value,
    }
    chosen = {name: text for name, text in draft.fields.items() if name in _fields_of(draft.format)}
    if chosen.get(ROUNDS.json) == draft.offered:  # nobody decided on another number
        chosen.pop(ROUNDS.json, None)
    return {**usual, PRESET: FITTING, TIEBREAKS.json: "", SCORING.json: FITTING, **offered, **chosen}


def _own_language() -> Language:
    """The language of the user who fills in the form, for its walls and paper; English goes without saying."""
    spoken = language()
    return next((each for each in Language if each.value == spoken.split("_")[0] and spoken != SOURCE), Language.ANY)


def suggested_rounds(draft: EventDraft, players: EnteredPlayers) -> str:
    """How many rounds suit the field, as the form shows it."""
    format = next(each for each in FORMATS if each.name == draft.format)
    sizes = [sum(each.section == section for each in players.players) for section in players.sections]
    rounds = format.engine.suggested_rounds(max(sizes, default=len(players.players)))
    return "" if rounds is None else str(rounds)


def _suggested_stages(draft: EventDraft, players: EnteredPlayers) -> dict[str, str]:
    """The plan of the profile, with as many groups as suit the field where there are several."""
    suggested = draft.profile.usual_settings(STAGES_FORMAT.name)
    usual = settings_texts(merge_settings(None, {NAME.json: UNNAMED, **suggested}))
    found = {name: usual[name] for name in FIELDS}
    if found[GROUPS] != "1":
        found[GROUPS] = str(suggested_groups(len(players.players)))
    return found


def settings_form(draft: EventDraft, players: EnteredPlayers) -> Form:
    """The draft as the form of all settings would send it."""
    known = _fields_of(draft.format)
    texts = {**{name: "yes" for name in known if name.startswith(box_name(""))}, **rule_texts(draft, players)}
    chosen = {name: text for name, text in texts.items() if name in known}
    return Form({name: (text,) for name, text in {**chosen, FORMAT.json: draft.format}.items()})


def placed(players: tuple[PlayerFields, ...], sections: object) -> tuple[PlayerFields, ...]:
    """The players, without sections that the event does not have: those are in its first."""
    known = sections if isinstance(sections, list) else []
    return tuple(replace(each, section=each.section if each.section in known else None) for each in players)


def texts_of_settings(given: Mapping[str, object]) -> dict[str, str]:
    """Settings that were kept, as the fields of the form; without a name."""
    settings = merge_settings(None, {NAME.json: UNNAMED, **given})
    texts = {**settings_texts(settings), PROFILE.json: profile_of(settings).name.value}
    codes = texts[TIEBREAKS.json] if texts[PRESET] == OWN else ""  # a list that has a name goes by it
    boxes = {box_name(option.json): "yes" for option in format_of(settings).options}
    return {**texts, TIEBREAKS.json: codes, NAME.json: "", **boxes}


def texts_of_event(state: Tournament) -> dict[str, str]:
    """What another event like this one starts with."""
    return {**texts_of_settings(copied_settings(state.settings)), NAME.json: state.settings.name}


def _fields_of(format: str) -> set[str]:
    """The fields of the form that a format has, with the hidden ones beside boxes."""
    own = {name for option in GIVEN.values() if format in formats_with(option) for name in field_names(option)}
    return own | {box_name(name) for name in own}
