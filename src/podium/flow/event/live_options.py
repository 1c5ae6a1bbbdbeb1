"""What a director can decide about games that are played in Podium, move by move.

The time control and the draw rules of a knockout are among its `Rules`; elsewhere they are settings of the same name.
"""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps
from typing import Any

from podium.core.errors import Invalid
from podium.core.timecontrol import TimeControls
from podium.core.translation import mark
from podium.flow import readers
from podium.flow.event.declaration import Kind, Null, Option, Options, choice, yes_no
from podium.knockout import DrawConfig, DrawRuleMode, Rules

MOST_OF_A_DRAW_RULE = 1000
LONGEST_DRAW_RULES = 4000
DEEPEST_DRAW_RULE = 8
LONGEST_WAIT = 86_400
"""Seconds: a day."""
LONGEST_DELAY = 120
"""Minutes."""
read_wait = readers.whole_number(0, LONGEST_WAIT)
"""Reads how many seconds a game waits for its players."""


def read_time_control(field: str, value: object) -> str:
    """The time controls as the settings keep them."""
    return str(TimeControls.parse(value, field))


def time_control_document(kept: str | None) -> object:
    """The time controls as JSON has them: a text, or an object where the sides differ."""
    return None if kept is None else TimeControls.parse(kept).document


def _draw_config(field: str, value: object) -> DrawConfig:
    if not isinstance(value, Mapping):
        raise Invalid("draw-config-malformed", field=field, value=value)
    known = {part.json: part for part in _DRAW_LIMITS}
    limits = {
        known[name].name: known[name].read(name, limit)
        for name, limit in value.items()
        if name in known and limit is not None
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
    limited = ((part.json, getattr(limits, part.name), part.kind) for part in _DRAW_LIMITS)
    values = {name: value for name, value, kind in limited if value is not None and (value or kind is Kind.NUMBER)}
    return {**values, **limits.further}


DRAW_RULE_MODE = choice(
    "draw_rule_mode",
    DrawRuleMode,
    mark("Draws"),
    mark(
        "Without draws there must be a tie-break, as only knockouts have. Without offers a draw is reported with its "
        "reason. In live games Podium refuses offers that are not allowed; at the board that is for the arbiter."
    ),
    json="drawRuleMode",
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
        Kind.NUMBER,
        readers.whole_number(0, MOST_OF_A_DRAW_RULE),
        mark("No draw offer before move"),
        mark("Obeyed in live games; of a game whose result is reported, Podium sees no offers."),
        json="minMove",
        without=mark("from the first move."),
        null=Null.CLEARS,
        holder=DrawConfig,
    ),
    Option(
        "max_offers",
        Kind.NUMBER,
        readers.whole_number(0, MOST_OF_A_DRAW_RULE),
        mark("Draw offers each"),
        mark("Obeyed in live games, as the move before which there are none."),
        json="maxOffers",
        without=mark("as many as they like."),
        null=Null.CLEARS,
        holder=DrawConfig,
    ),
    yes_no(
        "claims",
        mark("Repetition and fifty moves by claim"),
        mark(
            "In live games: a player claims the draw, and fivefold repetition and seventy-five moves draw by "
            "themselves. Otherwise threefold repetition and fifty moves do."
        ),
        noun=mark("repetition and fifty moves by claim"),
        holder=DrawConfig,
        flag="--draw-claims",
    ),
    yes_no(
        "claim_penalty",
        mark("An incorrect claim gives the opponent time"),
        mark(
            "In live games: two minutes, one in blitz, and the move that was intended is played (FIDE 9.5.3, B.2). The "
            "arbiter can undo the time. Otherwise the game goes on as if nothing had been claimed."
        ),
        json="claimPenalty",
        noun=mark("time for an incorrect claim"),
        holder=DrawConfig,
        flag="--claim-penalty",
    ),
)
DRAW_CONFIG: Option[DrawConfig | None] = Option(
    "draw_config",
    Kind.PARTS,
    _draw_config,
    mark("Draw offers"),
    json="drawConfig",
    null=Null.CLEARS,
    write=_draw_config_document,
    holder=Rules,
    parts=(
        *_DRAW_LIMITS,
        Option(
            "further",
            Kind.OBJECT,
            _further_draw_rules,
            mark("Further draw rules, as JSON"),
            mark("Kept and given back as they are; Podium does nothing with them."),
            json="furtherDrawRules",
            noun=mark("further draw rules"),
            holder=DrawConfig,
            flag="--further-draw-rules",
            metavar="JSON",
            example='{"repetition": "fivefold"}',
        ),
    ),
)
TIME_CONTROL = Option(
    "time_control",
    Kind.CLOCK,
    read_time_control,
    mark("Time control"),
    mark(
        "Minutes and seconds a move, as 10+5; 0:30+0 is half a minute, 90d5 has a delay of 5 seconds, 90b5 gives up to "
        "5 back (Bronstein), 40/90+30 : 30+30 has two periods, 5+0/4+0 is White’s and Black’s time. "
        "The clocks of live games run here; Podium runs none for games whose results are reported."
    ),
    json="timeControl",
    null=Null.KEEPS,
    write=time_control_document,
    holder=Rules,
    metavar="M+S",
    example="10+5",
)
LIVE = yes_no(
    "live",
    mark("Live games"),
    mark(
        "Players make their moves in Podium, each with a personal link; it runs the clocks and records the results. "
        "Otherwise games are played at the board and reported."
    ),
)
NO_SHOW_WAIT: Option[int | None] = Option(
    "no_show_wait",
    Kind.NUMBER,
    read_wait,
    mark("Seconds until an absent player loses"),
    mark("Of live games, counted once the round is started, while the opponent is there."),
    json="noShowWait",
    without=mark("never."),
    null=Null.CLEARS,
    metavar="SECONDS",
)
PUBLIC_DELAY = Option(
    "public_delay",
    Kind.NUMBER,
    readers.whole_number(0, LONGEST_DELAY),
    mark("Minutes by which spectators see games later"),
    mark("Moves, results and what follows from them; it holds for pages, streams, files and walls alike."),
    json="publicDelay",
    metavar="MINUTES",
)

ONE_DEVICE = yes_no(
    "one_device",
    mark("One device for each player"),
    mark("A link that is open in a browser opens in no other until an arbiter lets another device in."),
    json="oneDevice",
)

SHARED_LIVE_OPTIONS: Options = (LIVE, NO_SHOW_WAIT, PUBLIC_DELAY, ONE_DEVICE)
"""What there is to decide about live games wherever there are any, beside time control and draws."""
LIVE_GAME_OPTIONS: Options = (LIVE, TIME_CONTROL, DRAW_RULE_MODE, DRAW_CONFIG, NO_SHOW_WAIT, PUBLIC_DELAY, ONE_DEVICE)
"""What there is to decide about live games in all."""
