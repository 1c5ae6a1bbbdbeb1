"""What somebody is called where people read it."""

from __future__ import annotations

from podium.app.access import Actor, Role
from podium.app.words.language import _


def actor_name(actor: Actor) -> str:
    """The name of an account; of whoever came by a link, what that link is."""
    if actor.grant is None:
        return actor.name
    number = actor.key.partition(":")[2]
    if actor.grant.role is Role.SCORER:
        return _("scorer link %(number)s", number=number)
    return _("player link %(number)s", number=number)
