"""Results entered a second time, by somebody who is told nothing of the first, and where the two differ."""

from __future__ import annotations

from litestar.params import JSONBody

from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ask, change, problems
from podium.api.parameters import Injected, Pairing, Round, Tournament, round_number
from podium.api.reading import seen_with
from podium.api.resources.pairings import ResultText
from podium.app.desk import Desk, Seen
from podium.app.rounds.second_entry import (
    ComparisonAnswer,
    SecondEntriesAnswer,
    SecondEntryAnswer,
    comparison_answer,
    game_and_round,
    permit_second_entry,
    second_entries_answer,
    second_entry_answer,
)
from podium.core import choice
from podium.core.ids import PairingId, TournamentId, identity
from podium.flow import state
from podium.flow.lookups import find_round

READING = problems(400, 401, 403, 404, 409, 503)


class SecondEntryBody(Body):
    """The result as it is entered the second time, null to take it out again."""

    result: ResultText | None


@ask(
    "/tournaments/{id:str}/rounds/{n:str}/second-entry",
    "What was entered the second time in a round, with nothing of the first",
    READING,
)
def second_entries(request: ApiRequest, desk: Injected[Desk], id: Tournament, n: Round) -> SecondEntriesAnswer:
    seen, here = _round(request, desk, id, n)
    return second_entries_answer(here, desk.registry.second_entries(seen.state.id), seen.version)


@ask("/tournaments/{id:str}/rounds/{n:str}/second-entry/comparison", "Where the two entries of a round differ", READING)
def comparison(request: ApiRequest, desk: Injected[Desk], id: Tournament, n: Round) -> ComparisonAnswer:
    seen, here = _round(request, desk, id, n)
    return comparison_answer(here, desk.registry.second_entries(seen.state.id), seen.version)


@change("PUT /pairings/{id:str}/second-entry", "Enter the result of a game a second time, or take that out again")
def enter(request: ApiRequest, desk: Injected[Desk], id: Pairing, data: JSONBody[SecondEntryBody]) -> SecondEntryAnswer:
    seen = seen_with(request, desk, "pairing", id)
    game, here = game_and_round(seen, PairingId(id))
    permit_second_entry(seen, here)
    tournament, result = seen.state.id, choice.result("result", data.result)
    desk.registry.set_second_entry(tournament, game.id, result, request.user.actor)
    return second_entry_answer(game, desk.registry.second_entries(tournament).get(game.id), seen.version)


def _round(request: ApiRequest, desk: Desk, id: str, n: str) -> tuple[Seen, state.Round]:
    seen = desk.see(request.user.actor, TournamentId(identity("tournament", id)))
    here = find_round(seen.state, round_number(n))
    permit_second_entry(seen, here)
    return seen, here


TOURNAMENT_HANDLERS = (second_entries, comparison)
PAIRING_HANDLERS = (enter,)
