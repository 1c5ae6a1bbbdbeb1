"""The manual page, docs/podium.1: `python scripts/man_page.py` writes it from the verbs."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

from podium.cli import VERBS, program

PAGE = Path(__file__).resolve().parents[1] / "docs" / "podium.1"
ABOUT = """\
.SH FILES
.TP
.I podium.db
the database, where neither \\-\\-db nor PODIUM_DB names another
.SH ENVIRONMENT
.TP
.B PODIUM_DB
a SQLite file or a postgresql:// address
.TP
.B PODIUM_LANGUAGE
the language that is spoken; else that of the locale
.SH SEE ALSO
The manual is part of every server, at /help. The command line is described in docs/reference/cli.md.
"""


def lines() -> Iterator[str]:
    """The page, line by line."""
    name, _blank, more = cleandoc(program.help or "").partition("\n")
    yield '.TH PODIUM 1 "" Podium "User commands"'
    yield from (".SH NAME", f"podium \\- {_plain(name[:1].lower() + name[1:].rstrip('.'))}")
    yield from (".SH SYNOPSIS", ".B podium", ".I VERB", "[OPTIONS]", ".SH DESCRIPTION")
    yield from (_plain(line) if line else ".PP" for line in more.strip().splitlines())
    for chapter, verbs in VERBS.items():
        yield f".SH {_plain(chapter).upper()}"
        for verb in verbs:
            yield from (".TP", f".B podium {_plain(verb.name)}", _plain(verb.purpose))


def page() -> str:
    """The whole page."""
    return "\n".join((*lines(), ABOUT))


def _plain(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("`", "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
