"""`podium check`: whether a tournament report was paired and ranked as the rules prescribe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import click

from podium.app.trf.round_robin import left_early, table_differences
from podium.app.trf.swiss_field import field_of, paired_in, pairing_order
from podium.app.trf.tiebreak_view import view_of
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.lists import separated
from podium.cli.frame import answer, exit_code, json_option, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import read_report
from podium.core.errors import PodiumError
from podium.files.trf import Report
from podium.roundrobin import RoundDifference
from podium.swiss import Difference, check_round
from podium.tiebreaks import standings


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: in a round, in the ranks (round None), or in the file."""

    file: str
    round: int | None
    text: str


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Replay every round, and the final ranking, of the reports FILE... and print each difference.

    Exit code 0 only if there is none; a file that cannot be read counts as wrong, and the others
    are still looked at.
    """
    findings: list[Finding] = []
    rounds, code = 0, 0
    with progress(_("Checking"), len(files)) as shown:
        for done, file in enumerate(files, 1):
            try:
                report = read_report(file)
                rounds += report.paired_rounds
                step = partial(shown.step, 1 / (report.paired_rounds + 1))
                with values_of_a_file():
                    findings.extend(differences(file, report, step))  # what was found before an error stays
            except PodiumError as error:
                findings.append(Finding(file, None, _sentence(error)))
                code = max(code, exit_code(error))
            shown.done = done
    summary = _summary(len(files), rounds, len(findings))
    value = {
        "files": len(files),
        "rounds": rounds,
        "differences": [{"file": one.file, "round": one.round, "text": one.text} for one in findings],
    }
    answer(value, "\n".join([*(f"{one.file}: {one.text}" for one in findings), summary]), as_json=as_json)
    ctx.exit(code or int(bool(findings)))


def _sentence(error: PodiumError) -> str:
    from podium.app.words.errors import sentence  # the sentences of everything take a while to load

    return sentence(error)


def differences(file: str, report: Report, after_each: Callable[[], None] = lambda: None) -> Iterator[Finding]:
    """Everything in which a report departs from the rules. `after_each` round, whoever waits is told."""
    by_table = table_differences(report)
    if report.round_robin or by_table is not None:
        for each in by_table or ():
            yield Finding(file, each.round, _off_the_table(each))
    else:
        start = {pairing: number for number, pairing in pairing_order(report).items()}
        for number in range(1, report.paired_rounds + 1):
            found = check_round(field_of(report, number), *paired_in(report, number))
            if found:
                yield Finding(file, number, _said(found, start))
            after_each()
    yield from (Finding(file, None, text) for text in wrong_ranks(report))


def _off_the_table(found: RoundDifference) -> str:
    """What a round of a round robin should be by the Berger table, with the numbers of the boards."""
    boards = [
        _("%(white)s-%(black)s (board %(board)s)", white=white, black=black, board=board)
        for board, (white, black) in found.missing
    ]
    games = [f"{white}-{black}" for white, black in found.extra]
    return _should_be(found.round, boards, games, colours=found.colours_only)


def _said(found: Difference, start: dict[int, int]) -> str:
    """One round's difference in words, by start number."""
    if found.unpairable:
        return _("round %(round)s: %(problem)s", round=found.round, problem=_sentence(found.unpairable))
    kinds = [(f"{start[white]}-{start[black]}" for white, black in pairs) for pairs in (found.missing, found.extra)]
    expected, actual = (list(kind) for kind in kinds)
    if found.expected_bye != found.actual_bye:
        for bye, pairs in ((found.expected_bye, expected), (found.actual_bye, actual)):
            pairs += [_("%(number)s bye", number=start[bye])] if bye else []
    return _should_be(found.round, expected, actual, colours=found.colours_only)


def _should_be(round: int, expected: list[str], actual: list[str], *, colours: bool) -> str:
    text = (
        N_("round %(round)s: colours should be %(expected)s; is %(actual)s")
        if colours
        else N_("round %(round)s: should be %(expected)s; is %(actual)s")
    )
    none = _("no pair")
    return _(text, round=round, expected=separated(expected) or none, actual=separated(actual) or none)


def _summary(files: int, rounds: int, differences: int) -> str:
    """How much was checked, and how much of it is wrong: `2 files, 9 rounds: no differences.`"""
    return _(
        "%(files)s, %(rounds)s: %(differences)s.",
        files=ngettext("%(num)s file", "%(num)s files", files) if files else _("no files"),
        rounds=counts.rounds(rounds) if rounds else _("no rounds"),
        differences=ngettext("%(num)s difference", "%(num)s differences", differences)
        if differences
        else _("no differences"),
    )


def wrong_ranks(report: Report) -> Iterator[str]:
    """The ranks that contradict the tie-break list of a finished tournament.

    Players whom the list leaves tied may share a rank or have any of those they share. Nothing is
    said of a report without ranks, or one that is not finished.
    """
    finished = 0 < report.finished_rounds == report.paired_rounds >= report.rounds
    if not finished or report.by_rank or any(entry.rank is None for entry in report.entries):
        return
    ranked = list(_ranked(report))
    sharing = Counter(rank for rank, _ in ranked)
    taken: set[int] = set()
    for first, number in ranked:
        rank = report.by_number[number].rank or 0
        last = first + sharing[first] - 1
        wanted = str(first) if last == first else _("%(first)s to %(last)s", first=first, last=last)
        if not first <= rank <= last:
            yield _("rank of %(number)s should be %(wanted)s; is %(rank)s", number=number, wanted=wanted, rank=rank)
        elif rank in taken and rank != first:
            yield _("rank %(rank)s is given twice, the second time to %(number)s", rank=rank, number=number)
        taken.add(rank)


def _ranked(report: Report) -> Iterator[tuple[int, int]]:
    """Rank and start number of everybody, by the file's tie-breaks; without any, by points alone.

    Who left a round robin before half of the games comes last.
    """
    left_out = left_early(report)
    counted = [entry for entry in report.entries if entry.number not in left_out]
    if report.tiebreaks:
        yield from ((row.rank, int(row.id)) for row in standings(view_of(report), report.tiebreaks).rows)
    else:
        best_first = sorted(counted, key=lambda entry: (-report.score(entry).units, entry.number))
        rank, score = 0, None
        for place, entry in enumerate(best_first, 1):
            if report.score(entry) != score:
                rank, score = place, report.score(entry)
            yield rank, entry.number
    yield from ((len(counted) + 1, number) for number in sorted(left_out))
