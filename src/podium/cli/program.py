"""The program around the verbs: it loads them when they are called, and says what went wrong in a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NoReturn

from podium.app.words.language import SOURCE, _, language
from podium.cli.click_or_plain import click
from podium.cli.frame import damage_named, exit_code, in_json, likely, meant, say
from podium.core.errors import PodiumError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

INTERRUPTED = 130  # 128 and the number of the signal, as a shell says it
NOBODY_READS = 141


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb that is not loaded yet: its name, what it is for, and where it lives below `podium.cli`."""

    name: str
    purpose: str
    module: str
    attribute: str = "verb"

    def load(self) -> click.Command:
        """The verb itself."""
        found = getattr(import_module(f"podium.cli.verbs.{self.module}"), self.attribute)
        assert isinstance(found, click.Command)
        return in_language(found)


class Program(click.Group):
    """The verbs; what they raise becomes one sentence on stderr and an exit code, here and nowhere else."""

    def __init__(self, *arguments: Any, verbs: Mapping[str, Sequence[Verb]] | None = None, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.chapters = verbs or {}
        self.verbs = {verb.name: verb for chapter in self.chapters.values() for verb in chapter}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.verbs, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.verbs:
            return self.verbs[cmd_name].load()
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            text = _("There is no verb %(value)s.", value=args[0])
            raise click.UsageError(text + meant(likely(args[0], self.list_commands(ctx))))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a verb without loading any."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        verbs = (verb for verb in self.verbs.values() if verb.name.startswith(incomplete))
        return [CompletionItem(verb.name, help=_(verb.purpose)) for verb in verbs]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without loading any."""
        for chapter, verbs in self.chapters.items():
            with formatter.section(_(chapter)):
                formatter.write_dl([(verb.name, _(verb.purpose)) for verb in verbs])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the program is for."""
        click.Command.format_help_text(in_language(click.Command(self.name, help=self.help)), ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["json"] = "--json" in args  # known before the verb is read, so that its errors can be JSON too
        return super().parse_args(ctx, args)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        try:
            return super().make_context(*arguments, **settings)
        except OSError as problem:  # while the list of verbs was written
            _write_no_more(problem)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with damage_named(ctx):
                return super().invoke(ctx)
        except PodiumError as error:
            from podium.app.words.errors import sentence  # the sentences of everything take a while to load

            text, number = sentence(error) + meant(error.facts.get("meant")), error.facts.get("acknowledge")
            if number is None:
                _tell(ctx, error.code, text, error.facts.get("value"))
            else:
                text += "\n" + _("To go on, say the same with --acknowledged %(number)s.", number=str(number))
                _tell(ctx, error.code, text, error.facts.get("value"), acknowledge=number)
            ctx.exit(exit_code(error))
        except click.ClickException as error:
            if not ctx.meta["json"]:
                raise
            _tell(ctx, "usage", error.format_message(), None)
            ctx.exit(error.exit_code)
        except (KeyboardInterrupt, click.Abort) as stop:
            if isinstance(stop, click.Abort) and not isinstance(stop.__context__, KeyboardInterrupt):
                raise  # a question was answered with no
            say("")  # ends the line on which the terminal shows ^C
            ctx.exit(INTERRUPTED)
        except OSError as problem:
            _write_no_more(problem)


def in_language(command: click.Command) -> click.Command:
    """The command with its help, and that of its options and commands, in the current language.

    Options and docstrings are declared without a mark: `scripts/words.py` reads them from the commands.
    """
    if language() == SOURCE:
        return command
    found = copy(command)
    found.help = _(cleandoc(command.help)) if command.help else None
    found.params = [_translated(each) for each in command.params]
    if isinstance(found, click.Group):
        found.commands = {name: in_language(each) for name, each in found.commands.items()}
    return found


def _translated(parameter: click.Parameter) -> click.Parameter:
    found = copy(parameter)
    if isinstance(found, click.Option) and found.help:
        found.help = _(found.help)
    return found


def _tell(ctx: click.Context, code: str, text: str, value: object, **more: object) -> None:
    """Say what went wrong, as a sentence or as JSON."""
    told = {"code": code, "detail": text, "value": value, **more}
    say(in_json(told, sys.stderr) if ctx.meta["json"] else text)


def _write_no_more(problem: OSError) -> NoReturn:
    """Leave where the system says no: in silence if what reads our output, `head` for one, has seen enough."""
    gone = isinstance(problem, BrokenPipeError)
    if not gone:
        say(f"{problem.strerror or problem}{f': {problem.filename}' if problem.filename else ''}.")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still to be written goes nowhere
    sys.exit(NOBODY_READS if gone else 1)
