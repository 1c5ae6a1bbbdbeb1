"""A match of doubles in words: its teams and its sets."""

from __future__ import annotations

from podium.doubles import Team
from podium.flow.state import Match, Side, Tournament

NOT_ENTERED = "?"


def team_name(state: Tournament, team: Team) -> str:
    """The two players of a team: `Ann & Ben`."""
    return " & ".join(state.players[player].name for player in team)


def team_names(state: Tournament, match: Match) -> tuple[str, str]:
    """Both teams of a match, the home team first."""
    return team_name(state, match.home), team_name(state, match.away)


def sets_text(value: int | None) -> str:
    """The sets of one side, `?` until entered."""
    return NOT_ENTERED if value is None else str(value)


def score(match: Match) -> str | None:
    """The sets as `3:1`, with `?` for a side that is not entered; None where neither is."""
    if match.sets.home is None and match.sets.away is None:
        return None
    return ":".join(sets_text(match.of(side)) for side in Side)
