"""Correcting a result of the past: first what it would change, then the correction."""

from __future__ import annotations

from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.corrections import corrected, game_of
from podium.app.desk import Seen
from podium.app.views.changes import StandingChange, changes
from podium.app.views.prizelist import prize_moves
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.results import result_choices
from podium.core.errors import Refused
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import CorrectResult, RecordResult
from podium.flow.state import Game, Round, Stage
from podium.web.frame.responses import page, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.pages.board_acts import read_result

OPEN = "open"  # stands for "no result" in the address, where nothing chosen yet is empty


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """A game, the result it has, the one that is thought of, and what that would change."""

    url: str
    round_url: str
    round: int
    board: int
    pairing: str
    white: str
    black: str
    stored: str | None
    chosen: str
    said: str
    reopens: bool
    later: int
    refused: str | None
    moves: tuple[StandingChange, ...]
    prizes: tuple[tuple[str, str, str], ...]
    choices: tuple[tuple[str, str, str], ...]


def what_if_page(visit: Visit) -> Response[str]:
    """The page with the game, and what another result would change."""
    seen = visit.see(Role.SCORER, "RecordResult")
    here, game = game_of(seen.state, PairingId(visit.query.get("pairing", "")))
    chosen = visit.query.get("result", "")
    refused: str | None = None
    moves: tuple[StandingChange, ...] = ()
    prizes: tuple[tuple[str, str, str], ...] = ()
    if chosen:
        command = CorrectResult(RecordResult(game.id, _result(chosen)))
        try:
            differences = changes(seen.state, corrected(seen.state, command))
            moves, prizes = differences.standings, prize_moves(seen.state, differences.prizes)
        except Refused as error:
            refused = sentence(error)
    context = _page(seen, here, game, visit.url, chosen, refused, moves, prizes)
    return page(visit, "what_if.html", context, seen=seen, nav="rounds")


def confirm(visit: Visit) -> Response[str]:
    """The correction, if the tournament is still as it was looked at."""
    seen = visit.see(Role.SCORER, "RecordResult")
    here, game = game_of(seen.state, PairingId(visit.form.text("pairing")))
    record = RecordResult(game.id, _result(visit.form.text("result")), read_result(visit.form.text("was")), True)
    receipt = visit.perform(CorrectResult(record), expected=visit.version)
    status_line = receipt_status_line(seen, receipt)
    if here.stage is Stage.CLOSED and receipt.written and not game.adjourned:
        status_line = replace(
            status_line,
            text=_(
                "%(change)s Round %(round)s is open again: close it when you are done.",
                change=status_line.text,
                round=here.number,
            ),
        )
    return see_other(visit, f"{visit.url}/rounds/{here.number}", status_line)


def _result(text: str) -> Result | None:
    return None if text == OPEN else read_result(text)


def _page(
    seen: Seen,
    here: Round,
    game: Game,
    url: str,
    chosen: str,
    refused: str | None,
    moves: tuple[StandingChange, ...],
    prizes: tuple[tuple[str, str, str], ...],
) -> WhatIfPage:
    names = {id: player.name for id, player in seen.state.players.items()}
    offered = [(each.value, each.text, each.meaning) for each in result_choices()]
    choices = (*offered, (OPEN, _("Clear"), _("No result")))
    return WhatIfPage(
        url=f"{url}/what-if",
        round_url=f"{url}/rounds/{here.number}",
        round=here.number,
        board=game.board,
        pairing=game.id,
        white=names[game.white],
        black=names[game.black],
        stored=game.result.value if game.result else None,
        chosen=chosen,
        said=next((text for value, text, _meaning in choices if value == chosen), chosen),
        reopens=here.stage is Stage.CLOSED and not game.adjourned,
        later=len(seen.state.rounds) - here.number,
        refused=refused,
        moves=moves,
        prizes=prizes,
        choices=choices,
    )
