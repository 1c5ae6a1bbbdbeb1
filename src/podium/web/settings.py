"""The settings of a tournament: the form that creates and changes it, who can see it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from starlette.responses import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.doors import status_of
from podium.app.views.rows import tournament_status
from podium.core.errors import Invalid, Refused
from podium.core.result import PRESETS, Scoring, scoring
from podium.flow.commands import ArchiveTournament, ChangeSettings, DeleteTournament, PublishTournament
from podium.flow.settings import settled
from podium.flow.state import Format, Settings
from podium.web.answers import act, page, see_other
from podium.web.forms import Errors, Form, number_or_text, under_field, wrong
from podium.web.knockout_settings import (
    DRAW_RULES,
    FIXED_FIELDS,
    POLICIES,
    RULE_FIELDS,
    SEEDINGS,
    rule_problems,
    rule_texts,
    rules_given,
)
from podium.web.toasts import Toast
from podium.web.visit import Visit

Options = tuple[tuple[str, str], ...]
FORMATS: Options = (
    ("round-robin", "Round robin: all play all"),
    ("manual", "Manual: you pair"),
    ("knockout", "Knockout: who loses is out"),
)
SCORINGS: Options = (
    ("club", "Club: a bye is half a point"),
    ("fide", "FIDE: a bye is a win"),
    ("3-1-0", "3-1-0: a win is three points"),
    ("custom", "Custom: the table below"),
)
WORTHS: Options = (
    ("win", "Win"),
    ("draw", "Draw"),
    ("loss", "Loss"),
    ("forfeit_win", "Forfeit win"),
    ("forfeit_loss", "Forfeit loss"),
    ("bye", "Bye (by the pairing)"),
    ("unpaired", "Unpaired (by the director)"),
    ("half_bye", "Half-point bye"),
    ("zero_bye", "Zero-point bye"),
)
FIELDS = (
    "name",
    "format",
    "rounds",
    "place",
    "start",
    "end",
    "sections",
    "scoring",
    "tiebreaks",
    "cycles",
    *RULE_FIELDS,
)


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The fields as text, and what is wrong with them; some are fixed once a round is paired."""

    values: Mapping[str, str]
    errors: Errors = field(default_factory=dict)
    begun: bool = False
    formats: Options = FORMATS
    scorings: Options = SCORINGS
    worths: Options = WORTHS
    policies: Options = POLICIES
    draw_rules: Options = DRAW_RULES
    seedings: Options = SEEDINGS


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of a tournament, and its life."""

    form: SettingsForm
    status: str
    published: bool
    archived: bool
    owner: bool
    players: int
    rounds: int


def form(visit: Visit) -> Response:
    """The page with the settings."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    return _show(visit, seen, texts(seen.state.settings))


def save(visit: Visit) -> Response:
    """The settings, changed as the form says."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    wishes = given(visit.form)
    if seen.state.begun:
        fixed = {"format", "cycles", *FIXED_FIELDS}
        wishes = {name: value for name, value in wishes.items() if name not in fixed}
    if wishes.get("format", seen.state.settings.format.value) != Format.KNOCKOUT.value:
        wishes = {name: value for name, value in wishes.items() if name not in RULE_FIELDS}
    if errors := problems(wishes, seen.state.settings):
        return _show(visit, seen, visit.form.values(), errors, 400)
    try:
        return act(visit, seen, ChangeSettings(wishes), f"{visit.url}/settings")
    except Refused as error:
        otherwise = "sections" if error.code == "section-in-use" else "name"
        return _show(visit, seen, visit.form.values(), under_field(error, FIELDS, otherwise), status_of(error))


def publish(visit: Visit) -> Response:
    """The tournament, seen by all."""
    return act(visit, visit.see(), PublishTournament(), visit.back(visit.url))


def hide(visit: Visit) -> Response:
    """The tournament, seen only by those who have a role in it."""
    return act(visit, visit.see(), PublishTournament(False), visit.back(visit.url))


def archive(visit: Visit) -> Response:
    """The tournament, out of the list and unchangeable."""
    return act(visit, visit.see(), ArchiveTournament(), visit.url)


def restore(visit: Visit) -> Response:
    """The tournament, back from the archive."""
    return act(visit, visit.see(), ArchiveTournament(False), visit.url)


def delete(visit: Visit) -> Response:
    """No tournament any more, for anybody."""
    seen = visit.see(Role.OWNER, "DeleteTournament")
    visit.perform(DeleteTournament(), expected=visit.version)
    return see_other(visit, "/", Toast(f"{seen.state.settings.name} is deleted."))


def texts(settings: Settings) -> dict[str, str]:
    """The settings as the fields of the form show them."""
    return {
        "name": settings.name,
        "format": settings.format.value,
        "rounds": str(settings.rounds or ""),
        "place": settings.place or "",
        "start": settings.start or "",
        "end": settings.end or "",
        "sections": "\n".join(settings.sections),
        "scoring": settings.scoring.name,
        "tiebreaks": ", ".join(settings.tiebreaks),
        "cycles": str(settings.cycles),
        **{f"points_{each.name}": str(getattr(settings.scoring, each.name)) for each in fields(Scoring)},
        **rule_texts(settings),
    }


def given(form: Form) -> dict[str, object]:
    """The settings that a form asks for, as commands take them; what it does not have stays as it is."""
    read: dict[str, object] = {}
    for name in form.texts.keys() & {"name", "place", "start", "end"}:
        read[name] = form.maybe(name)
    for name in form.texts.keys() & {"rounds", "cycles"}:
        read[name] = number_or_text(form.text(name))
    if "format" in form.texts:
        read["format"] = form.text("format")
    if "sections" in form.texts:
        read["sections"] = [line.strip() for line in form.secret("sections").splitlines() if line.strip()]
    if "tiebreaks" in form.texts:
        read["tiebreaks"] = [code.strip() for code in form.text("tiebreaks").split(",") if code.strip()]
    if "scoring" in form.texts:
        read["scoring"] = form.text("scoring") if form.text("scoring") != "custom" else _table(form)
    return read | rules_given(form)


def problems(wishes: Mapping[str, object], base: Settings | None = None) -> Errors:
    """All that is wrong with the fields of a form, each looked at by itself."""
    against = base or Settings("a name", Format.MANUAL)
    found = rule_problems(wishes, base)
    wishes = {name: value for name, value in wishes.items() if name not in RULE_FIELDS}
    table = wishes.get("scoring")
    if isinstance(table, dict):
        refused = wrong(table, lambda name, value: scoring({name: value}))
        found |= {f"points_{name}": said for name, said in refused.items()}
    misread = any(name.startswith("points_") for name in found)
    singles = {name: value for name, value in wishes.items() if not (name == "scoring" and misread)}
    singles = {name: value for name, value in singles.items() if name not in ("start", "end")}
    found |= wrong(singles, lambda name, value: settled(against, {name: value}))
    dates: dict[str, object] = {name: wishes[name] for name in ("start", "end") if name in wishes}
    try:
        settled(against, dates)
    except Invalid as error:
        found |= under_field(error, dates, "end")
    return found


def preset_texts() -> dict[str, str]:
    """The custom table of points before anybody changed it."""
    club = PRESETS["club"]
    return {f"points_{each.name}": str(getattr(club, each.name)) for each in fields(Scoring)}


def _table(form: Form) -> dict[str, object]:
    return {name: form.text(f"points_{name}") for name, _ in WORTHS if form.text(f"points_{name}")}


def _show(
    visit: Visit, seen: Seen, values: Mapping[str, str], errors: Errors | None = None, status: int = 200
) -> Response:
    state = seen.state
    shown = SettingsPage(
        form=SettingsForm({**texts(state.settings), **values}, errors or {}, begun=state.begun),
        status=tournament_status(state),
        published=state.published,
        archived=state.archived,
        owner=seen.role is Role.OWNER,
        players=len(state.players),
        rounds=state.rounds_paired,
    )
    return page(visit, "settings.html", shown, seen=seen, nav="settings", status=status)
