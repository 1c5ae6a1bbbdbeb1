"""Where the fields of a tournament's settings stand on the page, and how they are shown there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from podium.app.event.schedule import advice, days_between, proposal
from podium.app.formats.registry import FORMAT_VIEWS
from podium.app.profiles.protocol import Profile
from podium.app.profiles.registry import PROFILES, profile_called
from podium.app.standings.standings import POINTS
from podium.app.words.language import N_, _
from podium.flow.event import options as known
from podium.flow.event.announcement_options import CONTACT, DESCRIPTION, ORGANISER, ROUND_TIMES, TIME_ZONE
from podium.flow.event.declaration import PLAYER_KINDS, Option, Options
from podium.flow.event.keizer_options import KEIZER
from podium.flow.event.knockout_options import (
    ARMAGEDDON_TIME_CONTROL,
    GRAND_FINAL,
    REQUIRES_DECISIVE_RESULT,
    SEEDING,
    THIRD_PLACE_MATCH,
    TIE_BREAK_NO_SHOW_WAIT,
    TIE_BREAK_POLICY,
    TIE_BREAK_TIME_CONTROL,
)
from podium.flow.event.live_options import DRAW_CONFIG, DRAW_RULE_MODE, LIVE, NO_SHOW_WAIT, PUBLIC_DELAY, TIME_CONTROL
from podium.flow.event.setting_values import ProfileName, RuleSet
from podium.flow.event.settings import OPTIONS, formats_with, merge_settings
from podium.flow.event.stage_options import STAGES
from podium.flow.formats.registry import FORMAT, FORMAT_NAMES, FORMATS
from podium.tiebreaks import PRESETS, criterion
from podium.web.event import stages_form
from podium.web.event.settings_form import (
    CODES,
    CUSTOM,
    FITTING,
    OWN,
    PRESET,
    USUAL_CODES,
    box_name,
    declared_field,
    field_names,
    settings_texts,
)
from podium.web.frame.forms import Choices, Errors, Field, Fields
from podium.web.frame.words import in_language

USUAL: Mapping[str, Choices] = {
    PRESET: ((FITTING, N_("Usual for the format")),),
    known.SCORING.json: ((FITTING, N_("Usual for the rules")),),
}
"""What a new tournament can have beside the choices of a field."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where fields stand, line by line, those of a line in columns.

    Once a round is paired `note_then` is said of all, and `fixed` of each field that cannot change any more.
    """

    lines: tuple[tuple[str, ...], ...]
    title: str = ""
    note_then: str = ""
    fixed: str = ""
    columns: str = "columns"


@dataclass(frozen=True, slots=True)
class Part:
    """A place with its fields as the page shows them now."""

    place: Place
    lines: tuple[tuple[Field, ...], ...]
    note: str


def _line(*options: Option[Any]) -> tuple[str, ...]:
    return tuple(name for option in options for name in field_names(option))


PLACES = (
    Place(
        (
            _line(known.PROFILE),
            _line(known.NAME),
            _line(FORMAT),
            _line(known.RULE_SET),
            _line(known.CHESS960),
            _line(known.ROUNDS, known.PLACE, known.START, known.END, known.LANGUAGE),
            _line(known.LONG_EVENT),
            _line(known.PLAYER_REPORTS),
            _line(known.FORECASTS),
        ),
        fixed=N_("Fixed, since a round is paired."),
    ),
    Place(
        (
            _line(TIE_BREAK_POLICY),
            _line(REQUIRES_DECISIVE_RESULT),
            _line(SEEDING),
            _line(THIRD_PLACE_MATCH),
            _line(GRAND_FINAL),
        ),
        title=N_("Bracket"),
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
        title=N_("Doubles"),
        note_then=N_("Fixed, since a round is drawn."),
    ),
    Place(
        (
            _line(known.CYCLES, known.SWAP_LAST_TWO, known.FREE_DAY, known.ANNUL_EARLY, known.TABLE_NUMBERS),
            _line(known.TABLE_ORDER),
        ),
        title=N_("Round robin"),
        fixed=N_("Fixed, since a round is paired."),
    ),
    Place(
        (
            _line(known.INITIAL_COLOUR, known.ACCELERATION, known.APART),
            _line(known.FORBIDDEN),
        ),
        title=N_("Swiss"),
    ),
    Place((_line(STAGES)[:4], _line(STAGES)[4:]), title=N_("Stages")),
    Place((_line(KEIZER)[:1], _line(KEIZER)[1:3], _line(KEIZER)[3:6], _line(KEIZER)[6:]), title=N_("Keizer")),
    Place(
        (
            _line(known.FEDERATION, known.CHIEF_ARBITER, known.RATE_OF_PLAY),
            _line(known.DEPUTY_ARBITERS),
            _line(known.STARTING_RANK, known.NATIONAL_RATINGS),
            _line(known.RATING_LISTS, known.CHECK_RATINGS, known.EQUAL_ORDER),
        ),
        title=N_("Arbiters and ratings"),
    ),
    Place(
        (
            _line(DESCRIPTION),
            _line(ORGANISER, CONTACT),
            _line(ROUND_TIMES, known.ROUND_DATES, TIME_ZONE),
        ),
        title=N_("Announcement and times of rounds"),
    ),
    Place(
        (field_names(known.SCORING)[1:],),
        title=N_("Custom points"),
        columns="columns three",
    ),
)
"""The places of the page, from top to bottom; `completed` finds one for an option that is not named here."""


NEEDS: Mapping[str, tuple[str, str]] = {
    **{name: (LIVE.json, "true") for line in PLACES[2].lines[1:] for name in line},
    **dict.fromkeys(field_names(known.SCORING)[1:], (known.SCORING.json, CUSTOM)),
    known.TIEBREAKS.json: (PRESET, OWN),
    STAGES.json: (stages_form.FIRST, stages_form.OWN),
}
"""Fields that say something only where another field has that value."""


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

    Some are `fixed` once a round is paired (`begun`); some need players (`entered`). What the `profile` leaves out is
    folded away, unless it is not as usual there, or `find` is in its label: nothing is in none, the empty text in all.
    A `new` event, whose name and profile are known, has just what its profile asks, unless one wants to `find` more;
    it may have the usual tie-breaks of whatever format is chosen.
    """

    values: Mapping[str, str]
    errors: Errors = field(default_factory=dict)
    begun: bool = False
    fixed: Options = ()
    entered: bool = False
    new: bool = False
    profile: Profile = PROFILES[0]
    find: str | None = None

    @property
    def format(self) -> str:
        return self.values.get(FORMAT.json, "")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The form from top to bottom; once the format is fixed, without what belongs to others."""
        usual = settings_texts(merge_settings(None, self._usual)) if self.format in FORMAT_NAMES else {}
        parts = (self._part(place, usual) for place in completed(PLACES))
        return tuple(part for part in parts if part.lines)

    @property
    def fields(self) -> Fields:
        """The fields that can be changed, those of the first option first."""
        shown = (each for part in self.parts for line in part.lines for each in line)
        return tuple(each for each in shown if not each.attributes["disabled"])

    @property
    def _usual(self) -> dict[str, object]:
        named = {known.NAME.json: "-", FORMAT.json: self.format}
        return {**self.profile.usual_settings(self.format), **named}

    def _part(self, place: Place, usual: Mapping[str, str]) -> Part:
        options = {name: option for option in OPTIONS for name in field_names(option)}
        lines = (
            tuple(self._field(name, options[name], place, usual) for name in line if self._applies(options[name]))
            for line in place.lines
        )
        return Part(place, tuple(filter(None, lines)), note=_(place.note_then) if self.begun else "")

    def _applies(self, option: Option[Any]) -> bool:
        """Whether there is a field: what names players needs some, and once the format is fixed it has its own."""
        if (option.kind in PLAYER_KINDS and not self.entered) or self._is_foreign(option):
            return False
        if self.new and (option in self._settled or not (self.find is not None or self._asks(option))):
            return False
        if self.new and option in self.profile.asked:  # it shows once a format of the profile is chosen that has it
            return any(map(self.profile.serves, _formats([option])))
        return not (self.begun or self.new) or self.format in _formats([option])

    def _is_foreign(self, option: Option[Any]) -> bool:
        """Whether it says nothing of events of the profile, and is not decided here all the same."""
        return option in self.profile.foreign and self.values.get(option.json, "") in ("", "false")

    @property
    def _settled(self) -> Options:
        """What is known of a new event, and what a profile leaves no choice of."""
        return (*((known.NAME, known.PROFILE) if self.new else ()), *(() if self.profile.formats[1:] else (FORMAT,)))

    def _asks(self, option: Option[Any]) -> bool:
        """Whether a new event is asked for it."""
        return option in self.profile.asked or not self.errors.keys().isdisjoint(field_names(option))

    def _field(self, name: str, option: Option[Any], place: Place, usual: Mapping[str, str]) -> Field:
        declared, value, formats = declared_field(name, option), self.values.get(name, ""), _formats([option])
        fixed = option in self.fixed
        focus = option is known.NAME and not value
        offered = declared.choices
        if name == PRESET:
            offered = tuple(each for each in offered if each[0] == value or self._fits(each[0]))
        if option is FORMAT and self.new:
            offered = tuple(each for each in offered if each[0] == value or self.profile.serves(each[0]))
        if option is known.PROFILE and self.begun:
            offered = tuple(each for each in offered if profile_called(ProfileName(each[0])).serves(self.format))
        if name == known.TIEBREAKS.json:
            declared = replace(declared, hint=_(CODES, codes=", ".join(self._example_codes)))
        held, wanted = NEEDS.get(name, ("", ""))
        changed = not self.new and value != usual.get(name, "") and not option.required
        part = next((each for each in option.parts if each.json == name), option)
        own = (option in self.profile.shown or part in self.profile.shown) and option not in self._settled
        return replace(
            declared,
            value=value,
            error=self.errors.get(name),
            hint=_(place.fixed)
            if fixed and place.fixed
            else " ".join(filter(None, (declared.hint, self._advice(name)))),
            choices=(*(in_language(USUAL[name]) if self.new and name in USUAL else ()), *offered),
            attributes={**declared.attributes, "disabled": fixed, "autofocus": focus},
            only_for="" if self.begun or formats == FORMAT_NAMES else " ".join(formats),
            needs=f"{held}={wanted}" if held else "",
            folded=not (own or changed or self.new),
            unusual=changed and (not own or bool(usual.get(name))) and option not in (known.PROFILE, known.LANGUAGE),
            hidden=name not in self.errors
            and not (self.format in formats and self._is_seen(declared.label, own or changed or self.new, name)),
            box=box_name(name) if declared.control == "tick" and not fixed else "",
        )

    def _is_seen(self, label: str, at_first: bool, name: str) -> bool:
        """Whether a field is seen: one that is looked for, else one of the first sight that says something."""
        if self.find is not None:
            return self.find.casefold() in label.casefold()
        held, wanted = NEEDS.get(name, ("", ""))
        return at_first and (not held or self.values.get(held) == wanted)

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
