"""What an invitation leads to: an account of one's own, or a new password for the one there is."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar import Response

from podium.app.accounts.accounts import SHORTEST_PASSWORD
from podium.app.accounts.administration import Invitation
from podium.app.server.http_statuses import status_of
from podium.app.words.language import _
from podium.core.errors import Refused, Unknown
from podium.web.accounts.sign_in import welcome
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import ErrorPage, Link, page, render_error
from podium.web.frame.visit import Visit


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
    return _show(visit, invited, invited.label) if invited else _ended(visit)


def accept(visit: Visit) -> Response[str]:
    """The account, signed in; the invitation is used up."""
    secret = visit.path["secret"]
    invited = visit.desk.registry.by_invitation(secret)
    if invited is None:
        return _ended(visit)
    name, password = invited.user or visit.form.text("name"), visit.form.secret("password")
    if password != visit.form.secret("again"):
        return _show(visit, invited, name, {"again": _("The two passwords differ.")}, 400)
    try:
        user = visit.desk.registry.accept_invitation(secret, name, password)
    except Unknown:  # somebody was faster
        return _ended(visit)
    except Refused as error:
        return _show(visit, invited, name, under_field(error, ("name", "password"), "name"), status_of(error))
    return welcome(visit, user, "/")


def _show(
    visit: Visit, invited: Invitation, name: str, errors: Errors | None = None, status: int = 200
) -> Response[str]:
    action = f"/invitation/{visit.path['secret']}"
    context = InvitationPage(action, invited.user, name, errors=errors or {})
    return page(visit, "invitation.html", context, status=status)


def _ended(visit: Visit) -> Response[str]:
    text = _("This invitation was used, or has ended. Ask whoever sent it for a new one.")
    way_on = Link("/login", _("Sign in"))
    return render_error(visit, ErrorPage(404, _("An invitation that has ended"), text, way_on=way_on))
