"""Writes the template of translations: every text that Podium shows, as `words.pot` or the file that is named.

Texts are found where they pass the seam: `_`, `ngettext`, `N_` and `mark` in Python, `_` and `ngettext` in templates.
The help of the command line is declared by options and docstrings, and read from the commands themselves; the headings
of its tables are found where they are handed to `table`.

    python scripts/words.py [FILE]
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import podium
from podium.cli import VERBS, program

PACKAGE = Path(podium.__file__).parent
KEYWORDS = {"_": None, "N_": None, "mark": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"trimmed": "false"}}


def catalogue() -> Catalog:
    """Every text, with the places it stands at."""
    found = Catalog(project="podium", charset="utf-8")
    for file, line, text, comments, _context in extract_from_dir(PACKAGE, METHODS, OPTIONS, KEYWORDS):
        found.add(text, locations=[(file, line)], auto_comments=comments)
    for text, verb in helps():
        found.add(text, locations=[(f"podium {verb} --help", 1)])
    for text, file, line in headings():
        found.add(text, locations=[(file, line)])
    return found


def helps() -> Iterator[tuple[str, str]]:
    """The help of every verb, of its options and of its commands, and the name of the verb."""
    yield from ((text, "") for text in _helps(program))
    for verb in (verb for chapter in VERBS.values() for verb in chapter):
        yield from ((text, verb.name) for text in _helps(verb.load()))


def _helps(command: click.Command) -> Iterator[str]:
    if command.help:
        yield cleandoc(command.help)
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield option.help
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from _helps(each)


def headings() -> Iterator[tuple[str, str, int]]:
    """The headings of the tables that the command line prints, each with its file and line."""
    for path in sorted((PACKAGE / "cli").glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="table") | ast.Attribute(attr="table"), args=[header, *_rest]):
                    pass
                case ast.Assign(targets=[ast.Name(id="header")], value=header):
                    pass
                case _:
                    continue
            for each in ast.walk(header):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value:
                    yield each.value, path.relative_to(PACKAGE).as_posix(), each.lineno


def main() -> None:
    """Write the template."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "words.pot")
    found = catalogue()
    with target.open("wb") as file:
        write_po(file, found, sort_output=True, width=120)
    print(f"{target}: {len(found)} texts")


if __name__ == "__main__":
    main()
