"""What one player does now: the round being played, who sits opposite, and where that puts them."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.event.progress import current_round
from podium.app.players.card import CardLine
from podium.app.queries import card
from podium.app.rounds.result_words import score_text
from podium.app.standings.standings import StandingRow
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.app.words.phrases import enumeration
from podium.core.ids import PlayerId
from podium.core.result import Result
from podium.flow.state import Tournament


def line_text(line: CardLine, *, counts_points: bool, place: str | None = None) -> str:
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
    rating = line.opponent.fields.rating
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
    place = place or _("board %(board)s", board=line.board)
    if line.colour == "white":
        return _("%(place)s, White against %(opponent)s", place=place, **against)
    return _("%(place)s, Black against %(opponent)s", place=place, **against)


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """A player's place in the standings, and the line of the card that is about now; None before the first round."""

    standing: StandingRow
    number: int
    line: CardLine | None


def player_now(state: Tournament, player: PlayerId) -> PlayerNow:
    """What a player does now; raises Unknown for a player there is not.

    Where rounds run side by side, as in a bracket, it is the latest that the player is in.
    """
    held = card(state, player)
    here = current_round(state)
    lines = [line for line in held.lines if here is None or line.round == here.number]
    return PlayerNow(held.standing, held.numbers[player], lines[-1] if lines else None)
