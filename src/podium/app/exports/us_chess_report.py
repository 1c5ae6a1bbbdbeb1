"""A tournament as the rating report of US Chess: every section, rounds in the order in which they were played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from podium.app.event.schedule import round_days
from podium.app.players.numbers import player_numbers
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import Result
from podium.core.timecontrol import Added, TimeControls
from podium.files.us_chess import UNPLAYED, RatedEntry, RatedEvent, RatedSection, write_rating_report
from podium.flow.event.setting_values import Settings
from podium.flow.state import Bye, Game, Match, Pairing, Round, Tournament

WHOLE = "Open"
"""What the only section is called, where it has no name of its own; the report is in English."""
_MEMBER_ID = re.compile(r"[0-9]{8}")
_LETTERS: Mapping[Result, tuple[str, str]] = {
    Result.WHITE_WINS: ("W", "L"),
    Result.BLACK_WINS: ("L", "W"),
    Result.DRAW: ("D", "D"),
    Result.WHITE_WINS_BY_FORFEIT: ("X", "F"),
    Result.BLACK_WINS_BY_FORFEIT: ("F", "X"),
    Result.BOTH_FORFEIT: ("F", "F"),
}
"""What each result is for White and for Black; others have no letters that fit together."""


def us_chess_report(state: Tournament, section: str | None = None) -> bytes:
    """The three files of a tournament in a ZIP file; of one section where it is named.

    Raises Refused before round 1, for games without a result, for results that US Chess has no letters for, and for
    matches between teams.
    """
    if not state.rounds:
        raise Refused("us-chess-no-rounds")
    settings = state.settings
    days = [day for day in round_days(settings) if day]
    start, end = (settings.start or min(days, default=None)), (settings.end or max(days, default=None))
    return write_rating_report(
        RatedEvent(
            name=settings.name,
            city=settings.place or "",
            country=settings.federation or "",
            time_control=_time_control(settings),
            start=date.fromisoformat(start) if start else None,
            end=date.fromisoformat(end) if end else None,
            rounds=len(state.rounds),
            sections=tuple(_section(state, name) for name in state.sections if section in (None, name)),
        )
    )


def _section(state: Tournament, name: str) -> RatedSection:
    known = player_numbers(state)
    players = sorted((each for each in state.players.values() if each.section == name), key=lambda each: known[each.id])
    numbers = {player.id: number for number, player in enumerate(players, start=1)}
    rounds = [(here, {id: each for each in here.games.values() for id in each.players}) for here in state.rounds]
    entries = tuple(
        RatedEntry(
            player.name,
            player.fields.rating or None,
            player.fields.state or "",
            _member_id(player),
            tuple(_cell(state, here, games.get(player.id), player, numbers) for here, games in rounds),
        )
        for player in players
    )
    return RatedSection(name or WHOLE, entries)


def _member_id(player: Player) -> str:
    """The national id of a player, where it can be one of US Chess; who has none is asked for where it is sent."""
    id = player.fields.national_id or ""
    return id if _MEMBER_ID.fullmatch(id) and player.fields.federation in (None, "USA") else ""


def _cell(
    state: Tournament, here: Round, pairing: Pairing | None, player: Player, numbers: Mapping[PlayerId, int]
) -> str:
    """A round of a player: letter, number of the opponent and colour."""
    match pairing:
        case None:
            return UNPLAYED
        case Bye():
            return _bye(state.settings, pairing)
        case Match():
            raise Refused("us-chess-teams")
        case Game():
            return _game(here, pairing, player, numbers)


def _bye(settings: Settings, bye: Bye) -> str:
    """A bye by what it is worth: the point of a win, half of it, or nothing."""
    worth = bye.points(settings.scoring)
    if not worth:
        return UNPLAYED
    return "B0" if worth >= settings.scoring.win else "H0"


def _game(here: Round, game: Game, player: Player, numbers: Mapping[PlayerId, int]) -> str:
    result = game.result
    if result is None or not result.final:
        raise Refused("us-chess-unfinished", round=here.number, board=game.board)
    if result.played and not result.rated:
        return UNPLAYED
    if result not in _LETTERS:
        raise Refused("us-chess-result", round=here.number, board=game.board, value=result.value)
    white = game.white == player.id
    letter = _LETTERS[result][0 if white else 1]
    if not result.played:
        return f"{letter}0"
    return f"{letter}{numbers[game.opponent(player.id)]}{'W' if white else 'B'}"


def _time_control(settings: Settings) -> str:
    """The time control as US Chess spells it, of games that were played here; else as the event says it."""
    if not settings.live:
        return settings.rate_of_play or ""
    *first, last = TimeControls.parse(settings.time_control).white.periods
    extra = f"{'+' if last.added is Added.INCREMENT else 'd'}{last.increment}" if last.increment else "d0"
    return ", ".join(
        [*(f"{each.moves}/{each.minutes}" for each in first), f"{'SD' if first else 'G'}/{last.minutes};{extra}"]
    )
