"""A round of one player in a few words: who sits opposite, or how it ended."""

from __future__ import annotations

from podium.app.players.card import CardLine
from podium.app.rounds.result_words import score_text
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.app.words.phrases import enumeration
from podium.core.result import Result


def line_text(line: CardLine, *, counts_points: bool, place: str | None = None, ratings: bool = True) -> str:
    """A round of a player: where and against whom or, once it is over, how it ended. `place` stands for the board."""
    if line.doubles is not None:
        facts = {
            "partner": line.doubles.partner.name,
            "team": enumeration([each.name for each in line.doubles.opponents]),
        }
        if line.doubles.sets:
            return _("%(sets)s with %(partner)s against %(team)s", sets=line.doubles.sets, **facts)
        place = place or _("table %(table)s", table=line.board)
        return _("%(place)s, with %(partner)s against %(team)s", place=place, **facts)
    if line.opponent is None:
        scores = counts_points and line.points is not None
        return f"{line.outcome}, {figure(line.points)}" if scores else line.outcome
    rating = line.opponent.fields.rating if ratings else None
    against = {"opponent": f"{line.opponent.name} ({rating})" if rating else line.opponent.name}
    if line.result == Result.ADJOURNED.value:
        facts = {"outcome": line.outcome, **against}
        if line.colour == "white":
            return _("%(outcome)s, with White against %(opponent)s", **facts)
        return _("%(outcome)s, with Black against %(opponent)s", **facts)
    if line.result is not None:
        facts = {"outcome": line.outcome, "result": score_text(line.result), **against}
        if line.colour == "white":
            return _("%(outcome)s, %(result)s with White against %(opponent)s", **facts)
        return _("%(outcome)s, %(result)s with Black against %(opponent)s", **facts)
    place = place or _("{board||table} %(board)s", board=line.board)
    if line.colour == "white":
        return _("%(place)s, White against %(opponent)s", place=place, **against)
    return _("%(place)s, Black against %(opponent)s", place=place, **against)
