"""A new event, filled in page by page as somebody at a browser would."""

from __future__ import annotations

from tests.web.visitor import Page, Visitor


def begin(visitor: Visitor, name: str, format: str = "swiss") -> Page:
    """The page for players, after name and format."""
    visitor.get("/new")
    return visitor.submit("/new", name=name, format=format)


def enter(visitor: Visitor, text: str = "") -> Page:
    """The page for rules, after the players were pasted and looked at."""
    visitor.submit(visitor.path, text=text, go="look")
    return visitor.submit(visitor.path, go="rules")


def rules(visitor: Visitor, name: str, format: str = "swiss", players: str = "") -> Page:
    """The page for rules of a new event."""
    begin(visitor, name, format)
    return enter(visitor, players)


def create(visitor: Visitor, name: str, format: str = "swiss", players: str = "", **chosen: str) -> Page:
    """The page after the last step."""
    rules(visitor, name, format, players)
    return visitor.submit(visitor.path, **chosen, go="create")
