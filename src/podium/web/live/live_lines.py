"""A live game on a page of many: its players with their clocks, how it stands, and its position."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from podium.app.desk import Seen, SeenGame
from podium.app.live import game_page_words as playing
from podium.app.live import live_boards as words
from podium.app.live.call_words import called
from podium.app.live.devices import DevicesAnswer
from podium.app.live.live_boards import LiveBoard, Need
from podium.app.live.position_words import last_move
from podium.app.pictures.board import picture
from podium.app.server.steady_clock import iso
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.chess import BLACK, WHITE, Colour
from podium.flow.state import Round
from podium.games.due import absence
from podium.games.state import LiveGame, PauseCause, Status
from podium.knockout import Outcome
from podium.web.frame.visit import Visit
from podium.web.live.game import SPRITE


@dataclass(frozen=True, slots=True)
class LiveSeat:
    """A player of a live game, with the clock."""

    colour: str
    word: str
    name: str
    url: str
    clock: str
    left: int
    runs: bool
    mark: str
    won: bool


@dataclass(frozen=True, slots=True)
class LiveLine:
    """A live game on a page of many. `awaited` is what happens by itself at `until`, with `{time}` for what is
    left; `facts` is what the devices of players say, by the words for their colours."""

    id: str
    board: int
    title: str
    url: str
    need: int
    status: str
    chip: tuple[str, str]
    standing: str
    awaited: str
    until: str | None
    move: str
    ply: int
    white: LiveSeat
    black: LiveSeat
    clocked: bool
    action: str
    acts: tuple[str, ...]
    picture: Markup | None = None
    call: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    problem: str = ""


def games_of_round(visit: Visit, seen: Seen, here: Round) -> list[SeenGame]:
    """The live games of a round, by board, as readers of the tournament may see them."""
    return visit.desk.see_games(seen, [each.id for each in here.every])


def live_line(
    visit: Visit, seen: SeenGame, board: LiveBoard, devices: DevicesAnswer | None = None, *, arbiter: bool, drawn: bool
) -> LiveLine:
    """A live game as it stands on a page of many; `drawn` with its position."""
    game, state = seen.game, seen.tournament.state
    awaited = words.awaited(game)
    tie_break = _("tie-break") if game.terms.tie_break else ""
    return LiveLine(
        id=game.id,
        board=board.board,
        title=separated(list(filter(None, (_("{Board||Table} %(board)s", board=board.board), tie_break)))),
        url=f"{visit.url}/games/{game.id}/play",
        need=int(board.asks if arbiter else board.need),
        status=game.status.value,
        chip=words.chip(board, arbiter=arbiter),
        standing=words.standing(state, board) if arbiter else playing.state_sentence(game, None),
        awaited=awaited[0] if awaited else "",
        until=iso(awaited[1]) if awaited else None,
        move=last_move(game.board),
        ply=game.ply,
        white=_seat(visit, seen, board, WHITE, arbiter=arbiter),
        black=_seat(visit, seen, board, BLACK, arbiter=arbiter),
        clocked=not game.imported,
        action=f"{visit.url}/games/{game.id}/live",
        acts=_acts(board) if arbiter and not state.archived else (),
        picture=drawn_position(game) if drawn else None,
        call=called(game.open_call) if arbiter and game.open_call is not None else "",
        facts=tuple(
            (playing.colour_word(colour), text)
            for colour, each in ((WHITE, devices.white), (BLACK, devices.black))
            if (text := each.notable)
        )
        if devices is not None
        else (),
    )


def drawn_position(game: LiveGame) -> Markup:
    """The position of a game as a picture."""
    return Markup(picture(game.board, SPRITE, over=game.status is Status.FINISHED))  # of nothing that people wrote


def _seat(visit: Visit, seen: SeenGame, board: LiveBoard, colour: Colour, *, arbiter: bool) -> LiveSeat:
    game, id = seen.game, seen.game.player(colour)
    left = game.clocks_at(seen.shown_at).held_by(colour)
    wins = Outcome.WHITE_WIN if colour is WHITE else Outcome.BLACK_WIN
    return LiveSeat(
        colour=colour.value,
        word=playing.colour_word(colour),
        name=seen.tournament.state.players[id].name,
        url=f"{visit.url}/players/{id}",
        clock=playing.clock_text(left),
        left=left,
        runs=game.turn_since is not None and game.turn is colour,
        mark=words.mark(board, colour) if arbiter and board.need is not Need.OVER else "",
        won=game.end is not None and game.end.outcome is wins,
    )


def _acts(board: LiveBoard) -> tuple[str, ...]:
    """What an arbiter can do about a game now, the most likely first; what was done last can be undone for a while."""
    can_undo = board.game.last_act is not None and board.game.end is None
    return _acts_by_status(board) + (("undo",) if can_undo else ())


def _acts_by_status(board: LiveBoard) -> tuple[str, ...]:
    game = board.game
    if game.status is Status.FINISHED:
        if board.need is not Need.UNDECIDED:
            return ("replay", "void") if game.imported else ("takeback", "replay", "void")
        counts = ("count",) if game.end is not None and game.end.outcome is not None else ()
        return (*counts, "result") if game.imported else (*counts, "replay", "takeback", "result")
    if game.imported:
        return ("result",)
    if game.status is Status.PAUSED:
        if game.pause is not None and game.pause.cause is PauseCause.DROPPED:
            return ("void",)
        return "resume", "time", "declare", "takeback", "replay", "void", "result"
    if game.asked:
        return "wait", "declare", "start", "void", "result"
    waits = ("wait",) if absence(game) is not None else ()
    if game.status is Status.WAITING:
        start = "hold" if game.terms.starts_at is not None else "start"
        return (start, *waits, "pause", "time", "declare", "void", "result")
    return ("pause", "time", "declare", "takeback", *waits, "replay", "void", "result")
