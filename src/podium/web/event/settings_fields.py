"""The fields of a tournament's settings, made from the options, and where each stands on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from podium.app.event.option_words import uncapitalised
from podium.app.event.schedule import advice, days_between, proposal
from podium.app.formats.registry import FORMAT_VIEWS
from podium.app.rounds.result_words import WORTHS
from podium.app.standings.standings import POINTS
from podium.app.standings.tiebreak_words import name_and_code, preset_name
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.player import LONGEST
from podium.core.result import Worth
from podium.flow.event import options as known
from podium.flow.event.announcement_options import CONTACT, DESCRIPTION, ORGANISER, ROUND_TIMES, TIME_ZONE
from podium.flow.event.declaration import OF_PLAYERS, Kind, Option, Options, plain
from podium.flow.event.knockout_options import (
    ARMAGEDDON_TIME_CONTROL,
    REQUIRES_DECISIVE_RESULT,
    SEEDING,
    THIRD_PLACE_MATCH,
    TIE_BREAK_NO_SHOW_WAIT,
    TIE_BREAK_POLICY,
    TIE_BREAK_TIME_CONTROL,
)
from podium.flow.event.live_options import DRAW_CONFIG, DRAW_RULE_MODE, LIVE, NO_SHOW_WAIT, PUBLIC_DELAY, TIME_CONTROL
from podium.flow.event.settings import OPTIONS, formats_with
from podium.flow.formats.registry import FORMAT, FORMAT_NAMES, FORMATS
from podium.flow.state import RuleSet
from podium.tiebreaks import PRESETS, criterion
from podium.web.event.settings_form import (
    CUSTOM,
    FITTING,
    NONE,
    OWN,
    PRESET,
    box_name,
    combination,
    field_names,
)
from podium.web.frame.fields import Choices, Field, Fields
from podium.web.frame.forms import Errors
from podium.web.frame.words import in_language

CODES = N_("To have your own list, write codes with commas between, such as %(codes)s; the first decides first.")
USUAL_CODES = ("BH/C1", "BH", "DE")
USUAL: Mapping[str, Choices] = {
    PRESET: ((FITTING, N_("Usual for the format")),),
    known.SCORING.json: ((FITTING, N_("Usual for the rules")),),
}
"""What a new tournament can have beside the choices of a field."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where fields stand, line by line, those of a line in columns; `look` is `plain`, `fieldset` or `fold`.

    Once a round is paired `note_then` is said of all, and `fixed` of each field that cannot change any more.
    """

    lines: tuple[tuple[str, ...], ...]
    look: str = "plain"
    title: str = ""
    note: str = ""
    note_then: str = ""
    fixed: str = ""
    columns: str = "columns"


@dataclass(frozen=True, slots=True)
class Part:
    """A place with its fields as the page shows them now."""

    place: Place
    lines: tuple[tuple[Field, ...], ...]
    note: str
    only_for: str
    opened: bool


def _line(*options: Option[Any]) -> tuple[str, ...]:
    return tuple(name for option in options for name in field_names(option))


PLACES = (
    Place(
        (
            _line(known.NAME),
            _line(FORMAT),
            _line(known.RULE_SET),
            _line(known.CHESS960),
            _line(known.ROUNDS, known.PLACE, known.START, known.END, known.LANGUAGE),
            _line(known.LONG_EVENT),
            _line(known.PLAYER_REPORTS),
        ),
        fixed=N_("Fixed, since a round is paired."),
    ),
    Place(
        (
            _line(TIE_BREAK_POLICY),
            _line(REQUIRES_DECISIVE_RESULT),
            _line(SEEDING),
            _line(THIRD_PLACE_MATCH),
        ),
        look="fieldset",
        title=N_("Knockout"),
        note_then=N_("What the bracket was built on is fixed: to change it, take the bracket back first."),
        fixed=N_("Fixed, since the bracket is built."),
    ),
    Place(
        (
            _line(LIVE),
            _line(TIME_CONTROL, TIE_BREAK_TIME_CONTROL, ARMAGEDDON_TIME_CONTROL),
            _line(DRAW_RULE_MODE),
            _line(DRAW_CONFIG),
            _line(NO_SHOW_WAIT, TIE_BREAK_NO_SHOW_WAIT, PUBLIC_DELAY),
        ),
        look="fold",
        title=N_("Clocks, draws and live games"),
    ),
    Place(
        (
            _line(known.SECTIONS),
            (known.SCORING.json, PRESET),
            (known.TIEBREAKS.json,),
            _line(known.EDITION, known.UNRATED, known.UNRATED_METHOD, known.TIEBREAK_RATINGS, known.NUMBERING),
        ),
    ),
    Place(
        (_line(known.SETS_TO_WIN, known.FREE_GAMES, known.SETTING, known.AVOID_OPPONENTS, known.SET_DIFFERENCE),),
        look="fold",
        title=N_("Doubles"),
        note=N_("Used when “Doubles” is chosen as the format. Sections, points and tie-breaks do not apply."),
        note_then=N_(
            "Used when “Doubles” is chosen as the format; fixed, since a round is drawn. Sections, points and "
            "tie-breaks do not apply."
        ),
    ),
    Place(
        (
            _line(known.CYCLES, known.SWAP_LAST_TWO, known.FREE_DAY, known.ANNUL_EARLY, known.TABLE_NUMBERS),
            _line(known.TABLE_ORDER),
        ),
        look="fold",
        title=N_("Round robin"),
        fixed=N_("Fixed, since a round is paired."),
    ),
    Place(
        (
            _line(known.INITIAL_COLOUR, known.ACCELERATION, known.APART),
            _line(known.FORBIDDEN),
        ),
        look="fold",
        title=N_("Swiss"),
    ),
    Place(
        (
            _line(known.FEDERATION, known.CHIEF_ARBITER, known.RATE_OF_PLAY),
            _line(known.DEPUTY_ARBITERS, known.ROUND_DATES),
            _line(known.STARTING_RANK, known.NATIONAL_RATINGS),
            _line(known.RATING_LISTS, known.CHECK_RATINGS, known.EQUAL_ORDER),
        ),
        look="fold",
        title=N_("Arbiters, dates and FIDE’s report"),
        note=N_("What FIDE’s report file asks for, so that the event can be rated."),
    ),
    Place(
        (
            _line(DESCRIPTION),
            _line(ORGANISER, CONTACT),
            _line(ROUND_TIMES, TIME_ZONE),
        ),
        look="fold",
        title=N_("Announcement and times of rounds"),
        note=N_("What everybody reads on the event’s page."),
    ),
    Place(
        (field_names(known.SCORING)[1:],),
        look="fold",
        title=N_("Custom points"),
        note=N_("Used when “Custom: the table below” is chosen above."),
        columns="columns three",
    ),
)
"""The places of the page, from top to bottom; `completed` finds one for an option that is not named here."""


ESSENTIAL = Place(
    (
        _line(known.RULE_SET),
        (*_line(known.ROUNDS), PRESET),
        _line(TIE_BREAK_POLICY),
        _line(known.SETS_TO_WIN, TIME_CONTROL),
        _line(known.PLACE),
        _line(known.START, known.END),
    )
)
"""What a new event is asked first, where its name and format are known."""


def guided(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places for a new event: what is essential, then the parts of its format, then folds with all the rest."""
    asked = _names(ESSENTIAL)
    rest = [
        replace(place, lines=tuple(tuple(name for name in line if name not in asked) for line in place.lines))
        for place in places
    ]
    together = tuple(line for place in rest if place.look == "plain" for line in place.lines)
    fieldsets = [place for place in rest if place.look == "fieldset"]
    folds = [place for place in rest if place.look == "fold"]
    more = Place(together, look="fold", title=N_("Points, sections, names and more"))
    return (ESSENTIAL, *fieldsets, more, *folds)


def completed(places: tuple[Place, ...], options: Iterable[Option[Any]] = OPTIONS) -> tuple[Place, ...]:
    """The places with every option: one that none of them names follows on the longest line of the first place for
    just the formats that have it, or else of the very first."""
    options = tuple(options)
    named = {name for place in places for name in _names(place)}
    formats = [
        _formats(option for option in options if not _names(place).isdisjoint(field_names(option))) for place in places
    ]
    found = list(places)
    for option in options:
        if missing := tuple(name for name in field_names(option) if name not in named):
            own = _formats([option])
            at = formats.index(own) if own in formats else 0
            lines = found[at].lines
            longest = max(lines, key=len)
            lines = tuple((*line, *missing) if line is longest else line for line in lines)
            found[at] = replace(found[at], lines=lines)
    return tuple(found)


def _names(place: Place) -> set[str]:
    return {name for line in place.lines for name in line}


def _formats(options: Iterable[Option[Any]]) -> tuple[str, ...]:
    """The formats that have at least one of the options."""
    having = {format for option in options for format in formats_with(option)}
    return tuple(name for name in FORMAT_NAMES if name in having)


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """The fields as text, and what is wrong with them.

    Some are `fixed` once a round is paired (`begun`); some need players (`entered`); a `new` tournament may have the
    usual tie-breaks of whatever format is chosen. Where name and format are `settled` on another page, they and what
    belongs to other formats are not here.
    """

    values: Mapping[str, str]
    errors: Errors = field(default_factory=dict)
    begun: bool = False
    fixed: Options = ()
    entered: bool = False
    new: bool = False
    settled: bool = False

    @property
    def format(self) -> str:
        return self.values.get(FORMAT.json, "")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The form from top to bottom; once the format is fixed, without what belongs to others."""
        places = completed(PLACES)
        parts = (self._part(place) for place in (guided(places) if self.settled else places))
        return tuple(part for part in parts if part.lines)

    @property
    def fields(self) -> Fields:
        """The fields that can be changed, those of the first option first."""
        shown = (each for part in self.parts for line in part.lines for each in line)
        return tuple(each for each in shown if not each.attributes["disabled"])

    def _part(self, place: Place) -> Part:
        options = {name: option for option in OPTIONS for name in field_names(option)}
        formats = _formats(options[name] for name in _names(place))
        lines = (
            tuple(self._field(name, options[name], place, formats) for name in line if self._applies(options[name]))
            for line in place.lines
        )
        return Part(
            place,
            tuple(filter(None, lines)),
            note=_((place.note_then if self.begun else "") or place.note),
            only_for="" if self.settled or formats == FORMAT_NAMES else " ".join(formats),
            opened=self._is_open(place, formats),
        )

    def _is_open(self, place: Place, formats: tuple[str, ...]) -> bool:
        """Whether a fold is open: that of the format, custom points where they are chosen, clocks and draws where games
        are live or draws are played off, what an event by FIDE's rules is asked for, and what has an error."""
        names = _names(place)
        if self.settled:
            return not names.isdisjoint(self.errors)
        if LIVE.json in names and (self.values.get(LIVE.json) == "true" or self.format in _formats([TIE_BREAK_POLICY])):
            return True
        if known.FEDERATION.json in names and self.values.get(known.RULE_SET.json) == RuleSet.FIDE.value:
            return True
        if not names.isdisjoint(self.errors) or (len(formats) == 1 and self.format in formats):
            return True
        return self.values.get(known.SCORING.json) == CUSTOM and not names.isdisjoint(field_names(known.SCORING))

    def _applies(self, option: Option[Any]) -> bool:
        """Whether there is a field: what names players needs some, and once the format is fixed it has its own."""
        if option.kind in OF_PLAYERS and not self.entered:
            return False
        if self.settled and option in (known.NAME, FORMAT):
            return False
        return not (self.begun or self.settled) or self.format in _formats([option])

    def _field(self, name: str, option: Option[Any], place: Place, around: tuple[str, ...]) -> Field:
        declared, value, formats = declared_field(name, option), self.values.get(name, ""), _formats([option])
        fixed = option in self.fixed
        focus = option is known.NAME and not value
        offered = declared.choices
        if name == PRESET:
            offered = tuple(each for each in offered if each[0] == value or self._fits(each[0]))
        if name == known.TIEBREAKS.json:
            declared = replace(declared, hint=_(CODES, codes=", ".join(self._example_codes)))
        return replace(
            declared,
            value=value,
            error=self.errors.get(name),
            hint=_(place.fixed)
            if fixed and place.fixed
            else " ".join(filter(None, (declared.hint, self._advice(name)))),
            choices=(*(in_language(USUAL[name]) if self.new and name in USUAL else ()), *offered),
            attributes={**declared.attributes, "disabled": fixed, "autofocus": focus},
            only_for="" if self.settled or set(around) <= set(formats) else " ".join(formats),
            hidden=self.format not in formats and not value,
            box=box_name(name) if declared.control == "tick" and not fixed else "",
        )

    def _advice(self, name: str) -> str:
        """What is to be minded at a field in an event that is long, or is so by the dates of the form."""
        long = self.values.get(known.LONG_EVENT.json) == "true"
        if name in (PRESET, known.TIEBREAKS.json) and long:
            return advice()
        if name != known.LONG_EVENT.json or long:
            return ""
        try:
            days = days_between(*(self.values.get(each.json, "") for each in (known.START, known.END)))
        except ValueError:
            return ""
        return proposal(days)

    @property
    def _example_codes(self) -> tuple[str, ...]:
        """Some codes that an event of the chosen format can have."""
        usual = next((each.default_tiebreaks for each in FORMATS if each.name == self.format), ())
        return tuple(code for code in usual if code != POINTS)[:3] or USUAL_CODES

    def _fits(self, list: str) -> bool:
        """Whether a usual list of tie-breaks can be had by the format and the rules that are chosen."""
        rows = [criterion(code).row for code in PRESETS.get(list, ())]
        all_play_all = any(each.name == self.format and each.traits.all_play_all for each in FORMAT_VIEWS)
        by_fide = self.values.get(known.RULE_SET.json) == RuleSet.FIDE.value
        return not any((all_play_all and row.swiss_only) or (by_fide and not row.by_fide) for row in rows)


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
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES:
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
        case Kind.TEXT | Kind.PERSON | Kind.CLOCK | Kind.DRAWN:
            required = {"required": True, "maxlength": LONGEST} if option.required else {}
            return replace(plain_field, attributes=required)
