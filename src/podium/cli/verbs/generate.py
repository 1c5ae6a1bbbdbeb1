"""`podium generate`: a random tournament as a report file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from secrets import token_hex
from typing import Any

from podium.app.trf.simulated import report_of
from podium.app.words.language import N_, _
from podium.cli.click_or_plain import click
from podium.cli.frame import answer, json_option, read_bytes, say
from podium.cli.progress import progress
from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.points import Points
from podium.core.result import PRESETS, Scoring
from podium.files.trf import write
from podium.simulation.plan import AMOUNTS, Amount, Count, Plan
from podium.simulation.random_plan import random_plan, random_tiebreaks
from podium.simulation.swiss import play
from podium.swiss import Colour
from podium.tiebreaks import PRESETS as LISTS
from podium.tiebreaks import criterion


def amount(text: str) -> Amount:
    """`12`: so often in the whole tournament; `5%`: that share of the games, or of the players in each round.

    >>> amount("12"), amount("5%")
    (Count(number=12), 5.0)
    """
    if text.endswith("%"):
        return share(text)
    try:
        count = Count(int(text))
    except ValueError:
        raise click.BadParameter(
            _("%(value)s is neither a number nor a share in per cent (%(share)s).", value=text, share="5%")
        ) from None
    if count.number < 0:
        raise click.BadParameter(_("%(value)s is less than nothing.", value=text))
    return count


def share(text: str) -> float:
    """`5%`, or `5` for short."""
    try:
        return float(text.removesuffix("%"))
    except ValueError:
        raise click.BadParameter(_("%(value)s is not a share in per cent.", value=text)) from None


def amount_text(value: Amount) -> str:
    """An amount as the command line takes it.

    >>> amount_text(Count(12)), amount_text(2.5)
    ('12', '2.5%')
    """
    return str(value) if isinstance(value, Count) else f"{value:g}%"


FIXED = Plan(50, 9)
FIXED_TIEBREAKS = ("PTS",)
"""What `--fixed` takes for whatever is not named."""
UNRATED, HIGHEST = 0, 4000
RATINGS = click.IntRange(UNRATED, HIGHEST)


@click.command("generate")
@click.option("--players", type=int, metavar="N", help="How many take part.")
@click.option("--rounds", type=int, metavar="N", help="How many are played.")
@click.option("--seed", help="The same seed gives the same tournament; without one, every run is different.")
@click.option("--fixed", is_flag=True, help="Take the usual for what is not named, and draw nothing but the play.")
@click.option("--scoring", type=click.Choice(sorted(PRESETS)), help="What a result is worth.")
@click.option("--bye-points", metavar="POINTS", help="What an allocated bye is worth, if not what the scoring says.")
@click.option("--initial-colour", type=click.Choice(["white", "black"]), help="Else drawn by lot.")
@click.option("--accelerated/--no-accelerated", default=None, help="The Baku acceleration, or none.")
@click.option("--forbidden", type=click.IntRange(0), metavar="N", help="Groups of players who may not meet.")
@click.option("--ratings", metavar="LIST|FILE", help="The ratings, separated by commas or blanks, or a file of them.")
@click.option("--highest", type=RATINGS, metavar="RATING", help="The best rating.")
@click.option("--lowest", type=RATINGS, metavar="RATING", help="The worst rating.")
@click.option("--spacing", type=click.IntRange(0), metavar="N", help="From one rating to the next; else at random.")
@click.option("--tiebreaks", metavar="CODES", help="Rank by this list, BH/C1,BH,DE or fide-swiss.")
@click.option("--draws", type=share, metavar="PERCENT", help="Drawn games among equals.")
@click.option("--returns", type=share, metavar="PERCENT", help="Of those who left, who come back, each round.")
@click.option("--trf16", is_flag=True, help="Write TRF16 with extensions instead of TRF26.")
@json_option
def command(seed: str | None, fixed: bool, trf16: bool, as_json: bool, **given: Any) -> None:
    """Print a random tournament: paired by the Dutch system, results by FIDE's table of expectation.

    Every option that is not named is drawn by chance. An AMOUNT is a number for the whole tournament or, with a per
    cent sign, a share of the games, or of the players in each round.
    """
    seed = seed or token_hex(8)
    given = {name: value for name, value in given.items() if value is not None}
    codes = _codes(given.pop("tiebreaks", ""))
    bye = given.pop("bye_points", None)
    if bye is not None:
        given.setdefault("scoring", FIXED.scoring.name)
    plan = _plan(seed, _options(given), fixed=fixed)
    plan = replace(plan, scoring=_with_bye(plan.scoring, bye)).checked()
    if plan.lowest > plan.highest:
        raise click.UsageError(
            _(
                "The lowest rating %(lowest)s is above the highest, %(highest)s.",
                lowest=plan.lowest,
                highest=plan.highest,
            )
        )
    with progress(_("Playing"), plan.rounds) as shown:
        played = play(plan, Dice(seed), shown.step)
    if not played.played:
        raise Refused("no-first-round", value=plan.players)
    if played.played < plan.rounds:
        say(_("No legal round was left after round %(round)s.", round=played.played))
    for name, number in played.left.items():
        say(_("%(option)s: no room for %(number)s of them.", option=_option(name), number=number))
    if not codes:
        rated = all(one.rating for one in played.contestants)
        codes = FIXED_TIEBREAKS if fixed else random_tiebreaks(Dice(f"{seed}/tiebreaks"), rated=rated)
    words = list(_words(seed, plan, codes))
    repeat = f"### podium generate {shlex.join(words)}"
    text = write(report_of(played, seed, codes, [repeat]), "trf16" if trf16 else "trf26")
    value = {"seed": seed, "rounds": played.played, "options": words, "trf": text}
    answer(value, text.rstrip("\n"), as_json=as_json)


for _name, _text in (
    ("forfeits", N_("Games that are forfeited, by whomever.")),
    ("forfeit_wins", N_("Games that Black forfeits, 1-0F.")),
    ("forfeit_losses", N_("Games that White forfeits, 0-1F.")),
    ("double_forfeits", N_("Games that both forfeit, 0-0F.")),
    ("odd", N_("Games that end 0-0, ½-0, 0-½, or are not rated.")),
    ("odd_results", N_("Games that end 0-0, ½-0 or 0-½.")),
    ("unrated_games", N_("Games that are played and not rated.")),
    ("half_byes", N_("Players with a half-point bye.")),
    ("zero_byes", N_("Players absent for a round.")),
    ("full_byes", N_("Players with a full-point bye.")),
    ("withdrawals", N_("Players who leave.")),
    ("late", N_("Players who enter after round 1.")),
):
    command.params.append(click.Option([f"--{_name.replace('_', '-')}"], type=amount, metavar="AMOUNT", help=_text))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _options(given: dict[str, Any]) -> dict[str, Any]:
    """What was named, by its name in a plan."""
    options = dict(given)
    if "initial_colour" in options:
        options["initial"] = Colour[options.pop("initial_colour").upper()]
    if "scoring" in options:
        options["scoring"] = PRESETS[options["scoring"]]
    if "ratings" in options:
        options["ratings"] = _listed(options["ratings"])
        options.setdefault("players", len(options["ratings"]))
    return options


def _plan(seed: str, options: dict[str, Any], *, fixed: bool) -> Plan:
    """The plan with these options; the others are drawn, or the usual ones."""
    if not fixed:
        return random_plan(seed, options)
    initial = Dice(f"{seed}/initial").pick(list(Colour))
    return replace(FIXED, **{"initial": initial, **options})


def _with_bye(table: Scoring, points: str | None) -> Scoring:
    if points is None:
        return table
    bye = Points.of(points)
    if not Points(0) <= bye <= table.win:
        raise click.UsageError(_("A bye is worth 0 to %(most)s points, not %(value)s.", most=table.win, value=bye))
    return replace(table, bye=bye)


def _listed(text: str) -> tuple[int, ...]:
    """The ratings of a list, or of a file that has one; 0 is unrated."""
    if not re.fullmatch(r"[\d\s,;]+", text):
        text = read_bytes(text).decode("utf-8", "replace")
    try:
        ratings = tuple(int(word) for word in re.split(r"[\s,;]+", text.strip(" \t\r\n,;")))
    except ValueError as problem:
        raise click.UsageError(_("Not a list of ratings: %(reason)s.", reason=problem)) from None
    beyond = [rating for rating in ratings if rating > HIGHEST]
    if beyond:
        raise click.UsageError(_("%(value)s is no rating: use 0 to %(most)s.", value=beyond[0], most=HIGHEST))
    return ratings


def _codes(text: str) -> tuple[str, ...]:
    """The tie-breaks of a list, or of one that has a name; raises Invalid."""
    if text in LISTS:
        return LISTS[text]
    return tuple(criterion(code).code for code in re.split(r"[\s,;]+", text) if code)


def _words(seed: str, plan: Plan, codes: tuple[str, ...]) -> Iterator[str]:
    """The options that make this tournament again, each of them named."""
    yield from ("--seed", seed, "--fixed", "--players", str(plan.players), "--rounds", str(plan.rounds))
    usual_first = ["fide", *PRESETS]
    table = next(name for name in usual_first if replace(PRESETS[name], bye=plan.scoring.bye) == plan.scoring)
    yield from ("--scoring", table)
    yield from ("--bye-points", str(plan.scoring.bye))
    yield from ("--initial-colour", plan.initial.name.lower())
    yield "--accelerated" if plan.accelerated else "--no-accelerated"
    yield from ("--forbidden", str(plan.forbidden))
    if plan.ratings:
        yield from ("--ratings", ",".join(map(str, plan.ratings)))
    else:
        yield from ("--highest", str(plan.highest), "--lowest", str(plan.lowest))
        if plan.spacing is not None:
            yield from ("--spacing", str(plan.spacing))
    yield from ("--tiebreaks", ",".join(codes), "--draws", f"{plan.draws:g}%", "--returns", f"{plan.returns:g}%")
    for name in AMOUNTS:
        value = getattr(plan, name)
        yield from (_option(name), amount_text(value))
