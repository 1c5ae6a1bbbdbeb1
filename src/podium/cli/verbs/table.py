"""`podium table`: the standings of a tournament in the database."""

from __future__ import annotations

from itertools import groupby

import click

from podium.app.queries import refusals, standings
from podium.app.rounds.left_out_words import not_final
from podium.app.standings.answers import standing_row
from podium.app.standings.final_ranking import ranking_note, unused_ranks
from podium.app.standings.standings import StandingRow
from podium.app.standings.tally import rounds_after
from podium.app.standings.tie_words import name_with_mark, order_text
from podium.app.story.story import is_final
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.cli import frame
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import tournament
from podium.flow.readers import tiebreak_codes
from podium.flow.rounds.open_games import open_games


@click.command("table")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--after", type=int, metavar="ROUND", help="As they were after this round.")
@click.option("--tiebreak", "codes", multiple=True, metavar="CODE", help="By this instead; again for another.")
@on_database(acts=True)
def verb(here: Console, named: str, after: int | None, codes: tuple[str, ...]) -> None:
    """Print the standings of TOURNAMENT, and where every half point came from."""
    chosen = tiebreak_codes("tiebreaks", codes) if codes else None
    seen = tournament(here, named)
    rows = standings(seen.state, after, chosen)
    refused = () if codes else refusals(seen.state)
    for refusal in refused:
        say(sentence(refusal))
    if note := ranking_note(seen.state):
        say(note)
    if open_ended := not_final(seen.state):
        say(_("The standings are %(note)s.", note=open_ended))
    parts = [_section(section, list(level)) for section, level in groupby(rows, key=lambda row: row.section)]
    shown = {
        "standings": [standing_row(row) for row in rows],
        "unused_ranks": [player.id for player in unused_ranks(seen.state)],
        "refused": [{"code": refusal.code, **refusal.facts} for refusal in refused],
        "final": is_final(seen.state, after),
        "open_games": len(open_games(rounds_after(seen.state, after))),
        "version": seen.version,
    }
    here.answer(shown, "\n\n".join(parts) or _("There are no players yet."))


def _section(section: str, rows: list[StandingRow]) -> str:
    return f"{section}\n{ranking_text(rows)}" if section else ranking_text(rows)


def ranking_text(rows: list[StandingRow]) -> str:
    """The standings of one section in columns."""
    codes = list(rows[0].tiebreaks)
    header = ("rank", "name", "points", *codes, "details")
    lines = [
        (
            row.rank,
            name_with_mark(row.player),
            "" if row.entered else figure(row.points),
            *(figure(row.tiebreaks[code] or "") for code in codes),
            "; ".join(filter(None, (row.details, order_text(row.ordered_by)))),
        )
        for row in rows
    ]
    return frame.table(header, lines, " ".join(("rank", "points", *codes)))
