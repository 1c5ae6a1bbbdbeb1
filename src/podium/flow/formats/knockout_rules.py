"""The rules of a knockout as clients write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from podium.core.errors import Invalid
from podium.flow.event.declaration import read_options
from podium.flow.event.knockout_options import RULES
from podium.knockout import Rules


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
    """The rules by their names in JSON, as `merge_rules` reads them."""
    return {rule.json: rule.write(getattr(rules, rule.name)) for rule in RULES}
