"""`podium generate`: a random tournament as a report file."""

from __future__ import annotations

from dataclasses import replace
from secrets import token_hex

import click

from podium.app.words.language import N_, _
from podium.cli.frame import answer, json_option, say
from podium.cli.progress import progress
from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.points import Points
from podium.core.result import PRESETS, Scoring
from podium.files.trf import Acceleration, Cell, Entry, Forbidden, Report, write
from podium.simulation.swiss import Plan, Simulated, play
from podium.swiss import Colour

USUAL = Plan(50, 9)
RATINGS = click.IntRange(0, 4000)


def _rate(name: str, text: str) -> click.Option:
    default = getattr(USUAL, name)
    return click.Option(
        [f"--{name.replace('_', '-')}"], type=float, default=default, show_default=True, metavar="PERCENT", help=text
    )


@click.command("generate")
@click.option("--players", type=int, default=50, show_default=True, metavar="N", help="How many take part.")
@click.option("--rounds", type=int, default=9, show_default=True, metavar="N", help="How many are played.")
@click.option("--seed", help="The same seed gives the same tournament; without one, every run is different.")
@click.option(
    "--scoring", type=click.Choice(sorted(PRESETS)), default="fide", show_default=True, help="What a result is worth."
)
@click.option("--bye-points", metavar="POINTS", help="What an allocated bye is worth, if not what the scoring says.")
@click.option("--initial-colour", type=click.Choice(["white", "black"]), help="Else drawn by lot.")
@click.option("--accelerated", is_flag=True, help="The Baku acceleration.")
@click.option("--forbidden", type=click.IntRange(0), default=0, metavar="N", help="Groups of players who may not meet.")
@click.option(
    "--highest", type=RATINGS, default=USUAL.highest, show_default=True, metavar="RATING", help="The best rating."
)
@click.option(
    "--lowest", type=RATINGS, default=USUAL.lowest, show_default=True, metavar="RATING", help="The worst rating."
)
@click.option("--trf16", is_flag=True, help="Write TRF16 with extensions instead of TRF26.")
@json_option
def command(
    players: int,
    rounds: int,
    seed: str | None,
    scoring: str,
    bye_points: str | None,
    initial_colour: str | None,
    accelerated: bool,
    forbidden: int,
    highest: int,
    lowest: int,
    trf16: bool,
    as_json: bool,
    **rates: float,
) -> None:
    """Print a random tournament: paired by the Dutch system, results by rating expectation."""
    seed = seed or token_hex(8)
    dice = Dice(seed)
    drawn = dice.pick(list(Colour))
    table: Scoring = PRESETS[scoring]
    if bye_points is not None:
        bye = Points.of(bye_points)
        if not Points(0) <= bye <= table.win:
            raise click.UsageError(_("A bye is worth 0 to %(most)s points, not %(value)s.", most=table.win, value=bye))
        table = replace(table, bye=bye)
    if lowest > highest:
        raise click.UsageError(
            _("The lowest rating %(lowest)s is above the highest, %(highest)s.", lowest=lowest, highest=highest)
        )
    plan = Plan(
        players,
        rounds,
        highest,
        lowest,
        **rates,
        forbidden=forbidden,
        accelerated=accelerated,
        initial=Colour[initial_colour.upper()] if initial_colour else drawn,
        scoring=table,
    )
    with progress(_("Playing"), rounds) as shown:
        played = play(plan, dice, shown.step)
    if not played.played:
        raise Refused("no-first-round", value=players)
    if played.played < rounds:
        say(_("No legal round was left after round %(round)s.", round=played.played))
    text = write(report_of(played, seed), "trf16" if trf16 else "trf26")
    answer({"seed": seed, "rounds": played.played, "trf": text}, text.rstrip("\n"), as_json=as_json)


for _name, _text in (
    ("draws", N_("Drawn games among equals.")),
    ("forfeits", N_("Forfeited games.")),
    ("half_byes", N_("Players with a half-point bye, each round.")),
    ("zero_byes", N_("Players absent for a round.")),
    ("full_byes", N_("Players with a full-point bye, each round.")),
    ("withdrawals", N_("Players who leave, each round.")),
    ("returns", N_("Of those who left, who come back, each round.")),
    ("late", N_("Players who enter after round 1.")),
    ("odd", N_("Games that end 0-0, ½-0, 0-½, or are not rated.")),
):
    command.params.append(_rate(_name, _text))


def report_of(played: Simulated, seed: str) -> Report:
    """A simulated tournament as a report; ranked by points, then by number."""
    plan = played.plan
    entries = [
        Entry(
            one.number,
            f"Player {one.number:04}",
            rating=one.rating,
            points=Points.total(turn.points for turn in one.turns[: played.played]),
            cells=tuple(
                Cell(turn.opponent or 0, turn.colour.value if turn.colour else "-", code)
                for turn, code in zip(one.turns[: played.played], one.codes, strict=False)
            ),
        )
        for one in played.contestants
    ]
    best_first = sorted(entries, key=lambda entry: (-(entry.points or Points(0)).units, entry.number))
    ranks = {entry.number: rank for rank, entry in enumerate(best_first, 1)}
    return Report(
        tuple(replace(entry, rank=ranks[entry.number]) for entry in entries),
        name=f"Random tournament {seed}",
        kind="Individual: Swiss-System (FIDE Dutch)",
        type_code="FIDE_DUTCH",
        planned_rounds=plan.rounds,
        initial_colour=plan.initial.value,
        scoring=plan.scoring,
        forbidden=tuple(Forbidden(tuple(sorted(group)), 1, plan.rounds) for group in played.forbidden),
        accelerations=_accelerations(played),
    )


def _accelerations(played: Simulated) -> tuple[Acceleration, ...]:
    """The fictitious points, which the same players have in every accelerated round."""
    upper = [one for one in played.contestants if one.virtual]
    if not upper:
        return ()
    records: list[Acceleration] = []
    for number, points in enumerate(upper[0].virtual, 1):
        if records and records[-1].points == points:
            records[-1] = replace(records[-1], last_round=number)
        else:
            records.append(Acceleration(points, number, number, upper[0].number, upper[-1].number))
    return tuple(records)
