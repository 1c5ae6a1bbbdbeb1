"""`podium user`: accounts of people."""

from __future__ import annotations

import os
import sys

import click

from podium.app.words.language import _
from podium.cli.frame import Console, on_database, on_terminal


@click.group("user")
def verb() -> None:
    """Add users, list them, change a password."""


@verb.command("add")
@click.argument("name")
@on_database(create=True)
def add(here: Console, name: str) -> None:
    """Add the user NAME. The password is PODIUM_PASSWORD, else a line of stdin; at a terminal it is asked for."""
    user = here.podium.registry.add_user(name, _password())
    here.answer({"id": user.id, "name": user.name}, _("User %(name)s added.", name=user.name))


@verb.command("list")
@on_database()
def list_(here: Console) -> None:
    """List the users."""
    users = here.podium.registry.users()
    rows = [{"id": user.id, "name": user.name} for user in users]
    here.answer({"users": rows}, "\n".join(user.name for user in users) or _("There are no users yet."))


@verb.command("password")
@click.argument("name")
@on_database()
def password(here: Console, name: str) -> None:
    """Give the user NAME another password, and end their sessions."""
    user = here.user(name)
    here.podium.registry.set_password(name, _password())
    here.answer({"id": user.id, "name": user.name}, _("The password of %(name)s is changed.", name=user.name))


def _password() -> str:
    given = os.environ.get("PODIUM_PASSWORD")
    if given is not None:
        return given
    if not on_terminal():
        return sys.stdin.readline().rstrip("\r\n") if sys.stdin else ""
    asked: str = click.prompt(_("Password"), hide_input=True, confirmation_prompt=_("Again"), err=True)
    return asked
