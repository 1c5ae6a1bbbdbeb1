"""What happened, how the event stood, undo and redo."""

from __future__ import annotations

from litestar.di import Provide

from podium.api.acts import act
from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import read
from podium.api.pages import paged
from podium.api.parameters import Injected
from podium.api.problems import malformed
from podium.api.reading import needs, seen_at_version
from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.event.settings_schema import Whole
from podium.app.history.answers import HistoryAnswer, StateAnswer, history_answer, state_answer, undo_answer
from podium.app.live.game_history import GameHistoryAnswer, game_history, game_history_answer
from podium.app.words.language import _
from podium.flow.commands import Command, Redo, Revert, Rewind


class UndoBody(Body):
    """Nothing for the newest commit, `commit` for that one, `to` for the whole event as it was at a version."""

    commit: Whole | None = None
    to: Whole | None = None


@read(
    "/tournaments/{id:str}/history",
    summary="What happened, newest first",
    opt=needs(Role.SCORER),
)
@paged("commits", "version")
def history(seen: Injected[Seen], desk: Injected[Desk]) -> HistoryAnswer:
    return history_answer(desk.history(seen))


@read(
    "/tournaments/{id:str}/games/history",
    summary="What happened to live games beside their moves, newest first",
    opt=needs(Role.SCORER),
)
def games_history(request: ApiRequest, seen: Injected[Seen], desk: Injected[Desk]) -> GameHistoryAnswer:
    """Acts of arbiters, flags, no-shows and interruptions."""
    request.state.headers = {"Cache-Control": "no-store"}  # the version of the tournament says nothing of its games
    return game_history_answer(game_history(seen.state, desk.game_history(seen)), seen.version)


@read(
    "/tournaments/{id:str}/state",
    summary="The whole event, now or as it was",
    dependencies={"seen": Provide(seen_at_version, sync_to_thread=True)},
)
def state(seen: Injected[Seen]) -> StateAnswer:
    return state_answer(seen.state, seen.version, seen.playing)


@act(
    "POST /tournaments/{id:str}/undo", "Take back the newest commit, a named one, or go back to a version", undo_answer
)
def undo(data: UndoBody) -> Command:
    if data.commit is not None and data.to is not None:
        raise malformed(_("Name a commit to take back or a version to go to, not both."), field="to", value=data.to)
    return Revert(data.commit) if data.to is None else Rewind(data.to)


@act("POST /tournaments/{id:str}/redo", "Bring back what was undone last", undo_answer)
def redo() -> Command:
    return Redo()


HANDLERS = (history, games_history, state, undo, redo)
