"""`podium token`: keys for programs."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from podium.app.accounts.answers import token_row
from podium.app.accounts.credentials import TOKEN_DAYS, scope_named
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import tournament as tournament_meant
from podium.core.player import tidy


@click.group("token")
def verb() -> None:
    """Add, list and drop the tokens of a user."""


@verb.command("add")
@click.argument("name")
@click.option("--label", default="command line", show_default=True, help="What the token is for.")
@click.option("--scope", default="everything", show_default=True, help="read, results, manage or everything.")
@click.option("--tournament", metavar="TOURNAMENT", help="The only one it is for. [default: all of the user's]")
@click.option("--days", type=int, default=TOKEN_DAYS, show_default=True, help="For how long it works.")
@on_database()
def add(here: Console, name: str, label: str, scope: str, tournament: str | None, days: int) -> None:
    """Print a new token of the user NAME. It is shown this once; send it as `Authorization: Bearer`."""
    user, event = here.user(name), tournament_meant(here, tournament).state.id if tournament is not None else None
    made = here.podium.registry.add_token(user, tidy("label", label) or "", scope_named(scope), event, days)
    here.answer({**asdict(token_row(made[0])), "token": made[1]}, made[1])


@verb.command("list")
@click.argument("name")
@on_database()
def list_(here: Console, name: str) -> None:
    """List the tokens of the user NAME, without their secrets."""
    tokens = here.podium.registry.tokens(here.user(name))
    rows = [token_row(token) for token in tokens]
    cells = [(row.id, row.label, row.scope, row.tournament_id, row.expires, row.last_used_at) for row in rows]
    text = table(("id", "label", "scope", "tournament", "until", "last used"), cells, "id")
    here.answer({"tokens": rows}, text if tokens else _("%(name)s has no tokens.", name=name))


@verb.command("drop")
@click.argument("name")
@click.argument("id", type=int)
@on_database()
def drop(here: Console, name: str, id: int) -> None:
    """Make the token ID of the user NAME worthless."""
    here.podium.registry.drop_token(here.user(name), id)
    here.answer({"id": id}, _("Token %(id)s of %(name)s is dropped.", id=id, name=name))
