"""What every verb shares: its options, the way it answers, and the exit code of each error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from podium.app.words.language import _
from podium.cli.click_or_plain import click
from podium.config import Config, NotAChoice, NotANumber, from_environment
from podium.core.errors import Cautioned, FormatError, Invalid, NotInstalled, PodiumError, Unknown

if TYPE_CHECKING:  # a database takes half a second to load, and many verbs need none
    from podium.app.access import Actor
    from podium.app.accounts.accounts import User
    from podium.app.ports import Receipt
    from podium.bootstrap import Podium
    from podium.core.ids import TournamentId
    from podium.flow.commands import Command

FC = TypeVar("FC", bound=Callable[..., Any])

UNREADABLE = ("database-torn", "database-away")
DATABASES = "podium.databases"  # of the verb, in what its contexts share
OPENED_FOR_US = (Path("/dev/fd"), Path("/proc/self/fd"))

# 0 is done. The first class that fits an error gives its code.
EXITS: tuple[tuple[type[PodiumError], int], ...] = (
    (Invalid, 2),
    (NotInstalled, 2),
    (FormatError, 3),
    (Unknown, 4),
    (PodiumError, 1),
)


def exit_code(error: PodiumError) -> int:
    """1 where the rules say no, 2 for wrong usage, 3 for a wrong file, 4 where there is no such thing."""
    return next(code for kind, code in EXITS if isinstance(error, kind))


@dataclass(frozen=True, slots=True)
class Console:
    """Podium while a verb runs: what it works on, who acts, and how it answers."""

    podium: Podium
    actor: Actor
    as_json: bool
    acknowledged: int = 0

    def perform(
        self, stream: TournamentId, command: Command, *, expected: int | None = None, reason: str | None = None
    ) -> Receipt:
        """The receipt of `command`. What FIDE mode asks first is asked at a terminal; elsewhere the answer is given."""
        desk, acknowledged = self.podium.desk, self.acknowledged
        while True:
            try:
                return desk.perform(
                    self.actor, stream, command, expected=expected, reason=reason, acknowledged=acknowledged
                )
            except Cautioned as caution:
                if self.as_json or not on_terminal():
                    raise
                ask(caution)
                acknowledged = int(str(caution.facts["acknowledge"]))

    def answer(self, value: object, text: str) -> None:
        """Print what came of the verb: `value` as JSON where that is asked for, else `text`."""
        answer(value, text, as_json=self.as_json)

    def user(self, name: str) -> User:
        """The account of that name; raises Unknown."""
        return account(self.podium, name)


def answer(value: object, text: str, *, as_json: bool) -> None:
    """Print a result on stdout."""
    click.echo(in_json(value, sys.stdout, indent=2) if as_json else text)


def in_json(value: object, stream: TextIO, *, indent: int | None = None) -> str:
    """`value` as JSON that `stream` can carry: letters as they are, escaped where its encoding may lack them."""
    escaped = not (stream.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=escaped, indent=indent, default=_plain)


def _plain(value: object) -> object:
    """What JSON can hold of a value that it does not know: the fields of an answer, else its text."""
    if not hasattr(value, "__struct_fields__"):
        return str(value)
    import msgspec  # of which the verbs on files know nothing

    return msgspec.to_builtins(value, enc_hook=str)


def say(text: str) -> None:
    """Print talk on stderr, where it does not get into results."""
    click.echo(text, err=True)


def account(podium: Podium, name: str) -> User:
    """The account of that name; raises Unknown."""
    for user in podium.registry.users():
        if user.name == name:
            return user
    raise Unknown("user", name)


def json_option(function: FC) -> FC:
    """The option `--json`; the program looks for it too, to say in JSON what went wrong."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(function)


def db_option(function: FC) -> FC:
    """The option `--db`."""
    return click.option(
        "--db",
        metavar="URL",
        envvar="PODIUM_DB",
        help="A SQLite file or a postgresql:// address; PODIUM_DB names it too. [default: podium.db]",
    )(function)


def server_option(function: FC) -> FC:
    """The options `--server` and `--token`: the verb works on events elsewhere, whatever `--db` says."""

    def note(context: click.Context, option: click.Parameter, value: str | None) -> None:
        context.meta[f"podium.{option.name}"] = value

    option = partial(click.option, callback=note, expose_value=False)
    function = option(
        "--token",
        metavar="TOKEN",
        envvar="PODIUM_TOKEN",
        help="Who you are on the server; PODIUM_TOKEN says it where nobody reads along.",
    )(function)
    return option(
        "--server",
        metavar="URL",
        envvar="PODIUM_SERVER",
        help="Work on the events of a server far away; PODIUM_SERVER names it too.",
    )(function)


def as_option(function: FC) -> FC:
    """The option `--as`."""
    return click.option("--as", "acting", metavar="USER", help="Act as this user, in the roles that user has.")(
        function
    )


def acknowledged_option(function: FC) -> FC:
    """The option `--acknowledged`."""
    return click.option(
        "--acknowledged",
        type=click.IntRange(min=0),
        default=0,
        metavar="NUMBER",
        help="What FIDE mode asked has been read: the number that its question names. At a terminal you are asked.",
    )(function)


def ask(caution: Cautioned) -> None:
    """Ask whether to go on; raises Abort where the answer is no."""
    from podium.app.words.errors import sentence

    say(sentence(caution))
    click.confirm(_("Go on?"), abort=True, err=True)


def configured(db: str | None) -> Config:
    """The settings of the environment with the database that was named."""
    try:
        config = from_environment()
    except NotANumber as error:
        text = _("%(name)s is not a number: %(value)s", name=error.variable, value=error.value)
        raise click.UsageError(text) from None
    except NotAChoice as error:
        allowed = ", ".join(error.choices)
        text = _(
            "%(name)s is not one of %(allowed)s: %(value)s", name=error.variable, allowed=allowed, value=error.value
        )
        raise click.UsageError(text) from None
    config = config if db is None else replace(config, database=db)
    note_database(config.database)
    return config


def note_database(given: str) -> None:
    """Note that the verb reads a database, to be looked at if nobody understands what comes of that."""
    if (context := click.get_current_context(silent=True)) is not None:
        context.meta.setdefault(DATABASES, []).append(given)


@contextmanager
def damage_named(context: click.Context) -> Iterator[None]:
    """A block that says of a damaged database that it is one, and where, whatever came of reading it."""
    try:
        yield
    except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):
        raise
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("podium"):
            raise
        raise NotInstalled(missing.name.partition(".")[0]) from None
    except Exception as problem:
        if isinstance(problem, PodiumError) and problem.code not in UNREADABLE:
            raise
        for given in context.meta.get(DATABASES, ()):
            from podium import bootstrap

            if bootstrap.backups.is_damaged(given):
                raise FormatError(0, 0, "database-damaged", value=bootstrap.database_address(given)) from problem
        raise


@contextmanager
def opened(config: Config, *, create: bool = True) -> Iterator[Podium]:
    """Podium on the database of `config`; raises Unknown for a file or its folder that has to be there and is not."""
    from podium import bootstrap

    file = bootstrap.database_file(config.database)
    if file is not None and not create and not file.exists():
        raise Unknown("database", str(file))
    if file is not None and not file.parent.is_dir():
        raise Unknown("folder", str(file.parent))
    with bootstrap.opened(config) as podium:
        yield podium


def warn_of_rights(podium: Podium) -> None:
    """Say so where others on this machine can read the database."""
    for path in podium.database.files_readable_by_others():
        say(_("Others on this machine can read %(file)s: `chmod 600` keeps it to yourself.", file=path))


def _opened(db: str | None, *, create: bool) -> AbstractContextManager[Podium]:
    """The database, or the events of the server that was named in its place."""
    context = click.get_current_context().meta
    if (server := context.get("podium.server")) is None:
        return opened(configured(db), create=create)
    from podium.cli.remote import at_server

    return at_server(server, context.get("podium.token"))


@contextmanager
def console(db: str | None, name: str | None, *, as_json: bool, create: bool) -> Iterator[Console]:
    """Podium on the database `db`, or at a server that was named, with `name` at the console; without `create` a file
    must be there."""
    from podium.app.access import OPERATOR
    from podium.app.accounts.audit import AUTHOR, Author

    with _opened(db, create=create) as podium:
        actor = account(podium, name).actor if name is not None else OPERATOR
        before = AUTHOR.set(Author(OPERATOR))  # the person at the machine, also where they act as somebody
        try:
            yield Console(podium, actor, as_json)
        finally:
            AUTHOR.reset(before)


def on_database(*, create: bool = False, acts: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A verb that works on a database: adds `--db` and `--json`, for one that `acts` also `--as`.

    It is handed a console. Without `create`, a SQLite file must exist before.
    """

    def decorate(verb: Callable[..., None]) -> Callable[..., None]:
        def run(
            db: str | None, as_json: bool, acting: str | None = None, acknowledged: int = 0, **given: object
        ) -> None:
            with console(db, acting, as_json=as_json, create=create) as here:
                verb(replace(here, acknowledged=acknowledged), **given)

        wrapped = json_option(db_option(update_wrapper(run, verb)))
        return acknowledged_option(as_option(server_option(wrapped))) if acts else wrapped

    return decorate


def table(header: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """Rows in columns under a header; the columns named in `right` are aligned to the right.

    The header is in English, for `right` to name it; `scripts/words.py` finds it here.
    """
    titles = [_(name) if name else "" for name in header]
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in [titles, *texts]) for at in range(len(header))]
    to_right = [name in right.split() for name in header]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if aligned else cell.ljust(width)
            for cell, width, aligned in zip(cells, widths, to_right, strict=True)
        )
        return "  ".join(padded).rstrip()

    return "\n".join([line(titles), *(line(row) for row in texts)])


def likely(said: str, names: Iterable[str]) -> list[str]:
    """The names that somebody may have meant who said none of them, the likeliest first.

    >>> likely("Opne", ["Open 2026", "Club evening"])
    ['Open 2026']
    """
    from difflib import get_close_matches

    said, forms = said.casefold(), dict[str, str]()
    for name in names:
        whole = name.casefold()
        forms |= dict.fromkeys((whole, whole[: len(said)], *whole.split()), name)
    return list(dict.fromkeys(forms[each] for each in get_close_matches(said, forms)))


def meant(names: object) -> str:
    """The question whether it is one of these that was meant, to follow what was not found; nothing for no names."""
    return (
        " " + _("Did you mean %(names)s?", names=", ".join(map(str, names)))
        if isinstance(names, list) and names
        else ""
    )


def on_terminal() -> bool:
    """Whether there is somebody to ask, and not a program that pipes something in."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_bytes(name: str) -> bytes:
    """The content of a file, or of stdin for `-`; raises Unknown where there is none, FormatError for a folder."""
    if name == "-":
        if sys.stdin is None:  # who started us has closed it
            raise FormatError(0, 0, "file-unreadable", value=name, reason="Nothing is connected to it")
        return sys.stdin.buffer.read()
    try:
        return regular_bytes(Path(name))
    except FileNotFoundError:
        raise Unknown("file", name) from None
    except OSError as problem:
        raise FormatError(0, 0, "file-unreadable", value=name, reason=problem.strerror) from None


def regular_bytes(path: Path) -> bytes:
    """The content of a file; raises FormatError for a pipe or a device, which may keep us for ever or never end.

    What a shell opens for us, as for `<(...)`, is a pipe that somebody writes to.
    """
    if path.exists() and not (path.is_file() or path.is_dir() or path.parent in OPENED_FOR_US):
        raise FormatError(0, 0, "file-irregular", value=str(path))
    return path.read_bytes()


class WrongFile(FormatError):
    """A file that says something that is not allowed: wrong usage elsewhere, a wrong file here."""

    def __init__(self, found: Invalid) -> None:
        super().__init__(0, 0, found.code, **found.facts)


@contextmanager
def values_of_a_file() -> Iterator[None]:
    """A block in which a value that is not allowed is the file's."""
    try:
        yield
    except Invalid as found:
        raise WrongFile(found) from found
