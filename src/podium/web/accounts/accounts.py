"""All accounts, for administrators: who may do what, invitations and what they lead to, new passwords, the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from litestar import Response

from podium.app.access import AUDIT_BY, permit_administration
from podium.app.accounts.accounts import LONGEST_NAME, SHORTEST_PASSWORD
from podium.app.accounts.administration import INVITATION_DAYS, MOST_INVITATION_DAYS, Account, Invitation
from podium.app.accounts.audit import A_PAGE, AuditEntry, audit_sentence, network_of, way_in
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _, ngettext
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.player import tidy
from podium.web.accounts.sign_in import redirect_to_login, welcome
from podium.web.frame.forms import Errors, number_or_text, under_field, whole_number
from podium.web.frame.responses import ErrorPage, page, render_error, see_other
from podium.web.frame.visit import StatusLine, Visit

MOST_ROLES = 4
"""How many roles of an account are in view; the others unfold."""


@dataclass(frozen=True, slots=True)
class AccountsPage:
    """All accounts and invitations; `fresh` is a new address, which is shown once.

    `user` is who looks; `alone` the only administrator who can sign in, None where there are several.
    """

    accounts: tuple[Account, ...]
    invitations: tuple[Invitation, ...]
    user: int | None
    alone: int | None
    days: int = INVITATION_DAYS
    fresh: str | None = None
    fresh_title: str = ""
    fresh_note: str = ""
    values: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)
    most_roles: int = MOST_ROLES


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
    return _show(visit, fresh=f"{visit.phone_site}/invitation/{secret}", fresh_title=title, fresh_note=note)


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
    return _show(visit, fresh=f"{visit.phone_site}/invitation/{secret}", fresh_title=title, fresh_note=note)


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
    """An account less; events that only it owned go to the administrator who removes it."""
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
    """A tournament hidden or removed, whichever account owns it."""
    remove = visit.form.text("remove") == "yes"
    name = visit.desk.take_down(visit.actor, visit.tournament, remove=remove).state.settings.name
    text = N_("%(tournament)s is deleted.") if remove else N_("%(tournament)s is hidden.")
    return see_other(visit, "/?all=yes", StatusLine(_(text, tournament=name)))


def _show(visit: Visit, *, errors: Errors | None = None, status: int = 200, **fresh: Any) -> Response[str]:
    """The page, with what is `fresh` on it."""
    registry = visit.desk.registry
    accounts = registry.accounts()
    able = [each.id for each in accounts if each.administrator and each.disabled_at is None]
    context = AccountsPage(
        accounts=tuple(accounts),
        invitations=tuple(registry.invitations()),
        user=visit.actor.user,
        alone=able[0] if len(able) == 1 else None,
        values=visit.form.values() if errors else {},
        errors=errors or {},
        **fresh,
    )
    return page(visit, "accounts.html", context, status=status)


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """The form of an invitation; `user` is whose password it sets, where there is an account."""

    action: str
    user: str | None
    name: str
    shortest: int = SHORTEST_PASSWORD
    errors: Errors = field(default_factory=dict)


def invitation_page(visit: Visit) -> Response[str]:
    """The page that an invitation opens."""
    invited = visit.desk.registry.by_invitation(visit.path["secret"])
    return _show_invitation(visit, invited, invited.label) if invited else _ended(visit)


def accept_invitation(visit: Visit) -> Response[str]:
    """The account, signed in; the invitation is used up."""
    secret = visit.path["secret"]
    invited = visit.desk.registry.by_invitation(secret)
    if invited is None:
        return _ended(visit)
    name, password = invited.user or visit.form.text("name"), visit.form.secret("password")
    if password != visit.form.secret("again"):
        return _show_invitation(visit, invited, name, {"again": _("The two passwords differ.")}, 400)
    try:
        user = visit.desk.registry.accept_invitation(secret, name, password)
    except Unknown:  # somebody was faster
        return _ended(visit)
    except Refused as error:
        return _show_invitation(
            visit, invited, name, under_field(error, ("name", "password"), "name"), status_of(error)
        )
    return welcome(visit, user, "/")


def _show_invitation(
    visit: Visit, invited: Invitation, name: str, errors: Errors | None = None, status: int = 200
) -> Response[str]:
    action = f"/invitation/{visit.path['secret']}"
    context = InvitationPage(action, invited.user, name, errors=errors or {})
    return page(visit, "invitation.html", context, status=status)


def _ended(visit: Visit) -> Response[str]:
    text = _("This invitation was used, or has ended. Ask whoever sent it for a new one.")
    return render_error(visit, ErrorPage(404, _("An invitation that has ended"), text))


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry in words; `event` is the tournament it is about, by name and address."""

    at: str
    who: str
    what: str
    way: str
    address: str
    event: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, newest first; `older` is where those before them are."""

    lines: tuple[AuditLine, ...]
    older: str | None


def audit_page(visit: Visit) -> Response[str]:
    """The page with the audit of everything."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    permit_administration(visit.actor)
    entries = visit.desk.registry.audit(before=whole_number(visit.query.get("before", "")))
    listed = (visit.desk.registry.tournaments(visit.actor.user, archived=archived) for archived in (False, True))
    names = {str(row["id"]): str(row["name"]) for rows in listed for row in rows}
    lines = tuple(_line(each, each.address, {}, names) for each in entries)
    return page(visit, "audit.html", AuditPage(lines, _older("/audit", entries)))


def tournament_audit_page(visit: Visit) -> Response[str]:
    """The page with the audit of a tournament."""
    seen = visit.see(AUDIT_BY, "read the audit")
    entries = visit.desk.registry.audit(visit.tournament, before=whole_number(visit.query.get("before", "")))
    players = {str(id): player.name for id, player in seen.state.players.items()}
    lines = tuple(_line(each, network_of(each.address), players, {}) for each in entries)
    context = AuditPage(lines, _older(f"{visit.url}/audit", entries))
    return page(visit, "audit.html", context, seen=seen, nav="people")


def _older(url: str, entries: Sequence[AuditEntry]) -> str | None:
    return f"{url}?before={entries[-1].id}" if len(entries) == A_PAGE else None


def _line(entry: AuditEntry, address: str, players: Mapping[str, str], names: Mapping[str, str]) -> AuditLine:
    id = entry.tournament
    event = (names.get(id, id), f"/t/{id}") if id is not None else None
    return AuditLine(entry.at, entry.name, audit_sentence(entry, players), way_in(entry), address, event)
