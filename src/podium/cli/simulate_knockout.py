"""What `podium simulate` says of a knockout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from podium.app.views.bracket_rows import match_row
from podium.app.words.knockout import champions_line, round_name
from podium.app.words.language import _
from podium.cli.progress import progress
from podium.core.ids import PlayerId
from podium.flow.formats.knockout_rules import merge_rules, write_rules
from podium.knockout import BracketMatch, Knockout, Outcome, Rules
from podium.simulation import odds as counting
from podium.simulation.knockout import Chances, Event, odds, play
from podium.simulation.strength import name, ratings_of

RULES = {"policy": "tieBreakPolicy", "seeding": "seeding", "third_place": "thirdPlaceMatch"}
_MARKS = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "1/2",
    Outcome.BYE: "bye",
    Outcome.DOUBLE_FORFEIT: "0-0",
}


def simulated(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """The event as JSON and as text, or the odds of its field where `times` are given."""
    times = given.pop("times", None)
    rules = merge_rules(None, {RULES[name]: value for name, value in given.items() if name in RULES})
    chances = Chances(**{name: value for name, value in given.items() if name not in RULES})
    if times is not None:
        with progress(_("Playing"), times) as shown:
            ends = odds(players, rules, seed, times, chances, shown.step)
        return odds_document(players, rules, seed, times, ends), counting.text(seed, times, ends)
    with progress(_("Playing")):
        event = play(players, rules, seed, chances)
    return document(event), text(event)


def document(event: Event) -> dict[str, Any]:
    """The event as JSON: matches as the API lists them, tie-break games as rows of their own."""
    state = event.state
    return {
        "format": "knockout",
        "seed": event.seed,
        "settings": write_rules(state.rules),
        "players": _people(event.ratings),
        "status": "FINISHED" if state.over else "RUNNING",
        "rounds": len(state.rounds),
        "matches": [match_row(match) for match in state],
        "champions": list(state.champions),
        "ranking": [{"rank": each.rank, "id": each.player, "reached": each.reached} for each in event.ranking],
    }


def text(event: Event) -> str:
    """The event for reading: round by round, tie-break games behind their match, then the ranking."""
    return "\n".join(_lines(event))


def _lines(event: Event) -> Iterator[str]:
    state = event.state
    yield _(
        "Seed %(seed)s: %(players)s players, tie-breaks %(policy)s.",
        seed=event.seed,
        players=len(state.entrants),
        policy=state.rules.tie_break_policy.value,
    )
    for here in state.rounds:
        yield ""
        yield round_name(state, here.number)
        yield from (_write_rules(state, match) for match in here.parents if match.players)
    yield ""
    champions = [name(player) for player in state.champions]
    yield champions_line(champions) if champions else _("No champion")
    yield ""
    yield from (f"{each.rank:>4}  {name(each.player)}" for each in event.ranking)


def _write_rules(state: Knockout, match: BracketMatch) -> str:
    where = "  third " if match.third_place else f"{match.board:>7} "
    sides = " - ".join(name(player) for player in match.players)
    games = [_MARKS[game.played] for game in (match, *state.games_of(match)) if game.played is not None]
    won = f" -> {name(match.advancing[0])}" if match.tie_breaks and match.advancing else ""
    return f"{where} {sides}  {' '.join(games)}{won}"


def odds_document(players: int, rules: Rules, seed: str | int, times: int, ends: counting.Ends) -> dict[str, Any]:
    """The odds as JSON."""
    head = {"format": "knockout", "seed": seed, "settings": write_rules(rules)}
    return counting.document(head, times, _people(ratings_of(players)), ends)


def _people(ratings: dict[PlayerId, int]) -> list[dict[str, Any]]:
    return [{"id": player, "name": name(player), "rating": rating} for player, rating in ratings.items()]
