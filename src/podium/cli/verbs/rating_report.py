"""`podium rating-report`: rating changes, performances and title norms of a tournament in the database."""

from __future__ import annotations

import click

from podium.app.desk import Seen
from podium.app.queries import ratings
from podium.app.ratings import report_words
from podium.app.ratings.rating_report import PlayerRating, RatingQuestion, RatingReport
from podium.app.ratings.report_answers import player_rating_answer, rating_report_answer
from podium.app.words.language import _
from podium.cli import frame
from podium.cli.frame import Console, say
from podium.cli.naming import on_tournament, player
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.state import Tournament


@click.command("rating-report")
@on_tournament
@click.option("--player", "whom", metavar="PLAYER", help="Of this player, game by game, with all that a norm asks.")
@click.option("--after", type=int, metavar="ROUND", help="As it was after this round.")
@click.option("--kind", type=click.Choice([*RatingKind]), help="Which rating the games count for.")
@click.option("--k", "stated", multiple=True, metavar="PLAYER=K", help="K of a player; again for another.")
def verb(
    here: Console, seen: Seen, whom: str | None, after: int | None, kind: str | None, stated: tuple[str, ...]
) -> None:
    """Print what TOURNAMENT is worth to its players: rating change, performance, title norms."""
    known = dict(_stated(seen.state, each) for each in stated)
    question = RatingQuestion(after, RatingKind(kind) if kind else None, known)
    only = player(seen.state, whom).id if whom else None
    report = ratings(seen.state, question, only)
    say(report_words.regulations_text(report))
    if report_words.is_before_editions(report):
        say(_("The event began before; the regulations of its time are not known here."))
    if only is None:
        here.answer(rating_report_answer(report, seen.version), _table(report))
    else:
        here.answer(player_rating_answer(report, seen.version), _details(report, report.players[0]))


def _stated(state: Tournament, text: str) -> tuple[PlayerId, int]:
    whom, _equals, number = text.rpartition("=")
    if not whom or not number.isdigit():
        raise click.UsageError(_("Write K of a player as PLAYER=20."))
    return player(state, whom).id, int(number)


def _table(report: RatingReport) -> str:
    header = ("no.", "name", "rating", "games", "score", "expected", "k", "change", "new", "performance", "norms")
    lines = [
        (
            row.number,
            row.player.name,
            row.player.fields.rating,
            len(row.change.games) if row.change else row.initial.games if row.initial else 0,
            row.change.score if row.change else row.initial.score if row.initial else "",
            report_words.hundredths(row.change.expected.units) if row.change else "",
            row.change.coefficient.k if row.change else "",
            report_words.signed(row.change.exact, 2) if row.change else "",
            row.change.new_rating if row.change else row.initial.rating if row.initial else "",
            row.performance,
            " ".join(each.title for each in row.achieved),
        )
        for row in report.players
    ]
    return frame.table(header, lines, " ".join(name for name in header if name not in ("name", "norms")))


def _details(report: RatingReport, row: PlayerRating) -> str:
    parts = [row.player.name]
    if row.change is not None:
        header = ("round", "opponent", "rating", "difference", "expected", "score", "change")
        lines = [
            (
                each.game.round,
                row.games.opponent(each.game.round).name,
                each.rating,
                report_words.signed(each.difference) + ("*" if each.capped else ""),
                report_words.hundredths(each.expected),
                each.game.score,
                report_words.gain_text(each),
            )
            for each in row.change.games
        ]
        parts.append(frame.table(header, lines, "round rating difference expected score change"))
        parts.append(_("Rating change: %(change)s", change=report_words.change_text(row.change)))
        parts.append(report_words.coefficient_text(row.change))
        parts += filter(None, (report_words.periods_text(row.change),))
    else:
        parts.append(report_words.initial_text(row))
    if row.performance is not None:
        parts.append(report_words.performance_text(row))
    for norm in row.norms:
        lines_of_norm = [
            (
                report_words.requirement_label(report.norm_rules, norm.title, each),
                report_words.needed_text(each),
                report_words.reached_text(each),
                _("yes") if each.met else _("no"),
            )
            for each in norm.requirements
        ]
        parts.append(
            "\n".join([report_words.norm_text(report.norm_rules, norm), *report_words.norm_notes(report, norm)])
        )
        parts.append(frame.table(("requirement", "needed", "reached", "met"), lines_of_norm, "reached"))
    return "\n\n".join(parts)
