"""Standings, crosstables, where the tie-breaks of a player come from, and how ties are decided."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter
from msgspec import UNSET

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.documentation import RANKING, read
from podium.api.pages import paged
from podium.api.parameters import After, Injected, OfStage, Player, query_number
from podium.app.desk import Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.problems import problem
from podium.app.queries import crosstable, explained, part_of, refusals, usable_for
from podium.app.queries import standings as ranked
from podium.app.standings.answers import (
    CrosstableAnswer,
    StandingsAnswer,
    TieBreaksAnswer,
    crosstable_row,
    explanation_row,
    in_circle,
    standing_row,
)
from podium.app.standings.final_ranking import unused_ranks
from podium.app.standings.tally import rounds_after
from podium.app.standings.ties import TiesAnswer, TypedValuesAnswer, ties_answer, typed_values_answer
from podium.app.story.story import is_final
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.commands import Command, OrderTie, TypeTiebreaks
from podium.flow.lookups import find_player
from podium.flow.readers import tiebreak_codes
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.rounds.open_games import open_games
from podium.tiebreaks import PRESETS

SHARED = "shared"
CHOICES = (*(each.value for each in TieOrderedBy), SHARED)


class TieBody(Body):
    """Players who share a place, and what becomes of it: `lot`, `hand` (in the order of the list) or `shared`."""

    players: list[str]
    by: Annotated[str, one_of(*CHOICES)]


class TypedValuesBody(Body):
    """Values by the ids of players, with at most four decimals; null takes one away, who is not named keeps theirs."""

    values: dict[str, Whole | float | str | None]


@read("/tournaments/{id:str}/ties", summary="Places that players share, and what decided them")
def ties(seen: Injected[Seen]) -> TiesAnswer:
    return ties_answer(seen.state, seen.version)


@act(
    "PUT /tournaments/{id:str}/ties",
    "Order players who share a place by lots or by hand, or let them share it",
    ties_answer,
)
def order_tie(data: TieBody) -> Command:
    if data.by not in CHOICES:
        raise Invalid("choice-unknown", field="by", value=data.by, allowed=CHOICES)
    by = None if data.by == SHARED else TieOrderedBy(data.by)
    return OrderTie(tuple(map(PlayerId, data.players)), by)


@read("/tournaments/{id:str}/typed-tiebreaks", summary="The values of a tie-break that were computed elsewhere")
def typed_values(seen: Injected[Seen]) -> TypedValuesAnswer:
    return typed_values_answer(seen.state, seen.version)


@act(
    "PUT /tournaments/{id:str}/typed-tiebreaks",
    "Type in the values of a tie-break that were computed elsewhere",
    typed_values_answer,
)
def type_values(data: TypedValuesBody) -> Command:
    return TypeTiebreaks({PlayerId(id): value for id, value in data.values.items()})


Codes = Annotated[
    str,
    QueryParameter(
        description="Codes of tie-breaks, divided by commas, or a usual list such as fide-swiss, in place of the "
        "tournament's own.",
    ),
]


@read("/tournaments/{id:str}/standings", summary="The standings", responses=RANKING)
@paged("standings", "player_id", "beyond")
def standings(
    seen: Injected[Seen], after: After = None, tiebreaks: Codes = "", stage: OfStage = None
) -> StandingsAnswer:
    codes = _codes("tiebreaks", tiebreaks)
    state, round = part_of(seen.state, query_number("stage", stage), query_number("after", after))
    rows = ranked(state, round, codes)
    return StandingsAnswer(
        version=seen.version,
        standings=[standing_row(row) for row in rows],
        refused=[] if codes else [problem(refusal) for refusal in refusals(state)],
        final=is_final(state, round),
        open_games=len(open_games(rounds_after(state, round))),
        unused_ranks=[player.id for player in unused_ranks(state)] or UNSET,
        circle=in_circle(rows),
    )


@read(
    "/tournaments/{id:str}/players/{pid:str}/tiebreaks",
    summary="Where the tie-breaks of a player come from, round by round",
    responses=RANKING,
)
def tiebreaks_of_player(seen: Injected[Seen], pid: Player, after: After = None, codes: Codes = "") -> TieBreaksAnswer:
    state, player = seen.state, find_player(seen.state, PlayerId(pid))
    chosen = _codes("codes", codes)
    usable, refused = (chosen, ()) if chosen else usable_for(state, player)
    return TieBreaksAnswer(
        version=seen.version,
        player_id=player.id,
        name=player.name,
        tiebreaks=[explanation_row(each) for each in explained(state, player, usable, query_number("after", after))],
        refused=[problem(refusal) for refusal in refused],
    )


@read(
    "/tournaments/{id:str}/crosstable",
    summary="The crosstable of each section",
)
def crosstables(seen: Injected[Seen], after: After = None, stage: OfStage = None) -> CrosstableAnswer:
    state, round = part_of(seen.state, query_number("stage", stage), query_number("after", after))
    tables = [crosstable_row(table) for table in crosstable(state, round)]
    return CrosstableAnswer(seen.version, tables, is_final(state, round))


def _codes(field: str, text: str) -> tuple[str, ...] | None:
    """The tie-breaks asked for, by their codes or the name of a usual list; None where none are.

    A plus that was not escaped arrives as a space; no code has spaces.
    """
    if text in PRESETS:
        return tiebreak_codes(field, text)
    named = [code.strip().replace(" ", "+") for code in text.split(",") if code.strip()]
    return tiebreak_codes(field, named) if named else None


HANDLERS = (standings, tiebreaks_of_player, crosstables)
TIE_HANDLERS = (ties, order_tie, typed_values, type_values)
