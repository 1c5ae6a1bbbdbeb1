"""The pairing of one round, bracket by bracket from the top (articles 1.9 and 3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from podium.core.bits import members
from podium.core.errors import Refused, Unpairable
from podium.core.matching.maximum import MaximumMatching, has_perfect_matching, odd_parts
from podium.swiss.bracket import Bracket
from podium.swiss.colour import ColourRule, colour_of_higher
from podium.swiss.exact import BracketPairing
from podium.swiss.field import Colour, Field
from podium.swiss.outlook import with_bye
from podium.swiss.roster import Roster
from podium.swiss.swift import pair_swiftly

ENGINE = "podium-dutch"
EDITION = "2026-02"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet; `higher` is the better ranked of the two, `rule` decided the colours."""

    white: int
    black: int
    higher: int
    rule: ColourRule


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """One bracket as it was paired, by places in the roster."""

    bracket: Bracket
    outcome: BracketPairing


@dataclass(frozen=True, slots=True)
class PairedRound:
    """The pairing of a round: pairs in the order of the boards, and who has the bye."""

    pairs: tuple[Pair, ...]
    bye: int | None


Way = Callable[[Bracket], BracketPairing | None]


def pair(field: Field) -> PairedRound:
    """The round that the Dutch system prescribes; raises Unpairable with its proof, Invalid, Refused."""
    roster = roster_of(field)
    return round_of(roster, *pair_brackets(roster, pair_swiftly))


def pair_unchecked(field: Field) -> PairedRound:
    """The same for a field that is known to be right, with somebody to be paired in it."""
    roster = Roster(field)
    return round_of(roster, *pair_brackets(roster, pair_swiftly))


def roster_of(field: Field) -> Roster:
    """The players to be paired; raises Refused if there is nobody to pair, Invalid for a wrong field."""
    roster = Roster(field.checked())
    if not roster.size or len(field.entrants) < 2:
        raise Refused("too-few-players", value=roster.size, least=2)
    return roster


def pair_brackets(roster: Roster, way: Way) -> tuple[list[PairedBracket], int | None]:
    """Each bracket as `way` pairs it, from the top, and the place of the one who gets the bye."""
    bye = bye_score(roster)
    groups = list(roster.groups())
    paired: list[PairedBracket] = []
    moved: tuple[int, ...] = ()
    holder: int | None = None
    for index, (start, end) in enumerate(groups):
        if bye is not None and bye > roster.scores[start]:
            # Below the score of the bye only those moved down can get it: if one, it is settled.
            able = [one for one in moved if roster.may_have_bye[one] and roster.scores[one] == bye]
            if len(able) == 1:
                holder, bye = able[0], None
                moved = tuple(one for one in moved if one != holder)
        after = groups[index + 1] if index + 1 < len(groups) else (end, end)
        bracket = Bracket(
            roster,
            moved,
            tuple(range(start, end)),
            tuple(range(*after)),
            tuple(range(after[1], roster.size)),
            bye,
        )
        outcome = way(bracket)
        assert outcome is not None, "C4 holds before the first bracket, and every bracket keeps it"
        paired.append(PairedBracket(bracket, outcome))
        moved = outcome.floaters
    return paired, holder if holder is not None else next(iter(moved), None)


def bye_score(roster: Roster) -> int | None:
    """The least score with which somebody can get the bye (C2, C4, C5); None for an even field.

    Raises Unpairable if the round cannot be completed at all.
    """
    may_meet, everyone = roster.may_meet, roster.everyone
    if roster.size % 2 == 0:
        if not has_perfect_matching(may_meet, everyone):
            raise unpairable(roster)
        return None
    for start, end in reversed(list(roster.groups())):
        if can_have_bye(roster, [one for one in range(start, end) if roster.may_have_bye[one]]):
            return roster.scores[start]
    raise unpairable(roster)


def can_have_bye(roster: Roster, candidates: list[int]) -> bool:
    """Whether one of `candidates` can get the bye so that all others can be paired."""
    return bool(candidates) and has_perfect_matching(*with_bye(roster, candidates, roster.everyone))


def unpairable(roster: Roster) -> Unpairable:
    """The refusal, with the players who prove that no legal round exists.

    Take the `barrier` away: the others fall into parts that cannot meet one another, and more of
    these are odd than the barrier has players, so somebody is left over in every attempt.
    """
    neighbours, everyone = list(roster.may_meet), roster.everyone
    if roster.size % 2:
        candidates = [one for one in range(roster.size) if roster.may_have_bye[one]]
        neighbours, everyone = with_bye(roster, candidates, everyone)
    found = MaximumMatching(neighbours, everyone)
    parts = odd_parts(neighbours, everyone & ~found.barrier)
    return Unpairable(
        "no-legal-round" if found.barrier else "no-legal-round-at-all",
        article="C.04.3 1.9.3",
        round=roster.field.round,
        barrier=_numbers(roster, found.barrier),
        groups=len(parts),
        parts=[_numbers(roster, part) for part in parts],
        left_over=found.missed,
        bye=bool(roster.size % 2),
    )


def _numbers(roster: Roster, players: int) -> list[int]:
    """The pairing numbers of a set of places; 0 stands for the bye."""
    return sorted(roster.numbers[one] if one < roster.size else 0 for one in members(players))


def round_of(roster: Roster, paired: list[PairedBracket], bye: int | None) -> PairedRound:
    """The round made of its brackets, with colours and in the order of the boards."""
    met = [couple for one in paired for couple in one.outcome.pairs]
    boards = sorted(met, key=lambda couple: board_key(roster, couple))
    return PairedRound(
        tuple(pair_with_colours(roster, a, b) for a, b in boards),
        None if bye is None else roster.numbers[bye],
    )


def board_key(roster: Roster, couple: tuple[int, int]) -> tuple[int, int, int]:
    """What boards are sorted by: the higher score of the two, then the sum, then the lower number (C.04.2 3.6).

    Scores are those the round is paired with, virtual points of an accelerated one included.
    """
    scores = [roster.scores[one] for one in couple]
    return -max(scores), -sum(scores), min(roster.numbers[one] for one in couple)


def pair_with_colours(roster: Roster, a: int, b: int) -> Pair:
    """The pair with its colours (article 5); `a` is the higher ranked."""
    colour, rule = colour_of_higher(roster.side(a), roster.side(b), roster.field.initial)
    one, other = roster.numbers[a], roster.numbers[b]
    if colour is Colour.WHITE:
        return Pair(one, other, one, rule)
    return Pair(other, one, one, rule)
