"""The bracket of a knockout as a picture."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked
from podium.api.callers import Gate
from podium.api.reads import PRIVATE, etag, matches
from podium.app.desk import Desk
from podium.app.pictures.bracket import picture
from podium.core.ids import TournamentId
from podium.flow.formats.knockout import bracket_of

SVG = "image/svg+xml"


class Pictures:
    """The endpoint of the picture."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def bracket(self, request: Request) -> Response:
        """The bracket as SVG, for whoever may see the tournament; 404 before it is built."""
        actor = self._gate.reader(request).actor
        seen = self._desk.see(actor, TournamentId(asked.identity("tournament", request.path_params["id"])))
        tag = etag(seen)
        headers = {"ETag": tag, **PRIVATE}
        if matches(request, tag):
            return Response(status_code=304, headers=headers)
        names = {id: player.name for id, player in seen.state.players.items()}
        return Response(picture(bracket_of(seen.state), names), headers=headers, media_type=SVG)
