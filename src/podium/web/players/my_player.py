"""Find me: the player that somebody follows in an event, chosen once and kept on the device."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.accounts.credentials import MY_PLAYER_COOKIE
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.players.player_search import fits, sought_words
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.web.frame.my_player import LASTS, my_player, my_player_line
from podium.web.frame.responses import fragment, page, see_other, set_cookie
from podium.web.frame.visit import Visit

MOST = 20
"""Players that one search offers."""


@dataclass(frozen=True, slots=True)
class FindMePage:
    """The players that were sought, and who is chosen now; `others` is how many more there are."""

    url: str
    q: str
    candidates: tuple[Player, ...]
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
        q=q,
        candidates=tuple(players[:MOST]),
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
    set_cookie(visit, response, MY_PLAYER_COOKIE, player, lasts=LASTS if player else 0, path=visit.url)
    return response


def line_page(visit: Visit) -> Response[str]:
    """The line of a player alone, for browsers that keep by themselves whose it is; raises Unknown."""
    seen = visit.see()
    player = PlayerId(visit.query.get("player", ""))
    line = my_player_line(seen, player, visit.url)
    return fragment(visit, seen, "my_player.html", my=line)
