"""The texts that Podium shows: the template of translations, and what each catalogue lacks of them.

Texts are found where they pass the seam: `_`, `ngettext`, `counted`, `N_` and `mark` in Python, `_` and `ngettext` in
templates. The help of the command line is declared by options and docstrings, and read from the commands themselves;
the headings of its tables are found where they are handed to `table`.

    python scripts/words.py [FILE]     write the template, as `words.pot` or the file that is named
    python scripts/words.py --update   bring every catalogue up to date: new texts are empty in it, old ones are gone
    python scripts/words.py --check    say what is wrong with each catalogue
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from io import BytesIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

import podium
from podium.app.words.language import FOLDER, misfits, placeholders
from podium.cli import VERBS, program

PACKAGE = Path(podium.__file__).parent
KEYWORDS = {"_": None, "N_": None, "mark": None, "ngettext": (1, 2), "counted": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"trimmed": "false"}}
SOURCES = Path(__file__).resolve().parents[1] / "src" / "podium"
UNSAID = ('"Project-Id', '"Report-', '"POT-', '"PO-Rev', '"Last-T', '"Language-Team', '"Generated')
"""Lines of a catalogue's head that say nothing that the history of the file does not."""


@cache
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


def faults(path: Path, template: Catalog) -> list[str]:
    """What is wrong with a catalogue, by the texts of the template: each fault with the text it is about."""
    try:
        translations = _read(path)
    except PoFileError as problem:  # more forms of a number than the language has, say
        return [f"not a catalogue: {problem}"]
    known = {_key(entry): entry for entry in template if entry.id}
    there = {_key(entry): entry for entry in translations if entry.id}
    found = [f"untranslated: {text}" for text in known if text not in there or not _forms(there[text])]
    found += [f"not used any more: {text}" for text in there if text not in known]
    found += [f"fuzzy: {text}" for text, entry in there.items() if entry.fuzzy]
    found += [f"placeholders: {text}" for text, entry in there.items() if text in known and _misses(entry)]
    found += [f"placeholders: {text}" for text in misfits(path)]
    return list(dict.fromkeys(found))


def update(path: Path, template: Catalog) -> None:
    """Bring a catalogue up to date: what is translated stays, new texts are empty, and nothing is guessed."""
    translations = _read(path)
    translations.update(template, no_fuzzy_matching=True)
    translations.obsolete.clear()
    written = BytesIO()
    write_po(written, translations, sort_output=True, width=120, no_location=True, ignore_obsolete=True)
    lines = written.getvalue().decode().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(UNSAID)), "utf-8")


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def _key(entry: Message) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def _forms(entry: Message) -> tuple[str, ...]:
    """The forms of a translation; none where one of them is empty."""
    forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    return forms if all(forms) else ()


def _misses(entry: Message) -> bool:
    """Whether a translation leaves out something that its text fills in; a form of a number may do without it."""
    forms = _forms(entry)
    return bool(forms) and isinstance(entry.id, str) and placeholders(entry.id) != placeholders(forms[0])


def main() -> None:
    """Write the template, or look after the catalogues."""
    if PACKAGE.resolve() != SOURCES:  # another copy is installed, and its catalogues are not ours to write
        sys.exit(f"Podium is imported from {PACKAGE}, not from {SOURCES}: set PYTHONPATH.")
    wish = sys.argv[1] if len(sys.argv) > 1 else "words.pot"
    texts, catalogues = catalogue(), sorted(FOLDER.glob("*.po"))
    if wish == "--check":
        wrong = {path.name: found for path in catalogues if (found := faults(path, texts))}
        for name, found in wrong.items():
            print(f"{name}: {len(found)} faults", *found, sep="\n  ")
        sys.exit(bool(wrong))
    if wish == "--update":
        for path in catalogues:
            update(path, texts)
            print(f"{path.name}: {sum(fault.startswith('untranslated') for fault in faults(path, texts))} to translate")
        return
    with Path(wish).open("wb") as file:
        write_po(file, texts, sort_output=True, width=120)
    print(f"{wish}: {len(texts)} texts")


if __name__ == "__main__":
    main()
