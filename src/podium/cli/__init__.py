"""The command line: one module per verb, listed in `VERBS` and loaded when its verb is called."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from podium.cli.program import Program, Verb

VERBS: dict[str, tuple[Verb, ...]] = {
    "The server": (
        Verb("serve", "the pages and the API, until it is told to stop", "serve"),
        Verb("demo", "the same with a showcase event of every format", "demo"),
        Verb("user", "accounts of people", "user"),
        Verb("token", "keys for programs", "token"),
        Verb("migrate", "bring a database up to date", "migrate"),
        Verb("rebuild", "write the tables for outside SQL anew", "rebuild"),
    ),
    "An event": (
        Verb("tournament", "create, list, change, publish, archive tournaments", "tournament"),
        Verb("players", "who takes part, withdraws, asks for a bye", "players"),
        Verb("round", "pair, show, edit, publish, close rounds", "round_"),
        Verb("result", "record the result of a game", "result"),
        Verb("sets", "enter the sets of a match of doubles", "sets"),
        Verb("bracket", "show or build the bracket of a knockout", "knockout", "bracket"),
        Verb("match", "report a match of a knockout", "knockout", "match"),
        Verb("bye", "say what kind of bye a player has", "bye"),
        Verb("table", "the standings, and where each half point came from", "table"),
        Verb("why", "why a board is what it is", "why"),
        Verb("history", "everything that happened, with versions", "history"),
        Verb("undo", "take back any change, or go back to a version", "undo", "undo"),
        Verb("redo", "bring back what was undone", "undo", "redo"),
        Verb("forget", "remove the personal data of a player, for good", "forget"),
        Verb("import", "bring in a list of players, a report file, an older database", "import_"),
        Verb("export", "write the players, or a report file", "export"),
    ),
    "Files, without a database": (
        Verb("pair", "pair the next round of a report file (TRF)", "pair", "command"),
        Verb("check", "pair and rank report files again and print each difference", "check", "command"),
        Verb("standings", "the ranking of a report file", "standings", "command"),
        Verb("tiebreaks", "tie-breaks of a report file, and where they come from", "tiebreaks", "command"),
        Verb("prizes", "allocate the prizes of a JSON document, or of an event", "prizes"),
        Verb("generate", "a random Swiss as a report file", "generate", "command"),
        Verb("simulate", "play a whole event by chance", "simulate"),
    ),
}


@click.group("podium", cls=Program, verbs=VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="podium", prog_name="podium")
def program() -> None:
    """Run a whole tournament, from the first pairing to the podium.

    Results go to stdout, talk to stderr. Exit codes: 0 done, 1 the rules say no, 2 wrong usage,
    3 the file is wrong, 4 no such thing, 130 interrupted.

    `podium VERB --help` explains a verb.
    """


def main() -> None:
    """Run the program; what `podium` starts."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what a terminal or a file cannot carry is escaped, and never a fault
            stream.reconfigure(errors="backslashreplace")
    program(prog_name="podium")
