"""What `podium simulate` says of a Swiss or a round robin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from podium.app.queries import standings
from podium.app.standings.standings import POINTS, StandingRow
from podium.app.words.language import _, ngettext
from podium.cli.frame import say
from podium.cli.progress import progress
from podium.cli.ranking import ranking_text
from podium.core.ids import PlayerId
from podium.flow.formats.keizer import KEIZER_FORMAT
from podium.flow.formats.protocol import Format
from podium.flow.formats.round_robin import ROUND_ROBIN
from podium.flow.formats.swiss import SWISS
from podium.flow.state import Bye, Game, Pairing, Tournament
from podium.keizer import USUAL, Preset
from podium.simulation import odds as counting
from podium.simulation.games import play, table_rounds
from podium.simulation.odds import name, ratings_of
from podium.simulation.plan import PERCENTAGES, Plan

RATES = {**dict.fromkeys(PERCENTAGES, 0.0), "draws": Plan(2, 1).draws}
"""Nobody stays away unless it is asked for."""


def simulate_swiss(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """A Swiss as JSON and as text, or the odds of its field where `times` are given."""
    settings = {"initial_colour": "drawn", "acceleration": "baku" if given.pop("accelerated", False) else "none"}
    return _simulated(SWISS, players, given.pop("rounds"), seed, settings, given)


def simulate_round_robin(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """A round robin as JSON and as text, or the odds of its field where `times` are given."""
    cycles = given.pop("cycles", 1)
    rounds = table_rounds(players, cycles, given.pop("rounds", None))
    return _simulated(ROUND_ROBIN, players, rounds, seed, {"cycles": cycles}, given)


def simulate_keizer(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """A Keizer season as JSON and as text, or the odds of its field where `times` are given."""
    rules = {
        "preset": given.pop("keizer_preset", Preset.CLASSIC.value),
        "again": given.pop("keizer_again", USUAL.again),
    }
    return _simulated(KEIZER_FORMAT, players, given.pop("rounds"), seed, {"keizer": rules}, given)


def _simulated(
    format: Format, players: int, rounds: int, seed: int, own: dict[str, Any], given: dict[str, Any]
) -> tuple[object, str]:
    times, corrections = given.pop("times", None), given.pop("corrections", 0.0)
    rates = {rate: given.pop(rate, usual) for rate, usual in RATES.items()}
    plan = Plan(players, rounds, **rates).checked()
    shared = {
        "scoring": given.pop("scoring", "club"),
        # The standings show the points anyway.
        "tiebreaks": list(given.pop("tiebreak", ())) or [code for code in format.default_tiebreaks if code != POINTS],
    }
    settings = {"format": format.name, **shared, **own}
    head: dict[str, Any] = {"format": format.name, "seed": seed, "settings": {"rounds": plan.rounds, **shared, **own}}
    people = [{"id": int(id), "name": name(id), "rating": rating} for id, rating in ratings_of(players).items()]
    if times is not None:
        ends = _odds(plan, settings, seed, times)
        return counting.document(head, times, people, ends), counting.text(seed, times, ends)
    with progress(_("Playing"), plan.rounds) as shown:
        state = play(plan, settings, seed, shown.step, corrections)
    if len(state.rounds) < plan.rounds:
        say(_("No legal round was left after round %(round)s.", round=len(state.rounds)))
    return {**head, "players": people, **_document(state)}, "\n".join(_lines(state, seed))


def _odds(plan: Plan, settings: dict[str, Any], seed: int, times: int) -> counting.Ends:
    cut = 0

    def ranks(seed: str) -> Iterator[tuple[PlayerId, int]]:
        nonlocal cut
        state = play(plan, settings, seed)
        cut += len(state.rounds) < plan.rounds
        for row in standings(state):
            yield PlayerId(str(row.player.number)), row.rank

    with progress(_("Playing"), times) as shown:
        ends = counting.odds(plan.players, seed, times, ranks, shown.step)
    if cut:
        say(_("In %(count)s of %(times)s events no legal round was left before the last.", count=cut, times=times))
    return ends


def _document(state: Tournament) -> dict[str, Any]:
    return {
        "rounds": [
            {
                "round": here.number,
                "pairings": [_pairing(state, each) for each in here.boards],
                "byes": [_bye(state, each) for each in here.byes],
            }
            for here in state.rounds
        ],
        "ranking": [_place(row) for row in standings(state)],
    }


def _pairing(state: Tournament, game: Game) -> dict[str, Any]:
    white, black = (state.players[id].number for id in game.players)
    result = game.result.value if game.result else None
    return {"board": game.board, "white": white, "black": black, "result": result}


def _bye(state: Tournament, bye: Bye) -> dict[str, Any]:
    points = bye.points(state.settings.scoring).number
    return {"id": state.players[bye.player].number, "bye_type": bye.kind.value, "points": points}


def _place(row: StandingRow) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "id": row.player.number,
        "points": row.points.number,
        "details": row.details,
        "tiebreaks": dict(row.tiebreaks),
        "decided_by": row.decided_by,
    }


def _lines(state: Tournament, seed: int) -> Iterator[str]:
    played = len(state.rounds)
    yield ngettext(
        "Seed %(seed)s: %(players)s players, %(num)s round.",
        "Seed %(seed)s: %(players)s players, %(num)s rounds.",
        played,
        seed=seed,
        players=len(state.players),
    )
    for here in state.rounds:
        yield ""
        yield _("Round %(round)s", round=here.number)
        yield from (_told(state, each) for each in here.in_order)
    yield ""
    yield ranking_text(list(standings(state)))


def _told(state: Tournament, pairing: Pairing) -> str:
    sides = " - ".join(state.players[id].name for id in pairing.players)
    if pairing.is_bye:
        return f"{'':>7}  {sides}  {pairing.kind.value} {pairing.points(state.settings.scoring)}"
    return f"{pairing.board:>7}  {sides}  {pairing.result.value if pairing.result else ''}"
