"""What is likely to become of an event: odds, what players need, the game that decides, and how the odds moved.

The overview and the cards of players have parts of this page folded in, which are fetched when they are opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from litestar import Response

from podium.app.forecast.forecast import Forecast, PlayerOdds
from podium.app.forecast.words import deciding_text, how_sure, need_texts, percent
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import decimal
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.lookups import find_player
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import NOT_KEPT, page
from podium.web.frame.visit import Visit

EVERY = 3
"""Seconds after which a forecast that narrows is shown anew."""


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One player's line: the odds of the first place and of the podium in per cent, and the points expected."""

    player: Player
    first: str
    podium: str
    points: str
    share: int
    """The odds of the first place in whole per cent, as the bar has them."""


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """The forecast as far as it is counted; `sections` are the players of each, the likeliest first."""

    url: str
    event: str
    why_not: str
    counting: str
    sure: str
    deciding: str
    counts_points: bool
    sections: tuple[tuple[str, tuple[OddsRow, ...]], ...]
    needs: tuple[tuple[Player, tuple[str, ...]], ...]
    player: Player | None
    every: int | None


def forecast_page(visit: Visit) -> Response[str]:
    """The page of the forecast; `?player=` is about one player alone."""
    seen = visit.see()
    asked = visit.query.get("player")
    player = find_player(seen.state, PlayerId(asked)) if asked else None
    found, done, why_not = None, True, ""
    try:
        found, done = visit.services.forecasts.so_far(seen.state)
    except Refused as refusal:
        why_not = sentence(refusal)
    context = ForecastPage(
        url=visit.here,
        event=visit.url,
        why_not=why_not,
        counting=_("The forecast is being worked out.") if not done else "",
        sure=how_sure(found) if found else "",
        deciding=deciding_text(seen.state, found) if found else "",
        counts_points=pages_of(seen.state).traits.counts_points,
        sections=_sections(seen.state, found, player),
        needs=_needs(seen.state, found, player) if found else (),
        player=player,
        every=None if done else EVERY,
    )
    response = page(visit, "forecast.html", context, seen=seen, nav="forecast")
    if not done:
        response.headers = {**{name: value for name, value in response.headers.items() if name != "ETag"}, **NOT_KEPT}
    return response


def _sections(
    state: Tournament, found: Forecast | None, player: Player | None
) -> tuple[tuple[str, tuple[OddsRow, ...]], ...]:
    order = {name: at for at, name in enumerate(state.sections)}
    shown = [each for each in (found.players if found else ()) if player is None or each.player == player.id]
    ranked = sorted(shown, key=lambda each: order.get(state.players[each.player].section, len(order)))
    groups = groupby(ranked, key=lambda each: state.players[each.player].section)
    exact = found is not None and found.exact
    return tuple((section, tuple(_row(state, each, exact=exact) for each in odds)) for section, odds in groups)


def _row(state: Tournament, odds: PlayerOdds, *, exact: bool) -> OddsRow:
    first, podium = (percent(each, exact=exact) for each in (odds.first, odds.podium))
    return OddsRow(state.players[odds.player], first, podium, decimal(f"{odds.points:.1f}"), round(100 * odds.first))


def _needs(state: Tournament, found: Forecast, player: Player | None) -> tuple[tuple[Player, tuple[str, ...]], ...]:
    """What players need who have a game to play, those with the better odds first."""
    texts = need_texts(state, found)
    named = [state.players[each.player] for each in found.players if each.player in texts]
    return tuple((each, texts[each.id]) for each in named if player is None or each.id == player.id)
