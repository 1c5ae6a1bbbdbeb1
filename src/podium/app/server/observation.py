"""What is noted of a request while it is answered, for the log and the metrics: nothing of what was sent with it."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum

from podium.app.access import ANYONE, Actor
from podium.app.accounts.audit import AuditAction
from podium.app.accounts.credentials import CredentialKind
from podium.core.ids import TournamentId


class Who(StrEnum):
    """Who asks, by what they came with; never by name."""

    ACCOUNT = "account"
    LINK = "link"
    TOKEN = "token"  # noqa: S105  # a kind, and no token
    NOBODY = "nobody"


class SignIn(StrEnum):
    """What became of an attempt to come in."""

    SIGNED_IN = "signed-in"
    LINK_OPENED = "link-opened"
    REFUSED = "refused"
    TOO_MANY = "too-many"


UNROUTED = "(none)"
"""The route of a request that reached none: a stranger's guess, or refused before."""
KEPT = "(kept)"
"""The route of an answer that was made before, for somebody else."""
AUDITED = {
    AuditAction.SIGNED_IN: SignIn.SIGNED_IN,
    AuditAction.LINK_OPENED: SignIn.LINK_OPENED,
    AuditAction.SIGN_IN_REFUSED: SignIn.REFUSED,
}


@dataclass(slots=True)
class Observation:
    """One request: its id, and what is known of it so far. `route` is a template, `refusal` the code of an error."""

    request: str
    route: str = UNROUTED
    event: str = ""
    who: Who = Who.NOBODY
    refusal: str = ""
    sign_in: SignIn | None = None
    fault: str = ""


OBSERVATION: ContextVar[Observation | None] = ContextVar("observation", default=None)
"""Set where a request comes in; threads that work for it see the same."""


def note_who(actor: Actor) -> None:
    """Note by what somebody came."""
    observation = OBSERVATION.get()
    if observation is not None:
        observation.who = who_is(actor)


def note_kept(event: TournamentId) -> None:
    """Note that the answer about an event was made before."""
    observation = OBSERVATION.get()
    if observation is not None:
        observation.route, observation.event = KEPT, event


def note_refusal(code: str) -> None:
    """Note why the request is refused; the first reason is kept."""
    observation = OBSERVATION.get()
    if observation is not None and not observation.refusal:
        observation.refusal = code


def note_sign_in(outcome: SignIn) -> None:
    """Note what became of an attempt to come in."""
    observation = OBSERVATION.get()
    if observation is not None:
        observation.sign_in = outcome


def who_is(actor: Actor) -> Who:
    """By what somebody came."""
    if actor is ANYONE:
        return Who.NOBODY
    if actor.credential is not None and actor.credential.kind is CredentialKind.TOKEN:
        return Who.TOKEN
    if actor.grant is not None:
        return Who.LINK
    return Who.NOBODY if actor.user is None else Who.ACCOUNT
