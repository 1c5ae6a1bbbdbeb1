"""The form of a tournament's settings as text: its fields, what they say and ask for, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from json import dumps
from typing import Any

from podium.app.event.option_words import uncapitalised
from podium.app.rounds.result_words import WORTHS
from podium.app.standings.tiebreak_words import name_and_code, preset_name
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.errors import Invalid
from podium.core.player import LONGEST
from podium.core.result import CLUB, Scoring, Worth, scoring
from podium.flow.event.declaration import PLAYER_KINDS, Kind, Null, Option, plain
from podium.flow.event.knockout_options import RULES
from podium.flow.event.options import NAME, RULE_SET, SCORING
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import GIVEN, OPTIONS, formats_with, merge_settings
from podium.flow.formats.manual import MANUAL
from podium.flow.formats.registry import FORMAT, FORMAT_NAMES, FORMATS
from podium.flow.readers import json_of
from podium.tiebreaks import PRESETS
from podium.web.event import stages_form
from podium.web.frame.forms import Choices, Errors, Field, Form, number_or_text, refusals, under_field

PRESET = "preset"
"""The field beside the codes of tie-breaks: a usual list of them, or one of these."""
OWN, NONE, FITTING = "own", "none", "fitting"
CUSTOM = "custom"
"""What stands beside the presets of points: a table of one's own."""
CODES = N_("To have your own list, write codes with commas between, such as %(codes)s; the first decides first.")
USUAL_CODES = ("BH/C1", "BH", "DE")


def field_names(option: Option[Any]) -> tuple[str, ...]:
    """The fields of the form that an option is read from."""
    match option.kind:
        case Kind.PARTS:
            return tuple(part.json for part in option.parts)
        case Kind.TIEBREAKS:
            return (PRESET, option.json)
        case Kind.STAGES:
            return (*stages_form.FIELDS, option.json)
        case Kind.SCORING:
            return (option.json, *(f"points_{each.name}" for each in fields(Scoring)))
        case Kind.DRAWN:
            return ()
        case _:
            return (option.json,)


FIELD_NAMES = tuple(name for option in OPTIONS for name in field_names(option))


def box_name(name: str) -> str:
    """The hidden field beside a box to tick, which says that it is there: browsers do not send empty ones."""
    return f"box-{name}"


def settings_texts(settings: Settings) -> dict[str, str]:
    """The settings as the fields of the form show them; what names players is told where they are known."""
    return {name: text for option in OPTIONS for name, text in _texts(option, option.value_in(settings)).items()}


def _texts(option: Option[Any], value: Any) -> dict[str, str]:
    match option.kind:
        case Kind.PARTS:
            wholes = ((part, getattr(value, part.name, None)) for part in option.parts)
            return {name: text for part, own in wholes for name, text in _texts(part, own).items()}
        case Kind.OBJECT:
            return {option.json: dumps(dict(value), ensure_ascii=False) if value else ""}
        case Kind.SCORING:
            points = {f"points_{each.name}": str(getattr(value, each.name)) for each in fields(value)}
            return {option.json: value.name, **points}
        case Kind.TIEBREAKS:
            usual = next((name for name, codes in PRESETS.items() if codes == value), OWN if value else NONE)
            return {PRESET: usual, option.json: ", ".join(value)}
        case Kind.SEVERAL:
            return {option.json: combination(value)}
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES:
            return {option.json: "\n".join(value)}
        case Kind.STAGES:
            return stages_form.texts_of_stages(value)
        case Kind.TICK:
            return {option.json: "yes" if value else ""}
        case Kind.YES_NO:
            return {option.json: str(bool(value)).lower()}
        case Kind.GROUPS | Kind.ORDER | Kind.DRAWN:
            return {}
        case _:
            text = plain(value)
            return {option.json: "" if text is None else str(text)}


def combination(members: Any) -> str:
    """Some members as one choice among all combinations."""
    return " ".join(sorted(str(plain(each)) for each in members))


def form_texts(form: Form) -> dict[str, str]:
    """The fields as they were sent, to show them again."""
    boxes = [option.json for option in OPTIONS if box_name(option.json) in form.texts]
    return {**form.values(), **{name: form.text(name) for name in boxes}}


def form_settings(form: Form, base: Settings | None = None) -> dict[str, object]:
    """The settings that a form asks for, as commands take them; what it does not have stays as it is.

    A field of another format than the chosen one is hidden, with what was in it before.
    """
    chosen = form.text(FORMAT.json) or (base.format if base is not None else "")
    read = {}
    for option in GIVEN.values():
        elsewhere = chosen in FORMAT_NAMES and chosen not in formats_with(option)
        if _has(form, option) and not elsewhere and not _follows_rules(form, option, base):
            read[option.json] = _given(form, option, base)
    return read


def _follows_rules(form: Form, option: Option[Any], base: Settings | None) -> bool:
    """Whether points are left to the rules: chosen so, or untouched while the rules become others."""
    if option is not SCORING:
        return False
    chosen = form.text(option.json)
    if base is None or chosen == FITTING:
        return chosen == FITTING
    return chosen == base.scoring.name and form.text(RULE_SET.json) not in ("", base.rules.value)


def _has(form: Form, option: Option[Any]) -> bool:
    """Whether the form has the fields of an option; players are read where they are known."""
    if option.kind in PLAYER_KINDS:
        return False
    if option.kind is Kind.TICK:
        return box_name(option.json) in form.texts
    return any(name in form.texts for name in field_names(option))


def _given(form: Form, option: Option[Any], base: Settings | None) -> object:
    text = form.text(option.json)
    match option.kind:
        case Kind.PARTS:
            return _parts(form, option)
        case Kind.SCORING:
            return text if text != CUSTOM else _changed_worths(form, base.scoring if base is not None else CLUB)
        case Kind.TIEBREAKS:
            return _tiebreaks(form, option.json, base.tiebreaks if base is not None else ())
        case Kind.SEVERAL:
            return text.split()
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES:
            return [line.strip() for line in form.secret(option.json).splitlines() if line.strip()]
        case Kind.STAGES:
            return stages_form.given_stages(form, base)
        case Kind.PARAGRAPHS:
            return form.secret(option.json)
        case Kind.TICK:
            return text == "yes"
        case Kind.YES_NO:
            return {"true": True, "false": False}.get(text, text)
        case Kind.NUMBER:
            return number_or_text(text)
        case Kind.CHOICE if isinstance(option.choices[0][0], int):
            return number_or_text(text)
        case _:
            return text or (None if option.null is Null.CLEARS else "")


def _parts(form: Form, option: Option[Any]) -> object:
    """The parts under their names, further ones beside them; a text that is no object as it is, to be refused."""
    whole: dict[str, object] = {}
    for part in option.parts:
        text = form.text(part.json)
        if part.kind is Kind.YES_NO:
            whole[part.json] = {"true": True, "false": None, "": None}.get(text, text)
        elif part.kind is not Kind.OBJECT:
            whole[part.json] = number_or_text(text)
        elif text:
            further = json_of(text)
            if not isinstance(further, dict):
                return text
            whole |= further
    known = field_names(option)
    return {name: value for name, value in whole.items() if value is not None or name not in known} or None


def _changed_worths(form: Form, stored: Scoring) -> dict[str, object]:
    """The points that were written anew; the others may follow them, as a forfeit win follows a win."""
    worths = {each.name: form.text(f"points_{each.name}") for each in fields(Scoring)}
    return {name: worth for name, worth in worths.items() if worth not in ("", str(getattr(stored, name)))}


def _tiebreaks(form: Form, field: str, stored: tuple[str, ...]) -> object:
    """The list that was chosen; or the codes, where they were written anew or the own list was chosen."""
    codes = [code.strip() for code in form.text(field).split(",") if code.strip()]
    chosen = form.text(PRESET) or OWN
    if chosen == OWN or (codes and codes != list(stored)):
        return codes
    if chosen == FITTING:
        return [
            code for format in FORMATS if format.name == form.text(FORMAT.json) for code in format.default_tiebreaks
        ]
    return [] if chosen == NONE else chosen


def problems(settings: Mapping[str, object], base: Settings | None = None) -> Errors:
    """All that is wrong with the fields of a form: with each by itself, then with those together that can be read."""
    errors: Errors = {}
    misread: set[str] = set()
    for name, value in settings.items():
        if wrong_fields := _misread(GIVEN[name], value):
            errors |= wrong_fields
            misread.add(name)
    if any(rule.json in misread for rule in RULES):  # they are judged together or not at all
        misread.update(rule.json for rule in RULES)
    together = {name: value for name, value in settings.items() if name not in misread}
    while (error := _refusal(together, base)) is not None:
        [(name, sentence)] = under_field(error, FIELD_NAMES, NAME.json).items()
        errors.setdefault(name, sentence)
        blamed = name if name in together else _cause(error, together, base)
        if blamed is None:
            break
        del together[blamed]
    return errors


def _refusal(settings: Mapping[str, object], base: Settings | None) -> Invalid | None:
    """Why the settings together cannot be had, if they cannot."""
    try:
        merge_settings(base or Settings("a name", MANUAL.name), settings)
    except Invalid as error:
        return error
    return None


def _cause(error: Invalid, settings: Mapping[str, object], base: Settings | None) -> str | None:
    """The setting without which the error would not be, where it is said of a field that asks for nothing."""
    for name in settings:
        without = _refusal({other: value for other, value in settings.items() if other != name}, base)
        if without is None or without.code != error.code:
            return name
    return None


def _misread(option: Option[Any], value: object) -> Errors:
    """What is wrong with the value of an option by itself, under the field that it stands in."""
    if option.kind is Kind.SCORING and isinstance(value, dict):
        refused = refusals(value, lambda name, worth: scoring({name: worth}))
        return {f"points_{name}": sentence for name, sentence in refused.items()}
    try:
        if value is not None or option.null is Null.REFUSED:
            option.read(option.json, value)
    except Invalid as error:
        names = field_names(option)  # what is wrong with no part by its name is wrong with the further ones
        return under_field(error, names, names[-1] if option.parts else option.json)
    return {}


def tiebreak_lists() -> Choices:
    """The usual lists of tie-breaks, each with what is in it by name and code."""
    usual = ((name, separated([name_and_code(code) for code in codes])) for name, codes in PRESETS.items())
    return (
        (NONE, _("None: equal points share a rank")),
        *((name, _("%(list)s: %(tiebreaks)s", list=preset_name(name), tiebreaks=inside)) for name, inside in usual),
        (OWN, _("Own list: the codes below")),
    )


def declared_field(name: str, option: Option[Any]) -> Field:
    """The field `name` of an option, before it has a value."""
    empty = _("Empty: %(meaning)s", meaning=_(option.without)) if option.without else ""
    hint = " ".join(filter(None, (_(option.help), empty)))
    choices = tuple((str(plain(value)), _(label)) for value, label in option.choices)
    plain_field = Field(name, _(option.label), hint)
    match option.kind:
        case Kind.PARTS:
            return next(declared_field(name, part) for part in option.parts if part.json == name)
        case Kind.TIEBREAKS if name == PRESET:
            return replace(plain_field, control="select", choices=tiebreak_lists())
        case Kind.STAGES if name != option.json:
            offered = tuple((value, _(label)) for value, label in stages_form.CHOICES.get(name, ()))
            said = Field(
                name, _(stages_form.LABELS[name]), _(stages_form.HINTS[name]) if name in stages_form.HINTS else ""
            )
            if offered:
                return replace(said, control="select", choices=offered)
            return replace(said, attributes={"inputmode": "numeric"})
        case Kind.TIEBREAKS:
            return Field(name, _("Tie-break codes"), _(CODES, codes=", ".join(USUAL_CODES)))
        case Kind.SCORING if name != option.json:
            return Field(name, _(WORTHS[Worth(name.removeprefix("points_"))]), "", attributes={"inputmode": "decimal"})
        case Kind.SCORING:
            return replace(plain_field, control="select", choices=(*choices, (CUSTOM, _("Custom: the table below"))))
        case Kind.CHOICE:
            return replace(plain_field, control="select", choices=choices)
        case Kind.SEVERAL:
            combinations = tuple((combination(value), _(label)) for value, label in option.choices)
            return replace(plain_field, control="select", choices=combinations)
        case Kind.YES_NO:
            return replace(plain_field, control="select", choices=(("false", _("no")), ("true", _("yes"))))
        case Kind.TICK:
            return replace(plain_field, control="tick")
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES | Kind.STAGES:
            lines = " ".join(filter(None, (_("One a line; %(help)s", help=uncapitalised(_(option.help))), empty)))
            return replace(plain_field, hint=lines, attributes={"type": "textarea", "rows": 2})
        case Kind.GROUPS:
            groups = _("One group a line, numbers or names with semicolons between.")
            return replace(plain_field, hint=groups, attributes={"type": "textarea", "rows": 2})
        case Kind.ORDER:
            players = " ".join((_("One player a line, by number or name."), hint))
            return replace(plain_field, hint=players, attributes={"type": "textarea", "rows": 4})
        case Kind.OBJECT:
            return replace(plain_field, attributes={"type": "textarea", "rows": 2, "placeholder": option.example})
        case Kind.PARAGRAPHS:
            return replace(plain_field, attributes={"type": "textarea", "rows": 5})
        case Kind.DATE:
            return replace(plain_field, attributes={"type": "date"})
        case Kind.NUMBER:
            return replace(plain_field, attributes={"inputmode": "numeric"})
        case Kind.SHARE:
            return replace(plain_field, attributes={"inputmode": "decimal"})
        case Kind.TEXT | Kind.PERSON | Kind.CLOCK | Kind.DRAWN:
            required = {"required": True, "maxlength": LONGEST} if option.required else {}
            return replace(plain_field, attributes=required)
