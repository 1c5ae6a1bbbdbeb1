"""Bringing a report file into Podium: one tournament, with all that is to be said of the file, also as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import Struct

from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.event.answers import TournamentAnswer, tournament_row
from podium.app.event.fide_words import breach_comment, pairing_signs
from podium.app.exports.file_reader import FileReader
from podium.app.ports import Receipt
from podium.app.server.overload import TooManyRequests
from podium.app.server.worker_pool import Cause, WorkLimits, WorkStopped
from podium.app.trf.adoption import FromReport, from_report
from podium.app.trf.checker import Difference, rank_differences, round_differences
from podium.app.trf.swiss_field import pairing_order
from podium.app.versions import versioned
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.dice import Dice
from podium.core.errors import Invalid, PodiumError
from podium.core.ids import PlayerId, TournamentId
from podium.files.trf import Report, read_report_file
from podium.flow.commands import AdoptRecords
from podium.flow.event.options import ROUNDS, RULE_SET
from podium.flow.event.setting_values import RuleSet
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.fide.cautions import IMPORTED, Caution
from podium.flow.fide.gate import MOST_STEPS, ask

CHECKING = WorkLimits(seconds=30.0, memory=1_000_000_000)
"""What it may take to pair every round of a report anew."""


@dataclass(frozen=True, slots=True)
class ImportedReport:
    """The receipt of the tournament, what it was made from, and every round and rank that the rules would not give."""

    receipt: Receipt
    made: FromReport
    differences: tuple[Difference, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """All of it in sentences."""
        return notes(self.made, self.differences)


def examine_report(
    content: bytes,
    id: TournamentId,
    seed: str,
    files: FileReader | None = None,
    rounds: int | str | None = None,
    keep_points: bool = False,
) -> tuple[FromReport, tuple[Difference, ...]]:
    """What a report file would bring, and where it departs from the rules; raises FormatError and Invalid.

    A round that the rules would not give is recorded with the event, whose reports name it. One whose rounds cannot be
    checked is not in FIDE mode. `rounds` is how many there will be, where the file does not say.
    """
    files = files or FileReader()
    report, made = files.read(read_report, content, id, seed, rounds, keep_points)
    checked = _checked(files, report)
    known = {line.text for line in made.command.kept.lines}
    players = {number: id for id, number in made.command.numbers.items()}
    start = {players[pairing]: number for number, pairing in pairing_order(report).items()}
    new = tuple(breach for breach in _breaches(checked.found, start) if breach_comment(breach, start) not in known)
    command, found = replace(made.command, breaches=new), checked.found
    if not checked.whole and command.given.get(RULE_SET.json) == RuleSet.FIDE.value and command.fide_mode_exit is None:
        command = replace(command, fide_mode_exit=report.paired_rounds)
        found = (*found, Difference(None, _("Since not all of its rounds are checked the event is not in FIDE mode.")))
    return replace(made, command=command), found


@dataclass(frozen=True, slots=True)
class CheckedReport:
    """Where a report departs from the rules, and whether all of its rounds were held against them."""

    found: tuple[Difference, ...]
    whole: bool


def _checked(files: FileReader, report: Report) -> CheckedReport:
    """What comes of a check within its limits; raises TooManyRequests where nobody is free to make it."""
    try:
        return files.run(CHECKING, check_report, report)
    except WorkStopped as stopped:
        if stopped.cause in (Cause.QUEUE, Cause.NO_WORKER):
            raise TooManyRequests("files-busy", 1) from None
        text = N_(
            "The rounds were not checked: that takes longer than %(seconds)s seconds. The command line (podium import) "
            "takes as long as it needs."
        )
        if stopped.cause is Cause.MEMORY:
            text = N_(
                "The rounds were not checked: that takes more memory than a server has for it. The command line "
                "(podium import) takes as much as it needs."
            )
        return CheckedReport((Difference(None, _(text, seconds=int(CHECKING.seconds))),), whole=False)


def _breaches(found: Iterable[Difference], start: Mapping[PlayerId, int]) -> Iterator[Breach]:
    """The rounds that the rules would not give, as acts that the reports of the event name."""
    players = {number: id for id, number in start.items()}
    for each in found:
        if each.round is not None and (each.expected or each.actual):
            expected, actual = (
                tuple(tuple(players[number] for number in pair) for pair in pairs)
                for pairs in (each.expected, each.actual)
            )
            yield Breach(BreachKind.IMPORT, each.round, pairings=(expected, actual))


def ask_about_rounds(command: AdoptRecords, found: Iterable[Difference], acknowledged: int) -> None:
    """Nothing, if the rounds that are brought in are those of the rules, or what they are has been acknowledged."""
    wrong = (each for each in found if each.expected or each.actual)
    cautions = [
        Caution(IMPORTED, each.round, expected=pairing_signs(each.expected), actual=pairing_signs(each.actual))
        for each in wrong
    ]
    ask(cautions if command.fide_mode_exit is None else (), acknowledged)


def read_report(
    content: bytes, id: TournamentId, seed: str, rounds: int | str | None = None, keep_points: bool = False
) -> tuple[Report, FromReport]:
    """A report file, and what it would bring; raises FormatError and Invalid."""
    report = with_rounds(read_report_file(content, keep_points=keep_points), rounds)
    return report, from_report(report, id, Dice(seed))


def with_rounds(report: Report, rounds: int | str | None) -> Report:
    """The report with the number of rounds that there will be; raises Invalid for none, for fewer than it has, and for
    another number than it says itself."""
    if rounds is None:
        return report
    rounds = int(ROUNDS.read(ROUNDS.json, rounds))
    if rounds < report.paired_rounds:
        raise Invalid("rounds-exist", field="rounds", value=rounds, paired=report.paired_rounds)
    if report.planned_rounds not in (None, rounds):
        raise Invalid("rounds-in-file", field="rounds", value=rounds, planned=report.planned_rounds)
    return replace(report, planned_rounds=rounds)


def check_report(report: Report) -> CheckedReport:
    """The differences, up to the round from which on the file cannot be checked, and why not."""
    found: list[Difference] = []
    whole = False
    try:
        found += round_differences(report)
        whole = True
        found += rank_differences(report)
    except PodiumError as problem:
        found.append(Difference(None, sentence(problem)))
    return CheckedReport(tuple(found), whole)


def import_report(
    desk: Desk,
    actor: Actor,
    content: bytes,
    id: TournamentId,
    key: str | None,
    fingerprint: str,
    rounds: int | str | None = None,
    acknowledged: int = MOST_STEPS,
    keep_points: bool = False,
) -> ImportedReport:
    """The tournament of a report file under a new id; raises FormatError and Invalid, and then nothing is stored.

    Where somebody is to be asked, rounds that the rules would not give raise Cautioned until they are `acknowledged`.
    To `keep_points` is to bring the points of the file where the results add up to others, as adjustments.
    With a `key` the same file brings the same tournament, once: its ids are drawn from its `fingerprint`.
    """
    fingerprint += (f"/{rounds}" if rounds is not None else "") + ("/keep-points" if keep_points else "")
    made, found = examine_report(content, id, f"{id}/{fingerprint}", desk.files, rounds, keep_points)
    # What the file names itself is not recorded again, but asked like the rest.
    ask_about_rounds(made.command, found, acknowledged)
    receipt = desk.perform(actor, id, made.command, command_id=key, fingerprint=fingerprint)
    return ImportedReport(receipt, made, found)


def notes(made: FromReport, found: tuple[Difference, ...]) -> tuple[str, ...]:
    """What somebody who brings a report should read: one sentence a line."""
    return (
        *made.filled_in,
        *(_("Converted: %(note)s", note=note) for note in made.converted),
        *(_("Kept as in the file: %(note)s", note=note) for note in made.kept),
        *(_("Not as in the file: %(note)s", note=note) for note in made.left_out),
        *(_("Not by the rules: %(difference)s", difference=each.text) for each in found if each.verified),
        *(_("Not checked: %(reason)s", reason=each.text) for each in found if not each.verified),
    )


class DifferenceRow(Struct):
    """A round that the rules would not give; without a number, something in the ranks or the whole."""

    __qualname__ = "reports_DifferenceRow"

    round: int | None
    text: str


class UploadAnswer(Struct):
    """Whether FIDE's report of an event is ready to be uploaded, and a sentence for each thing that it lacks."""

    ready: bool
    lacks: list[str]
    version: int


class ReportImported(TournamentAnswer, kw_only=True):
    """A tournament made from a report file: what was filled in, what is kept though there is no setting for it, what
    is not as in the file, what is read from another form, and what in the file is not as the rules have it."""

    filled_in: list[str]
    kept: list[str]
    left_out: list[str]
    converted: list[str]
    differences: list[DifferenceRow]


def report_imported(imported: ImportedReport) -> ReportImported:
    made = imported.made
    return versioned(
        ReportImported,
        tournament_row(imported.receipt.state),
        imported.receipt.version,
        filled_in=list(made.filled_in),
        kept=list(made.kept),
        left_out=list(made.left_out),
        converted=list(made.converted),
        differences=difference_rows(imported.differences),
    )


def difference_rows(found: Iterable[Difference]) -> list[DifferenceRow]:
    return [DifferenceRow(each.round, each.text) for each in found]
