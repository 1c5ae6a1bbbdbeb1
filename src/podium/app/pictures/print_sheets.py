"""The sheets that a bracket is printed on: no sheet has more rounds or boards than can be read on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from podium.app.formats.knockout.words import round_name
from podium.app.pictures.bracket import Excerpt
from podium.app.words.language import _
from podium.knockout import Branch, Knockout

ROUNDS, BOARDS = 4, 8
"""What a sheet has room for; so many boards have met after so many rounds."""


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """The rounds from `first` to `last`: section `number` of that many, or all of it.

    The winner of a section goes `on` to that round. Without a `part` the round is too large for a picture, and its
    matches are a list.
    """

    part: Excerpt | None
    first: int
    last: int
    number: int = 1
    sections: int = 1
    on: int | None = None


def sheets(state: Knockout) -> tuple[PrintSheet, ...]:
    """The sheets, from the first round to the final; every match is on one of them."""
    if state.rules.both_advance:
        return tuple(_open_ended(state))
    rounds: dict[Branch | None, list[int]] = defaultdict(list)
    for here in state.rounds:
        rounds[state.branch(here.number)].append(here.number)
    return tuple(sheet for branch, numbers in rounds.items() for sheet in _MADE[branch](state, numbers, branch))


def _whole(state: Knockout, numbers: Sequence[int], branch: Branch | None) -> Iterator[PrintSheet]:
    """Sections that each find one player, as long as there are too many rounds for one sheet; then the rest.

    The matches in which the sections were decided stand there once more, if that leaves it one sheet.
    """
    first, last, after_sections = 0, len(numbers) - 1, False
    while last - first >= ROUNDS:
        sections = len(state.rounds[numbers[first] - 1].boards) // BOARDS
        begin, end, on = numbers[first], numbers[first + ROUNDS - 1], numbers[first + ROUNDS]
        for at in range(sections):
            part = Excerpt(begin, range(at * BOARDS + 1, (at + 1) * BOARDS + 1), after_sections=after_sections)
            yield PrintSheet(part, begin, end, at + 1, sections, on)
        first, after_sections = first + ROUNDS, True
    if first > 0 and last - first < ROUNDS - 1:
        first, after_sections = first - 1, False
    yield PrintSheet(
        Excerpt(numbers[first], after_sections=after_sections, branch=branch), numbers[first], numbers[last]
    )


def _losers(state: Knockout, numbers: Sequence[int], branch: Branch | None) -> Iterator[PrintSheet]:
    """Some rounds at a time, in sections where there are too many lines: the boards halve only every other round."""
    winners = sum(here.branch is Branch.WINNERS for here in state.plan.rounds)
    for at in range(0, len(numbers), ROUNDS):
        chunk = numbers[at : at + ROUNDS]
        sections = max(1, 2 ** (winners - 2 - state.plan.rounds[chunk[0] - 1].depth) // BOARDS)
        for section in range(sections):
            boards = range(section * BOARDS + 1, (section + 1) * BOARDS + 1) if sections > 1 else None
            part = Excerpt(chunk[0], boards, ROUNDS, branch=branch)
            yield PrintSheet(part, chunk[0], chunk[-1], section + 1, sections)


_MADE = {None: _whole, Branch.WINNERS: _whole, Branch.LOSERS: _losers, Branch.FINAL: _whole}


def _open_ended(state: Knockout) -> Iterator[PrintSheet]:
    """A list of each large round, whose ways would cross; then some rounds at a time."""
    small = next((here.number for here in state.rounds if len(here.boards) <= BOARDS), len(state.rounds) + 1)
    for number in range(1, small):
        yield PrintSheet(None, number, number)
    for first in range(small, len(state.rounds) + 1, ROUNDS):
        yield PrintSheet(Excerpt(first, rounds=ROUNDS), first, min(first + ROUNDS - 1, len(state.rounds)))


def sheet_titles(state: Knockout, sheet: PrintSheet) -> tuple[str, str]:
    """What a sheet is called, and what stands beside that: the rounds on it, and where its winner goes on."""
    first, last = (round_name(state, number) for number in (sheet.first, sheet.last))
    rounds = first if first == last else _("%(first)s to %(last)s", first=first, last=last)
    if sheet.part is None or sheet.sections == 1:
        return rounds, ""
    onwards = sheet.on and _(
        "the winner goes on to {board||table} %(board)s of the %(round)s",
        board=(sheet.number + 1) // 2,
        round=round_name(state, sheet.on),
    )
    title = _("Section %(number)s of %(count)s", number=sheet.number, count=sheet.sections)
    if sheet.first > 1:  # those of the first rounds have the plain numbers
        title = _("%(round)s, section %(number)s of %(count)s", round=first, number=sheet.number, count=sheet.sections)
    return title, f"{rounds}; {onwards}" if onwards else rounds
