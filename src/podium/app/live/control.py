"""What an arbiter wants of one live game or of many at once, by the name of the act: each game answers for itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from msgspec import Struct

from podium.app.access import Actor
from podium.app.desk import Desk, Seen
from podium.app.event.settings_schema import Whole
from podium.app.live.game_history import game_summary
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Invalid, PodiumError, Unknown
from podium.flow.lookups import find_round
from podium.games import commands
from podium.games.state import LiveGame, Status
from podium.knockout import outcome_and_reason


class Wish(Struct, kw_only=True):
    """An act with what it needs, by the names of the API; `plies` are how many half-moves are taken back."""

    act: str
    white: Whole = 0
    black: Whole = 0
    set: bool = False
    seconds: Whole = 0
    plies: Whole = 1
    result: str | None = None
    resultReason: str | None = None  # noqa: N815  # the contract's spelling
    confirm: bool = False
    text: str | None = None
    done: bool = False


COMMANDS: Mapping[str, Callable[[Wish, LiveGame], commands.GameCommand]] = {
    "start": lambda wish, game: commands.StartGame(),
    "hold": lambda wish, game: commands.HoldGame(),
    "pause": lambda wish, game: commands.PauseGame(),
    "resume": lambda wish, game: commands.ResumeGame(),
    "time": lambda wish, game: commands.AddTime(wish.white, wish.black, wish.set),
    "wait": lambda wish, game: commands.ExtendWait(wish.seconds),
    "takeback": lambda wish, game: commands.TakeBack(game.ply - wish.plies, wish.confirm),
    "answer": lambda wish, game: commands.AnswerCall(wish.text, wish.done),
    "undo": lambda wish, game: commands.UndoAct(),
    "declare": lambda wish, game: commands.DeclareResult(*outcome_and_reason(wish.result, wish.resultReason)),
    "void": lambda wish, game: commands.VoidGame(),
    "replay": lambda wish, game: commands.ReplayGame(wish.confirm),
    "count": lambda wish, game: commands.CountGame(wish.confirm),
}
"""The command of each act, by the end of its address; raises Invalid for what is none."""
UNDONE_BY = {"start": "hold", "hold": "start", "pause": "resume", "resume": "pause"} | dict.fromkeys(
    ("time", "wait", "takeback", "undo"), "undo"
)
"""The act that undoes another; what is not here cannot be undone so."""


class ControlledGame(Struct):
    """What came of an act for one game: `done` and perhaps `changed` as `detail` says, or refused, with the `code`."""

    id: str
    board: int
    done: bool
    changed: bool
    detail: str
    code: str | None = None


def control(
    desk: Desk,
    actor: Actor,
    seen: Seen,
    number: int,
    wish: Wish,
    games: Collection[str] | None,
    at: int,
    *,
    command_id: str | None = None,
    reason: str | None = None,
) -> list[ControlledGame]:
    """What came of a wish that arrived at `at` for games of a round, by board; None: for all that are not over.

    Raises Unknown for a game that is not of the round, and what is wrong with a wish that no game can take.
    """
    found = desk.see_games(seen, [each.id for each in find_round(seen.state, number).every])
    if wish.act not in COMMANDS:
        raise Invalid("no-such-act", field="act", value=wish.act)
    if games is not None and (strange := set(games) - {each.game.id for each in found}):
        raise Unknown("match", min(strange))
    chosen = [game for game in (each.game for each in found) if games is None or game.id in games]
    if games is None:
        chosen = [game for game in chosen if game.status is not Status.FINISHED]
    submit = partial(desk.submit_game, actor, seen.state.id, command_id=command_id, reason=reason, at=at)
    given = [(game, COMMANDS[wish.act](wish, game)) for game in chosen]
    waiting = [(game.id, submit(game.id, command)) for game, command in given]
    done, wrong = list[ControlledGame](), list[Invalid]()
    for id, receipt in waiting:
        row = ControlledGame(id, seen.state.pairing(id).board, done=True, changed=False, detail="")
        try:
            came = receipt.result()
            row.changed = came.written and bool(came.events)
            row.detail = game_summary(came.events) or _("it is so already")
        except PodiumError as error:
            row.done, row.detail, row.code = False, sentence(error), error.code
            wrong += [error] if isinstance(error, Invalid) else []
        done.append(row)
    if wrong and len(wrong) == len(done):
        raise wrong[0]
    return done
