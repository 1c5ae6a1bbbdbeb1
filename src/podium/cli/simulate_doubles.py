"""What `podium simulate` says of doubles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from podium.app.formats.doubles import ranked_players
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.cli.frame import table
from podium.cli.progress import progress
from podium.core.ids import PlayerId
from podium.doubles import Standing
from podium.flow.state import Round, Tournament
from podium.simulation import odds as counting
from podium.simulation.doubles import DoublesEvent, play
from podium.simulation.odds import name, ratings_of

SETTINGS = {
    "sets_to_win": "setsToWin",
    "free_games": "freeGames",
    "setting": "setting",
    "avoid_opponents": "avoidOpponents",
    "set_difference": "setDifference",
}


def simulated(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """The event as JSON and as text, or the odds of its field where `times` are given."""
    rounds, times = given.pop("rounds"), given.pop("times", None)
    settings = {SETTINGS[option]: value for option, value in given.items()}
    if times is not None:

        def ranks(seed: str) -> Iterator[tuple[PlayerId, int]]:
            state = play(players, rounds, settings, seed).state
            yield from ((PlayerId(str(_number(state, each.player))), each.rank) for each in _ranking(state))

        with progress(_("Playing"), times) as shown:
            ends = counting.odds(players, seed, times, ranks, shown.step)
        head = {"format": "doubles", "seed": seed, "rounds": rounds}
        people = [{"id": int(id), "name": name(id), "rating": rating} for id, rating in ratings_of(players).items()]
        return counting.document(head, times, people, ends), counting.text(seed, times, ends)
    with progress(_("Playing")):
        event = play(players, rounds, settings, seed)
    return _document(event, seed), "\n".join(_lines(event, seed))


def _number(state: Tournament, player: PlayerId) -> int:
    return state.players[player].number


def _ranking(state: Tournament) -> list[Standing]:
    return list(ranked_players(state, state.rounds).values())


def _document(event: DoublesEvent, seed: int) -> dict[str, Any]:
    """The event as JSON: players in list order, by their numbers."""
    state = event.state
    return {
        "seed": seed,
        "guaranteed": event.promise.guaranteed,
        "possible": event.promise.possible,
        "players": [{"id": player.number, "name": player.name} for player in state.players.values()],
        "rounds": [_round(state, here) for here in state.rounds],
        "ranking": [
            {"rank": it.rank, "id": _number(state, it.player), "points": it.points, "buchholz": it.buchholz}
            for it in _ranking(state)
        ],
    }


def _round(state: Tournament, here: Round) -> dict[str, Any]:
    row: dict[str, Any] = {
        "round": here.number,
        "matches": [
            {
                "home": [_number(state, player) for player in match.home],
                "away": [_number(state, player) for player in match.away],
                "sets": {"home": match.sets.home, "away": match.sets.away},
            }
            for match in here.matches
        ],
        "free": [_number(state, bye.player) for bye in here.byes],
    }
    if here.draw is not None and here.draw.passed_over:
        row["passed_over"] = [
            {
                "id": _number(state, passed.player),
                "instead": [_number(state, player) for player in passed.instead],
                "through": passed.through,
            }
            for passed in here.draw.passed_over
        ]
    return row


def _lines(event: DoublesEvent, seed: int) -> Iterator[str]:
    state = event.state
    yield _(
        "Seed %(seed)s: %(players)s players, %(rounds)s rounds (%(guaranteed)s guaranteed, %(possible)s possible).",
        seed=seed,
        players=len(state.players),
        rounds=len(state.rounds),
        guaranteed=event.promise.guaranteed,
        possible=event.promise.possible,
    )
    for here in state.rounds:
        row = _round(state, here)
        yield ""
        yield _("Round %(round)s", round=here.number)
        for match in row["matches"]:
            home, away = ("+".join(map(str, match[side])) for side in ("home", "away"))
            yield f"  {home} - {away}  {match['sets']['home']}:{match['sets']['away']}"
        if row["free"]:
            yield "  " + _("free: %(names)s", names=separated([str(each) for each in row["free"]]))
        for passed in row.get("passed_over", ()):
            yield "  " + _(
                "%(player)s was passed over, so that every round up to %(round)s can be played.",
                player=passed["id"],
                round=passed["through"],
            )
    yield ""
    rows = [(each.rank, state.players[each.player].name, each.points, each.buchholz) for each in _ranking(state)]
    yield table(("rank", "player", "points", "buchholz"), rows, "rank points buchholz")
