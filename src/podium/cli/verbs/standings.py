"""`podium standings` and `podium tiebreaks`: the ranking of a report file, and where its tie-breaks come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from podium.app.standings.explanations import explanation_document
from podium.app.standings.tiebreak_words import plain_name
from podium.app.trf.tiebreak_view import view_of
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.app.words.phrases import separated
from podium.cli.click_or_plain import click
from podium.cli.frame import answer, json_option, table, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import read_report
from podium.core.errors import Refused, Unknown
from podium.core.points import Points
from podium.files.trf import Report
from podium.tiebreaks import (
    PRESETS,
    Explanation,
    Rules,
    Standing,
    Standings,
    UnratedMethod,
    View,
    criterion,
    explain,
    preset,
    standings,
    value_text,
    values,
)

_COLUMNS = ("outcome", "points", "score", "contribution", "remark")
"""What is shown of a round besides its number and the opponent, by its name in JSON."""


class Unrated(NamedTuple):
    """The rating that stands for players without one, or how it is found."""

    rating: int | None = None
    method: UnratedMethod = UnratedMethod.FIXED


def _unrated(_context: click.Context, _param: click.Parameter, value: str | None) -> Unrated | None:
    """What an option names: a rating, or the method that gives one."""
    if value is None:
        return None
    named = {each.value: each for each in UnratedMethod if each is not UnratedMethod.FIXED}
    if value in named:
        return Unrated(None, named[value])
    try:
        return Unrated(int(value))
    except ValueError:
        choices = separated(list(named))
        text = _("%(value)s is neither a rating nor one of %(choices)s.", value=value, choices=choices)
        raise click.BadParameter(text) from None


def report_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a verb that ranks the players of a report."""
    for option in (
        click.option(
            "--unrated",
            callback=_unrated,
            metavar="RATING",
            help="The rating that stands for unrated players, or whose stands for it: lowest or average of the others.",
        ),
        click.option(
            "--round-robin/--swiss", default=None, help="How the pairings were made; else what the file says of it."
        ),
        click.option("--after", type=int, metavar="ROUND", help="As it was after this round."),
        click.option(
            "--edition",
            type=click.Choice(["2024", "2026"]),
            help="The edition of the regulations; else the one in force when the tournament began.",
        ),
        json_option,
    ):
        verb = option(verb)
    return verb


@click.command("tiebreaks")
@click.argument("file")
@click.argument("codes", nargs=-1, metavar="CODE...")
@click.option("--explain", "player", type=int, metavar="PLAYER", help="Show where the values of this player come from.")
@report_options
def tiebreaks_of_report(
    file: str,
    codes: tuple[str, ...],
    player: int | None,
    edition: str | None,
    after: int | None,
    round_robin: bool | None,
    unrated: Unrated | None,
    as_json: bool,
) -> None:
    """Print the tie-breaks CODE... of every player in the report FILE (- for stdin).

    A code is one of FIDE's, with its modifiers: BH, BH/C1, SB, DE, KS/L+1. Without codes: those of the
    file, or else FIDE's usual ones.
    """
    check_question(codes, unrated)
    report = read_report(file)
    with values_of_a_file():
        view = asked_view(report, edition, after, round_robin, unrated)
        codes = codes or usual_codes(report, view)
        check_question(codes)
    if player is not None:
        _explain(report, view, player, codes, as_json=as_json)
        return
    columns = []
    with progress(_("Computing"), len(codes)) as steps:
        for code in codes:
            columns.append((criterion(code), values(view, code)))
            steps.step()
    rows = [
        {"id": key, "values": {one.code: value_text(view, one, column[key]) for one, column in columns}}
        for key in view.ids
    ]
    names = {entry.number: entry.name for entry in report.entries}
    heads = [one.code for one, _ in columns]
    lines = [
        (key, names.get(int(key), ""), *(value_text(view, one, column[key]) for one, column in columns))
        for key in view.ids
    ]
    answer({"players": rows}, table(("no.", "name", *heads), lines, " ".join(("no.", *heads))), as_json=as_json)


def asked_view(
    report: Report, edition: str | None, after: int | None, round_robin: bool | None, unrated: Unrated | None
) -> View:
    """The view of a report that the options ask for."""
    rating, method = unrated or Unrated()
    chosen = int(edition) if edition else None
    return view_of(report, after=after, edition=chosen, round_robin=round_robin, unrated=rating, unrated_method=method)


def check_question(codes: tuple[str, ...], unrated: Unrated | None = None) -> None:
    """Nothing; raises Invalid for a tie-break or a rating that there is not, whatever the file is like."""
    for code in codes:
        criterion(code)
    Rules(unrated=(unrated or Unrated()).rating)


def usual_codes(report: Report, view: View) -> tuple[str, ...]:
    """The tie-breaks that the report names, or else the preset for its kind."""
    return report.tiebreaks or preset("fide-round-robin" if view.rules.round_robin else "fide-swiss")


def _explain(report: Report, view: View, player: int, codes: tuple[str, ...], *, as_json: bool) -> None:
    if player not in report.by_number:
        raise Unknown("player", player)
    if player not in view.index:
        raise Refused("player-annulled", value=player, name=report.by_number[player].name)
    explanations = [explain(view, player, code) for code in codes]
    names = {entry.number: entry.name for entry in report.entries}
    text = "\n\n".join(_text(each, names) for each in explanations)
    answer(
        {"player": player, "tiebreaks": [explanation_document(each) for each in explanations]}, text, as_json=as_json
    )


def _text(explanation: Explanation, names: dict[int, str]) -> str:
    """The explanation as a heading, the facts, and a line a round."""
    row = explanation_document(explanation)
    text = (
        N_("%(code)s = %(value)s (%(tiebreak)s, article %(article)s)")
        if explanation.article
        else N_("%(code)s = %(value)s (%(tiebreak)s)")
    )
    heading = _(
        text,
        code=explanation.code,
        value=row["value"] or _("no value"),
        tiebreak=plain_name(explanation.code),
        article=explanation.article,
    )
    facts = [f"  {name}: {_listed(fact)}" for name, fact in row["facts"].items()]
    lines = []
    for each in row["rounds"]:
        opponent = "" if each["opponent"] is None else f"{each['opponent']} {names[int(each['opponent'])]}"
        lines.append((each["round"], opponent, *(each[field] for field in _COLUMNS)))
    header = ("round", "opponent", "outcome", "points", "score", "adds", "")
    return "\n".join([heading, *facts, table(header, lines, "round points score adds")])


def _listed(fact: object) -> str:
    return separated([str(each) for each in fact]) or _("none") if isinstance(fact, list) else str(fact)


@click.command("standings")
@click.argument("file")
@click.argument("codes", nargs=-1, metavar="[CODE...]")
@click.option("--preset", "named", type=click.Choice(sorted(PRESETS)), help="A usual list of tie-breaks.")
@report_options
def standings_of_report(
    file: str,
    codes: tuple[str, ...],
    named: str | None,
    edition: str | None,
    after: int | None,
    round_robin: bool | None,
    unrated: Unrated | None,
    as_json: bool,
) -> None:
    """Print the ranking of the report FILE (- for stdin), by the tie-breaks CODE... or the file's own.

    Players whom nothing separates share a rank.
    """
    if codes and named:
        raise click.UsageError(_("Name tie-breaks or a preset, not both."))
    check_question(codes, unrated)
    report = read_report(file)
    with progress(_("Ranking")), values_of_a_file():
        view = asked_view(report, edition, after, round_robin, unrated)
        ranking = standings(view, codes or (preset(named) if named else usual_codes(report, view)))
    names = {entry.number: entry.name for entry in report.entries}
    counted = [*ranking.rows, *_left_out(report, ranking)]
    rows = [
        {
            "rank": row.rank,
            "id": row.id,
            "name": names[int(row.id)],
            "points": str(row.points),
            "values": dict(zip(ranking.codes, row.texts, strict=True)),
            "decided_by": row.decided_by,
        }
        for row in counted
    ]
    header = ("rank", "no.", "name", *ranking.codes)
    lines = [(row.rank, row.id, names[int(row.id)], *(figure(text or "") for text in row.texts)) for row in counted]
    text = table(header, lines, " ".join(("rank", "no.", *ranking.codes)))
    answer({"standings": rows, "rounds": ranking.rounds, "codes": list(ranking.codes)}, text, as_json=as_json)


def _left_out(report: Report, ranking: Standings) -> list[Standing]:
    """The rows of players who left a round robin before half of the games: after all others, without values."""
    nothing = (None,) * len(ranking.codes)
    there = ranking.ranks
    return [
        Standing(len(there) + 1, entry.number, Points(0), nothing, nothing, None)
        for entry in report.entries
        if entry.number not in there
    ]
