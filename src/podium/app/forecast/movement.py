"""How the odds of the first place moved from round to round, as a picture for the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from podium.app.forecast.forecast import Forecast
from podium.app.forecast.words import percent
from podium.app.memory import Memory
from podium.app.pictures.race import odds_picture
from podium.app.pictures.svg import Highlights
from podium.app.story.race import begun_rounds
from podium.app.story.story_pictures import FEW, MOST, Picture, Reader, Table
from podium.app.story.words import axes, caption
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.state import Tournament

ODDS = "odds"
MOST_ROWS = 5_000  # players and rounds
_EARLIER: Memory[tuple[Tournament, ...]] = Memory(16)


def earlier_states(state: Tournament) -> tuple[Tournament, ...]:
    """The event before its first round, after it, and so on; none where rounds come about by themselves, and of events
    so large that nobody would wait for it."""
    in_one_piece = not state.stages and not any(here.automatic for here in state.rounds)
    if not in_one_piece or len(state.players) * (len(state.rounds) + 1) > MOST_ROWS:
        return ()
    parts = (state.players, state.settings, state.kept, *state.rounds)
    return _EARLIER.remember(
        parts, lambda: tuple(after_round(state, number) for number in range(len(begun_rounds(state)) + 1))
    )


def after_round(end: Tournament, number: int) -> Tournament:
    """The event as it was known after a round: nobody knew yet who would leave later."""
    from_then_on = end.rounds[max(number - 1, 0) :]
    there = {id for here in from_then_on for pairing in here.games.values() for id in pairing.players}
    back = {id: replace(each, withdrawn=False) for id, each in end.players.items() if each.withdrawn and id in there}
    rounds = end.rounds[:number]
    return replace(
        end,
        players={**end.players, **back} if back else end.players,
        rounds=rounds,
        where={id: here.number for here in rounds for id in here.games},
        tie_orders=(),
    )


def movement_picture(
    players: Sequence[Player], forecasts: Sequence[Forecast | None], reader: Reader, *, alone: bool = False
) -> Picture | None:
    """The odds of the players of a section before round 1 and after each; None while some are not counted."""
    counted = [each for each in forecasts if each is not None]
    if len(counted) < max(len(forecasts), 2) or not players:
        return None
    odds = [{each.player: each.first for each in found.players} for found in counted]
    ways: Mapping[PlayerId, list[float]] = {
        player.id: [after.get(player.id, 0.0) for after in odds] for player in players
    }
    best = sorted(ways, key=lambda id: -max(ways[id]))
    shown = Highlights.among(best, min(reader.top or FEW, MOST), reader.player)
    names = {player.id: player.name for player in players}
    about = caption(ODDS)
    rows = tuple((names[id], *map(percent, ways[id])) for id in shown.players)
    columns = (_("Player"), *("#" + _("R%(round)s", round=number) for number in range(len(counted))))
    svg = odds_picture(ways, names, shown, about, axes(ODDS), alone=alone)
    return Picture(about.name, about.title, about.description, svg, Table(columns, rows))
