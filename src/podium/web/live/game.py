"""The page of a live game: the board that is played on, watched, and looked at again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from litestar import Response
from markupsafe import Markup

from podium.app.access import ANYONE, Role
from podium.app.desk import Seen, SeenGame, delay_of
from podium.app.event.progress import planned_rounds
from podium.app.live import game_page_words as playing
from podium.app.live.analysis import is_playing, tried
from podium.app.live.answers import GameAnswer, encoded, game_answer
from podium.app.live.call_words import call_kinds, call_sentence
from podium.app.live.devices import devices_of_games
from podium.app.live.live_boards import games_to_play
from podium.app.live.live_games import match_of_game
from podium.app.live.position_words import written_move
from podium.app.live.start_positions import start_position_text
from podium.app.live.time_words import time_words
from podium.app.pictures.board import picture
from podium.app.public_heads import MINUTE
from podium.app.server.steady_clock import iso
from podium.app.words.language import _
from podium.chess import BLACK, WHITE, Colour, Game
from podium.core.errors import Unknown
from podium.core.ids import PairingId
from podium.flow.rounds.open_games import playable
from podium.flow.state import Tournament
from podium.games.state import LiveGame, Status
from podium.knockout import DrawRuleMode
from podium.web.event.event_about import Follow, follow_offer
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import Link, page
from podium.web.frame.static_files import FILES, STATIC_URL
from podium.web.frame.visit import Visit

SPRITE = f"{STATIC_URL}/pieces.svg"
NEXT_BOARD, STANDINGS, FIRST_LOOK, LOBBY = 10_000, 60_000, 5_000, 10 * MINUTE
"""Milliseconds: before a page leads to a board that is out, or to the final standings; at least; and how long before
the start of its games."""
MODULES = tuple(file for file in sorted(FILES) if file.startswith(("/game/", "/vendor/cm-chessboard/src/")))
"""The scripts of the page, to be loaded all at once instead of one after the other."""


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """A player beside the board, with the clock."""

    colour: str
    word: str
    name: str
    title: str | None
    rating: int | None
    url: str
    ready: bool
    runs: bool
    clock: str


@dataclass(frozen=True, slots=True)
class Following:
    """What comes after a game that is over; where the viewer `goes`, the page leads there `at` (ISO) by itself."""

    said: str
    url: str = ""
    at: str = ""
    goes: bool = False
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class GamePage:
    """A live game as one of its players, an arbiter or anybody sees it.

    `game` is the whole of it as JSON, for the scripts; `acts` are what can be done now, by the end of their addresses.
    It `waits` for others until it is the viewer's move. Watchers see it `delay` minutes later than it happens. The
    picture is of the position that the address names: after `at` half-moves and the moves of a `line` tried from
    there; `analyses` is whether the viewer may try some. `shared` is the address to share, `embed` that of the board
    for frames; both are empty where there is none. What is `embedded` has nothing but board, players and moves.
    `devices` are, for arbiters, each player with the address that signs the browsers out, what these say, and how long
    the moves took.
    """

    here: str
    way_back: str
    api: str
    pgn: str
    title: str
    note: str
    meaning: str
    lobby: str
    game: str
    you: str | None
    arbiter: bool
    offers: bool
    claims: bool
    clocks: bool
    status: str
    state: str
    problem: str
    white: PlayerStrip
    black: PlayerStrip
    picture: Markup
    ply: int
    at: str | None
    line: str
    analyses: bool
    picture_file: str
    shared: str
    embed: str
    embedded: bool
    moves: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]
    acts: frozenset[str]
    offer: str
    claim: str
    uncounted: str
    call: str
    steps: tuple[Link, ...]
    following: Following | None
    delay: int
    waits: bool
    devices: tuple[tuple[str, str, list[str], str], ...]
    follow: Follow | None
    declarations: tuple[tuple[str, str], ...] = field(default_factory=playing.declarations)
    reasons: tuple[tuple[str, str], ...] = field(default_factory=playing.declared_reasons)
    words: dict[str, str] = field(default_factory=playing.script_words)
    modules: tuple[str, ...] = MODULES
    promotions: tuple[tuple[str, str], ...] = field(default_factory=playing.promotions)
    call_kinds: tuple[tuple[str, str], ...] = field(default_factory=call_kinds)


def game_page(visit: Visit) -> Response[str]:
    """The page of a game."""
    return show_game(visit, seen_game(visit, visit.see()))


def embedded_page(visit: Visit) -> Response[str]:
    """The game as anybody sees it, for frames in pages of the sites that the server names: no other page may be."""
    visit = replace(visit, actor=ANYONE, csrf="", fresh=False, status_lines=())
    response = show_game(visit, seen_game(visit, visit.see()), embedded=True)
    if sites := visit.shared.config.embedders:
        response.headers["frame-ancestors"] = sites
    return response


def pairing_of(visit: Visit) -> PairingId:
    """The game that the address names."""
    return PairingId(visit.path["pairing"])


def seen_game(visit: Visit, seen: Seen) -> SeenGame:
    """The game of the address, as readers of its tournament may see it; raises Unknown."""
    found = visit.desk.see_games(seen, [pairing_of(visit)])
    if not found:
        raise Unknown("match", pairing_of(visit))
    return found[0]


def address_of(visit: Visit, page: str = "play") -> str:
    """The address of the page, or of another one of the game."""
    return f"{visit.url}/games/{pairing_of(visit)}/{page}"


def show_game(
    visit: Visit, seen: SeenGame, *, problem: str = "", status: int = 200, embedded: bool = False
) -> Response[str]:
    """The page of a game, with what was wrong with what somebody wanted."""
    event, game, viewer = seen.tournament, seen.game, seen.colour
    state, pages = event.state, pages_of(event.state, game.round)
    where, meaning = pages.game_words(state, state.rounds[game.round - 1], state.game(game.id))
    arbiter = event.role >= Role.ARBITER
    at, line = visit.query.get("ply"), visit.query.get("line", "")
    board = tried(visit.desk, seen, at, line)
    answer = game_answer(event.state, game, seen.version, seen.shown_at, viewer, arbiter=arbiter)
    context = GamePage(
        here=address_of(visit, "embed" if embedded else "play"),
        way_back=address_of(visit) if embedded else visit.url,
        api=f"/api/matches/{game.id}",
        pgn=f"/api/matches/{game.id}/pgn",
        title=_("%(white)s – %(black)s", white=answer.white.name, black=answer.black.name),
        note=_note(event, game, where),
        meaning=meaning,
        lobby=_lobby(answer),
        game=encoded(answer).decode(),
        you=viewer.value if viewer is not None else None,
        arbiter=arbiter,
        call=call_sentence(game.call_of(viewer)) if viewer is not None else "",
        offers=game.terms.draw_rule_mode is DrawRuleMode.ALLOW_ALL,
        claims=game.terms.claims,
        clocks=not game.imported,
        status=game.status.value,
        state=playing.state_sentence(game, viewer),
        problem=problem,
        white=_strip(visit, seen, WHITE),
        black=_strip(visit, seen, BLACK),
        picture=_picture(board, viewer, over=board is game.board and game.status is Status.FINISHED),
        ply=game.ply,
        at=at,
        line=line,
        analyses=(viewer is None or game.status is Status.FINISHED) and not is_playing(visit.desk, event),
        picture_file=address_of(visit, "position.png"),
        shared=f"{visit.site}{address_of(visit)}" if event.state.published else "",
        embed=f"{visit.site}{address_of(visit, 'embed')}" if visit.shared.config.embedders else "",
        embedded=embedded,
        moves=_rows(game),
        acts=frozenset(_acts(game, viewer)) | ({"draw/claim"} if answer.claim and viewer is game.turn else set()),
        offer=playing.offer_sentence(game, viewer),
        claim=playing.false_claim_sentence(game.false_claim),
        uncounted=_uncounted(game, counted=answer.counted),
        steps=tuple(_steps(visit, event, game)),
        following=_following(visit, seen),
        delay=delay_of(event, game) // MINUTE,
        devices=_devices(visit, seen),
        follow=follow_offer(visit, event, event.player) if viewer is not None and event.player is not None else None,
        waits=game.status is not Status.FINISHED and not (game.status is Status.RUNNING and game.turn is viewer),
    )
    return page(visit, "game.html", context, seen=event, nav=pages_of(event.state).addresses.rounds, status=status)


def _devices(visit: Visit, seen: SeenGame) -> tuple[tuple[str, str, list[str], str], ...]:
    """What the devices of both players say, and how long their moves took, for arbiters."""
    players = seen.tournament.state.players
    return tuple(
        (
            players[each.id].name,
            f"{visit.url}/players/{each.id}/devices",
            each.sentences(seen.game),
            each.time_for_moves(seen.game),
        )
        for known in devices_of_games(visit.desk, [seen]).values()
        for each in (known.white, known.black)
    )


def picture_file(visit: Visit) -> Response[bytes]:
    """The picture of a position of a game, or of one that was tried from there, to keep and to share."""
    seen = seen_game(visit, visit.see())
    board = tried(visit.desk, seen, visit.query.get("ply"), visit.query.get("line", ""))
    side = Colour.BLACK if visit.query.get("side") == Colour.BLACK.value else Colour.WHITE
    content = visit.shared.draw_board(picture(board, "", side))
    return Response(content, media_type="image/png", headers={"Cache-Control": "no-cache"})


def _picture(board: Game, viewer: Colour | None, *, over: bool) -> Markup:
    svg = picture(board, SPRITE, viewer or WHITE, over=over)
    return Markup(svg)  # made by us, of nothing that people wrote


def _note(event: Seen, game: LiveGame, where: str) -> str:
    delay = delay_of(event, game) // MINUTE
    words = (where, time_words(game.terms.time), start_position_text(event.state, game.round))
    note = " · ".join(filter(None, words))
    return _("%(note)s · shown %(minutes)s minutes later", note=note, minutes=delay) if delay else note


def _lobby(answer: GameAnswer) -> str:
    """Who plays whom, before the game."""
    said = _("%(white)s has White, %(black)s has Black.", white=answer.white.name, black=answer.black.name)
    if answer.you is None:
        return said
    return _("%(said)s You play %(colour)s.", said=said, colour=playing.colour_word(Colour(answer.you)))


def _strip(visit: Visit, seen: SeenGame, colour: Colour) -> PlayerStrip:
    game, id = seen.game, seen.game.player(colour)
    player = seen.tournament.state.players[id]
    return PlayerStrip(
        colour=colour.value,
        word=playing.colour_word(colour),
        name=player.name,
        title=player.fields.title,
        rating=player.fields.rating,
        url=f"{visit.url}/players/{id}",
        ready=game.status is Status.WAITING and colour in game.ready,
        runs=game.turn_since is not None and game.turn is colour,
        clock=playing.clock_text(game.clocks_at(seen.shown_at).held_by(colour)),
    )


def _rows(game: LiveGame) -> tuple[tuple[int, tuple[tuple[int, str], ...]], ...]:
    """The moves as they are written down: number, White's and Black's, each with the half-moves up to it."""
    first, number = game.board.initial.turn, game.board.initial.number
    written = [(0, "…")] * (first is BLACK)
    written += [(ply, written_move(move.san)) for ply, move in enumerate(game.board.moves, 1)]
    return tuple((number + at // 2, tuple(written[at : at + 2])) for at in range(0, len(written), 2))


def _acts(game: LiveGame, viewer: Colour | None) -> list[str]:
    """What can be done now; whether the draw rules allow it is decided when it is done."""
    if game.status is Status.PAUSED:
        started = viewer is not None and game.started_at is not None
        return ["resume", "resign"] if started else ["resume"]
    if game.status is Status.WAITING:
        return ["ready"] if viewer is not None and viewer not in game.ready else []
    if game.status is not Status.RUNNING:
        return []
    acts = ["pause"]
    if viewer is not None:
        acts.append("resign")
        if game.turn is viewer:
            acts.append("moves")
        if game.offer is None:
            acts.append("draw/offer")
        else:
            acts += ["draw/withdraw"] if game.offer is viewer else ["draw/accept", "draw/decline"]
    return acts


def _uncounted(game: LiveGame, *, counted: bool) -> str:
    if game.end is None or game.end.outcome is None or counted:
        return ""
    return _("The tournament has not taken this result: the arbiter decides what counts.")


def _following(visit: Visit, seen: SeenGame) -> Following | None:
    """What comes after a game that is over: the next one of the same match, if that is still to be decided; for a
    player of it also the next board, and after the last round the standings."""
    event, end, player = seen.tournament, seen.game.end, seen.tournament.player
    if end is None:
        return None
    state, colour = event.state, seen.game.colour_of(player)
    ids, open_now = match_of_game(state, seen.game.id), playable(state)
    later = [id for id in ids[ids.index(seen.game.id) + 1 :] if id in open_now]
    mine = [each.id for each in games_to_play(state, player)] if player is not None and colour is not None else []
    for game in (each.game for each in visit.desk.see_games(event, [*later, *mine][:1])):
        at, said = game.opened_at + NEXT_BOARD, _next_board(event, game)
        if later:
            at = game.opened_at + 1000 * game.terms.pause
            said = _("The match goes on: a tie-break game, %(clock)s.", clock=time_words(game.terms.time))
        elif game.terms.start is not None:
            at = max(at, game.terms.start - LOBBY)
        if colour is not None:
            own = game.colour_of(player) or colour
            said = _("%(said)s You play %(colour)s.", said=said, colour=playing.colour_word(own))
        return _leads(visit, seen, f"{visit.url}/games/{game.id}/play", said, at, goes=colour is not None)
    if colour is None:
        return None
    if not _is_last_round(state, seen.game):
        return Following(_("If there is another board for you, it opens here as soon as it is out."))
    said, at = _("That was the last round; the standings are next."), end.at + STANDINGS
    return _leads(visit, seen, f"{visit.url}/standings", said, at, goes=seen.now < at)


def _leads(visit: Visit, seen: SeenGame, url: str, said: str, at: int, *, goes: bool) -> Following:
    return Following(said, url, iso(at), goes, max(FIRST_LOOK, at - seen.now) // 1000)


def _next_board(event: Seen, game: LiveGame) -> str:
    number = event.state.pairing(game.id).board
    return _("Your next game: round %(round)s, board %(board)s.", round=game.round, board=number)


def _is_last_round(state: Tournament, game: LiveGame) -> bool:
    planned = planned_rounds(state)
    return planned is not None and game.round >= planned


def _steps(visit: Visit, event: Seen, game: LiveGame) -> list[Link]:
    """Where to go after a game: the next one of the player, the round, the tournament."""
    steps = []
    for each in games_to_play(event.state, event.player) if event.player is not None else ():
        if each.id == game.id:
            continue
        opponent = next(player for player in each.players if player != event.player)
        name = event.state.players[opponent].name
        steps.append(Link(f"{visit.url}/games/{each.id}/play", _("Go on: play %(name)s", name=name)))
    addresses = pages_of(event.state).addresses
    steps.append(Link(f"{visit.url}/{addresses.rounds}", _("To the round")))
    if event.player is not None:
        steps.append(Link(f"{visit.url}/players/{event.player}", _("Your games")))
    steps.append(Link(visit.url, _("Back to the tournament")))
    return steps
