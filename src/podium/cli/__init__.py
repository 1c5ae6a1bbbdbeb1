"""The command line: one module per verb, listed in `VERBS`."""

from __future__ import annotations

import click

from podium.cli import (
    bye,
    check,
    demo,
    export,
    forget,
    generate,
    history,
    import_,
    knockout,
    migrate,
    pair,
    players,
    prizes,
    rebuild,
    result,
    round_,
    serve,
    sets,
    simulate,
    standings,
    table,
    tiebreaks,
    token,
    tournament,
    undo,
    user,
    why,
)
from podium.cli.frame import Program

VERBS: tuple[click.Command, ...] = (
    serve.verb,
    demo.verb,
    tournament.verb,
    players.verb,
    round_.verb,
    result.verb,
    sets.verb,
    knockout.bracket,
    knockout.match,
    bye.verb,
    table.verb,
    why.verb,
    pair.command,
    check.command,
    generate.command,
    tiebreaks.command,
    standings.command,
    prizes.verb,
    simulate.verb,
    history.verb,
    undo.undo,
    undo.redo,
    forget.verb,
    import_.verb,
    export.verb,
    user.verb,
    token.verb,
    migrate.verb,
    rebuild.verb,
)


@click.group("podium", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="podium", prog_name="podium")
def program() -> None:
    """Run a whole tournament, from the first pairing to the podium.

    Results go to stdout, talk to stderr. Exit codes: 0 done, 1 the rules say no, 2 wrong usage,
    3 the file is wrong, 4 no such thing.
    """


for _verb in VERBS:
    program.add_command(_verb)


def main() -> None:
    """Run the program; what `podium` starts."""
    program()
