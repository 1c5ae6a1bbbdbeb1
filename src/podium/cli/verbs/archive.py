"""`podium archive` and `podium unarchive`: a whole event as one file, and back with its history."""

from __future__ import annotations

from pathlib import Path

import click

from podium.app.access import OPERATOR
from podium.app.archives.archives import Restored, file_name, restored_answer, take_archive
from podium.app.archives.words import COPY_LEFT_FIDE_MODE, PARTS, paused_games
from podium.app.desk import Seen, new_id
from podium.app.exports.file_reader import FileReader
from podium.app.words.language import _
from podium.bootstrap import read_archive
from podium.cli.frame import Console, as_option, console, db_option, json_option, read_bytes, say, table
from podium.cli.naming import on_tournament
from podium.cli.progress import progress
from podium.cli.verbs.tournament import owner_of
from podium.core.errors import Refused


@click.command("archive")
@on_tournament
@click.option("-o", "--output", metavar="FILE", help="Where to; `-` is stdout. [default: the name of the tournament]")
def archive(here: Console, seen: Seen, output: str | None) -> None:
    """Write all of TOURNAMENT into one file, with its history, pictures and games, for any Podium to restore.

    Accounts, links and other secrets are not in it; who did what is, by name.
    """
    with progress(_("Archiving")):
        content = take_archive(here.podium.desk, here.podium.archives, here.actor, seen.state.id, FileReader())
    if output == "-":
        if here.as_json:
            raise click.UsageError(_("With --json the archive needs a file: -o FILE."))
        click.echo(content, nl=False)
        return
    file = Path(output or file_name(seen.state.settings.name))
    try:
        file.write_bytes(content)
    except OSError as problem:
        raise Refused("file-unwritable", value=str(file), reason=problem.strerror) from None
    value = {"file": str(file), "size": len(content), "version": seen.version}
    done = _("%(tournament)s is written to %(file)s.", tournament=seen.state.settings.name, file=file)
    here.answer(value, done)


@click.command("unarchive")
@click.argument("file", metavar="FILE")
@click.option("--copy", is_flag=True, help="Give it another id, beside the event that is here.")
@click.option("--owner", metavar="USER", help="Whose it is from now on. [default: the only user]")
@db_option
@as_option
@json_option
def unarchive(file: str, copy: bool, owner: str | None, db: str | None, acting: str | None, as_json: bool) -> None:
    """Restore the tournament in FILE, an archive of any Podium, with its ids and its whole history.

    It is read back and compared before it is there; if anything is not what it was, nothing is written.
    """
    content = read_bytes(file)
    with progress(_("Reading")):  # a wrong file is refused before a database is made
        archive = read_archive(content, new_id(OPERATOR, None) if copy else None)
    with console(db, acting, as_json=as_json, create=True) as here:
        actor = owner_of(here, owner)
        with progress(_("Restoring")):
            restored = here.podium.archives.restore(archive, actor)
        if actor.user is None:
            say(_("It belongs to nobody until there is a user: make one with `podium user add NAME`."))
        if restored.paused:
            say(paused_games(restored.paused))
        if restored.copy_left_fide_mode:
            say(_(COPY_LEFT_FIDE_MODE))
        here.answer(restored_answer(restored), _comparison(restored))


def _comparison(restored: Restored) -> str:
    rows = [(_(PARTS[each.part]), each.rows, each.difference or _("equal")) for each in restored.compared if each.rows]
    done = _("%(tournament)s is restored: %(id)s", tournament=restored.name, id=restored.id)
    return f"{table(['part', 'rows', 'compared'], rows, right='rows')}\n{done}"
