"""`podium forecast`: what is likely to become of a tournament, of a database or in a report file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from podium.app.forecast.answers import forecast_answer
from podium.app.forecast.forecast import RUNS, Forecast, PlayerOdds
from podium.app.forecast.forecasts import Forecasts, forecast_pool
from podium.app.forecast.words import deciding_text, how_sure, need_texts, percent
from podium.app.server.cluster import Cluster
from podium.app.trf.adoption import from_report
from podium.app.words.language import _
from podium.cli.frame import answer, as_option, console, db_option, json_option, server_option, table, values_of_a_file
from podium.cli.naming import tournament
from podium.cli.progress import progress
from podium.cli.reports import read_report
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.state import Tournament

FIGURES = ("first", "podium", "qualify", "prize", "points")
NEEDS = 10
"""How many players are told what they need; JSON has all of them."""


@click.command("forecast")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--runs", type=int, default=RUNS, show_default=True, help="How many times the rest is played.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed, the same answer."
)
@click.option("--rounds", type=int, metavar="N", help="How many rounds there will be, where a file does not say.")
@click.option("--on", metavar="ADDRESS", help="Count on a Dask cluster, as tcp://scheduler:8786.")
@server_option
@as_option
@db_option
@json_option
def verb(
    named: str,
    runs: int,
    seed: int,
    rounds: int | None,
    on: str | None,
    acting: str | None,
    db: str | None,
    as_json: bool,
) -> None:
    """Print the odds of every player in TOURNAMENT, which may also be a report file (TRF).

    A forecast is no fact: it says how often something comes about when the rest is played by chance.
    """
    with closing(Cluster(on) if on is not None else forecast_pool()) as workers:
        if Path(named).is_file():
            state, version = _event_in(named, rounds), 0
        else:
            with console(db, acting, as_json=as_json, create=False) as here:
                seen = tournament(here, named)
                state, version = seen.state, seen.version
        with progress(_("Counting"), 1) as shown:
            found = Forecasts(workers).answer(state, runs, seed, shown.note)
    answer(forecast_answer(found, version, runs, seed), "\n".join(_lines(state, found)), as_json=as_json)


def _event_in(file: str, rounds: int | None) -> Tournament:
    """The tournament in a report file."""
    report = read_report(file)
    if rounds is not None:
        report = replace(report, planned_rounds=rounds)
    with values_of_a_file():
        made = from_report(report, TournamentId("report"), Dice(""))
        state = fold(None, decide(None, made.command, "", Dice("")))
    assert state is not None  # the command makes it
    return state


def _lines(state: Tournament, found: Forecast) -> Iterator[str]:
    yield how_sure(found)
    yield table(("name", *FIGURES), [_row(state, found, each) for each in found.players], " ".join(FIGURES))
    if text := deciding_text(state, found):
        yield text
    needs = need_texts(state, found)
    for player in [each.player for each in found.players if each.player in needs][:NEEDS]:
        yield f"{state.players[player].name}: {'; '.join(needs[player])}"


def _row(state: Tournament, found: Forecast, odds: PlayerOdds) -> tuple[str, ...]:
    chances = (odds.first, odds.podium, odds.qualify, odds.prize)
    said = ("" if each is None else percent(each, exact=found.exact) for each in chances)
    return (state.players[odds.player].name, *said, f"{odds.points:.1f}")
