"""The command line: each verb is listed in `VERBS`, and its module loaded when it is called."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from podium.app.words.language import N_, best_of_environment, speak
from podium.cli.click_or_plain import click
from podium.cli.program import Program, Verb
from podium.config import data_folder

VERBS: dict[str, tuple[Verb, ...]] = {
    N_("The server"): (
        Verb("start", N_("for one's own machine: serve from a folder of one's own, and open the browser"), "start"),
        Verb("serve", N_("the pages and the API, until it is told to stop"), "serve", "serve"),
        Verb("demo", N_("the same with a showcase event of every format"), "serve", "demo"),
        Verb("user", N_("accounts of people"), "accounts", "user"),
        Verb("token", N_("keys for programs"), "accounts", "token"),
        Verb("audit", N_("who changed accounts, roles, links and tokens"), "accounts", "audit"),
        Verb("push-keys", N_("a key for push messages to followers"), "config", "push_keys"),
        Verb("ratings", N_("rating lists: load, look up, compare"), "ratings"),
        Verb("upgrade", N_("bring the tables up to date, and keep a copy as the way back"), "database", "upgrade"),
        Verb("migrate", N_("bring a database up to date"), "database", "migrate"),
        Verb("config", N_("every setting, and where it comes from"), "config", "config"),
        Verb("backup", N_("a copy of the database in a file, also while the server runs"), "database", "backup"),
        Verb("restore", N_("bring a backup back"), "database", "restore"),
        Verb("copy", N_("all of a database into another, between SQLite and PostgreSQL"), "database", "copy"),
        Verb("doctor", N_("replay everything and name what is wrong"), "database", "doctor"),
        Verb("rebuild", N_("write the tables for outside SQL anew"), "database", "rebuild"),
    ),
    N_("An event"): (
        Verb("tournament", N_("create, list, change, publish, archive tournaments"), "tournament"),
        Verb("template", N_("settings to start further tournaments from"), "template"),
        Verb("players", N_("who takes part, withdraws, asks for a bye"), "players"),
        Verb("check-in", N_("who has come for a round, and what becomes of the absent"), "check_in"),
        Verb("round", N_("pair, show, edit, publish, close rounds"), "round_"),
        Verb("stages", N_("groups and who goes on, of an event of stages"), "stages"),
        Verb("result", N_("record the result of a game"), "boards", "result"),
        Verb("second-entry", N_("enter results a second time, and compare"), "second_entry"),
        Verb("sets", N_("enter the sets of a match of doubles"), "boards", "sets"),
        Verb("bracket", N_("show or build the bracket of a knockout"), "knockout", "bracket"),
        Verb("match", N_("report a match of a knockout"), "knockout", "match"),
        Verb("bye", N_("say what kind of bye a player has"), "boards", "bye"),
        Verb("table", N_("the standings, and where each half point came from"), "table", "show_table"),
        Verb("ties", N_("lots, an order by hand, and typed values where players are level"), "table", "ties"),
        Verb("forecast", N_("what is likely to become of an event, or of a report file"), "forecast"),
        Verb("rating-report", N_("rating changes, performances and title norms"), "rating_report"),
        Verb("story", N_("the podium, the figures, the pictures"), "story"),
        Verb("why", N_("why a board is what it is"), "boards", "why_board"),
        Verb("clock", N_("the clock on all screens and phones"), "clock"),
        Verb("history", N_("everything that happened, with versions"), "history", "history"),
        Verb("undo", N_("take back any change, or go back to a version"), "history", "undo"),
        Verb("redo", N_("bring back what was undone"), "history", "redo"),
        Verb("forget", N_("remove the personal data of a player, for good"), "forget"),
        Verb("import", N_("bring in players, games, a report file, an older database"), "import_"),
        Verb("export", N_("write the players, the games, or a report file"), "export"),
        Verb("archive", N_("all of an event in one file, with its history"), "archive", "archive"),
        Verb("unarchive", N_("restore an event from such a file"), "archive", "unarchive"),
        Verb("print", N_("lists, slips, cards and certificates as PDF"), "print_"),
        Verb("watch", N_("follow the electronic boards of a round"), "watch"),
    ),
    N_("Files, without a database"): (
        Verb("pair", N_("pair the next round of a report file (TRF)"), "pair", "command"),
        Verb("check", N_("pair and rank report files again and print each difference"), "check", "command"),
        Verb("standings", N_("the ranking of a report file"), "standings", "standings_of_report"),
        Verb(
            "tiebreaks", N_("tie-breaks of a report file, and where they come from"), "standings", "tiebreaks_of_report"
        ),
        Verb("prizes", N_("allocate the prizes of a JSON document, or of an event"), "prizes"),
        Verb("generate", N_("a random Swiss as a report file"), "generate", "command"),
        Verb("simulate", N_("play a whole event by chance"), "simulate"),
    ),
}


@click.group("podium", cls=Program, verbs=VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="podium", prog_name="podium")
def program() -> None:
    """Run a whole tournament, from the first pairing to the podium.

    Results go to stdout, talk to stderr. Exit codes: 0 done, 1 the rules say no, 2 wrong usage,
    3 the file is wrong, 4 no such thing, 130 interrupted.

    `podium VERB --help` explains a verb. The manual is part of every server: /help.
    """


def main() -> None:
    """Run the program; what `podium` starts."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what a terminal or a file cannot carry is escaped, and never a fault
            stream.reconfigure(errors="backslashreplace")
    speak(best_of_environment())
    own_window = hasattr(sys, "frozen") and _prepare_bundle()
    try:
        program(prog_name="podium")
    except SystemExit as end:
        if own_window and end.code:
            input()  # the window would close with what it says
        raise


def _prepare_bundle() -> bool:
    """Whether a click has opened a window for a bundle, which without a verb is `podium start`; all verbs work on the
    data of that, and what we start, a browser, has the libraries of the system and not those of the bundle."""
    os.environ.setdefault("PODIUM_DB", str(data_folder() / "podium.db"))
    os.environ["LD_LIBRARY_PATH"] = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    clicked = len(sys.argv) == 1
    sys.argv += ["start"] if clicked else []
    return clicked and sys.platform == "win32" and sys.stdin is not None and sys.stdin.isatty()
