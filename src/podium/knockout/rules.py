"""The rules of a knockout: what becomes of draws, how ties are broken, how the field is seeded.

Names and defaults are those of the design Podium follows; the two combinations that cannot work cannot be built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum

from podium.core.choice import one_of, truth
from podium.core.errors import Invalid, Refused
from podium.knockout.timecontrol import TimeControl

MOST_OF_A_DRAW_RULE = 1000


class DrawRuleMode(Enum):
    """Which draws the players may bring about. It never says what a draw leads to."""

    ALLOW_ALL = "ALLOW_ALL"
    NO_DRAW_OFFER = "NO_DRAW_OFFER"
    NO_DRAW = "NO_DRAW"


class TieBreakPolicy(Enum):
    """What a drawn match leads to."""

    NONE = "NONE"
    RAPID = "RAPID"
    BLITZ = "BLITZ"
    ARMAGEDDON = "ARMAGEDDON"
    BEST_OF_3 = "BEST_OF_3"
    BEST_OF_5 = "BEST_OF_5"

    @property
    def games(self) -> int:
        """How many games are created at once."""
        return _GAMES[self]

    @property
    def alternates(self) -> bool:
        """Whether the colours change from game to game."""
        return self in (TieBreakPolicy.BEST_OF_3, TieBreakPolicy.BEST_OF_5)


_GAMES = {
    TieBreakPolicy.NONE: 0,
    TieBreakPolicy.RAPID: 1,
    TieBreakPolicy.BLITZ: 1,
    TieBreakPolicy.ARMAGEDDON: 1,
    TieBreakPolicy.BEST_OF_3: 3,
    TieBreakPolicy.BEST_OF_5: 5,
}


class Seeding(Enum):
    """How the order of the field becomes the first round."""

    STANDARD = "standard"
    LISTED = "listed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class DrawConfig:
    """Limits of draw offers: none before move `min_move`, at most `max_offers` by each player; None: no limit."""

    min_move: int | None = None
    max_offers: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """What the director decided; raises Invalid for a combination in which a draw could never be resolved.

    Time controls are kept as they are written, `tie_break_time_control` None means the same as `time_control`.
    """

    draw_rule_mode: DrawRuleMode = DrawRuleMode.ALLOW_ALL
    draw_config: DrawConfig | None = None
    requires_decisive_result: bool = False
    tie_break_policy: TieBreakPolicy = TieBreakPolicy.NONE
    time_control: str = "10+0"
    tie_break_time_control: str | None = None
    seeding: Seeding = Seeding.STANDARD
    third_place_match: bool = False

    def __post_init__(self) -> None:
        if self.tie_break_policy is not TieBreakPolicy.NONE:
            return
        if self.requires_decisive_result:
            raise Invalid("decisive-without-tie-break", field="requiresDecisiveResult", value=True)
        if self.draw_rule_mode is DrawRuleMode.NO_DRAW:
            raise Invalid("no-draw-without-tie-break", field="drawRuleMode", value=self.draw_rule_mode.value)

    @property
    def both_advance(self) -> bool:
        """Whether a draw takes both players to the next round, so that rounds form one at a time."""
        return self.tie_break_policy is TieBreakPolicy.NONE

    @property
    def tie_break_clock(self) -> str:
        """The time control of tie-break games."""
        return self.tie_break_time_control or self.time_control


def merged_rules(base: Rules | None, given: Mapping[str, object]) -> Rules:
    """`base` (or the defaults) with the `given` values merged in, by their names in JSON; raises Invalid.

    The combination is judged after merging. Null leaves a value as it is, and clears the two that may be missing.

    >>> merged_rules(None, {"tieBreakPolicy": "RAPID", "timeControl": "15+10"}).tie_break_clock
    '15+10'
    """
    read: dict[str, object] = {}
    for name, value in given.items():
        if name not in _READERS:
            raise Invalid("setting-unknown", field=name, value=value, allowed=sorted(_READERS))
        attribute, reader = _READERS[name]
        if value is not None:
            read[attribute] = reader(name, value)
        elif attribute in _CLEARED_BY_NULL:
            read[attribute] = None
    return replace(base or Rules(), **read)  # type: ignore[arg-type]  # each reader gives its field's type


def rules_as_json(rules: Rules) -> dict[str, object]:
    """The rules by their names in JSON, as `merged_rules` reads them."""
    return {name: _plain(getattr(rules, attribute)) for name, (attribute, _) in _READERS.items()}


def refuse_change(before: Rules, after: Rules) -> None:
    """Raises Refused where `after` changes what the matches already made were built on."""
    for name in FIXED:
        attribute = _READERS[name][0]
        if getattr(before, attribute) != getattr(after, attribute):
            raise Refused("bracket-built", field=name, value=_plain(getattr(after, attribute)))


def _clock(field: str, value: object) -> str:
    return str(TimeControl.of(value, field))


def _draw_config(field: str, value: object) -> DrawConfig:
    if not isinstance(value, Mapping):
        raise Invalid("draw-config-malformed", field=field, value=value)
    names = {"minMove": "min_move", "maxOffers": "max_offers"}
    limits: dict[str, int | None] = {}
    for name, limit in value.items():
        if name not in names:
            raise Invalid("draw-config-unknown", field=field, value=name, allowed=sorted(names))
        whole = isinstance(limit, int) and not isinstance(limit, bool)
        if limit is not None and not (whole and 0 <= limit <= MOST_OF_A_DRAW_RULE):
            raise Invalid("count-out-of-range", field=name, value=limit, least=0, most=MOST_OF_A_DRAW_RULE)
        limits[names[name]] = limit
    return DrawConfig(**limits)


def _plain(value: object) -> object:
    match value:
        case Enum():
            return value.value
        case DrawConfig():
            given = {"minMove": value.min_move, "maxOffers": value.max_offers}
            return {name: limit for name, limit in given.items() if limit is not None}
        case _:
            return value


_READERS: dict[str, tuple[str, Callable[[str, object], object]]] = {
    "drawRuleMode": ("draw_rule_mode", one_of(DrawRuleMode)),
    "drawConfig": ("draw_config", _draw_config),
    "requiresDecisiveResult": ("requires_decisive_result", truth),
    "tieBreakPolicy": ("tie_break_policy", one_of(TieBreakPolicy)),
    "timeControl": ("time_control", _clock),
    "tieBreakTimeControl": ("tie_break_time_control", _clock),
    "seeding": ("seeding", one_of(Seeding)),
    "thirdPlaceMatch": ("third_place_match", truth),
}
_CLEARED_BY_NULL = frozenset({"draw_config", "tie_break_time_control"})
SETTINGS: tuple[str, ...] = tuple(_READERS)
"""The names of the rules in JSON."""
FIXED = ("tieBreakPolicy", "seeding", "thirdPlaceMatch")
"""What cannot change once the first round stands."""
assert {attribute for attribute, _ in _READERS.values()} == {field.name for field in fields(Rules)}
