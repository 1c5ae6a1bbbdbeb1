"""A new event, filled in page by page as somebody at a browser would."""

from __future__ import annotations

from podium.app.profiles.registry import PROFILES
from tests.web.visitor import Page, Visitor


def begin(visitor: Visitor, name: str, format: str = "swiss") -> Page:
    """The page for players, after the name and the profile whose usual format it is, or the club's."""
    visitor.get("/new")
    own = next((each for each in PROFILES if each.formats[0].name == format), PROFILES[0])
    return visitor.submit("/new", name=name, profile=own.name.value)


def enter(visitor: Visitor, text: str = "") -> Page:
    """The page for rules, after the players were pasted and looked at."""
    visitor.submit(visitor.path, text=text, go="look")
    return visitor.submit(visitor.path, go="rules")


def rules(visitor: Visitor, name: str, format: str = "swiss", players: str = "") -> Page:
    """The page for all rules of a new event."""
    begin(visitor, name, format)
    page = enter(visitor, players)
    chosen = {"format": format} if page.all("select", name="format") else {}
    return visitor.submit(visitor.path, **chosen, go="all")


def create(visitor: Visitor, name: str, format: str = "swiss", players: str = "", **chosen: str) -> Page:
    """The page after the last step."""
    rules(visitor, name, format, players)
    return visitor.submit(visitor.path, **chosen, go="create")
