"""What an option is: all that is said once of something that a director can decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, Generic, TypeVar

from podium.core.choice import one_of, truth
from podium.core.errors import Refused
from podium.flow.event.setting_values import Settings
from podium.keizer import Rules as KeizerRules
from podium.knockout import DrawConfig, Rules

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
_SETTINGS = frozenset(each.name for each in fields(Settings))


class Kind(Enum):
    """What kind of value an option has, and so how it is asked for."""

    TEXT = "a line of text"
    PARAGRAPHS = "text of several lines"
    CLOCK = "a time control, for both players or for each"
    DATE = "a day"
    NUMBER = "a whole number"
    SHARE = "a decimal number"
    CHOICE = "one of the choices"
    SEVERAL = "some of the choices; a form offers the combinations"
    YES_NO = "yes or no, as two choices"
    TICK = "yes or no, as a box to tick"
    PERSON = "a person, with a FIDE number where there is one"
    LINES = "names, one a line"
    PERSONS = "persons with their FIDE numbers, one a line"
    DATES = "days, one a line"
    TIMES = "days with a time, one a line"
    PARTS = "options of its own, all under one name"
    OBJECT = "further names and values, whatever JSON can say"
    SCORING = "a preset, or a table of points"
    TIEBREAKS = "a usual list of tie-breaks, or their codes"
    GROUPS = "groups of players"
    ORDER = "players in an order"
    STAGES = "the stages of an event, one after another"
    DRAWN = "nothing anybody gives: Podium draws it"


PLAYER_KINDS = (Kind.GROUPS, Kind.ORDER)
"""The kinds of options that name players of the tournament."""


class Fixed(Enum):
    """From when an option cannot change any more; the value is the code of the refusal.

    What is declared is fixed with round 1 of an event in FIDE mode, and can change in others.
    """

    NEVER = ""
    ROUND_PAIRED = "rounds-exist"
    DECLARED = "declared-before-round-1"
    BRACKET_BUILT = "bracket-built"


class Null(Enum):
    """What null means in place of a value."""

    REFUSED = "a value is needed"
    CLEARS = "no value"
    KEEPS = "the value stays as it is"


def plain(value: object) -> object:
    """`value` as JSON has it.

    >>> plain((Fixed.NEVER, Fixed.BRACKET_BUILT)), plain(None)
    (['', 'bracket-built'], None)
    """
    match value:
        case Enum():
            return value.value
        case tuple():
            return [plain(each) for each in value]
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One thing to decide. Its type and default are those of the field `name` of its `holder`.

    `read` takes a field and what a client gave for it, and raises Invalid that names both; `write` is its inverse.
    `label` and `help` (a sentence) are shown wherever a person decides, `without` says what holds where nothing is
    given, `noun` stands for the label inside a sentence where the label does not fit there.
    """

    name: str
    kind: Kind
    read: Callable[[str, object], T]
    label: str
    help: str = ""
    json: str = ""
    """The name in JSON, where it is not `name`."""
    without: str = ""
    noun: str = ""
    choices: tuple[tuple[object, str], ...] = ()
    """The values, with a label for each."""
    fixed: Fixed = Fixed.NEVER
    initial: T | None = None
    """What a new tournament has where nothing is given, if events from before the option have something else."""
    suggested: T | None = None
    """What a page or the command line begins a new tournament with, where the API promises another default."""
    null: Null = Null.REFUSED
    write: Callable[[T], object] = plain
    holder: type[Settings] | type[Rules] | type[DrawConfig] | type[KeizerRules] = Settings
    parts: tuple[Option[Any], ...] = ()
    also: tuple[str, ...] = ()
    """Other names in JSON."""
    flag: str = ""
    """How the command line spells it, where that does not follow from the name."""
    flag_value: object = None
    """What the flag alone means, where it takes no value."""
    metavar: str = ""
    example: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "json", self.json or self.name)  # frozen from here on

    @property
    def required(self) -> bool:
        """Whether a new tournament needs it."""
        return any(each.name == self.name and each.default is MISSING for each in fields(self.holder))

    @property
    def shared(self) -> bool:
        """Whether it is one of the rules of a knockout, and elsewhere a setting of the same name."""
        return self.holder is Rules and self.name in _SETTINGS

    def value_in(self, settings: Settings) -> T:
        """What `settings` say; the rules of a format that has none are the usual ones."""
        elsewhere = settings if self.shared else Rules()
        holder = settings if self.holder is Settings else settings.knockout or elsewhere
        value: T = getattr(holder, self.name)
        return value

    def written(self, settings: Settings) -> object:
        """What `settings` say, as JSON has it."""
        return self.write(self.value_in(settings))


Options = tuple[Option[Any], ...]


def choice(name: str, values: type[E], label: str, help: str = "", **more: Any) -> Option[E]:
    """The option to decide for one of the values; `more` are the other fields of it."""
    return Option(name, Kind.CHOICE, one_of(values), label, help, **more)


def yes_no(name: str, label: str, help: str = "", **more: Any) -> Option[bool]:
    """The option to decide for or against something; `more` are the other fields of it."""
    return Option(name, Kind.YES_NO, truth, label, help, **more)


def read_options(given: Mapping[str, object], options: Iterable[Option[Any]]) -> dict[str, Any]:
    """What is `given` for the options, read, by the attributes they are kept in; raises Invalid.

    What null leaves as it is, is not there.
    """
    read: dict[str, Any] = {}
    for option in options:
        value = given.get(option.json)
        if option.json not in given or (value is None and option.null is Null.KEEPS):
            continue
        cleared = value is None and option.null is Null.CLEARS
        read[option.name] = None if cleared else option.read(option.json, value)
    return read


def changed_options(before: Settings, after: Settings, options: Iterable[Option[Any]]) -> Options:
    """Those of the options that differ."""
    return tuple(each for each in options if each.value_in(before) != each.value_in(after))


def refuse_change(before: Settings, after: Settings, fixed: Options) -> None:
    """Nothing, unless `after` changes an option that is fixed by now; raises Refused that names it."""
    for option in changed_options(before, after, fixed):
        raise Refused(option.fixed.value, field=option.json, value=option.written(after))
