"""Games as PGN: of a match, a round, an event; and files with games for the boards of an event."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.concurrency import sync_to_thread
from litestar.params import QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.documentation import change, read, upload
from podium.api.parameters import WHOLE_NUMBER, Injected, Match, Round, Tournament, query_number, round_number
from podium.api.reading import unless_known
from podium.api.resources.player_lists import Preview, uploaded_file
from podium.app.access import Actor
from podium.app.desk import Desk, Seen
from podium.app.exports.exports import TRF
from podium.app.pgn.answers import PgnAnswer, imported_answer, preview_answer
from podium.app.pgn.export import PGN, event_pgn, game_pgn, round_pgn
from podium.app.pgn.importing import games_of, import_games, preview_games, records_of, seen_games, tag_of
from podium.app.pgn.matching import MOST_BYTES
from podium.core.ids import PairingId, TournamentId, identity

TEXT = "text/plain"
FORM = 100_000  # bytes that a form may add to its file

OfRound = Annotated[
    str | None,
    QueryParameter(
        description="The round that the games are of; without it their tags say it.", schema_extra=WHOLE_NUMBER
    ),
]


@read("/matches/{id:str}/pgn", summary="A game as PGN", media_type=TEXT)
def match_pgn(request: ApiRequest, desk: Injected[Desk], id: Match) -> Response[bytes]:
    """The moves with `[%clk]`, the result, and `*` for a game that goes on."""
    game = desk.see_game(request.user.actor, PairingId(identity("match", id)))
    unless_known(request, tag_of(game.tournament, [game]))
    return _file(game_pgn(game.tournament.state, game.game), f"{id}.pgn")


@read("/tournaments/{id:str}/rounds/{n:str}/pgn", summary="The games of a round as PGN", media_type=TEXT)
def pgn_of_round(request: ApiRequest, desk: Injected[Desk], id: Tournament, n: Round) -> Response[bytes]:
    """The games by board, tie-break games after their match: as they stand at this moment, for who pulls it often."""
    seen, number = _seen(request, desk, id), round_number(n)
    games = seen_games(desk, seen, games_of(seen.state, number))
    unless_known(request, tag_of(seen, games))
    return _file(round_pgn(seen.state, number, records_of(games)), f"round-{number}.pgn")


@read("/tournaments/{id:str}/pgn", summary="The games of an event as PGN", media_type=TEXT)
def pgn_of_event(request: ApiRequest, desk: Injected[Desk], id: Tournament) -> Response[bytes]:
    """The games of all rounds."""
    seen = _seen(request, desk, id)
    games = seen_games(desk, seen, games_of(seen.state))
    unless_known(request, tag_of(seen, games))
    return _file(event_pgn(seen.state, records_of(games)), "games.pgn")


@change(
    "POST /tournaments/{id:str}/pgn",
    "Bring in games from a PGN file",
    status=200,
    operation_class=upload(TRF, PGN, form=()),
    request_max_body_size=MOST_BYTES + FORM,
)
async def import_pgn(
    request: ApiRequest,
    desk: Injected[Desk],
    id: Tournament,
    preview: Preview = False,
    round: OfRound = None,
) -> PgnAnswer:
    """The games of a file, each brought to its board by `round.board`, by FIDE numbers or by names; boards without a
    result get that of their game. With `preview`, only what would happen. The same file again changes nothing."""
    stream, number = TournamentId(identity("tournament", id)), query_number("round", round)
    content, _fields = await uploaded_file(request)
    return await sync_to_thread(_imported, desk, request.user.actor, stream, content, number, preview)


def _imported(
    desk: Desk, actor: Actor, stream: TournamentId, content: bytes, number: int | None, preview: bool
) -> PgnAnswer:
    seen = desk.see(actor, stream)
    games = preview_games(desk, seen, content, number)
    if preview:
        return preview_answer(games, seen.version)
    written = import_games(desk, actor, seen, games, results=True)
    return imported_answer(written, desk.see(actor, stream).version)


def _seen(request: ApiRequest, desk: Desk, id: str) -> Seen:
    return desk.see(request.user.actor, TournamentId(identity("tournament", id)))


def _file(text: str, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=TEXT)


MATCH_HANDLERS = (match_pgn,)
TOURNAMENT_HANDLERS = (pgn_of_round, pgn_of_event, import_pgn)
