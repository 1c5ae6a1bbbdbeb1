"""What a browser or somebody who acts is called where people read it."""

from __future__ import annotations

from podium.app.access import Actor, Role
from podium.app.words.language import N_, _

# The first that fits counts: most browsers claim to be several.
BROWSERS = (
    ("firefox/", N_("Firefox")),
    ("fxios/", N_("Firefox")),
    ("edg", N_("Edge")),
    ("opr/", N_("Opera")),
    ("samsungbrowser/", N_("Samsung Internet")),
    ("chrome/", N_("Chrome")),
    ("crios/", N_("Chrome")),
    ("safari/", N_("Safari")),
)
SYSTEMS = (
    ("iphone", N_("iPhone")),
    ("ipad", N_("iPad")),
    ("android", N_("Android")),
    ("windows", N_("Windows")),
    ("cros", N_("ChromeOS")),
    ("macintosh", N_("Mac")),
    ("linux", N_("Linux")),
)


def browser_name(agent: str) -> str:
    """The browser and the system it runs on, as far as they can be told.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    'Firefox on Linux'
    >>> browser_name("")
    'Unknown browser'
    """
    browser = next((_(name) for sign, name in BROWSERS if sign in agent.lower()), None)
    system = next((_(name) for sign, name in SYSTEMS if sign in agent.lower()), None)
    if browser and system:
        return _("%(browser)s on %(system)s", browser=browser, system=system)
    return browser or system or _("Unknown browser")


def actor_name(actor: Actor) -> str:
    """The name of an account; of somebody who came by a link, what that link is."""
    if actor.grant is None:
        return actor.name
    number = actor.key.partition(":")[2]
    if actor.grant.role is Role.SCORER:
        return _("scorer link %(number)s", number=number)
    return _("player link %(number)s", number=number)
