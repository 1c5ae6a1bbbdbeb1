"""Whether the rounds and ranks of a report are what the rules prescribe, one difference after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from podium.app.trf.round_robin import repeated_meetings, table_differences
from podium.app.trf.swiss_field import field_of, paired_in, start_numbers
from podium.app.trf.tiebreak_view import expelled_in, view_of
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.errors import PodiumError, Refused
from podium.files.trf import Report
from podium.files.trf.writer import POINTS
from podium.files.trf_systems import DUTCH, NEW_RULES
from podium.roundrobin import RoundDifference as TableDifference
from podium.swiss import Difference as RoundDifference
from podium.swiss import check_round
from podium.tiebreaks import criterion, standings
from podium.tiebreaks.catalogue import TYPED

Numbers = tuple[tuple[int, ...], ...]
"""Pairs by start number, White first; one alone has the bye of the pairing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it should be: in a round, or in the ranks and the whole (round None).

    `expected` and `actual` are the pairs of a round that differ, by start number; one alone has the bye of the pairing.
    What is not `verified` is no difference: nothing could be compared, and so nothing is known to be right.
    """

    round: int | None
    text: str
    expected: Numbers = ()
    actual: Numbers = ()
    verified: bool = True


def differences(report: Report, after_each: Callable[[], None] = lambda: None) -> Iterator[Difference]:
    """Everything in which a report departs from the rules, and all that could not be held against them; `after_each`
    round is called when one was compared."""
    yield from round_differences(report, after_each)
    yield from rank_differences(report)


def round_differences(report: Report, after_each: Callable[[], None] = lambda: None) -> Iterator[Difference]:
    """The rounds that are not what the rules prescribe.

    Rounds are paired again by the Dutch system, or compared with the Berger tables; in a round robin without a table
    nobody meets twice in a cycle. Where there is no table, or the file names a system that Podium does not have, that
    is said too.
    """
    by_table = table_differences(report)
    if by_table is not None:
        yield from map(_off_the_table, by_table)
    elif report.system.family == DUTCH if report.system is not None else not report.round_robin:
        yield from _wrong_rounds(report, after_each)
    elif report.round_robin:
        for number, pairs in repeated_meetings(report):
            games = separated(_named(tuple(pairs)))
            text = _("round %(round)s: second meetings in a cycle: %(games)s", round=number, games=games)
            yield Difference(number, text, (), tuple(pairs))
        yield _not_verified(_("The rounds follow no table: only second meetings are checked."))
    else:
        text = _("The rounds are not checked: Podium has no rules for %(type)s.", type=report.stated_system)
        yield _not_verified(text)


def _not_verified(text: str) -> Difference:
    return Difference(None, text, verified=False)


def _wrong_rounds(report: Report, after_each: Callable[[], None]) -> Iterator[Difference]:
    start = start_numbers(report)
    wrong = False
    for number in range(1, report.paired_rounds + 1):
        if found := check_round(field_of(report, number), *paired_in(report, number)):
            wrong = True
            yield _difference(found, start)
        after_each()
    if wrong and _of_older_rules(report):
        yield Difference(
            None,
            _("The event was paired by the rules of 2017; its rounds are compared with those in force since 2026."),
        )


def _of_older_rules(report: Report) -> bool:
    """Whether the file says, by its type or its first day, that it was paired before the present rules."""
    edition = report.system.edition if report.system is not None else None
    return edition == 2017 or (edition is None and report.start[:1].isdigit() and report.start < NEW_RULES)


def _difference(found: RoundDifference, start: dict[int, int]) -> Difference:
    """One round's difference in words, by start number; a round that should not be has nothing that it should be."""
    games = [tuple((start[white], start[black]) for white, black in each) for each in (found.missing, found.extra)]
    byes = [found.expected_bye, found.actual_bye] if found.expected_bye != found.actual_bye else [None, None]
    alone = [((start[each],),) if each else () for each in byes]
    expected, actual = (*games[0], *alone[0]), (*games[1], *alone[1])
    if found.unpairable:
        said = _("round %(round)s: %(problem)s", round=found.round, problem=_sentence(found.unpairable))
    else:
        said = _should_be(found.round, _named(expected), _named(actual), colours=found.colours_only)
    return Difference(found.round, said, expected, actual)


def _named(pairs: Numbers) -> list[str]:
    """Pairs as sentences name them."""
    return ["-".join(map(str, each)) if len(each) > 1 else _("%(number)s bye", number=each[0]) for each in pairs]


def _off_the_table(found: TableDifference) -> Difference:
    """What a round of a round robin should be by the Berger table, with the numbers of the boards."""
    boards = [
        _("%(white)s-%(black)s (board %(board)s)", white=white, black=black, board=board)
        for board, (white, black) in found.missing
    ]
    said = _should_be(found.round, boards, _named(found.extra), colours=found.colours_only)
    return Difference(found.round, said, tuple(pair for _board, pair in found.missing), tuple(found.extra))


def _should_be(round: int, expected: list[str], actual: list[str], *, colours: bool) -> str:
    text = (
        N_("round %(round)s: colours should be %(expected)s; is %(actual)s")
        if colours
        else N_("round %(round)s: should be %(expected)s; is %(actual)s")
    )
    none = _("no pair")
    return _(text, round=round, expected=separated(expected) or none, actual=separated(actual) or none)


def _sentence(error: PodiumError) -> str:
    from podium.app.words.errors import sentence  # the sentences of everything take a while to load

    return sentence(error)


def rank_differences(report: Report) -> Iterator[Difference]:
    """The ranks that contradict the tie-break list of a finished tournament, and why some cannot be compared with it.

    Players whom the list leaves tied may share a rank or have any of those they share. Players without a rank, such as
    one who was expelled, are left out, as in the standings. A tournament that is not finished has no final ranks.
    """
    finished = 0 < report.finished_rounds == report.paired_rounds >= report.rounds
    with_rank = [entry for entry in report.entries if entry.rank is not None]
    if not finished or not (with_rank or report.tiebreaks):
        return
    if report.by_rank or not with_rank:
        yield _not_verified(_("The ranks are not checked: the file has none that are final."))
        return
    expelled = expelled_in(report)
    gone = [str(each.number) for each in report.entries if each.rank is None and each.number not in expelled]
    if gone:
        yield _not_verified(_("The file has no rank for %(numbers)s.", numbers=separated(gone)))
    codes, problem = _known_codes(report)
    points_later = POINTS in report.tiebreaks and POINTS not in codes  # nothing that counts before them can be compared
    ranked = [] if points_later else list(_ranked(report, codes))
    sharing = Counter(rank for rank, _ in ranked)
    if problem is not None and (points_later or len(sharing) < len(ranked)):
        yield _not_verified(_("The ranks are checked without the tie-breaks from %(code)s on: %(problem)s", **problem))
    taken: set[int] = set()
    for first, number in ranked:
        rank = report.by_number[number].rank or 0
        last = first + sharing[first] - 1
        wanted = str(first) if last == first else _("%(first)s to %(last)s", first=first, last=last)
        if not first <= rank <= last:
            said = _("rank of %(number)s should be %(wanted)s; is %(rank)s", number=number, wanted=wanted, rank=rank)
            yield Difference(None, said)
        elif rank in taken and rank != first:
            said = _("rank %(rank)s is given twice, the second time to %(number)s", rank=rank, number=number)
            yield Difference(None, said)
        taken.add(rank)


def _known_codes(report: Report) -> tuple[tuple[str, ...], dict[str, str] | None]:
    """The tie-breaks of the file up to one that cannot be computed from it, and which that is and why.

    A file has no place for values that were typed in.
    """
    view = view_of(report)
    for at, code in enumerate(report.tiebreaks):
        try:
            if criterion(code).row.code == TYPED:
                raise Refused("tiebreak-typed", value=code)
            criterion(code).admitted(view)
        except PodiumError as error:
            return report.tiebreaks[:at], {"code": code, "problem": _sentence(error)}
    return report.tiebreaks, None


def _ranked(report: Report, codes: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Rank and start number of everybody who has a rank, by these tie-breaks; without any, by points alone.

    Who left a round robin before half of the games comes last.
    """
    with_rank = {entry.number for entry in report.entries if entry.rank is not None}
    ranked = standings(view_of(report), codes, report.by_number.keys() - with_rank).ranks
    yield from ((rank, int(number)) for number, rank in ranked.items())
    yield from ((len(ranked) + 1, number) for number in sorted(with_rank - ranked.keys()))
