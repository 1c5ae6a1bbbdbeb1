"""Find me: the player that somebody follows in an event, chosen once and kept on the device."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.accounts.credentials import MY_PLAYER_COOKIE
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.players.player_search import fits, sought_words
from podium.app.words.phrases import separated
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.web.frame.my_player import LASTS, my_player, my_player_line
from podium.web.frame.responses import fragment, page, see_other
from podium.web.frame.visit import Visit

MOST = 20
"""Players that one search offers."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player to choose, with what tells namesakes apart."""

    id: str
    number: int
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class FindMePage:
    """The players that were sought, and who is chosen now; `others` is how many more there are."""

    url: str
    event: str
    q: str
    candidates: tuple[Candidate, ...]
    others: int
    mine: str | None
    """The name of who is chosen, as far as the server knows."""
    own: bool


def find_page(visit: Visit) -> Response[str]:
    """The page to look oneself up."""
    seen = visit.see()
    q = visit.query.get("q", "").strip()
    words, numbers = sought_words(q), player_numbers(seen.state)
    players = [each for each in players_by_number(seen.state) if fits(words, each, numbers[each.id])] if words else []
    mine = my_player(visit, seen)
    context = FindMePage(
        url=f"{visit.url}/me",
        event=visit.url,
        q=q,
        candidates=tuple(_candidate(each, numbers[each.id]) for each in players[:MOST]),
        others=max(0, len(players) - MOST),
        mine=seen.state.players[mine].name if mine else None,
        own=seen.player is not None,
    )
    return page(visit, "find_me.html", context, seen=seen, nav="")


def choose(visit: Visit) -> Response[str]:
    """The way on with the chosen player kept in a cookie of this event alone; without one, with none kept."""
    seen = visit.see()
    player = PlayerId(visit.form.text("player"))
    if player and player not in seen.state.players:
        raise Unknown("player", player)
    response = see_other(visit, visit.url)
    response.set_cookie(
        MY_PLAYER_COOKIE,
        player,
        max_age=LASTS if player else 0,
        path=visit.url,
        httponly=True,
        samesite="lax",
        secure=visit.shared.config.secure_cookies,
    )
    return response


def line_page(visit: Visit) -> Response[str]:
    """The line of a player alone, for browsers that keep by themselves whose it is; raises Unknown."""
    seen = visit.see()
    player = PlayerId(visit.query.get("player", ""))
    line = my_player_line(seen, player, visit.url)
    return fragment(visit, seen, "my_player.html", my=line)


def _candidate(player: Player, number: int) -> Candidate:
    about = player.fields
    parts = (about.title, about.rating, about.club, about.federation, player.section)
    return Candidate(player.id, number, player.name, separated([str(part) for part in parts if part]))
