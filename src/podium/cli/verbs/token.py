"""`podium token`: keys for programs."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.cli.frame import Console, on_database, table
from podium.core.player import tidy


@click.group("token")
def verb() -> None:
    """Add, list and drop the tokens of a user."""


@verb.command("add")
@click.argument("name")
@click.option("--label", default="command line", show_default=True, help="What the token is for.")
@on_database()
def add(here: Console, name: str, label: str) -> None:
    """Print a new token of the user NAME. It is shown this once; send it as `Authorization: Bearer`."""
    token, secret = here.podium.registry.add_token(here.user(name), tidy("label", label) or "")
    here.answer({"id": token.id, "label": token.label, "token": secret}, secret)


@verb.command("list")
@click.argument("name")
@on_database()
def list_(here: Console, name: str) -> None:
    """List the tokens of the user NAME, without their secrets."""
    tokens = here.podium.registry.tokens(here.user(name))
    rows = [{"id": token.id, "label": token.label, "created_at": token.created_at} for token in tokens]
    text = table(("id", "label", "created"), [(token.id, token.label, token.created_at) for token in tokens], "id")
    here.answer({"tokens": rows}, text if tokens else _("%(name)s has no tokens.", name=name))


@verb.command("drop")
@click.argument("name")
@click.argument("id", type=int)
@on_database()
def drop(here: Console, name: str, id: int) -> None:
    """Make the token ID of the user NAME worthless."""
    here.podium.registry.drop_token(here.user(name), id)
    here.answer({"id": id}, _("Token %(id)s of %(name)s is dropped.", id=id, name=name))
