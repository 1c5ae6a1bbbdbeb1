"""`podium check`: whether a tournament report was paired and ranked as the rules prescribe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from podium.app.exports.file_words import remarks_on_report
from podium.app.trf.checker import differences
from podium.app.words import counts
from podium.app.words.language import _, ngettext
from podium.cli.click_or_plain import click
from podium.cli.frame import answer, exit_code, json_option, say, values_of_a_file
from podium.cli.progress import progress
from podium.cli.reports import check_remember, read_report, remember_option, remember_rounds
from podium.core.errors import PodiumError


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: in a round, in the ranks (round None), or in the file."""

    file: str
    round: int | None
    text: str
    verified: bool = True


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--rounds",
    type=click.IntRange(1, 999),
    metavar="N",
    help="How many rounds there will be, where a file does not say.",
)
@remember_option
@json_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], rounds: int | None, remember: bool, as_json: bool) -> None:
    """Replay every round, and the final ranking, of the reports FILE... and print each difference, and all that could
    not be verified.

    Exit code 0 only if there is none of either; a file that cannot be read counts as wrong, and the others
    are still looked at.
    """
    check_remember(remember, rounds)
    findings: list[Finding] = []
    remarks: list[dict[str, str]] = []
    checked, code = 0, 0
    with progress(_("Checking"), len(files)) as shown:
        for done, file in enumerate(files, 1):
            try:
                report = read_report(file)
                if report.planned_rounds is None and rounds is not None:
                    report = replace(report, planned_rounds=rounds)
                    if remember:
                        remember_rounds(file, report)
                checked += report.paired_rounds
                remarks += [{"file": file, "text": text} for text in remarks_on_report(report.remarks)]
                step = partial(shown.step, 1 / (report.paired_rounds + 1))
                with values_of_a_file():
                    # What was found before an error stays.
                    findings.extend(
                        Finding(file, one.round, one.text, one.verified) for one in differences(report, step)
                    )
            except PodiumError as error:
                findings.append(Finding(file, None, _sentence(error)))
                code = max(code, exit_code(error))
            shown.done = done
    for one in remarks:
        say(f"{one['file']}: {one['text']}")
    unverified = [one for one in findings if not one.verified]
    summary = _summary(len(files), checked, len(findings) - len(unverified), len(unverified))
    value = {
        "files": len(files),
        "rounds": checked,
        "remarks": remarks,
        "differences": [{"file": one.file, "round": one.round, "text": one.text} for one in findings if one.verified],
        "unverified": [{"file": one.file, "text": one.text} for one in unverified],
    }
    answer(value, "\n".join([*(f"{each.file}: {each.text}" for each in findings), summary]), as_json=as_json)
    ctx.exit(code or int(bool(findings)))


def _sentence(error: PodiumError) -> str:
    from podium.app.words.errors import sentence  # the sentences of everything take a while to load

    return sentence(error)


def _summary(files: int, rounds: int, differences: int, unverified: int) -> str:
    """How much was checked, and how much of it is wrong: `2 files, 9 rounds: no differences.`"""
    checked = _(
        "%(files)s, %(rounds)s: %(differences)s.",
        files=ngettext("%(num)s file", "%(num)s files", files) if files else _("no files"),
        rounds=counts.rounds(rounds) if rounds else _("no rounds"),
        differences=ngettext("%(num)s difference", "%(num)s differences", differences)
        if differences
        else _("no differences"),
    )
    more = ngettext("%(num)s thing could not be verified.", "%(num)s things could not be verified.", unverified)
    return f"{checked} {more}" if unverified else checked
