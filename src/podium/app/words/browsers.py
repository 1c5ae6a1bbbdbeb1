"""What a browser is called, told from what it calls itself."""

from __future__ import annotations

from podium.app.words.language import N_, _

# The first that fits counts: most browsers claim to be several.
BROWSERS = (
    ("Firefox/", N_("Firefox")),
    ("FxiOS/", N_("Firefox")),
    ("Edg", N_("Edge")),
    ("OPR/", N_("Opera")),
    ("SamsungBrowser/", N_("Samsung Internet")),
    ("Chrome/", N_("Chrome")),
    ("CriOS/", N_("Chrome")),
    ("Safari/", N_("Safari")),
)
SYSTEMS = (
    ("iPhone", N_("iPhone")),
    ("iPad", N_("iPad")),
    ("Android", N_("Android")),
    ("Windows", N_("Windows")),
    ("CrOS", N_("ChromeOS")),
    ("Mac OS X", N_("Mac")),
    ("Linux", N_("Linux")),
)


def browser_name(agent: str) -> str:
    """The browser and the system it runs on, as far as they can be told.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0")
    'Firefox on Linux'
    >>> browser_name("")
    'Unknown browser'
    """
    browser = next((_(name) for sign, name in BROWSERS if sign in agent), None)
    system = next((_(name) for sign, name in SYSTEMS if sign in agent), None)
    if browser and system:
        return _("%(browser)s on %(system)s", browser=browser, system=system)
    return browser or system or _("Unknown browser")
