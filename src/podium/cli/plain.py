"""What the verbs on files need of `click`, made of `argparse`, for where only the library is installed.

The same declarations give the same verbs; wrong usage is worded otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.metadata import version
from typing import Any, NoReturn

PARAMS = "__click_params__"
_RUNNING: list[Context] = []


class Exit(Exception):
    """The end of the program, with its exit code."""

    def __init__(self, code: int = 0) -> None:
        self.exit_code = code


class exceptions:  # noqa: N801 -- click's name
    Exit = Exit


class Abort(Exception):
    """A question was answered with no; no verb on files asks any."""


class ClickException(Exception):
    exit_code = 2

    def format_message(self) -> str:
        return str(self)


class UsageError(ClickException):
    """Options that do not go together."""


class BadParameter(UsageError, argparse.ArgumentTypeError):
    """A value that an option cannot have."""


class Context:
    """A run of the program."""

    def __init__(self) -> None:
        self.meta: dict[str, Any] = {}

    def exit(self, code: int = 0) -> NoReturn:
        raise Exit(code)


def get_current_context(silent: bool = False) -> Context | None:
    return _RUNNING[-1] if _RUNNING else None


def echo(text: object = "", *, err: bool = False) -> None:
    print(text, file=sys.stderr if err else sys.stdout, flush=True)


class Choice(tuple[str, ...]):
    """One of some words."""


class IntRange:
    """A whole number between bounds."""

    def __init__(self, min: int | None = None, max: int | None = None) -> None:
        self.least, self.most, self.__name__ = min, max, "int"

    def __call__(self, text: str) -> int:
        number = int(text)
        if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
            raise ValueError
        return number


class Parameter:
    """An argument or an option, as it was declared."""

    def __init__(self, declared: Sequence[str], **settings: Any) -> None:
        named = [name for name in declared if not name.startswith("-")]
        self.flags = [flag for name in declared if name.startswith("-") for flag in name.split("/")]
        self.name = named[0] if named else self.flags[0].lstrip("-").replace("-", "_")
        self.help, self.settings = settings.get("help"), settings

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Have the parser read it."""
        if self.flags:
            self._add_option(parser)
            return
        required = self.settings.get("required", True)
        nargs = "*+"[self.settings.get("required", False)] if self._is_several else None if required else "?"
        parser.add_argument(self.name, metavar=self.settings.get("metavar", self.name.upper()), nargs=nargs)

    def value(self, ctx: Context, given: Any) -> Any:
        """What the verb is handed."""
        if self._is_several:
            given = tuple(given or ())
        return self.settings["callback"](ctx, self, given) if "callback" in self.settings else given

    @property
    def _is_several(self) -> bool:
        return bool(self.settings.get("multiple") or self.settings.get("nargs") == -1)

    def _add_option(self, parser: argparse.ArgumentParser) -> None:
        told: dict[str, Any] = {"dest": self.name, "help": self.help and self.help.replace("%", "%%")}
        if len(self.flags) == 2 or self.settings.get("is_flag"):
            usual = self.settings.get("default", False)
            parser.add_argument(self.flags[0], action="store_true", default=usual, **told)
            for flag in self.flags[1:]:
                parser.add_argument(flag, action="store_false", default=usual, dest=self.name)
            return
        kind, several = self.settings.get("type", str), self._is_several
        told["choices" if isinstance(kind, Choice) else "type"] = kind
        told |= {name: self.settings[name] for name in ("default", "metavar", "required") if name in self.settings}
        parser.add_argument(*self.flags, action="append" if several else "store", **told)


Option = Argument = Parameter


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


class Command:
    """A verb: what it is called with, and what it does."""

    def __init__(self, name: str | None, callback: Any = None, help: str | None = None, **_settings: Any) -> None:
        self.name, self.callback, self.help = name, callback, help or callback.__doc__
        self.params: list[Parameter] = list(reversed(getattr(callback, PARAMS, [])))

    def run(self, ctx: Context, args: Sequence[str]) -> None:
        """Read what it is called with, and do it."""
        form = argparse.RawDescriptionHelpFormatter
        called = " ".join(("podium", self.name or ""))
        parser = _Parser(called, description=self.help, allow_abbrev=False, formatter_class=form)
        for each in self.params:
            each.add_to(parser)
        given = vars(parser.parse_intermixed_args(args))
        values = {each: each.value(ctx, given[each.name]) for each in self.params}
        self.callback(**{each.name: said for each, said in values.items() if each.settings.get("expose_value", True)})


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
    """The program, of which `Program` is one: it finds the verb, and runs it."""

    def list_commands(self, ctx: Context) -> list[str]:
        return []

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        return args

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str, Command, list[str]]:
        return args[0], self.get_command(ctx, args[0]), args[1:]  # type: ignore[attr-defined]  # of Program

    def invoke(self, ctx: Context) -> None:
        first, *_others = args = sys.argv[1:] or ["--help"]
        if first in ("-h", "--help"):
            echo(self.help)
            self.format_commands(ctx, HelpFormatter())  # type: ignore[attr-defined]  # of Program
        elif first == "--version":
            echo(version("podium"))
        else:
            _name, verb, others = self.resolve_command(ctx, args)
            verb.run(ctx, others)

    def __call__(self, *_arguments: object, **_settings: object) -> NoReturn:
        _RUNNING.append(ctx := Context())
        try:
            self.parse_args(ctx, sys.argv[1:])
            self.invoke(ctx)
        except Exit as end:
            sys.exit(end.exit_code)
        except ClickException as error:
            echo(error.format_message(), err=True)
            sys.exit(error.exit_code)
        sys.exit(0)


def command(name: str, cls: type[Command] = Command, **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    return lambda verb: cls(name, verb, **settings)


group = command


def option(*declared: str, **settings: Any) -> Callable[[Any], Any]:
    def add(verb: Any) -> Any:
        verb.__dict__.setdefault(PARAMS, []).append(Parameter(declared, **settings))
        return verb

    return add


argument = option


def version_option(**_settings: Any) -> Callable[[Any], Any]:
    return lambda verb: verb


def pass_context(verb: Callable[..., Any]) -> Callable[..., Any]:
    return wraps(verb)(lambda **given: verb(get_current_context(), **given))
