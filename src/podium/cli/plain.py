"""What the verbs on files need of `click`, made of the standard library, for where only the library is installed.

The same declarations give the same verbs; they are read by `argparse`, so that usage is worded otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.metadata import version
from typing import Any, NoReturn

from podium.app.words.language import _

Params = "__click_params__"


class Exit(Exception):
    """The end of the program, with its exit code."""

    def __init__(self, code: int = 0) -> None:
        self.exit_code = code


class exceptions:  # noqa: N801 -- click's name
    """Where click has its errors."""

    Exit = Exit


class Abort(Exception):
    """A question was answered with no; no verb on files asks any."""


class ClickException(Exception):
    """Wrong usage, in a sentence."""

    exit_code = 2

    def format_message(self) -> str:
        return str(self)


class UsageError(ClickException):
    """Options that do not go together."""


class BadParameter(UsageError):
    """A value that an option cannot have."""


class Context:
    """A run of the program."""

    def __init__(self, command: Command) -> None:
        self.command, self.meta = command, dict[str, Any]()

    def exit(self, code: int = 0) -> NoReturn:
        raise Exit(code)


_RUNNING: list[Context] = []


def get_current_context(silent: bool = False) -> Context | None:
    return _RUNNING[-1] if _RUNNING else None


def echo(text: object = "", *, err: bool = False) -> None:
    print(text, file=sys.stderr if err else sys.stdout, flush=True)


class Choice:
    """One of some words."""

    def __init__(self, choices: Sequence[str]) -> None:
        self.choices = choices

    def __call__(self, text: str) -> str:
        if text not in self.choices:
            choices = ", ".join(self.choices)
            raise BadParameter(_("%(value)s is none of %(choices)s.", value=text, choices=choices))
        return text


class IntRange:
    """A whole number between bounds."""

    def __init__(self, min: int | None = None, max: int | None = None) -> None:
        self.least, self.most = min, max

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise BadParameter(_("%(value)s is not a whole number.", value=text)) from None
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            least, most = ("…" if each is None else each for each in (self.least, self.most))
            raise BadParameter(
                _("%(value)s is not between %(least)s and %(most)s.", value=number, least=least, most=most)
            )
        return number


class Parameter:
    """An argument or an option, as it was declared."""

    def __init__(self, declared: Sequence[str], **settings: Any) -> None:
        named = [name for name in declared if not name.startswith("-")]
        self.flags = [flag for name in declared if name.startswith("-") for flag in name.split("/")]
        self.name = named[0] if named else self.flags[0].lstrip("-").replace("-", "_")
        self.type, self.metavar = settings.get("type"), settings.get("metavar")
        self.default, self.required = settings.get("default"), settings.get("required")
        self.help, self.settings = settings.get("help"), settings

    def value(self, ctx: Context, given: Any) -> Any:
        """What the verb is handed."""
        callback = self.settings.get("callback")
        return callback(ctx, self, given) if callback else given


class Argument(Parameter):
    """A value that is named by its place."""

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        several, required = self.settings.get("nargs") == -1, self.required
        nargs = ("+" if required else "*") if several else None if required in (None, True) else "?"
        parser.add_argument(self.name, metavar=self.metavar or self.name.upper(), nargs=nargs)

    def value(self, ctx: Context, given: Any) -> Any:
        return tuple(given) if isinstance(given, list) else given


class Option(Parameter):
    """A value that is named by a word with dashes, or a flag."""

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        told: dict[str, Any] = {"dest": self.name, "default": self.default}
        told["help"] = self.help and self.help.replace("%", "%%")
        if len(self.flags) == 2 and all(flag.startswith("--") for flag in self.flags):
            parser.add_argument(self.flags[0], action="store_true", **told)
            parser.add_argument(self.flags[1], action="store_false", **{**told, "help": None})
        elif self.settings.get("is_flag"):
            usual = False if "default" not in self.settings else self.default
            parser.add_argument(*self.flags, action="store_true", **{**told, "default": usual})
        else:
            action = "append" if self.settings.get("multiple") else "store"
            metavar = self.metavar or ("|".join(self.type.choices) if isinstance(self.type, Choice) else None)
            parser.add_argument(
                *self.flags, action=action, metavar=metavar, type=self.type or str, required=bool(self.required), **told
            )

    def value(self, ctx: Context, given: Any) -> Any:
        return super().value(ctx, tuple(given or ()) if self.settings.get("multiple") else given)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


class Command:
    """A verb: what it is called with, and what it does."""

    def __init__(
        self, name: str | None, callback: Callable[..., Any] | None = None, help: str | None = None, **_settings: Any
    ) -> None:
        self.name, self.callback, self.help = name, callback, help or (callback.__doc__ if callback else None)
        self.params: list[Parameter] = list(reversed(getattr(callback, Params, [])))

    def parser(self) -> argparse.ArgumentParser:
        parser = _Parser(
            " ".join(("podium", self.name or "")),
            description=self.help,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for each in self.params:
            assert isinstance(each, (Argument, Option))
            each.add_to(parser)
        return parser

    def run(self, ctx: Context, args: Sequence[str]) -> None:
        given = vars(self.parser().parse_intermixed_args(args))
        assert self.callback is not None
        self.callback(**{each.name: each.value(ctx, given[each.name]) for each in self.params})


class HelpFormatter:
    """The list of verbs on its way to the terminal."""

    @contextmanager
    def section(self, title: str) -> Iterator[None]:
        echo(f"\n{title}:")
        yield

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None:
        width = max(len(name) for name, _purpose in rows)
        for name, purpose in rows:
            echo(f"  {name.ljust(width)}  {purpose}")


class Group(Command):
    """The program: it finds the verb, and runs it."""

    args: Sequence[str] = ()

    def list_commands(self, ctx: Context) -> list[str]:
        return []

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        return None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str, Command | None, list[str]]:
        return args[0], self.get_command(ctx, args[0]), args[1:]

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """List the verbs."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        self.args = args
        return args

    def invoke(self, ctx: Context) -> None:
        first, *others = self.args or ["--help"]
        if first in ("-h", "--help"):
            echo(self.help)
            self.format_commands(ctx, HelpFormatter())
        elif first == "--version":
            echo(version("podium"))
        else:
            _name, verb, others = self.resolve_command(ctx, [first, *others])
            assert verb is not None  # who resolves it says so
            verb.run(ctx, others)

    def __call__(self, *_arguments: object, **_settings: object) -> NoReturn:
        ctx = Context(self)
        _RUNNING.append(ctx)
        try:
            self.parse_args(ctx, sys.argv[1:])
            self.invoke(ctx)
        except Exit as end:
            sys.exit(end.exit_code)
        except ClickException as error:
            echo(error.format_message(), err=True)
            sys.exit(error.exit_code)
        sys.exit(0)


def command(name: str, **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    return lambda verb: Command(name, verb, **settings)


def group(name: str, cls: type[Group] = Group, **settings: Any) -> Callable[[Callable[..., Any]], Group]:
    return lambda verb: cls(name, verb, **settings)


def option(*declared: str, **settings: Any) -> Callable[[Any], Any]:
    return _declared(Option(declared, **settings))


def argument(*declared: str, **settings: Any) -> Callable[[Any], Any]:
    return _declared(Argument(declared, **settings))


def version_option(**_settings: Any) -> Callable[[Any], Any]:
    return lambda verb: verb


def pass_context(verb: Callable[..., Any]) -> Callable[..., Any]:
    return wraps(verb)(lambda **given: verb(get_current_context(), **given))


def _declared(parameter: Parameter) -> Callable[[Any], Any]:
    def add(verb: Any) -> Any:
        verb.__dict__.setdefault(Params, []).append(parameter)
        return verb

    return add
