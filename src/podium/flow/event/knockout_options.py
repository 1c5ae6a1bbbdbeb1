"""What a director can decide about a bracket beside what every event has: the options kept in its `Rules`,
read from JSON and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from podium.core.choice import one_of, truth
from podium.core.errors import Invalid
from podium.core.translation import mark
from podium.flow.event.declaration import Fixed, Kind, Null, Option, Options, choice, read_options
from podium.flow.event.live_options import (
    DRAW_CONFIG,
    DRAW_RULE_MODE,
    TIME_CONTROL,
    read_time_control,
    read_wait,
    time_control_document,
)
from podium.knockout import GrandFinal, Rules, Seeding, TieBreakPolicy

REQUIRES_DECISIVE_RESULT = Option(
    "requires_decisive_result",
    Kind.TICK,
    truth,
    mark("Every match must have a winner"),
    mark("Needs a tie-break: a draw alone never ends a match."),
    json="requiresDecisiveResult",
    null=Null.KEEPS,
    holder=Rules,
    flag="--decisive/--not-decisive",
)
TIE_BREAK_POLICY = choice(
    "tie_break_policy",
    TieBreakPolicy,
    mark("When a match is drawn"),
    mark("Tie-break games are played inside the match, until it has a winner."),
    json="tieBreakPolicy",
    choices=(
        (TieBreakPolicy.NONE, mark("No tie-break: a draw takes both players to the next round")),
        (TieBreakPolicy.RAPID, mark("One rapid game; if that is drawn too, Armageddon")),
        (TieBreakPolicy.BLITZ, mark("One blitz game; if that is drawn too, Armageddon")),
        (TieBreakPolicy.ARMAGEDDON, mark("One Armageddon game: colours swapped, Black wins a draw")),
        (TieBreakPolicy.BEST_OF_3, mark("Best of three games; if wins are equal, Armageddon")),
        (TieBreakPolicy.BEST_OF_5, mark("Best of five games; if wins are equal, Armageddon")),
    ),
    fixed=Fixed.BRACKET_BUILT,
    suggested=TieBreakPolicy.RAPID,  # the design that knockouts follow leaves draws undecided unless one is named
    null=Null.KEEPS,
    holder=Rules,
)
TIE_BREAK_TIME_CONTROL: Option[str | None] = Option(
    "tie_break_time_control",
    Kind.CLOCK,
    read_time_control,
    mark("Time control of tie-break games"),
    mark("Written as the time control of the matches."),
    json="tieBreakTimeControl",
    without=mark("the same."),
    null=Null.CLEARS,
    write=time_control_document,
    holder=Rules,
    metavar="M+S",
    example="10+5",
)
ARMAGEDDON_TIME_CONTROL: Option[str | None] = Option(
    "armageddon_time_control",
    Kind.CLOCK,
    read_time_control,
    mark("Time control of Armageddon games"),
    mark("5+0/4+0 gives White five minutes and Black, who wins a draw, four."),
    json="armageddonTimeControl",
    without=mark("as other tie-break games."),
    null=Null.CLEARS,
    write=time_control_document,
    holder=Rules,
    metavar="M+S",
    example="5+0/4+0",
)
TIE_BREAK_NO_SHOW_WAIT: Option[int | None] = Option(
    "tie_break_no_show_wait",
    Kind.NUMBER,
    read_wait,
    mark("Seconds until an absent player loses a tie-break game"),
    mark("Of live games, counted from the end of the pause, while the opponent is there."),
    json="tieBreakNoShowWait",
    without=mark("never."),
    null=Null.CLEARS,
    holder=Rules,
    metavar="SECONDS",
)
TIE_BREAK_PAUSE = Option(
    "tie_break_pause",
    Kind.NUMBER,
    read_wait,
    mark("Seconds of pause before a tie-break game"),
    mark("Of live games, after the drawn one; two who are ready begin earlier."),
    json="tieBreakPause",
    null=Null.KEEPS,
    holder=Rules,
    metavar="SECONDS",
)
SEEDING = choice(
    "seeding",
    Seeding,
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
    Kind.TICK,
    truth,
    mark("Play for third place"),
    mark("The losers of the semi-finals meet."),
    json="thirdPlaceMatch",
    fixed=Fixed.BRACKET_BUILT,
    null=Null.KEEPS,
    holder=Rules,
    flag="--third-place/--no-third-place",
)
GRAND_FINAL: Option[GrandFinal | None] = Option(
    "grand_final",
    Kind.CHOICE,
    one_of(GrandFinal),
    mark("Grand final"),
    mark("Who comes from the losers’ bracket has lost once, the other has not."),
    json="grandFinal",
    choices=(
        (GrandFinal.RESET, mark("Played again if the one who had not lost loses it")),
        (GrandFinal.SINGLE, mark("One match decides, whoever has lost before")),
    ),
    fixed=Fixed.BRACKET_BUILT,
    suggested=GrandFinal.RESET,
    null=Null.CLEARS,
    holder=Rules,
)

RULES: Options = (
    *(DRAW_RULE_MODE, DRAW_CONFIG, REQUIRES_DECISIVE_RESULT, TIE_BREAK_POLICY, TIME_CONTROL, TIE_BREAK_TIME_CONTROL),
    *(ARMAGEDDON_TIME_CONTROL, TIE_BREAK_NO_SHOW_WAIT, TIE_BREAK_PAUSE, SEEDING, THIRD_PLACE_MATCH),
    GRAND_FINAL,
)
"""The rules of brackets: a knockout has no grand final, a double elimination no match for third place."""


def merge_rules(base: Rules | None, given: Mapping[str, object]) -> Rules:
    """`base` (or the defaults) with the `given` values merged in, by their names in JSON; raises Invalid.

    The combination is judged after merging. Null leaves a value as it is, and clears the two that may be missing.

    >>> merge_rules(None, {"tieBreakPolicy": "RAPID", "timeControl": "15+10"}).tie_break_clock
    '15+10'
    """
    known = [rule.json for rule in RULES]
    for name, value in given.items():
        if name not in known:
            raise Invalid("setting-unknown", field=name, value=value, allowed=sorted(known))
    return replace(base or Rules(), **read_options(given, RULES))


def write_rules(rules: Rules) -> dict[str, object]:
    """The rules by their names in JSON, as `merge_rules` reads them; a knockout has no grand final."""
    other = GRAND_FINAL if rules.grand_final is None else THIRD_PLACE_MATCH
    return {rule.json: rule.write(getattr(rules, rule.name)) for rule in RULES if rule is not other}
