"""A tie-break whose values are computed elsewhere and typed in."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from podium.core.errors import Invalid, Refused
from podium.flow.commands import TypeTiebreaks
from podium.flow.event.options import TIEBREAKS
from podium.flow.events import Events, PlayersChanged
from podium.flow.lookups import find_player
from podium.flow.state import Settings, Tournament
from podium.tiebreaks import criterion
from podium.tiebreaks.catalogue import TYPED

_VALUE = re.compile(r"-?\d{1,7}([.,]\d{1,4})?")


def uses_typed_values(settings: Settings) -> bool:
    """Whether a tie-break of the list has values that are typed in."""
    return any(criterion(code).row.code == TYPED for code in settings.tiebreaks)


def typed_value(field: str, value: object) -> str | None:
    """A value as an exact decimal, None for none; raises Invalid for what is no number of at most four decimals.

    >>> typed_value("values", "12,50"), typed_value("values", 3), typed_value("values", "")
    ('12.5', '3', None)
    """
    text = "" if value is None else str(value).strip()
    if not text:
        return None
    if isinstance(value, bool) or not _VALUE.fullmatch(text):
        raise Invalid("typed-value-malformed", field=field, value=value)
    number = Decimal(text.replace(",", ".")).normalize()
    return f"{number + 0:f}"


def tiebreaks_typed(state: Tournament, command: TypeTiebreaks) -> Events:
    """The players with the values that were typed in; refuses where no tie-break of the event uses them."""
    if not uses_typed_values(state.settings):
        raise Refused("typed-values-unused", field=TIEBREAKS.json, value=TYPED)
    before = tuple(find_player(state, id) for id in command.values)
    read = {id: typed_value(TYPED, value) for id, value in command.values.items()}
    pairs = [(old, replace(old, typed_tiebreak=read[old.id])) for old in before if old.typed_tiebreak != read[old.id]]
    return (PlayersChanged(tuple(old for old, _ in pairs), tuple(new for _, new in pairs)),) if pairs else ()
