"""`podium simulate`: play a whole event and print it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from podium.cli.frame import answer, json_option, table
from podium.cli.progress import progress
from podium.doubles import FreeGames, Options, Setting
from podium.knockout import Seeding, TieBreakPolicy, settled
from podium.simulation import doubles, knockout

Given = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Format:
    """How events of one format are played, and which options that takes besides the number of players and the seed."""

    needs: frozenset[str]
    takes: frozenset[str]
    play: Callable[[int, int, Given], tuple[object, str]]
    """From players, seed and options to the event as JSON and as text."""


def _doubles(players: int, seed: int, given: Given) -> tuple[object, str]:
    if "free_games" in given:
        given["free_games"] = FreeGames(given["free_games"])
    if "setting" in given:
        given["setting"] = Setting(given["setting"])
    with progress("Playing"):
        event = doubles.play(players, Options(**given), seed)
    return doubles.document(event), _doubles_text(event)


def _doubles_text(event: doubles.Event) -> str:
    lines = [
        f"Seed {event.seed}: {len(event.players)} players, {len(event.rounds)} rounds "
        f"({event.promise.guaranteed} guaranteed, {event.promise.possible} possible)."
    ]
    for drawn, played in zip(event.draws, event.rounds, strict=True):
        lines += ["", f"Round {drawn.round}"]
        lines += [
            f"  {'+'.join(match.home)} - {'+'.join(match.away)}  {match.sets.home}:{match.sets.away}"
            for match in played.matches
        ]
        if played.free:
            lines.append(f"  free: {', '.join(played.free)}")
        lines += [
            f"  {passed.player} was passed over, so that every round up to {passed.through} can be played."
            for passed in drawn.passed_over
        ]
    rows = [(each.rank, doubles.name(each.player), each.points, each.buchholz) for each in event.ranking]
    return "\n".join([*lines, "", table(("rank", "player", "points", "buchholz"), rows, "rank points buchholz")])


_RULES = {"policy": "tieBreakPolicy", "seeding": "seeding", "third_place": "thirdPlaceMatch"}


def _knockout(players: int, seed: int, given: Given) -> tuple[object, str]:
    times = given.pop("times", None)
    rules = settled(None, {_RULES[name]: value for name, value in given.items() if name in _RULES})
    chances = knockout.Chances(**{name: value for name, value in given.items() if name not in _RULES})
    if times is not None:
        with progress("Playing", times) as shown:
            tried = knockout.odds(players, rules, seed, times, chances, shown.step)
        return knockout.odds_document(players, rules, seed, times, tried), knockout.odds_text(seed, times, tried)
    with progress("Playing"):
        event = knockout.play(players, rules, seed, chances)
    return knockout.document(event), knockout.text(event)


FORMATS: Mapping[str, Format] = {
    "knockout": Format(
        needs=frozenset(),
        takes=frozenset({"policy", "draws", "no_shows", "seeding", "third_place", "times"}),
        play=_knockout,
    ),
    "doubles": Format(
        needs=frozenset({"rounds"}),
        takes=frozenset({"sets_to_win", "free_games", "setting", "avoid_opponents", "set_difference"}),
        play=_doubles,
    ),
}


@click.command("simulate")
@click.option("--format", "kind", type=click.Choice(sorted(FORMATS)), required=True, help="What is played.")
@click.option("--players", type=click.IntRange(min=0), required=True, help="How many take part.")
@click.option("--rounds", type=int, help="How many rounds are planned.")
@click.option("--seed", type=int, help="The same seed gives the same event. [default: a new one]")
@click.option("--sets-to-win", type=int, help="Doubles: the sets that win a match.")
@click.option("--free-games", type=click.Choice([each.value for each in FreeGames]), help="Doubles: who sits out.")
@click.option("--setting", type=click.Choice([each.value for each in Setting]), help="Doubles: which teams meet.")
@click.option("--avoid-opponents", is_flag=True, default=None, help="Doubles: spare players opponents they had.")
@click.option("--set-difference", is_flag=True, default=None, help="Doubles: rank by it after Buchholz.")
@click.option("--policy", type=click.Choice([each.value for each in TieBreakPolicy]), help="Knockout: after a draw.")
@click.option("--draws", type=float, help="Knockout: how many games in a hundred are drawn.")
@click.option("--no-shows", type=float, help="Knockout: how many players in a hundred do not come.")
@click.option("--seeding", type=click.Choice([each.value for each in Seeding]), help="Knockout: who meets whom.")
@click.option("--third-place", is_flag=True, default=None, help="Knockout: a match for third place.")
@click.option(
    "--times", type=click.IntRange(1, knockout.MOST_TIMES), help="Knockout: play that many, and print who ends where."
)
@json_option
def verb(kind: str, players: int, seed: int | None, as_json: bool, **options: object) -> None:
    """Play a whole event by chance and print it."""
    chosen = FORMATS[kind]
    given = {name: value for name, value in options.items() if value is not None}
    for name in sorted(given.keys() - chosen.needs - chosen.takes):
        raise click.UsageError(f"--{name.replace('_', '-')} is no option of {kind}.")
    for name in sorted(chosen.needs - given.keys()):
        raise click.UsageError(f"--{name.replace('_', '-')} is needed for {kind}.")
    value, text = chosen.play(players, secrets.randbits(32) if seed is None else seed, given)
    answer(value, text, as_json=as_json)
