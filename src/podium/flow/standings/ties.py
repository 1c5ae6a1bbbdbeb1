"""What the tie-breaks leave open: places by lots, by hand or shared, and tie-breaks that are typed in."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.flow.commands import OrderTie, TypeTiebreaks
from podium.flow.event.options import TIEBREAKS
from podium.flow.event.setting_values import Settings
from podium.flow.events import Events, PlayersChanged, TieOrdered
from podium.flow.formats.registry import format_of
from podium.flow.lookups import find_player
from podium.flow.rounds.kept_values import TieOrder, TieOrderedBy
from podium.flow.state import Tournament
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


LOTS = 1_000_000_000


def order_of(state: Tournament, rounds: int, players: Collection[PlayerId]) -> TieOrder | None:
    """The order that just these players were given after so many rounds, if any."""
    return next((each for each in state.tie_orders if each.is_about(rounds, players)), None)


def in_order_of_lots(seed: str, players: Collection[PlayerId]) -> tuple[PlayerId, ...]:
    """The players by lots that anyone can draw again: that of a player does not depend on who else is level.

    >>> in_order_of_lots("open", ["ann", "ben", "cas"])
    ('ben', 'ann', 'cas')
    """
    return tuple(sorted(players, key=lambda id: (Dice(f"{seed} {id}").below(LOTS), id)))


def tie_ordered(state: Tournament, command: OrderTie) -> Events:
    """The order of players who share a place, after the last round; refuses while the places are not final.

    Whether they do share one is asked where the standings are known; an order of others holds nowhere.
    """
    _check_players(state, command.players)
    before = order_of(state, len(state.rounds), command.players)
    after = None
    if command.by is not None:
        check_end(state)
        after = TieOrder(len(state.rounds), command.players, command.by)
    if command.by is TieOrderedBy.LOT:
        seed = next((each.seed for each in state.tie_orders if each.seed is not None), state.lots_from or str(state.id))
        after = TieOrder(len(state.rounds), in_order_of_lots(seed, command.players), command.by, seed)
    return () if after == before else (TieOrdered(before, after),)


def _check_players(state: Tournament, players: tuple[PlayerId, ...]) -> None:
    if TIEBREAKS not in format_of(state).options:
        raise Refused("ties-of-format", value=state.settings.format)
    named = [find_player(state, id) for id in players]
    if len(named) < 2:
        raise Invalid("tie-of-one", field="players", value=len(named))
    for at, player in enumerate(named):
        if player in named[:at]:
            raise Invalid("player-twice", field="players", value=player.id, name=player.name)
        if player.section != named[0].section:
            raise Refused("tie-across-sections", value=player.id, name=player.name, other=named[0].name)


def check_end(state: Tournament) -> None:
    """Nothing, once every planned round is played and no game is open or adjourned."""
    planned = format_of(state).rounds_expected(state) or 1
    if len(state.rounds) < planned:
        raise Refused("tie-before-end", value=len(state.rounds), planned=planned)
    for here in state.rounds:
        if missing := here.unsettled + here.adjourned:
            raise Refused("tie-while-open", value=here.number, count=missing)
