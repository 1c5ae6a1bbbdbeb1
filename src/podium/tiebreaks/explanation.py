"""Why a value is what it is: the contribution of every round, as values.

Text for people is made at the edge from these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from podium.core.points import UNIT, Points
from podium.core.ratings.rating_tables import difference_for, rounded
from podium.core.result import Worth
from podium.tiebreaks import ratings
from podium.tiebreaks.catalogue import Criterion, Number, criterion
from podium.tiebreaks.direct import encounters
from podium.tiebreaks.engine import exact, places_within, totals, value_text
from podium.tiebreaks.opponents import is_met, koya_limit
from podium.tiebreaks.unplayed import Category, Term, adjusted_scores, category, cut_terms, dummy, own_score
from podium.tiebreaks.view import Colour, PlayerKey, View


@dataclass(frozen=True, slots=True)
class Part:
    """One round of an explanation; rounds count from 1.

    `contribution` is None where the round adds nothing to this tie-break by its nature. `score` is
    the opponent's or the dummy's score where the tie-break uses one, `adjusted` whether article
    16.3 changed it, `capped_by` the article that lowered a dummy's, `cut_by` the article that
    took the contribution away.
    """

    round: int
    worth: Worth | None
    points: Points
    opponent: PlayerKey | None
    colour: Colour | None
    category: Category | None
    contribution: Number | None
    score: Points | None = None
    adjusted: bool = False
    dummy: bool = False
    capped_by: str | None = None
    cut_by: str | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one player has one value. `facts` holds what is not tied to a round, by name."""

    player: PlayerKey
    code: str
    article: str
    edition: int
    value: Number | None
    text: str | None
    parts: tuple[Part, ...]
    facts: Mapping[str, object] = field(default_factory=dict)


SCORED = frozenset({"BH", "FB", "SB"})  # their terms are opponents' scores under article 16


def explain(view: View, player: PlayerKey, code: str, tied: Collection[PlayerKey] | None = None) -> Explanation:
    """The explanation of a value; raises as `values` does, and Unknown for a stranger.

    `tied` are the players who are still level when direct encounter is reached; without it, those with the same points.
    """
    one = criterion(code)
    who = view.player(player)
    if one.row.within_ties:
        group = _level(view, who, tied)
        total: Number | None = places_within(view, group, one).get(who)
        terms, facts = _encounters(view, who, one, frozenset(group) - {who})
        articles: dict[int, str] = {}
    else:
        total = totals(view, one)[who]
        terms = one.row.terms(view, one.modifiers)(who)
        low, high = one.row.cuts(view, who, one.modifiers)
        left, gone, excepted = cut_terms(terms, low, high)
        articles = dict.fromkeys((term[2] for term in gone), _cutting_article(one, low, high))
        articles |= dict.fromkeys((term[2] for term in excepted), "16.5")
        facts = _facts(view, who, one, left)
    value = exact(one, total)
    by_round = {term[2]: term for term in terms}
    parts = tuple(_part(view, who, r, one, by_round.get(r), articles.get(r)) for r in range(view.rounds))
    return Explanation(
        player=player,
        code=one.code,
        article=one.row.article,
        edition=view.rules.edition,
        value=value,
        text=value_text(view, one, value),
        parts=parts,
        facts=facts,
    )


def _part(view: View, who: int, r: int, one: Criterion, term: Term | None, cut_by: str | None) -> Part:
    opponent = view.opponents[who][r]
    score, changed, is_dummy, capped_by = None, False, False, None
    if term is not None and one.row.code in SCORED:
        score = Points(term[0])
        fore = one.row.code == "FB" or one.modifiers.fore
        met = is_met(view, who, r, forfeits=one.modifiers.forfeits) or (fore and r == view.final)
        if opponent >= 0 and met:
            changed = adjusted_scores(view, fore=fore)[opponent] != view.scores[opponent]
        else:
            is_dummy, capped_by = (
                True,
                dummy(view, who, r, own_score(view, who, fore=fore), adjusted_scores(view, fore=fore))[1],
            )
    contribution: Number | None = None
    if term is not None:  # in direct encounter that is points, though the value is a place
        contribution = Fraction(term[1], UNIT) if one.row.within_ties else exact(one, term[1])
    colour = None
    if opponent >= 0:
        colour = Colour.BLACK if view.black[who][r] else Colour.WHITE
    return Part(
        round=r + 1,
        worth=view.worths[who][r],
        points=Points(view.points[who][r]),
        opponent=view.ids[opponent] if opponent >= 0 else None,
        colour=colour,
        category=category(view, who, r),
        contribution=contribution,
        score=score,
        adjusted=changed,
        dummy=is_dummy,
        capped_by=capped_by,
        cut_by=cut_by,
    )


def _cutting_article(one: Criterion, low: int, high: int) -> str:
    """The article that cuts so many terms: 14.1 to 14.4, or the tie-break's own rule."""
    if not one.modifiers.low:
        return one.row.article
    return f"14.{min(low, 2) + (2 if high else 0)}"


def _level(view: View, who: int, tied: Collection[PlayerKey] | None) -> list[int]:
    """The player and all who are level with the player."""
    if tied is None:
        return [player for player in range(view.count) if view.scores[player] == view.scores[who]]
    return sorted({who, *(view.player(key) for key in tied)})


def _encounters(view: View, who: int, one: Criterion, tied: frozenset[int]) -> tuple[list[Term], dict[str, object]]:
    """The games against players who are level, and who they are."""
    forfeits = one.modifiers.forfeits
    terms = [
        (view.points[who][r], view.points[who][r], r, False)
        for r, opponent in enumerate(view.opponents[who])
        if opponent in tied and is_met(view, who, r, forfeits=forfeits)
    ]
    met = encounters(view, who, tied, forfeits=forfeits)
    facts: dict[str, object] = {
        "tied": tuple(view.ids[p] for p in sorted(tied)),
        "missing": tuple(view.ids[p] for p in sorted(tied - met.keys())),
        "score": Fraction(sum(met.values())) / UNIT,
    }
    return terms, facts


def _facts(view: View, who: int, one: Criterion, left: Sequence[Term]) -> dict[str, object]:
    code = one.row.code
    if code == "PTS" and (bonus := view.scores[who] - sum(view.points[who])):
        return {"bonus": Points(bonus)}
    if code == "KS":
        return {"limit": Points(koya_limit(view, one.modifiers))}
    if code in ("AOB", "ARO", "APRO", "APPO"):
        return {"games": len(left)}
    if code in ("TPR", "PTP") and left:
        score = ratings.standard_score(view, who, left)
        average = rounded(sum(term[1] for term in left), len(left))
        facts: dict[str, object] = {
            "games": len(left),
            "score": Points(score),
            "average": average,
        }
        if code == "TPR":
            facts["difference"] = difference_for(rounded(score, len(left)))
        return facts
    return {}
