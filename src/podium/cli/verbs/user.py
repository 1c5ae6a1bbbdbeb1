"""`podium user`: accounts of people."""

from __future__ import annotations

import os
import sys

import click

from podium.app.accounts.administration import INVITATION_DAYS, Account, Invitation
from podium.app.accounts.answers import account_row, new_invitation
from podium.app.words.language import _, available, own_name
from podium.cli.frame import Console, on_database, on_terminal, table
from podium.core.errors import Invalid

SITE = click.option("--site", metavar="URL", help="How the address begins. [default: this machine, at PODIUM_PORT]")


@click.group("user")
def verb() -> None:
    """Add, invite, list, change and remove users, and set their passwords."""


@verb.command("add")
@click.argument("name")
@click.option("--administrator", is_flag=True, help="Looks after accounts, as the first user does in any case.")
@on_database(create=True)
def add(here: Console, name: str, administrator: bool) -> None:
    """Add the user NAME. The password is PODIUM_PASSWORD, else a line of stdin; at a terminal it is asked for."""
    user = here.podium.registry.add_user(name, _password(), administrator=administrator)
    here.answer({"id": user.id, "name": user.name}, _("User %(name)s added.", name=user.name))


@verb.command("list")
@on_database()
def list_(here: Console) -> None:
    """List the users, and what they are in tournaments."""
    accounts = here.podium.registry.accounts()
    rows = [(each.name, _status(each), _roles(each)) for each in accounts]
    text = table(("name", "status", "roles"), rows) if rows else _("There are no users yet.")
    here.answer({"users": [account_row(each) for each in accounts]}, text)


@verb.command("password")
@click.argument("name")
@on_database()
def password(here: Console, name: str) -> None:
    """Give the user NAME another password, and end their sessions."""
    user = here.user(name)
    here.podium.registry.set_password(name, _password())
    here.answer({"id": user.id, "name": user.name}, _("The password of %(name)s is changed.", name=user.name))


@verb.command("invite")
@click.option("--for", "label", default="", metavar="NAME", help="The name that is proposed.")
@click.option("--administrator", is_flag=True, help="Whoever accepts looks after accounts.")
@click.option("--days", type=int, default=INVITATION_DAYS, show_default=True, help="For how long it works.")
@SITE
@on_database()
def invite(here: Console, label: str, administrator: bool, days: int, site: str | None) -> None:
    """Print an address that makes one account: who opens it chooses a name and a password."""
    made, secret = here.podium.registry.invite(label, administrator=administrator, days=days)
    _answer_invitation(here, made, secret, site)


@verb.command("reset")
@click.argument("name")
@SITE
@on_database()
def reset(here: Console, name: str, site: str | None) -> None:
    """Print an address that sets another password for the user NAME, once and for a day."""
    made, secret = here.podium.registry.invite_to_reset(here.user(name).id)
    _answer_invitation(here, made, secret, site)


@verb.command("change")
@click.argument("name")
@click.option("--administrator/--no-administrator", default=None, help="Whether the user looks after accounts.")
@click.option("--disabled/--enabled", default=None, help="Disabled, all sessions and tokens of the user end.")
@on_database()
def change(here: Console, name: str, administrator: bool | None, disabled: bool | None) -> None:
    """Make the user NAME administrator or not, disabled or not."""
    id = here.user(name).id
    account = here.podium.registry.change_account(id, administrator=administrator, disabled=disabled)
    here.answer(account_row(account), f"{account.name}: {_status(account)}")


@verb.command("language")
@click.argument("name")
@click.argument("code", required=False)
@on_database()
def language(here: Console, name: str, code: str | None) -> None:
    """Speak to the user NAME in the language CODE, such as de; without CODE, as each of their browsers asks for."""
    if code is not None and code not in available():
        raise Invalid("choice-unknown", field="language", value=code, allowed=list(available()))
    user = here.user(name)
    here.podium.registry.set_language(user, code)
    spoken = own_name(code) if code is not None else _("as each browser asks for")
    here.answer({"id": user.id, "name": user.name, "language": code}, f"{user.name}: {spoken}")


@verb.command("remove")
@click.argument("name")
@click.option("--heir", metavar="USER", help="Whose the tournaments become that only NAME owns.")
@on_database()
def remove(here: Console, name: str, heir: str | None) -> None:
    """Remove the user NAME with all roles, tokens and templates. What they did stays in the histories."""
    user = here.user(name)
    inherited = here.podium.registry.remove_account(user.id, here.user(heir).id if heir else None)
    here.answer({"id": user.id, "inherited": list(inherited)}, _("User %(name)s removed.", name=user.name))


def _answer_invitation(here: Console, made: Invitation, secret: str, site: str | None) -> None:
    config = here.podium.config
    url = f"{(site or f'http://{config.host}:{config.port}').rstrip('/')}/invitation/{secret}"
    here.answer(new_invitation(made, url), url)


def _status(account: Account) -> str:
    if account.disabled_at is not None:
        return _("disabled")
    return _("administrator") if account.administrator else _("user")


def _roles(account: Account) -> str:
    return ", ".join(f"{each.name}: {_(each.role.word)}" for each in account.roles)


def _password() -> str:
    given = os.environ.get("PODIUM_PASSWORD")
    if given is not None:
        return given
    if not on_terminal():
        return sys.stdin.readline().rstrip("\r\n") if sys.stdin else ""
    asked: str = click.prompt(_("Password"), hide_input=True, confirmation_prompt=_("Again"), err=True)
    return asked
