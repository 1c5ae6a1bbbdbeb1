"""The sheets that a bracket is printed on: no sheet has more rounds or boards than can be read on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.formats.knockout.words import round_name
from podium.app.pictures.bracket import Excerpt
from podium.app.words.language import _
from podium.knockout import Knockout

ROUNDS, BOARDS = 4, 8
"""What a sheet has room for; so many boards have met after so many rounds."""


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """The rounds from `first` to `last`: section `number` of that many, or all of it.

    Without a `part` the round is too large for a picture, and its matches are a list.
    """

    part: Excerpt | None
    first: int
    last: int
    number: int = 1
    sections: int = 1


def sheets(state: Knockout) -> tuple[PrintSheet, ...]:
    """The sheets, from the first round to the final; every match is on one of them."""
    return tuple(_open_ended(state) if state.rules.both_advance else _whole(state))


def _whole(state: Knockout) -> Iterator[PrintSheet]:
    """Sections that each find one player, as long as there are too many rounds for one sheet; then the rest.

    The matches in which the sections were decided stand there once more, if that leaves it one sheet.
    """
    first, last, after_sections = 1, state.last_round, False
    while last - first >= ROUNDS:
        sections = len(state.rounds[first - 1].boards) // BOARDS
        for at in range(sections):
            part = Excerpt(first, range(at * BOARDS + 1, (at + 1) * BOARDS + 1), after_sections=after_sections)
            yield PrintSheet(part, first, first + ROUNDS - 1, at + 1, sections)
        first, after_sections = first + ROUNDS, True
    if first > 1 and last - first < ROUNDS - 1:
        first, after_sections = first - 1, False
    yield PrintSheet(Excerpt(first, after_sections=after_sections), first, last)


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
    onwards = _(
        "the winner goes on to board %(board)s of the %(round)s",
        board=(sheet.number + 1) // 2,
        round=round_name(state, sheet.last + 1),
    )
    title = _("Section %(number)s of %(count)s", number=sheet.number, count=sheet.sections)
    if sheet.first > 1:  # those of the first rounds have the plain numbers
        title = _("%(round)s, section %(number)s of %(count)s", round=first, number=sheet.number, count=sheet.sections)
    return title, f"{rounds}; {onwards}"
