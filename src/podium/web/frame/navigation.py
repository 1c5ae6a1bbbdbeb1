"""The tabs of an event, and the pages that belong to each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.access import LINKS_BY, SCREENS_BY, Role
from podium.app.desk import Seen
from podium.app.forecast.question import is_offered
from podium.app.profiles.registry import profile_of
from podium.app.queries import has_ratings
from podium.app.standings.final_ranking import ranking_is_final
from podium.app.words.language import _
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of


@dataclass(frozen=True, slots=True)
class Tab:
    """An entry of the navigation: its page below the event's address, and what else belongs to it, each with a label.

    A tab with one page has no second line.
    """

    key: str
    label: str
    icon: str
    pages: tuple[tuple[str, str], ...] = ()


def tabs(seen: Seen) -> tuple[Tab, ...]:
    """The tabs for somebody who sees an event: what everybody reads, and one for its directors and scorers."""
    addresses = pages_of(seen.state).addresses
    managed = tuple(_managed(seen.role))
    return (
        Tab("", _("Overview"), "overview"),
        Tab("players", _("Players"), "players"),
        Tab(
            addresses.rounds,
            _(addresses.label),
            addresses.rounds,
            tuple((key, _(label)) for key, label in addresses.beside),
        ),
        Tab("standings", _("Standings"), "standings", tuple(_ranked(seen.state))),
        Tab("prizes", _("Prizes"), "prizes"),
        *([Tab(managed[0][0], _("Manage"), "settings", managed)] if seen.role >= Role.SCORER else []),
    )


def _ranked(state: Tournament) -> Iterator[tuple[str, str]]:
    yield "standings", _("Standings")
    yield "crosstable", _("Crosstable")
    if state.rounds or ranking_is_final(state):
        yield "story", _("Story")
    if is_offered(state):
        yield "forecast", _("Forecast")
    if profile_of(state.settings).rated and has_ratings(state):
        yield "rating-report", _("Rating report")


def _managed(role: Role) -> Iterator[tuple[str, str]]:
    if role >= Role.ARBITER:
        yield "settings", _("Settings")
    if role >= LINKS_BY:
        yield "people", _("People")
    if role >= SCREENS_BY:
        yield "screens", _("Screens")
    yield "history", _("History")
    yield "print", _("Print and files")
