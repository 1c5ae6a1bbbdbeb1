"""The pairing of one round, bracket by bracket from the top (articles 1.9 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from podium.core.errors import Unpairable
from podium.swiss.bracket import Bracket
from podium.swiss.colour import ColourRule, colour_of_higher
from podium.swiss.exact import Outcome, pair_exactly
from podium.swiss.field import Colour, Field
from podium.swiss.matching import Greatest, is_perfect, odd_parts
from podium.swiss.roster import Roster, members

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
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Round:
    """The pairing of a round: pairs in the order of the boards, and who has the bye."""

    pairs: tuple[Pair, ...]
    bye: int | None


def pair(field: Field, way: Callable[[Bracket], Outcome | None] = pair_exactly) -> Round:
    """The round that the Dutch system prescribes; raises Unpairable with its proof.

    `way` pairs one bracket: the reference, or one that is faster and gives the same.
    """
    roster = Roster(field.checked())
    return round_of(roster, list(brackets(roster, way)))


def brackets(roster: Roster, way: Callable[[Bracket], Outcome | None]) -> Iterator[PairedBracket]:
    """Each bracket as it is paired, from the top."""
    bye = bye_score(roster)
    groups = list(roster.groups())
    moved: tuple[int, ...] = ()
    for index, (start, end) in enumerate(groups):
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
        yield PairedBracket(bracket, outcome)
        moved = outcome.floaters


def bye_score(roster: Roster) -> int | None:
    """The least score with which somebody can get the bye (C2, C4, C5); None for an even field.

    Raises Unpairable if the round cannot be completed at all.
    """
    may_meet, everyone = roster.may_meet, roster.everyone
    if roster.size % 2 == 0:
        if not is_perfect(may_meet, everyone):
            raise unpairable(roster)
        return None
    for start, end in reversed(list(roster.groups())):
        if can_have_bye(roster, [one for one in range(start, end) if roster.may_have_bye[one]]):
            return roster.scores[start]
    raise unpairable(roster)


def can_have_bye(roster: Roster, candidates: list[int]) -> bool:
    """Whether one of `candidates` can get the bye so that all others can be paired."""
    return bool(candidates) and is_perfect(*with_bye(roster, candidates))


def with_bye(roster: Roster, candidates: list[int]) -> tuple[list[int], int]:
    """Whom each player may meet, and the set of all, with the bye as one more vertex."""
    bye = 1 << roster.size
    neighbours = [*roster.may_meet, roster.mask(candidates)]
    for player in candidates:
        neighbours[player] |= bye
    return neighbours, roster.everyone | bye


def unpairable(roster: Roster) -> Unpairable:
    """The refusal, with the players who prove that no legal round exists.

    Take the `barrier` away: the others fall into parts that cannot meet one another, and more of
    these are odd than the barrier has players, so somebody is left over in every attempt.
    """
    neighbours, everyone = list(roster.may_meet), roster.everyone
    if roster.size % 2:
        candidates = [one for one in range(roster.size) if roster.may_have_bye[one]]
        neighbours, everyone = with_bye(roster, candidates)
    found = Greatest(neighbours, everyone)
    parts = odd_parts(neighbours, everyone & ~found.barrier)
    return Unpairable(
        "no-legal-round",
        article="C.04.3 1.9.3",
        round=roster.field.round,
        barrier=_numbers(roster, found.barrier),
        parts=[_numbers(roster, part) for part in parts],
        left_over=found.missed,
        bye=bool(roster.size % 2),
    )


def _numbers(roster: Roster, players: int) -> list[int]:
    """The pairing numbers of a set of places; 0 stands for the bye."""
    return sorted(roster.numbers[one] if one < roster.size else 0 for one in members(players))


def round_of(roster: Roster, paired: list[PairedBracket]) -> Round:
    """The round made of its brackets, with colours and in the order of the boards."""
    met = [couple for one in paired for couple in one.outcome.pairs]
    left = paired[-1].outcome.floaters if paired else ()
    boards = sorted(met, key=lambda couple: _board(roster, couple))
    return Round(
        tuple(coloured(roster, a, b) for a, b in boards),
        roster.numbers[left[0]] if left else None,
    )


def _board(roster: Roster, couple: tuple[int, int]) -> tuple[int, int, int]:
    """Boards follow the higher score, then the lower, then the better pairing number."""
    now = roster.field.round
    real = [roster.scores[one] - roster.entrants[one].virtual_in(now).units for one in couple]
    number = min((-score, roster.numbers[one]) for score, one in zip(real, couple, strict=True))[1]
    return -max(real), -min(real), number


def coloured(roster: Roster, a: int, b: int) -> Pair:
    """The pair with its colours (article 5); `a` is the higher ranked."""
    colour, rule = colour_of_higher(roster.side(a), roster.side(b), roster.field.initial)
    one, other = roster.numbers[a], roster.numbers[b]
    if colour is Colour.WHITE:
        return Pair(one, other, one, rule)
    return Pair(other, one, one, rule)
