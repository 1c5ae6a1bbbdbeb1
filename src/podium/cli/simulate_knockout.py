"""What `podium simulate` says of a knockout or a double elimination."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from podium.app.formats.knockout.matches import match_document
from podium.app.formats.knockout.words import champions_line, round_name
from podium.app.words.language import _
from podium.cli.progress import progress
from podium.core.ids import PlayerId
from podium.flow.event.knockout_options import write_rules
from podium.flow.event.settings import merge_settings
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, KNOCKOUT, bracket_of
from podium.flow.formats.protocol import Format
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Outcome, ranking
from podium.simulation import odds as counting
from podium.simulation.knockout import Chances, play
from podium.simulation.odds import name, ratings_of

SETTINGS = {
    "policy": "tieBreakPolicy",
    "seeding": "seeding",
    "third_place": "thirdPlaceMatch",
    "grand_final": "grandFinal",
}
_MARKS = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "1/2",
    Outcome.BYE: "bye",
    Outcome.DOUBLE_FORFEIT: "0-0",
}


def _simulated(format: Format, players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """The event as JSON and as text, or the odds of its field where `times` are given."""
    times = given.pop("times", None)
    settings = {SETTINGS[option]: value for option, value in given.items() if option in SETTINGS}
    settings["format"] = format.name
    chances = Chances(**{rate: value for rate, value in given.items() if rate not in SETTINGS})
    if times is not None:
        with progress(_("Playing"), times) as shown:
            play_again = partial(ranks, players, settings, chances)
            ends = counting.odds(players, seed, times, play_again, shown.step)
        rules = merge_settings(None, {"name": format.name, **settings}).knockout
        assert rules is not None  # both formats have them
        head = {"format": format.name, "seed": seed, "settings": write_rules(rules)}
        return counting.document(head, times, _people(players), ends), counting.text(seed, times, ends)
    with progress(_("Playing")):
        state = play(players, settings, seed, chances)
    return document(state, seed), text(state, seed)


simulate_knockout, simulate_double_elimination = partial(_simulated, KNOCKOUT), partial(_simulated, DOUBLE_ELIMINATION)


def ranks(
    players: int, settings: Mapping[str, Any], chances: Chances, seed: str | int
) -> Iterator[tuple[PlayerId, int]]:
    """Who ended where in the event of that seed, by number."""
    state = play(players, settings, seed, chances)
    number = _numbers(state)
    for place in ranking(bracket_of(state)):
        yield number[place.player], place.rank


def document(state: Tournament, seed: int) -> dict[str, Any]:
    """The event as JSON: matches as the API lists them, tie-break games as rows of their own, players by number."""
    bracket, number = bracket_of(state), _numbers(state)
    matches = {match.id: f"m{at}" for at, match in enumerate(bracket, 1)}
    rows = [match_document(bracket, match, None) for match in bracket]
    for row, match in zip(rows, bracket, strict=True):
        row["id"] = matches[match.id]
        row["whiteEntryId"] = number[match.white] if match.white is not None else None
        row["blackEntryId"] = number[match.black] if match.black is not None else None
        row["parentMatchId"] = matches[match.parent] if match.parent is not None else None
        row["tieBreakMatches"] = [matches[game] for game in match.tie_breaks]
    return {
        "format": state.settings.format,
        "seed": seed,
        "settings": write_rules(bracket.rules),
        "players": _people(len(state.players)),
        "status": "FINISHED" if bracket.over else "RUNNING",
        "rounds": len(bracket.rounds),
        "matches": rows,
        "champions": [number[player] for player in bracket.champions],
        "ranking": [
            {"rank": each.rank, "id": number[each.player], "reached": each.reached} for each in ranking(bracket)
        ],
    }


def text(state: Tournament, seed: int) -> str:
    """The event for reading: round by round, tie-break games behind their match, then the ranking."""
    return "\n".join(_lines(state, seed))


def _lines(state: Tournament, seed: int) -> Iterator[str]:
    bracket = bracket_of(state)
    yield _(
        "Seed %(seed)s: %(players)s players, tie-breaks %(policy)s.",
        seed=seed,
        players=len(bracket.entrants),
        policy=bracket.rules.tie_break_policy.value,
    )
    for here in bracket.rounds:
        yield ""
        yield round_name(bracket, here.number)
        yield from (_line(state, match) for match in here.parents if match.players)
    yield ""
    champions = [state.players[player].name for player in bracket.champions]
    yield champions_line(champions) if champions else _("No champion")
    yield ""
    yield from (f"{each.rank:>4}  {state.players[each.player].name}" for each in ranking(bracket))


def _line(state: Tournament, match: BracketMatch) -> str:
    where = "  third " if match.third_place else f"{match.board:>7} "
    sides = " - ".join(state.players[player].name for player in match.players)
    played = (match, *bracket_of(state).games_of(match))
    games = [_MARKS[game.played] for game in played if game.played is not None]
    won = f" -> {state.players[match.advancing[0]].name}" if match.tie_breaks and match.advancing else ""
    return f"{where} {sides}  {' '.join(games)}{won}"


def _numbers(state: Tournament) -> dict[PlayerId, PlayerId]:
    """The number of each player, which a reader can tell from the list; ids are minted."""
    return {id: PlayerId(str(player.number)) for id, player in state.players.items()}


def _people(players: int) -> list[dict[str, Any]]:
    return [{"id": player, "name": name(player), "rating": rating} for player, rating in ratings_of(players).items()]
