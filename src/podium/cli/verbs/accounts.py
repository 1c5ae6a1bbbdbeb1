"""`podium user`, `token` and `audit`: accounts of people, keys for programs, and who changed them."""

from __future__ import annotations

import os
import sys

import click
from msgspec.structs import asdict

from podium.app.accounts.administration import INVITATION_DAYS, Account, Invitation
from podium.app.accounts.answers import account_row, audit_answer, new_invitation, token_row
from podium.app.accounts.audit import A_PAGE, way_in
from podium.app.accounts.credentials import TOKEN_DAYS, scope_named
from podium.app.words.language import _, available, ngettext, own_name
from podium.cli.frame import Console, on_database, on_terminal, table
from podium.cli.naming import tournament as tournament_meant
from podium.core.errors import Invalid
from podium.core.player import tidy

SITE = click.option("--site", metavar="URL", help="How the address begins. [default: this machine, at PODIUM_PORT]")


@click.group("user")
def user() -> None:
    """Add, invite, list, change and remove users, and set their passwords."""


@user.command("add")
@click.argument("name")
@click.option("--administrator", is_flag=True, help="Looks after accounts, as the first user does in any case.")
@on_database(create=True)
def add(here: Console, name: str, administrator: bool) -> None:
    """Add the user NAME. The password is PODIUM_PASSWORD, else a line of stdin; at a terminal it is asked for."""
    user = here.podium.registry.add_user(name, _password(), administrator=administrator)
    here.answer({"id": user.id, "name": user.name}, _("User %(name)s added.", name=user.name))


@user.command("list")
@on_database()
def list_(here: Console) -> None:
    """List the users, and what they are in tournaments."""
    accounts = here.podium.registry.accounts()
    rows = [(each.name, _status(each), _roles(each)) for each in accounts]
    text = table(("name", "status", "roles"), rows) if rows else _("There are no users yet.")
    here.answer({"users": [account_row(each) for each in accounts]}, text)


@user.command("password")
@click.argument("name")
@on_database()
def password(here: Console, name: str) -> None:
    """Give the user NAME another password, and end their sessions."""
    user = here.user(name)
    here.podium.registry.set_password(name, _password())
    here.answer({"id": user.id, "name": user.name}, _("The password of %(name)s is changed.", name=user.name))


@user.command("invite")
@click.option("--for", "label", default="", metavar="NAME", help="The name that is proposed.")
@click.option("--administrator", is_flag=True, help="Whoever accepts looks after accounts.")
@click.option("--days", type=int, default=INVITATION_DAYS, show_default=True, help="For how long it works.")
@SITE
@on_database()
def invite(here: Console, label: str, administrator: bool, days: int, site: str | None) -> None:
    """Print an address that makes one account: who opens it chooses a name and a password."""
    made, secret = here.podium.registry.invite(label, administrator=administrator, days=days)
    _answer_invitation(here, made, secret, site)


@user.command("reset")
@click.argument("name")
@SITE
@on_database()
def reset(here: Console, name: str, site: str | None) -> None:
    """Print an address that sets another password for the user NAME, once and for a day."""
    made, secret = here.podium.registry.invite_to_reset(here.user(name).id)
    _answer_invitation(here, made, secret, site)


@user.command("change")
@click.argument("name")
@click.option("--administrator/--no-administrator", default=None, help="Whether the user looks after accounts.")
@click.option("--disabled/--enabled", default=None, help="Disabled, all sessions and tokens of the user end.")
@on_database()
def change(here: Console, name: str, administrator: bool | None, disabled: bool | None) -> None:
    """Make the user NAME administrator or not, disabled or not."""
    id = here.user(name).id
    account = here.podium.registry.change_account(id, administrator=administrator, disabled=disabled)
    here.answer(account_row(account), f"{account.name}: {_status(account)}")


@user.command("language")
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


@user.command("remove")
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


@click.group("token")
def token() -> None:
    """Add, list and drop the tokens of a user."""


@token.command("add")
@click.argument("name")
@click.option("--label", default="command line", show_default=True, help="What the token is for.")
@click.option("--scope", default="everything", show_default=True, help="read, results, manage or everything.")
@click.option("--tournament", metavar="TOURNAMENT", help="The only one it is for. [default: all of the user's]")
@click.option("--days", type=int, default=TOKEN_DAYS, show_default=True, help="For how long it works.")
@on_database()
def add_token(here: Console, name: str, label: str, scope: str, tournament: str | None, days: int) -> None:
    """Print a new token of the user NAME. It is shown this once; send it as `Authorization: Bearer`."""
    user, event = here.user(name), tournament_meant(here, tournament).state.id if tournament is not None else None
    made = here.podium.registry.add_token(user, tidy("label", label) or "", scope_named(scope), event, days)
    here.answer({**asdict(token_row(made[0])), "token": made[1]}, made[1])


@token.command("list")
@click.argument("name")
@on_database()
def list_tokens(here: Console, name: str) -> None:
    """List the tokens of the user NAME, without their secrets."""
    tokens = here.podium.registry.tokens(here.user(name))
    rows = [token_row(token) for token in tokens]
    cells = [(row.id, row.label, row.scope, row.tournament_id, row.expires, row.last_used_at) for row in rows]
    text = table(("id", "label", "scope", "tournament", "until", "last used"), cells, "id")
    here.answer({"tokens": rows}, text if tokens else _("%(name)s has no tokens.", name=name))


@token.command("drop")
@click.argument("name")
@click.argument("id", type=int)
@on_database()
def drop_token(here: Console, name: str, id: int) -> None:
    """Make the token ID of the user NAME worthless."""
    here.podium.registry.drop_token(here.user(name), id)
    here.answer({"id": id}, _("Token %(id)s of %(name)s is dropped.", id=id, name=name))


@click.group("audit")
def audit() -> None:
    """List the audit, and take names out of it."""


@audit.command("list")
@click.option("--tournament", metavar="TOURNAMENT", help="Only what concerns this one.")
@click.option("--limit", type=click.IntRange(1, 500), default=A_PAGE, show_default=True, help="How many entries.")
@click.option("--before", type=int, metavar="ID", help="Only entries before this one.")
@on_database()
def list_entries(here: Console, tournament: str | None, limit: int, before: int | None) -> None:
    """List the newest entries first: when, who, what, and where from."""
    event = tournament_meant(here, tournament).state.id if tournament is not None else None
    entries = here.podium.registry.audit(event, before=before, most=limit)
    answer = audit_answer(entries, limit, whole_addresses=True)
    rows = [
        (row.id, row.at, row.name, row.text, " ".join(filter(None, (way_in(entry), row.address))))
        for row, entry in zip(answer.entries, entries, strict=True)
    ]
    text = table(("id", "at", "by", "what", "address"), rows, "id") if rows else _("The audit is empty.")
    here.answer(answer, text)


@audit.command("forget")
@click.argument("name")
@on_database()
def forget_name(here: Console, name: str) -> None:
    """Take NAME, who has no account any more, out of all entries."""
    count = here.podium.registry.forget_in_audit(name)
    text = ngettext("%(num)s entry named them.", "%(num)s entries named them.", count)
    here.answer({"entries": count}, text)
