"""What a club decides about a Keizer season: the option `keizer` with its parts, read from JSON and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from podium.core.choice import one_of
from podium.core.errors import Invalid
from podium.core.translation import mark
from podium.flow import readers
from podium.flow.event.declaration import Kind, Null, Option, Options
from podium.keizer import MOST_AGAIN, MOST_TOP, Preset, Rules, Share

AUTO = "auto"
MOST_SHARE = 10
_SHARE = re.compile(r"([0-9]{1,2}(\.[0-9]{0,6})?|\.[0-9]{1,6})")
_top = readers.whole_number(1, MOST_TOP)


def read_share(field: str, value: object) -> Decimal:
    """A share of somebody's worth, exact to six decimals."""
    text = str(value).strip().replace(",", ".")
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _SHARE.fullmatch(text):
        raise Invalid("share-malformed", field=field, value=value, most=MOST_SHARE)
    share = Decimal(text).normalize()
    if share > MOST_SHARE:
        raise Invalid("share-malformed", field=field, value=value, most=MOST_SHARE)
    return share


def _read_top(field: str, value: object) -> int | None:
    return None if value == AUTO else _top(field, value)


def _share(kind: Share, label: str, help: str = "") -> Option[Decimal | None]:
    """The option to decide what a round of that kind brings."""
    return Option(
        kind.name.lower(),
        Kind.SHARE,
        read_share,
        label,
        help,
        json=kind.value,
        without=mark("as the preset has it."),
        null=Null.CLEARS,
        holder=Rules,
        flag=f"--keizer-{kind.name.lower().replace('_', '-')}",
        metavar="SHARE",
        example="0.5",
    )


KEIZER_PRESET = Option(
    "preset",
    Kind.CHOICE,
    one_of(Preset),
    mark("Shares for games and absences"),
    mark("What a win, a bye or an evening at home brings; each share can be another."),
    json="keizerPreset",
    also=("preset",),
    choices=(
        (Preset.CLASSIC, mark("Classic: bye and club duty 0.667, excused 0.333, absent nothing")),
        (Preset.KEIZER_FOR_CLUBS, mark("KeizerForClubs: bye 0.5, club duty 0.7, excused and absent 0.35")),
        (Preset.FREE_KEIZER, mark("FreeKeizer: a loss 0.167, bye and club duty 0.667, excused and absent 0.333")),
        (Preset.SLIEDRECHT, mark("Sliedrecht: bye and club duty 0.66, excused 0.33, absent nothing")),
    ),
    holder=Rules,
    flag="--keizer-preset",
)
KEIZER_AGAIN = Option(
    "again",
    Kind.NUMBER,
    readers.whole_number(0, MOST_AGAIN),
    mark("Rounds before two meet again"),
    mark("0: they may meet in the very next round; 99: once in a season."),
    holder=Rules,
    flag="--keizer-again",
    metavar="ROUNDS",
)
_PARTS: Options = (
    KEIZER_PRESET,
    Option(
        "top",
        Kind.NUMBER,
        _read_top,
        mark("Worth of the first in the table"),
        mark("Each next one is worth one less, and nobody less than 1."),
        without=mark("half as much again as there are players."),
        null=Null.CLEARS,
        holder=Rules,
        flag="--keizer-top",
        metavar="WORTH",
    ),
    KEIZER_AGAIN,
    _share(Share.WIN, mark("Share for a win"), mark("Of the opponent’s worth.")),
    _share(Share.DRAW, mark("Share for a draw"), mark("Of the opponent’s worth.")),
    _share(Share.LOSS, mark("Share for a loss"), mark("Of the opponent’s worth.")),
    _share(Share.BYE, mark("Share for a bye"), mark("Of the own worth.")),
    _share(Share.CLUB_DUTY, mark("Share for club duty"), mark("Of the own worth.")),
    _share(Share.EXCUSED, mark("Share for an excused absence"), mark("Of the own worth.")),
    _share(Share.ABSENT, mark("Share for an absence without a word"), mark("Of the own worth.")),
)
_KNOWN: Mapping[str, Option[object]] = {name: part for part in _PARTS for name in (*part.also, part.json)}
NAMES = tuple((*part.also, part.json)[0] for part in _PARTS)


def read_rules(field: str, value: object) -> Rules:
    """The rules that an object gives by their names; what it does not name is as the preset has it.

    >>> read_rules("keizer", {"preset": "classic", "bye": 0.5, "draw": "0.50"})
    Rules(preset=<Preset.CLASSIC: 'classic'>, top=None, win=None, draw=None, loss=None, bye=Decimal('0.5'), \
club_duty=None, excused=None, absent=None, again=3)
    """
    if not isinstance(value, Mapping):
        raise Invalid("keizer-malformed", field=field, value=value, allowed=NAMES)
    given: dict[str, object] = {}
    for name, each in value.items():
        if name not in _KNOWN:
            raise Invalid("keizer-malformed", field=field, value=name, allowed=NAMES)
        part = _KNOWN[name]
        if each is not None or part.null is not Null.CLEARS:
            given[part.name] = part.read(name, each)
    rules = Rules(**given)  # type: ignore[arg-type]  # each is read by its option
    plain = Rules(rules.preset)
    usual: dict[str, Any] = {kind.name.lower(): None for kind in Share if rules.share(kind) == plain.share(kind)}
    win, draw, loss = (rules.share(kind) for kind in (Share.WIN, Share.DRAW, Share.LOSS))
    if not loss <= draw <= win or loss == win:
        raise Invalid("draw-out-of-order", field=Share.DRAW.value, value=float(draw), win=float(win), loss=float(loss))
    return replace(rules, **usual)


def merge_keizer(before: Rules, given: object) -> Rules:
    """The rules with those `given` in their place; a preset that is named stands for all that is not."""
    if isinstance(given, Mapping) and not given.keys() & {*KEIZER_PRESET.also, KEIZER_PRESET.json}:
        given = {**write_rules(before), **given}
    return read_rules(KEIZER.json, given)


def write_rules(rules: Rules) -> dict[str, object]:
    """The rules by their names in JSON, each share as it counts."""
    top: object = AUTO if rules.top is None else rules.top
    shares = {kind.value: _number(rules.share(kind)) for kind in Share}
    return {"preset": rules.preset.value, "top": top, **shares, "again": rules.again}


def _number(share: Decimal) -> int | float:
    return int(share) if share == int(share) else float(share)


KEIZER = Option(
    "keizer",
    Kind.PARTS,
    read_rules,
    mark("Keizer"),
    mark("What players are worth, and what games and absences bring; all rounds count by it at once."),
    write=write_rules,
    parts=_PARTS,
)
