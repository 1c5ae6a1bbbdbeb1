"""All accounts, for those who look after them: who there is and may do what, invitations, new passwords, farewells."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar import Response

from podium.app.access import permit_administration
from podium.app.accounts.accounts import LONGEST_NAME
from podium.app.accounts.administration import INVITATION_DAYS, MOST_INVITATION_DAYS, Account, Invitation
from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _, ngettext
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.player import tidy
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.frame.forms import Errors, number_or_text, under_field
from podium.web.frame.responses import page, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit

MOST_ROLES = 4
"""How many roles of an account are in view; the others unfold."""


@dataclass(frozen=True, slots=True)
class RoleEntry:
    """What an account is in one event."""

    event: str
    url: str
    role: str


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """One account; `alone` is the only administrator who can sign in, `own` the one who looks."""

    id: int
    name: str
    administrator: bool
    disabled: bool
    own: bool
    alone: bool
    created_at: str
    roles: tuple[RoleEntry, ...]
    more: tuple[RoleEntry, ...]
    note: str


@dataclass(frozen=True, slots=True)
class AccountsPage:
    """All accounts and invitations; `fresh` is a new address, which is shown once."""

    accounts: tuple[AccountEntry, ...]
    invitations: tuple[Invitation, ...]
    days: int = INVITATION_DAYS
    most_days: int = MOST_INVITATION_DAYS
    fresh: str | None = None
    fresh_title: str = ""
    fresh_note: str = ""
    values: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)


def accounts_page(visit: Visit) -> Response[str]:
    """The page with all accounts."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    permit_administration(visit.actor)
    return _show(visit)


def invite(visit: Visit) -> Response[str]:
    """A new invitation; the only page that ever shows its address."""
    permit_administration(visit.actor)
    days = number_or_text(visit.form.text("days")) or INVITATION_DAYS
    try:
        if not isinstance(days, int):
            raise Invalid("count-out-of-range", field="days", value=days, least=1, most=MOST_INVITATION_DAYS)
        label = (tidy("label", visit.form.text("label")) or "")[:LONGEST_NAME]
        administrator = visit.form.text("administrator") == "yes"
        invited, secret = visit.desk.registry.invite(label, administrator=administrator, days=days)
    except Invalid as error:
        return _show(visit, errors=under_field(error, ("label", "days"), "label"), status=status_of(error))
    title = _("The invitation for %(name)s", name=label) if label else _("The invitation")
    note = _(
        "Copy it now and send it: it is shown this once only. Whoever opens it until %(day)s can make one account.",
        day=invited.expires_at[:10],
    )
    return _show(visit, fresh=f"{visit.site}/invitation/{secret}", fresh_title=title, fresh_note=note)


def drop_invitation(visit: Visit) -> Response[str]:
    """An invitation less."""
    permit_administration(visit.actor)
    visit.desk.registry.drop_invitation(visit.number("invitation"))
    return see_other(visit, "/accounts", StatusLine(_("The invitation is worth nothing any more.")))


def reset(visit: Visit) -> Response[str]:
    """A way to a new password; the only page that ever shows its address."""
    permit_administration(visit.actor)
    try:
        made, secret = visit.desk.registry.invite_to_reset(visit.number("account"))
    except Refused as error:
        return _show(visit, errors={"accounts": sentence(error)}, status=status_of(error))
    title = _("A new password for %(name)s", name=made.label)
    note = _(
        "Copy it now and send it to %(name)s: it is shown this once only, and works once, for a day. The old password "
        "works until then.",
        name=made.label,
    )
    return _show(visit, fresh=f"{visit.site}/invitation/{secret}", fresh_title=title, fresh_note=note)


def change(visit: Visit) -> Response[str]:
    """An account that is administrator or not, disabled or not."""
    permit_administration(visit.actor)
    flags = {"yes": True, "no": False}
    try:
        account = visit.desk.registry.change_account(
            visit.number("account"),
            administrator=flags.get(visit.form.text("administrator")),
            disabled=flags.get(visit.form.text("disabled")),
        )
    except Refused as error:
        return _show(visit, errors={"accounts": sentence(error)}, status=status_of(error))
    if account.disabled_at is not None:
        text = _("%(name)s is disabled: signed out everywhere, and all tokens are worthless.", name=account.name)
    elif account.administrator:
        text = _("%(name)s looks after accounts now.", name=account.name)
    else:
        text = _("%(name)s can sign in, and looks after no accounts.", name=account.name)
    return see_other(visit, "/accounts", StatusLine(text))


def remove(visit: Visit) -> Response[str]:
    """An account less; events that only it owned are those of whoever removes it."""
    permit_administration(visit.actor)
    id = visit.number("account")
    try:
        name = visit.desk.registry.account(id).name
        inherited = visit.desk.registry.remove_account(id, visit.actor.user)
    except (Refused, Unknown) as error:
        return _show(visit, errors={"accounts": sentence(error)}, status=status_of(error))
    text = _("The account %(name)s is removed.", name=name)
    if inherited:
        own = ngettext("%(num)s tournament is yours now.", "%(num)s tournaments are yours now.", len(inherited))
        text = f"{text} {own}"
    return see_other(visit, "/accounts" if id != visit.actor.user else "/", StatusLine(text))


def take_down(visit: Visit) -> Response[str]:
    """A tournament hidden or removed, whoever owns it."""
    remove = visit.form.text("remove") == "yes"
    name = visit.desk.take_down(visit.actor, visit.tournament, remove=remove).state.settings.name
    text = N_("%(tournament)s is deleted.") if remove else N_("%(tournament)s is hidden.")
    return see_other(visit, "/?all=yes", StatusLine(_(text, tournament=name)))


def _show(
    visit: Visit,
    *,
    errors: Errors | None = None,
    status: int = 200,
    fresh: str | None = None,
    fresh_title: str = "",
    fresh_note: str = "",
) -> Response[str]:
    registry = visit.desk.registry
    accounts = registry.accounts()
    able = [each.id for each in accounts if each.administrator and each.disabled_at is None]
    context = AccountsPage(
        accounts=tuple(_entry(visit, each, able) for each in accounts),
        invitations=tuple(registry.invitations()),
        fresh=fresh,
        fresh_title=fresh_title,
        fresh_note=fresh_note,
        values=visit.form.values() if errors else {},
        errors=errors or {},
    )
    return page(visit, "accounts.html", context, status=status)


def _entry(visit: Visit, account: Account, able: list[int]) -> AccountEntry:
    roles = tuple(RoleEntry(each.name, f"/t/{each.tournament}", _(each.role.word)) for each in account.roles)
    browsers = ngettext("%(num)s browser signed in", "%(num)s browsers signed in", account.sessions)
    tokens = ngettext("%(num)s token", "%(num)s tokens", account.tokens)
    return AccountEntry(
        id=account.id,
        name=account.name,
        administrator=account.administrator,
        disabled=account.disabled_at is not None,
        own=account.id == visit.actor.user,
        alone=able == [account.id],
        created_at=account.created_at,
        roles=roles[:MOST_ROLES],
        more=roles[MOST_ROLES:],
        note=_("%(browsers)s, %(tokens)s", browsers=browsers, tokens=tokens) if account.tokens else browsers,
    )
