"""The bracket of a knockout, as JSON and as a picture, and its matches."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter
from msgspec import UNSET, UnsetType

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.documentation import read
from podium.api.pages import paged
from podium.api.parameters import WHOLE_NUMBER, Injected, Match, query_number
from podium.api.resources.pairings import ReasonName
from podium.app.desk import Seen
from podium.app.event.settings_schema import one_of
from podium.app.formats.knockout.answers import (
    BracketAnswer,
    MatchAnswer,
    MatchesAnswer,
    bracket_answer,
    match_row,
    match_rows,
)
from podium.app.formats.knockout.matches import Playing
from podium.app.pictures.bracket import picture
from podium.app.versions import versioned
from podium.core.ids import PairingId
from podium.flow.commands import AnotherRound, Command
from podium.flow.formats.knockout import bracket_of, match_of, match_report
from podium.flow.state import Tournament
from podium.knockout import Outcome, outcome_and_reason

SVG = "image/svg+xml"
OutcomeName = Annotated[str, one_of(*(each.value for each in Outcome if each is not Outcome.BYE), None)]
OfRound = Annotated[
    str | None, QueryParameter(description="Only the matches of this round.", schema_extra=WHOLE_NUMBER)
]


class MatchResultBody(Body):
    """The result of a match, null to clear it; what followed from another one is undone only if confirmed."""

    result: OutcomeName | UnsetType | None = UNSET
    resultReason: ReasonName | None = None  # noqa: N815  # the contract's spelling
    confirm: bool = False


def _answer(state: Tournament, id: str, version: int, playing: Playing = frozenset()) -> MatchAnswer:
    match = match_of(state, PairingId(id))
    return versioned(MatchAnswer, match_row(bracket_of(state), match, state.id, playing), version)


def _bracket(state: Tournament, version: int) -> BracketAnswer:
    return bracket_answer(state, version)


@read("/matches/{id:str}", summary="A match of a knockout, or a tie-break game")
def match(seen: Injected[Seen], id: Match) -> MatchAnswer:
    return _answer(seen.state, id, seen.version, seen.playing)


@act("PUT /matches/{id:str}/result", "Report the result of a match or a tie-break game, or clear it", _answer)
def report_match(id: Match, data: MatchResultBody) -> Command:
    match, result = PairingId(id), data.result
    if result is None and data.resultReason is None:
        return match_report(match, None, confirm=data.confirm)
    named = result if isinstance(result, str) else None
    return match_report(match, *outcome_and_reason(named, data.resultReason), confirm=data.confirm)


@read("/tournaments/{id:str}/matches", summary="The matches of a knockout")
@paged("matches")
def matches(seen: Injected[Seen], round: OfRound = None) -> MatchesAnswer:
    """The matches, each followed by its tie-break games; none before the bracket is built, nor of a round to come."""
    wanted = query_number("round", round)
    rows = match_rows(seen.state.knockout, seen.state.id, seen.playing, round=wanted)
    return MatchesAnswer(seen.version, rows)


@read("/tournaments/{id:str}/bracket", summary="The bracket of a knockout")
def bracket(seen: Injected[Seen]) -> BracketAnswer:
    return bracket_answer(seen.state, seen.version, seen.playing)


@read(
    "/tournaments/{id:str}/bracket.svg",
    summary="The bracket of a knockout as a picture",
    media_type=SVG,
)
def bracket_picture(seen: Injected[Seen]) -> Response[str]:
    """The bracket as SVG, for whoever may see the tournament; 404 before it is built."""
    names = {id: player.name for id, player in seen.state.players.items()}
    return Response(picture(bracket_of(seen.state), names), media_type=SVG)


@act(
    "POST /tournaments/{id:str}/bracket/another-round",
    "Order another round for joint champions",
    _bracket,
    status=201,
)
def another_round() -> Command:
    return AnotherRound()


MATCH_HANDLERS = (match, report_match)
TOURNAMENT_HANDLERS = (matches, bracket, bracket_picture, another_round)
