"""What is likely to become of an event: odds, what players need, the game that decides, and how the odds moved.

The overview and the cards of players have parts of this page folded in, which are fetched when they are opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from litestar import Response

from podium.app.forecast.forecast import Forecast, PlayerOdds
from podium.app.forecast.words import LEAST, deciding_text, how_sure, need_texts, percent
from podium.app.prizes.prizelist import prize_titles
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
    """One player's line: what is likely, by what it is called."""

    player: Player
    figures: tuple[tuple[str, str], ...]
    share: int
    """The odds of the first place in whole per cent, as the bar has them."""


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """The forecast as far as it is counted; `sections` are the players of each, the likeliest first. `odds` are those
    of every place and prize of the player whom it is about."""

    url: str
    event: str
    why_not: str
    counting: str
    sure: str
    deciding: str
    sections: tuple[tuple[str, tuple[OddsRow, ...]], ...]
    needs: tuple[tuple[Player, tuple[str, ...]], ...]
    player: Player | None
    odds: tuple[tuple[str, str], ...]
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
        sections=_sections(seen.state, found, player),
        needs=_needs(seen.state, found, player) if found else (),
        player=player,
        odds=_odds(seen.state, found, player) if found and player else (),
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
    further = (_("Podium"), odds.podium) if odds.qualify is None else (_("Goes on"), odds.qualify)  # phones are narrow
    chances = ((_("First"), odds.first), further, (_("Prize"), odds.prize))
    figures = [(label, percent(each, exact=exact)) for label, each in chances if each is not None]
    if pages_of(state).traits.counts_points:
        figures.append((_("Points"), decimal(f"{odds.points:.1f}")))
    return OddsRow(state.players[odds.player], tuple(figures), round(100 * odds.first))


def _odds(state: Tournament, found: Forecast, player: Player) -> tuple[tuple[str, str], ...]:
    """The places and prizes that are worth a word, in their order."""
    titles = prize_titles(state.prizes.plan)
    own = [each for each in found.players if each.player == player.id]
    places = [(_("Place %(place)s", place=place), chance) for each in own for place, chance in each.places.items()]
    prizes = [(titles[id], chance) for each in own for id, chance in (each.prizes or {}).items()]
    return tuple((label, percent(each, exact=found.exact)) for label, each in (*places, *prizes) if each >= LEAST)


def _needs(state: Tournament, found: Forecast, player: Player | None) -> tuple[tuple[Player, tuple[str, ...]], ...]:
    """What players need who have a game to play, those with the better odds first."""
    texts = need_texts(state, found)
    named = [state.players[each.player] for each in found.players if each.player in texts]
    return tuple((each, texts[each.id]) for each in named if player is None or each.id == player.id)
