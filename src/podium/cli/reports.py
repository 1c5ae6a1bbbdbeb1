"""Tournament reports, read from where the command line says."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import NamedTemporaryFile

from podium.app.words.language import _
from podium.cli.click_or_plain import click
from podium.cli.frame import read_bytes, say
from podium.core.errors import Invalid, Refused
from podium.files.trf import Report, read_report_file, with_planned_rounds

remember_option = click.option(
    "--remember", is_flag=True, help="Write the number of --rounds into a file that does not say it."
)


def check_remember(remember: bool, rounds: int | None) -> None:
    """Raise UsageError for something to remember that is not said."""
    if remember and rounds is None:
        raise click.UsageError(_("--remember needs --rounds: what is to be remembered?"))


def remember_rounds(name: str, report: Report) -> None:
    """Write how many rounds there will be into the file of a report that did not say it, and say so."""
    rounds = report.planned_rounds or 0
    if rounds < report.paired_rounds:
        raise Invalid("rounds-exhausted", value=report.paired_rounds, most=rounds)
    if name == "-":
        raise click.UsageError(_("--remember needs a file: nothing can be written to stdin."))
    content = with_planned_rounds(read_bytes(name), rounds)
    file = Path(name).resolve()
    try:
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as fresh:
            fresh.write(content)
        shutil.copymode(file, fresh.name)
        Path(fresh.name).replace(file)
    except OSError as problem:
        raise Refused("file-unwritable", value=name, reason=problem.strerror) from None
    say(_("%(file)s: it says now that there will be %(rounds)s rounds.", file=name, rounds=rounds))


def read_report(name: str) -> Report:
    """The tournament in a report file, or on stdin for `-`; raises FormatError, Unknown."""
    return read_report_file(read_bytes(name))
