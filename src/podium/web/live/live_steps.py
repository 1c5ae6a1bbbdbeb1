"""What other pages say of live games: how each stands, and what is a player's own to do now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.schedule import zone_name
from podium.app.live import live_boards as words
from podium.app.live.live_boards import Need, games_to_play, live_board, live_round
from podium.app.rounds.table_calls import table_chips
from podium.app.words.dates import event_time
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Refused
from podium.core.ids import PairingId, PlayerId
from podium.flow.state import Game, Stage
from podium.games.state import LiveGame, Status
from podium.web.formats.protocol import NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.refusals import AskPage
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit

Chips = dict[str, tuple[str, str]]
"""The colour and the word of how a game stands, by the id of the game."""
RUNNING = "game-running"
"""The code by which a result by hand is refused while its game is played."""


@dataclass(frozen=True, slots=True)
class StartForm:
    """The start of a round of live games, for its director: `started` says when it is, nothing before it is given."""

    url: str
    started: str
    zone: str


def start_form(visit: Visit, seen: Seen, number: int) -> StartForm | None:
    """The form that starts a round, or holds it; None where there is nothing to start."""
    state = seen.state
    if seen.role < Role.ARBITER or not state.settings.live or state.archived:
        return None
    if number <= len(state.rounds) and state.rounds[number - 1].stage is not Stage.PUBLISHED:
        return None
    start, settings = state.start_of(number), state.settings
    said = _("The games start: %(time)s.", time=event_time(settings, start)) if start is not None else ""
    return StartForm(f"{visit.url}/rounds/{number}", said, zone_name(settings))


def game_chips(visit: Visit, seen: Seen, ids: Iterable[PairingId]) -> Chips:
    """How the live games of these pairings stand, but for those that are over and counted; where matches are called to
    tables, the table of each."""
    places = table_chips(seen.state)
    if not seen.state.settings.live:
        return places
    connected, arbiter = visit.shared.connected, seen.role >= Role.ARBITER
    boards = (live_board(each, connected) for each in visit.desk.see_games(seen, list(ids)))
    return places | {each.game.id: words.chip(each, arbiter=arbiter) for each in boards if each.need is not Need.OVER}


def game_steps(visit: Visit, seen: Seen, player: PlayerId) -> tuple[NextStep, ...]:
    """The live games that a player can play now: for that player to be ready for, or to play; for others to watch."""
    games = games_to_play(seen.state, player)
    states = {each.game.id: each.game for each in visit.desk.see_games(seen, [game.id for game in games])}
    return tuple(_step(visit, seen, player, game, states.get(game.id)) for game in games)


def _step(visit: Visit, seen: Seen, player: PlayerId, game: Game, live: LiveGame | None) -> NextStep:
    url, own = f"{visit.url}/games/{game.id}/play", seen.player == player
    round_name = pages_of(seen.state).round_name(seen.state, seen.state.where[game.id])
    where = _("%(round)s, {board||table} %(board)s", round=round_name, board=game.board)
    title = _pair(seen, player, game)
    if not own:
        return NextStep(title, where, url, _("Watch the game"))
    title = _("Your game: board %(board)s, %(pair)s", board=game.board, pair=title)
    if live is not None and live.status is Status.WAITING and live.colour_of(player) not in live.ready:
        return NextStep(title, where, f"{url}/ready", _("I am ready"), posts=True)
    return NextStep(title, where, url, _("Play"))


def _pair(seen: Seen, player: PlayerId, game: Game) -> str:
    if game.white == player:
        return _("White against %(name)s", name=seen.state.players[game.black].name)
    return _("Black against %(name)s", name=seen.state.players[game.white].name)


def live_boards_url(seen: Seen, url: str) -> str | None:
    """Where the live boards of the round being played are; None where there are none."""
    here = live_round(seen.state)
    return f"{url}/rounds/{here.number}/live" if here is not None else None


def ask_to_end(visit: Visit, seen: Seen, pairing: PairingId, error: Refused, back: str) -> Response[str]:
    """The question whether a result by hand is to end the game; raises the refusal for users who may not end it."""
    if seen.role < Role.ARBITER:
        raise error
    fields = {name: value for name, value in visit.form.values().items() if name not in ("csrf", "version")}
    context = AskPage(
        title=_("End the game of board %(board)s?", board=seen.state.pairing(pairing).board),
        problem=sentence(error),
        action=visit.here,
        fields={**fields, "confirm": "yes"},
        back=visit.back(back),
        go_back=_("Let them play"),
        go_on=_("End it with this result"),
    )
    return page(visit, "end_game.html", context, seen=seen, nav=pages_of(seen.state).addresses.rounds, status=409)
