"""What a director can decide about a knockout beside what every event has: the options kept in its `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps
from typing import Any

from podium.core.choice import one_of, truth
from podium.core.errors import Invalid
from podium.core.timecontrol import TimeControl
from podium.core.translation import mark
from podium.flow import readers
from podium.flow.declaration import Fixed, Kind, Null, Option, Options
from podium.knockout import DrawConfig, DrawRuleMode, Rules, Seeding, TieBreakPolicy

MOST_OF_A_DRAW_RULE = 1000
LONGEST_DRAW_RULES = 4000
DEEPEST_DRAW_RULE = 8


def _clock(field: str, value: object) -> str:
    return str(TimeControl.of(value, field))


def _draw_config(field: str, value: object) -> DrawConfig:
    if not isinstance(value, Mapping):
        raise Invalid("draw-config-malformed", field=field, value=value)
    known = {part.json: part for part in _DRAW_LIMITS}
    limits = {
        known[name].name: None if limit is None else known[name].read(name, limit)
        for name, limit in value.items()
        if name in known
    }
    further = {name: each for name, each in value.items() if name not in known}
    return DrawConfig(**limits, further=_further_draw_rules(field, further))


def _further_draw_rules(field: str, value: object) -> dict[str, Any]:
    """The draw rules that Podium only keeps; raises Invalid that names the one which JSON cannot say."""
    if not isinstance(value, Mapping):
        raise Invalid("draw-config-malformed", field=field, value=value)
    for name, rule in value.items():
        if not readers.is_json({name: rule}, DEEPEST_DRAW_RULE + 1):
            raise Invalid("draw-config-value", field=field, value=str(name), most=DEEPEST_DRAW_RULE)
    kept = dict(value)
    length = len(dumps(kept, ensure_ascii=False))
    if length > LONGEST_DRAW_RULES:
        raise Invalid("draw-config-size", field=field, value=length, most=LONGEST_DRAW_RULES)
    return kept


def _draw_config_document(limits: DrawConfig | None) -> object:
    if limits is None:
        return None
    values = {part.json: getattr(limits, part.name) for part in _DRAW_LIMITS}
    return {**{name: value for name, value in values.items() if value is not None}, **limits.further}


DRAW_RULE_MODE = Option(
    "draw_rule_mode",
    "drawRuleMode",
    Kind.CHOICE,
    one_of(DrawRuleMode),
    mark("Draws"),
    mark(
        "Without draws there must be a tie-break. Without offers a draw is reported with its reason. Whether anybody "
        "offers one at the board is for the players and the arbiter."
    ),
    choices=(
        (DrawRuleMode.ALLOW_ALL, mark("Players may offer and agree draws")),
        (DrawRuleMode.NO_DRAW_OFFER, mark("No draw offers: only draws by the rules, such as stalemate")),
        (DrawRuleMode.NO_DRAW, mark("No draws: every draw is played off (needs a tie-break)")),
    ),
    null=Null.KEEPS,
    holder=Rules,
)
_DRAW_LIMITS: Options = (
    Option(
        "min_move",
        "minMove",
        Kind.NUMBER,
        readers.whole_number(0, MOST_OF_A_DRAW_RULE),
        mark("No draw offer before move"),
        mark("For players and arbiters at the board: of a game whose result is reported, Podium sees no offers."),
        without=mark("from the first move."),
        null=Null.CLEARS,
        holder=DrawConfig,
    ),
    Option(
        "max_offers",
        "maxOffers",
        Kind.NUMBER,
        readers.whole_number(0, MOST_OF_A_DRAW_RULE),
        mark("Draw offers each"),
        mark("For players and arbiters at the board, as the move before which there are none."),
        without=mark("as many as they like."),
        null=Null.CLEARS,
        holder=DrawConfig,
    ),
)
DRAW_CONFIG: Option[DrawConfig | None] = Option(
    "draw_config",
    "drawConfig",
    Kind.PARTS,
    _draw_config,
    mark("Draw offers"),
    null=Null.CLEARS,
    write=_draw_config_document,
    holder=Rules,
    parts=(
        *_DRAW_LIMITS,
        Option(
            "further",
            "furtherDrawRules",
            Kind.OBJECT,
            _further_draw_rules,
            mark("Further draw rules, as JSON"),
            mark("Kept and given back as they are; Podium does nothing with them."),
            noun=mark("further draw rules"),
            holder=DrawConfig,
            flag="--further-draw-rules",
            metavar="JSON",
            example='{"repetition": "fivefold"}',
        ),
    ),
)
REQUIRES_DECISIVE_RESULT = Option(
    "requires_decisive_result",
    "requiresDecisiveResult",
    Kind.TICK,
    truth,
    mark("Every match must have a winner"),
    mark("Needs a tie-break: a draw alone never ends a match."),
    null=Null.KEEPS,
    holder=Rules,
    flag="--decisive/--not-decisive",
)
TIE_BREAK_POLICY = Option(
    "tie_break_policy",
    "tieBreakPolicy",
    Kind.CHOICE,
    one_of(TieBreakPolicy),
    mark("When a match is drawn"),
    mark("Tie-break games are played inside the match, until it has a winner."),
    choices=(
        (TieBreakPolicy.NONE, mark("No tie-break: a draw takes both players to the next round")),
        (TieBreakPolicy.RAPID, mark("One rapid game; if that is drawn too, Armageddon")),
        (TieBreakPolicy.BLITZ, mark("One blitz game; if that is drawn too, Armageddon")),
        (TieBreakPolicy.ARMAGEDDON, mark("One Armageddon game: colours swapped, Black wins a draw")),
        (TieBreakPolicy.BEST_OF_3, mark("Best of three games; if wins are equal, Armageddon")),
        (TieBreakPolicy.BEST_OF_5, mark("Best of five games; if wins are equal, Armageddon")),
    ),
    fixed=Fixed.BRACKET_BUILT,
    null=Null.KEEPS,
    holder=Rules,
)
TIME_CONTROL = Option(
    "time_control",
    "timeControl",
    Kind.TEXT,
    _clock,
    mark("Time control"),
    mark(
        "Minutes and seconds a move, as 10+5. For the clocks at the board: Podium runs none for games whose results "
        "are reported."
    ),
    null=Null.KEEPS,
    holder=Rules,
    metavar="M+S",
    example="10+5",
)
TIE_BREAK_TIME_CONTROL: Option[str | None] = Option(
    "tie_break_time_control",
    "tieBreakTimeControl",
    Kind.TEXT,
    _clock,
    mark("Time control of tie-break games"),
    mark("For the clocks at the board, as the time control of the matches."),
    without=mark("the same."),
    null=Null.CLEARS,
    holder=Rules,
    metavar="M+S",
    example="10+5",
)
SEEDING = Option(
    "seeding",
    "seeding",
    Kind.CHOICE,
    one_of(Seeding),
    mark("Seeding"),
    mark("Byes go to the top seeds."),
    choices=(
        (Seeding.STANDARD, mark("Standard: by rating, the first meets the last")),
        (Seeding.LISTED, mark("As listed: 1 meets 2, 3 meets 4")),
        (Seeding.DRAWN, mark("Drawn by lot, with a seed that is kept")),
    ),
    fixed=Fixed.BRACKET_BUILT,
    null=Null.KEEPS,
    holder=Rules,
)
THIRD_PLACE_MATCH = Option(
    "third_place_match",
    "thirdPlaceMatch",
    Kind.TICK,
    truth,
    mark("Play for third place"),
    mark("The losers of the semi-finals meet."),
    fixed=Fixed.BRACKET_BUILT,
    null=Null.KEEPS,
    holder=Rules,
    flag="--third-place/--no-third-place",
)

RULES: Options = (
    *(DRAW_RULE_MODE, DRAW_CONFIG, REQUIRES_DECISIVE_RESULT, TIE_BREAK_POLICY, TIME_CONTROL, TIE_BREAK_TIME_CONTROL),
    *(SEEDING, THIRD_PLACE_MATCH),
)
"""The rules of a knockout."""
