"""`podium simulate`: play a whole event and print it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from podium.app.words.language import _
from podium.cli.click_or_plain import click
from podium.cli.frame import answer, json_option
from podium.core.result import PRESETS
from podium.doubles import FreeGames, Setting
from podium.keizer import Preset
from podium.knockout import GrandFinal, Seeding, TieBreakPolicy
from podium.simulation import odds
from podium.simulation.plan import PERCENTAGES


@dataclass(frozen=True, slots=True)
class SimulatedFormat:
    """How events of one format are played, and which options that takes besides the number of players and the seed."""

    needs: frozenset[str]
    takes: frozenset[str]
    module: str
    """Where the function is below `podium.cli`, which is loaded when it is asked for: whole events take a while."""
    function: str = "simulated"
    """From players, seed and options to the event as JSON and as text."""


_RATES = frozenset(PERCENTAGES)
_OF_BRACKETS = frozenset({"policy", "draws", "no_shows", "corrections", "seeding", "times"})
FORMATS: Mapping[str, SimulatedFormat] = {
    "swiss": SimulatedFormat(
        needs=frozenset({"rounds"}),
        takes=_RATES | {"scoring", "tiebreak", "accelerated", "times", "corrections"},
        module="simulate_games",
        function="simulate_swiss",
    ),
    "round-robin": SimulatedFormat(
        needs=frozenset(),
        takes=_RATES | {"rounds", "cycles", "scoring", "tiebreak", "times", "corrections"},
        module="simulate_games",
        function="simulate_round_robin",
    ),
    "keizer": SimulatedFormat(
        needs=frozenset({"rounds"}),
        takes=frozenset({"draws", "forfeits", "zero_byes", "withdrawals", "returns", "late", "odd", "times"})
        | {"keizer_preset", "keizer_again", "corrections"},
        module="simulate_games",
        function="simulate_keizer",
    ),
    "knockout": SimulatedFormat(
        needs=frozenset(),
        takes=_OF_BRACKETS | {"third_place"},
        module="simulate_knockout",
        function="simulate_knockout",
    ),
    "double-elimination": SimulatedFormat(
        needs=frozenset(),
        takes=_OF_BRACKETS | {"grand_final"},
        module="simulate_knockout",
        function="simulate_double_elimination",
    ),
    "doubles": SimulatedFormat(
        needs=frozenset({"rounds"}),
        takes=frozenset({"sets_to_win", "free_games", "setting", "avoid_opponents", "set_difference", "times"}),
        module="simulate_doubles",
    ),
    "stages": SimulatedFormat(
        needs=frozenset(), takes=frozenset({"stage", "draws", "corrections"}), module="simulate_stages"
    ),
}


@click.command("simulate")
@click.option("--format", "kind", type=click.Choice(sorted(FORMATS)), required=True, help="What is played.")
@click.option("--players", type=click.IntRange(min=0), required=True, help="How many take part.")
@click.option("--rounds", type=int, help="How many rounds are planned.")
@click.option("--seed", type=int, help="The same seed gives the same event. [default: a new one]")
@click.option("--draws", type=float, metavar="PERCENT", help="Drawn games; in Swiss and round robin among equals.")
@click.option("--cycles", type=click.IntRange(1, 2), help="Round robin: how often everybody meets everybody.")
@click.option("--scoring", type=click.Choice(sorted(PRESETS)), help="Swiss, round robin: what results are worth.")
@click.option("--tiebreak", multiple=True, metavar="CODE", help="Swiss, round robin: rank by this; again for another.")
@click.option("--accelerated", is_flag=True, default=None, help="Swiss: the Baku acceleration.")
@click.option("--forfeits", type=float, metavar="PERCENT", help="Swiss, round robin: forfeited games.")
@click.option("--half-byes", type=float, metavar="PERCENT", help="... players with a half-point bye, each round.")
@click.option("--zero-byes", type=float, metavar="PERCENT", help="... players absent for a round.")
@click.option("--full-byes", type=float, metavar="PERCENT", help="... players with a full-point bye, each round.")
@click.option("--withdrawals", type=float, metavar="PERCENT", help="... players who leave, each round.")
@click.option("--returns", type=float, metavar="PERCENT", help="... of those who left, who come back, each round.")
@click.option("--late", type=float, metavar="PERCENT", help="... players who enter after round 1.")
@click.option("--odd", type=float, metavar="PERCENT", help="... games that end 0-0, ½-0, 0-½, or are not rated.")
@click.option("--sets-to-win", type=int, help="Doubles: the sets that win a match.")
@click.option("--free-games", type=click.Choice([each.value for each in FreeGames]), help="Doubles: who sits out.")
@click.option("--setting", type=click.Choice([each.value for each in Setting]), help="Doubles: which teams meet.")
@click.option("--avoid-opponents", is_flag=True, default=None, help="Doubles: spare players opponents they had.")
@click.option("--set-difference", is_flag=True, default=None, help="Doubles: rank by it after Buchholz.")
@click.option("--keizer-preset", type=click.Choice([each.value for each in Preset]), help="Keizer: which shares.")
@click.option("--keizer-again", type=int, help="Keizer: the rounds before two meet again.")
@click.option("--policy", type=click.Choice([each.value for each in TieBreakPolicy]), help="Knockout: after a draw.")
@click.option("--no-shows", type=float, help="Knockout: how many players in a hundred do not come.")
@click.option("--seeding", type=click.Choice([each.value for each in Seeding]), help="Knockout: who meets whom.")
@click.option("--corrections", type=float, metavar="PERCENT", help="Results corrected later, half of them back again.")
@click.option("--stage", multiple=True, metavar="STAGE", help="Stages: 'round-robin groups=4', then the next one.")
@click.option(
    "--grand-final", type=click.Choice([each.value for each in GrandFinal]), help="Double elimination: how it ends."
)
@click.option("--third-place", is_flag=True, default=None, help="Knockout: a match for third place.")
@click.option(
    "--times", type=click.IntRange(1, odds.MOST_TIMES), metavar="N", help="Play that many, and print who ends where."
)
@json_option
def verb(kind: str, players: int, seed: int | None, as_json: bool, **options: object) -> None:
    """Play a whole event by chance and print it."""
    chosen = FORMATS[kind]
    given = {name: value for name, value in options.items() if value is not None and value != ()}
    for name in sorted(given.keys() - chosen.needs - chosen.takes):
        raise click.UsageError(_("--%(option)s is no option of %(kind)s.", option=name.replace("_", "-"), kind=kind))
    for name in sorted(chosen.needs - given.keys()):
        raise click.UsageError(_("--%(option)s is needed for %(kind)s.", option=name.replace("_", "-"), kind=kind))
    play = getattr(import_module(f"podium.cli.{chosen.module}"), chosen.function)
    value, text = play(players, secrets.randbits(32) if seed is None else seed, given)
    answer(value, text, as_json=as_json)
