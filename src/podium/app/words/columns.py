"""The headings of lists: whoever shows one, a page or a paper, shows these columns in this order."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.words.language import _


def board_columns(*, teams: bool) -> tuple[str, ...]:
    """Those of the boards of a round, or of the tables of `teams`; ratings and titles stand beside the names."""
    if teams:
        return _("Table"), _("Pts"), _("Home"), _("Sets"), _("Away"), _("Pts")
    return _("Board"), _("Pts"), _("White"), _("Result"), _("Black"), _("Pts")


def player_columns(*, sections: bool, ranked: bool) -> tuple[str, ...]:
    """Those of the list of players; `ranked` where final ranks were typed in."""
    usual = (_("No"), _("Name"), _("Rating"), _("Club"), _("Fed"))
    return (*usual, *([_("Section")] if sections else []), *([_("Final rank")] if ranked else []))


def standing_columns(points: str, tiebreaks: Sequence[str], details: str) -> tuple[str, ...]:
    """Those of the standings; `points` and `details` are what the format calls them, the tie-breaks by name or code."""
    return _("Rank"), _("Player"), _("Rating"), _(points), *tiebreaks, _(details)
