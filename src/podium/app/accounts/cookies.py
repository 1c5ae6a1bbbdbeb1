"""The cookies of people who are nobody in particular, and which answers depend on them."""

from __future__ import annotations

FORM_COOKIE = "podium_form"
"""The token of a form that a stranger may send."""
MY_PLAYER_COOKIE = "podium_my_player"
"""The player that somebody without scripts follows in an event."""
LANGUAGE_COOKIE = "podium_language"
"""The language that somebody chose from the menu."""
ASKED_LANGUAGE = "asked_language"
"""What the state of a request calls the language that its cookies or headers ask for; None where they ask for none."""

_BEGINNINGS = ("/login", "/setup", "/invitation/", "/l/")  # forms for people whom we do not know yet
_FOLLOWING = "/me"  # how the page ends on which somebody chooses the player to follow
_ARRIVALS = "/checkin/"  # and those of players who came by the code on the wall


def has_form_for_strangers(path: str) -> bool:
    """Whether the page at an address has a form that people send without a session; no other has their token in it."""
    return path.startswith(_BEGINNINGS) or path.endswith(_FOLLOWING) or _ARRIVALS in path
