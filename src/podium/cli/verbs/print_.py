"""`podium print`: what is printed of a tournament, as a PDF file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from podium.app.documents.document import PAPERS, RECIPIENTS, read_wish
from podium.app.documents.kinds import KINDS, document, file_name
from podium.app.event.attachments import AttachmentKey, AttachmentKind, uploaded_picture
from podium.app.formats.documents import DocumentName
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, read_bytes, say
from podium.cli.naming import TOURNAMENT, player, tournament
from podium.core.errors import Refused


@click.command("print")
@click.argument("kind", type=click.Choice([name.value for name in KINDS]), metavar="KIND")
@TOURNAMENT
@click.option(
    "--round",
    "number",
    type=int,
    metavar="ROUND",
    help="Of which round, or after which. [default: the present one]",
)
@click.option("--player", "whom", metavar="PLAYER", help="Whose card or certificate. [default: everybody's]")
@click.option("--for", "recipients", type=click.Choice(RECIPIENTS), help="Who gets a certificate.")
@click.option("--text", default="", metavar="TEXT", help="What stands on every certificate besides.")
@click.option(
    "--background",
    "picture",
    metavar="FILE",
    help="What these certificates are printed on: PNG, JPEG or WebP. [default: the event's own]",
)
@click.option("--paper", type=click.Choice(PAPERS), default=PAPERS[0], show_default=True, help="What it is printed on.")
@click.option("--language", metavar="CODE", help="In which language, such as de. [default: the event's, else your own]")
@click.option("-o", "--output", metavar="FILE", help="Where to; `-` is stdout. [default: KIND.pdf]")
@on_database(acts=True)
def verb(
    here: Console,
    kind: str,
    named: str,
    number: int | None,
    whom: str | None,
    recipients: str | None,
    text: str,
    picture: str | None,
    paper: str,
    language: str | None,
    output: str | None,
) -> None:
    """Write a document of TOURNAMENT as PDF. KIND is start-list, check-in, pairings, pairings-by-name, result-slips,
    doubles-sheets, bracket, standings, crosstable, player-cards, board-cards, place-cards, prizes, receipts,
    certificates or arbiters-report."""
    seen = tournament(here, named)
    of_certificates = kind == DocumentName.CERTIFICATES.value
    if picture is not None and not of_certificates:
        raise click.UsageError(_("Only certificates have a background."))
    pictures, behind = here.podium.attachments, AttachmentKey(AttachmentKind.BACKGROUND, seen.state.id)
    background = pictures.picture(behind) if of_certificates else None
    if picture is not None:
        background = uploaded_picture(read_bytes(picture), "background")
    wanted = player(seen.state, whom).id if whom else None
    wish = read_wish(number, wanted, recipients, {"text": text}, paper, language, background)
    sheets = document(seen, kind, wish, datetime.now(UTC))
    content = here.podium.typeset(sheets, pictures.picture(AttachmentKey(AttachmentKind.LOGO, seen.state.id)))
    if output == "-":
        if here.as_json:
            raise click.UsageError(_("With --json the document needs a file: -o FILE."))
        click.echo(content, nl=False)
        return
    file = output or file_name(kind, wish)
    try:
        Path(file).write_bytes(content)
    except OSError as problem:
        raise Refused("file-unwritable", value=file, reason=problem.strerror) from None
    if here.as_json:
        here.answer({"file": file, "kind": kind, "version": seen.version}, "")
    else:
        say(_("Written to %(file)s.", file=file))
