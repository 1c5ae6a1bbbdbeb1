"""What fields and federations are called, and the headings of lists that pages and paper share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from podium.app.words.language import N_, SOURCE, _, language
from podium.core.federations import territory


def board_columns(*, teams: bool) -> tuple[str, ...]:
    """Those of the boards of a round, or of the tables of `teams`; ratings and titles stand beside the names."""
    result = _("Sets") if teams else _("Result")
    return _("{Board||Table}"), _("Pts"), _("{White||Home}"), result, _("{Black||Away}"), _("Pts")


def player_columns(*, sections: bool, ranked: bool) -> tuple[str, ...]:
    """Those of the list of players; `ranked` where final ranks were typed in."""
    usual = (_("No"), _("Name"), _("Rating"), _("Club"), _("Fed"))
    return (*usual, *([_("Section")] if sections else []), *([_("Final rank")] if ranked else []))


def standing_columns(points: str, tiebreaks: Sequence[str], details: str) -> tuple[str, ...]:
    """Those of the standings; `points` and `details` are what the format calls them, the tie-breaks by name or code."""
    return _("Rank"), _("Player"), _("Rating"), _(points), *tiebreaks, _(details)


NOUNS: Mapping[str, str] = {
    # Of players.
    "name": N_("name"),
    "rating": N_("rating"),
    "federation": N_("federation"),
    "fide_id": N_("FIDE id"),
    "title": N_("title"),
    "gender": N_("gender"),
    "birth": N_("birth"),
    "club": N_("club"),
    "city": N_("city"),
    "state": N_("state"),
    "disability": N_("disability"),
    "section": N_("section"),
    "rank": N_("rank"),
    "national_id": N_("national id"),
    "standard": N_("standard rating"),
    "rapid": N_("rapid rating"),
    "blitz": N_("blitz rating"),
    "national": N_("national rating"),
    # Of what people send besides.
    "board": N_("board"),
    "days": N_("days"),
    "language": N_("language"),
    "minutes": N_("minutes"),
    "paper": N_("paper"),
    "password": N_("password"),
    "players": N_("players"),
    "result": N_("result"),
    "round": N_("round"),
    "seconds": N_("seconds"),
    "sets to win": N_("sets to win"),
    "text": N_("text"),
}


def field_noun(field: str) -> str:
    """The field as it stands in a sentence; a code that nobody but a program sends stays as it is."""
    if language() == SOURCE:
        return field
    if field in NOUNS:
        return _(NOUNS[field])
    from podium.app.event.option_words import noun  # not above: verbs that read files alone know of no options
    from podium.flow.event.settings import GIVEN

    return noun(GIVEN[field]) if field in GIVEN else field


_PARTS = {"ENG": N_("England"), "SCO": N_("Scotland"), "WLS": N_("Wales")}  # no territories of their own for ISO


def federation_name(federation: str) -> str:
    """What a federation is called; its code where nobody knows."""
    if federation in _PARTS:
        return _(_PARTS[federation])
    return _territory_name(territory(federation), language()) or federation


@lru_cache(maxsize=1024)
def _territory_name(code: str | None, spoken: str) -> str | None:
    from babel import Locale  # loads with the first page that names a federation

    return Locale.parse(spoken).territories.get(code.upper()) if code else None
