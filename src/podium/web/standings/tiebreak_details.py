"""Why a player stands where they stand: each tie-break of the event, round by round, for somebody who asks why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from podium.app.queries import explained, usable_for
from podium.app.rounds.result_words import NO_RESULT
from podium.app.standings.explanations import decimal, outcome, plain, remark
from podium.app.standings.tiebreak_words import full_name, meaning, rule
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import UNIT
from podium.flow.state import Tournament
from podium.tiebreaks import Explanation, Part

FACTS = {
    "bonus": N_("Points outside the rounds"),
    "limit": N_("Points an opponent needs"),
    "games": N_("Games that count"),
    "score": N_("Score in games that count"),
    "average": N_("Average rating"),
    "difference": N_("Rating difference for the score"),
    "tied": N_("Level with"),
    "missing": N_("Never met"),
}


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round: what happened, and what it adds. `score` is what the opponent counts with; a line can be left out."""

    round: int
    opponent: Player | None
    outcome: str
    score: str
    adds: str
    remark: str
    left_out: bool


@dataclass(frozen=True, slots=True)
class TiebreakDetail:
    """One tie-break of one player; `anchor` is its place on the page, `scored` whether opponents' points are told."""

    code: str
    anchor: str
    name: str
    meaning: str
    rule: str
    value: str | None
    facts: tuple[tuple[str, str], ...]
    lines: tuple[RoundLine, ...]
    scored: bool

    @property
    def columns(self) -> list[str]:
        """The headings; those of figures begin with `#`."""
        return [
            "#" + _("Round"),
            _("Opponent"),
            _("Result"),
            *(["#" + _("Opponent’s points")] if self.scored else []),
            "#" + _("Contribution"),
            _("Remark"),
        ]


@dataclass(frozen=True, slots=True)
class TiebreakDetails:
    """All tie-breaks of a player, and why some cannot be used."""

    told: tuple[TiebreakDetail, ...]
    refused: tuple[str, ...]


def tiebreak_details(state: Tournament, player: Player, after: int | None) -> TiebreakDetails:
    """Every tie-break of the event for a player, after a round or now."""
    codes, refused = usable_for(state, player)
    details = tuple(_detail(state, each) for each in explained(state, player, codes, after))
    return TiebreakDetails(details, tuple(sentence(refusal) for refusal in refused))


def _detail(state: Tournament, explanation: Explanation) -> TiebreakDetail:
    adding = any(part.contribution is not None for part in explanation.parts)
    return TiebreakDetail(
        code=explanation.code,
        anchor=f"tiebreak-{explanation.code.replace('/', '-')}",
        name=full_name(explanation.code),
        meaning=meaning(explanation.code),
        rule=rule(explanation.article, explanation.edition),
        value=None if explanation.text is None else figure(explanation.text),
        facts=tuple(_facts(state, explanation)),
        lines=tuple(_line(state, part) for part in explanation.parts) if adding else (),
        scored=any(_counts_otherwise(part) for part in explanation.parts),
    )


def _counts_otherwise(part: Part) -> bool:
    """Whether the opponent's points are not what the round adds."""
    return part.score is not None and Fraction(part.score.units, UNIT) != part.contribution


def _line(state: Tournament, part: Part) -> RoundLine:
    return RoundLine(
        round=part.round,
        opponent=None if part.opponent is None else state.players[PlayerId(str(part.opponent))],
        outcome=outcome(part) if part.worth else _(NO_RESULT),
        score="" if part.score is None else figure(part.score),
        adds="" if part.contribution is None else figure(decimal(part.contribution)),
        remark=remark(part),
        left_out=part.cut_by is not None,
    )


def _facts(state: Tournament, explanation: Explanation) -> Iterator[tuple[str, str]]:
    alone = explanation.facts.get("tied") == ()
    for name, fact in explanation.facts.items():
        if alone and name != "tied":
            continue
        if isinstance(fact, tuple):
            text = "; ".join(state.players[PlayerId(str(key))].name for key in fact) or _("nobody")
        else:
            text = str(plain(fact))
        yield _(FACTS[name]), text
