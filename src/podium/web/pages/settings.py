"""The settings of a tournament: the form that creates and changes it, who can see it, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.views.rows import tournament_status
from podium.app.words.tiebreaks import PRESET_NAMES
from podium.core.errors import Invalid, Refused
from podium.core.result import PRESETS, Scoring, scoring
from podium.flow.commands import ArchiveTournament, ChangeSettings, DeleteTournament, PublishTournament
from podium.flow.settings import settled
from podium.flow.state import Format, Settings
from podium.tiebreaks import PRESETS as USUAL
from podium.web.frame.forms import Errors, Form, number_or_text, refusals, under_field
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.toasts import Toast
from podium.web.frame.visit import Visit
from podium.web.knockout.settings import (
    DRAW_RULES,
    POLICIES,
    RULE_FIELDS,
    SEEDINGS,
    rule_problems,
    rule_texts,
    rules_given,
    ticks_sent,
)
from podium.web.pages.hand_pairing import player_called

Options = tuple[tuple[str, str], ...]
FORMATS: Options = (
    ("swiss", "Swiss: FIDE's Dutch system"),
    ("round-robin", "Round robin: all play all"),
    ("manual", "Manual: you pair"),
    ("doubles", "Doubles: a new partner every round"),
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
COLOURS: Options = (("white", "White"), ("black", "Black"), ("drawn", "Drawn by lot"))
ACCELERATIONS: Options = (("none", "None"), ("baku", "Baku: the upper half begins with virtual points"))
NUMBERINGS: Options = (("rating", "By rating, title and name"), ("list", "In the order of the list"))
APART: Options = (
    ("", "Anybody may meet"),
    ("club", "Not within a club"),
    ("federation", "Not within a federation"),
    ("club federation", "Not within a club or federation"),
)
CHOICES = ("initial_colour", "acceleration", "numbering")
OWN, NONE, FITTING = "own", "none", "fitting"
FITTING_LISTS = {Format.SWISS.value: "fide-swiss", Format.ROUND_ROBIN.value: "fide-round-robin"}
TIEBREAK_LISTS: Options = (
    (NONE, "None: equal points share a rank"),
    *((name, f"{PRESET_NAMES[name]}: {', '.join(codes)}") for name, codes in USUAL.items()),
    (OWN, "Own list: the codes below"),
)
LISTS_OF_A_NEW_ONE: Options = ((FITTING, "The usual ones of the format"), *TIEBREAK_LISTS)
EDITION_NAMES: Options = (("2026", "2026 (from March 2026)"), ("2024", "2024 (from August 2024)"))
FIELDS = (
    *("name", "format", "rounds", "place", "start", "end", "sections", "scoring", "preset", "tiebreaks", "cycles"),
    *("edition", "unrated", *CHOICES, "apart", "forbidden", *RULE_FIELDS),
)
TOGETHER = (("start", "end"), ("format", "tiebreaks"), ("acceleration", "rounds"))
"""Fields of which only both together can be wrong."""
FREE_GAMES: Options = (
    ("bottom-ranking", "The lowest-ranked sit out first"),
    ("random", "At random"),
)
MEETINGS: Options = (
    ("power-pairing", "Power pairing: equal points meet"),
    ("random", "At random"),
)
NO_YES: Options = (("false", "No"), ("true", "Yes"))
OF_DOUBLES = {
    "freeGames": "bottom-ranking",
    "setting": "power-pairing",
    "setsToWin": "3",
    "avoidOpponents": "false",
    "setDifference": "false",
}
"""The options of doubles as the form has them before anybody chose."""


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The fields as text, and what is wrong with them; some are fixed once a round is paired."""

    values: Mapping[str, str]
    errors: Errors = field(default_factory=dict)
    begun: bool = False
    entered: bool = False
    formats: Options = FORMATS
    scorings: Options = SCORINGS
    worths: Options = WORTHS
    lists: Options = TIEBREAK_LISTS
    editions: Options = EDITION_NAMES
    free_games: Options = FREE_GAMES
    meetings: Options = MEETINGS
    no_yes: Options = NO_YES
    colours: Options = COLOURS
    accelerations: Options = ACCELERATIONS
    numberings: Options = NUMBERINGS
    apart: Options = APART
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


def settings_page(visit: Visit) -> Response[str]:
    """The page with the settings."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    return _show(visit, seen, texts(seen.state.settings))


def save(visit: Visit) -> Response[str]:
    """The settings, changed as the form says."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    wishes = given(visit.form, seen.state.settings.tiebreaks)
    if seen.state.rounds:
        fixed = {"format", "cycles", *CHOICES, *OF_DOUBLES}
        wishes = {name: value for name, value in wishes.items() if name not in fixed}
    if wishes.get("format", seen.state.settings.format) != Format.KNOCKOUT.value:
        wishes = {name: value for name, value in wishes.items() if name not in RULE_FIELDS}
    groups, unknown = _groups(seen, visit.form)
    if groups is not None:
        wishes["forbidden"] = groups
    if errors := problems(wishes, seen.state.settings) | unknown:
        return _show(visit, seen, sent(visit.form), errors, 400)
    try:
        return perform_and_go(visit, seen, ChangeSettings(wishes), f"{visit.url}/settings")
    except Refused as error:
        otherwise = "sections" if error.code == "section-in-use" else "name"
        found = under_field(error, (*FIELDS, *OF_DOUBLES), otherwise)
        values = sent(visit.form)
        if error.code == "bracket-built":  # what is fixed is shown as it is, whatever was sent
            values = {name: value for name, value in values.items() if name not in found}
        return _show(visit, seen, values, found, status_of(error))


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
    return see_other(visit, "/", Toast(f"{seen.state.settings.name} is deleted."))


def texts(settings: Settings) -> dict[str, str]:
    """The settings as the fields of the form show them."""
    return {
        "name": settings.name,
        "format": settings.format,
        "rounds": str(settings.rounds or ""),
        "place": settings.place or "",
        "start": settings.start or "",
        "end": settings.end or "",
        "sections": "\n".join(settings.sections),
        "scoring": settings.scoring.name,
        "preset": _list_of(settings.tiebreaks),
        "tiebreaks": ", ".join(settings.tiebreaks),
        "cycles": str(settings.cycles),
        "edition": str(settings.edition),
        "unrated": "" if settings.unrated is None else str(settings.unrated),
        "freeGames": settings.free_games.value,
        "setting": settings.setting.value,
        "setsToWin": str(settings.sets_to_win),
        "avoidOpponents": str(settings.avoid_opponents).lower(),
        "setDifference": str(settings.set_difference).lower(),
        "initial_colour": settings.initial_colour.value,
        "acceleration": settings.acceleration.value,
        "numbering": settings.numbering.value,
        "apart": " ".join(sorted(each.value for each in settings.apart)),
        **{f"points_{each.name}": str(getattr(settings.scoring, each.name)) for each in fields(Scoring)},
        **rule_texts(settings),
    }


def given(form: Form, stored: tuple[str, ...] = ()) -> dict[str, object]:
    """The settings that a form asks for, as commands take them; what it does not have stays as it is.

    `stored` are the tie-breaks that the form showed.
    """
    read: dict[str, object] = {}
    for name in form.texts.keys() & {"name", "place", "start", "end"}:
        read[name] = form.optional(name)
    for name in form.texts.keys() & {"rounds", "cycles", "edition", "unrated", "setsToWin"}:
        read[name] = number_or_text(form.text(name))
    if form.text("format") == Format.KNOCKOUT.value:
        read.pop("rounds", None)  # a field that is hidden then, with what was in it before
    for name in form.texts.keys() & {"format", "freeGames", "setting"}:
        read[name] = form.text(name)
    for name in form.texts.keys() & {"avoidOpponents", "setDifference"}:
        read[name] = {"true": True, "false": False}.get(form.text(name), form.text(name))
    for name in form.texts.keys() & set(CHOICES):
        read[name] = form.text(name)
    if "apart" in form.texts:
        read["apart"] = form.text("apart").split()
    if "sections" in form.texts:
        read["sections"] = [line.strip() for line in form.secret("sections").splitlines() if line.strip()]
    if "tiebreaks" in form.texts:
        read["tiebreaks"] = _tiebreaks(form, stored)
    if "scoring" in form.texts:
        read["scoring"] = form.text("scoring") if form.text("scoring") != "custom" else _table(form)
    return read | rules_given(form)


def sent(form: Form) -> dict[str, str]:
    """The fields as they were sent, to show them again."""
    return {**form.values(), **ticks_sent(form)}


def problems(wishes: Mapping[str, object], base: Settings | None = None) -> Errors:
    """All that is wrong with the fields of a form, each looked at by itself."""
    against = base or Settings("a name", Format.MANUAL)
    if against.format == Format.KNOCKOUT and wishes.get("format", "knockout") != "knockout":
        against = replace(against, format=Format.MANUAL, knockout=None)  # what a knockout has not, another may have
    found = rule_problems(wishes, base)
    wishes = {name: value for name, value in wishes.items() if name not in RULE_FIELDS}
    table = wishes.get("scoring")
    if isinstance(table, dict):
        refused = refusals(table, lambda name, value: scoring({name: value}))
        found |= {f"points_{name}": said for name, said in refused.items()}
    misread = any(name.startswith("points_") for name in found)
    singles = {name: value for name, value in wishes.items() if not (name == "scoring" and misread)}
    singles = {name: value for name, value in singles.items() if all(name not in names for names in TOGETHER)}
    found |= refusals(singles, lambda name, value: settled(against, {name: value}))
    for names in TOGETHER:
        both = {name: wishes[name] for name in names if name in wishes}
        try:
            settled(against, both)
        except Invalid as error:
            found |= under_field(error, both, names[-1])
    return found


def _groups(seen: Seen, form: Form) -> tuple[list[list[str]] | None, Errors]:
    """The groups who may not meet, one a line with semicolons between; None where the form has no such field."""
    if "forbidden" not in form.texts:
        return None, {}
    players = list(seen.state.players.values())
    groups = []
    for line in filter(str.strip, form.secret("forbidden").splitlines()):
        group = []
        for text in filter(None, (part.strip() for part in line.split(";"))):
            player = player_called(players, text)
            if player is None:
                return None, {"forbidden": f"No player “{text}”: write a number or a whole name of the list."}
            group.append(str(player.id))
        groups.append(group)
    return groups, {}


def _forbidden_text(seen: Seen) -> str:
    players = seen.state.players
    lines = ([players[id].name for id in group if id in players] for group in seen.state.settings.forbidden)
    return "\n".join("; ".join(names) for names in lines)


def preset_texts() -> dict[str, str]:
    """The custom table of points before anybody changed it."""
    club = PRESETS["club"]
    return {f"points_{each.name}": str(getattr(club, each.name)) for each in fields(Scoring)}


def _list_of(codes: tuple[str, ...]) -> str:
    """The choice that these codes are: a usual list, none, or somebody's own."""
    return next((name for name, usual in USUAL.items() if usual == codes), OWN if codes else NONE)


def _tiebreaks(form: Form, stored: tuple[str, ...]) -> object:
    """The list that was chosen; or the codes, where they were written anew or the own list was chosen."""
    codes = [code.strip() for code in form.text("tiebreaks").split(",") if code.strip()]
    chosen = form.text("preset") or OWN
    if chosen == OWN or (codes and codes != list(stored)):
        return codes
    if chosen == FITTING:
        chosen = FITTING_LISTS.get(form.text("format"), NONE)
    return [] if chosen == NONE else chosen


def _table(form: Form) -> dict[str, object]:
    return {name: form.text(f"points_{name}") for name, _ in WORTHS if form.text(f"points_{name}")}


def _show(
    visit: Visit, seen: Seen, values: Mapping[str, str], errors: Errors | None = None, status: int = 200
) -> Response[str]:
    state = seen.state
    context = SettingsPage(
        form=SettingsForm(
            {**texts(state.settings), "forbidden": _forbidden_text(seen), **values},
            errors or {},
            begun=bool(state.rounds),
            entered=bool(state.players),
        ),
        status=tournament_status(state),
        published=state.published,
        archived=state.archived,
        owner=seen.role is Role.OWNER,
        players=len(state.players),
        rounds=state.rounds_paired,
    )
    return page(visit, "settings.html", context, seen=seen, nav="settings", status=status)
