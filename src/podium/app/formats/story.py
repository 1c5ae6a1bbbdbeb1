"""What of an event's story makes sense in a format: which pictures, and what decided the places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from podium.app.standings.standings import StandingRow, order_text
from podium.app.standings.tiebreak_words import full_name
from podium.app.story.meetings import Meeting, usual_meetings
from podium.app.story.words import UNNUMBERED, parted_by
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.flow.state import Round, Tournament


class Chapter(Enum):
    """A picture that a story can have, by the name that its file has."""

    RACE = "race"
    RANKS = "ranks"
    CROSSTABLE = "crosstable"
    BRACKET = "bracket"
    PERFORMANCE = "performance"
    UPSETS = "upsets"
    NETWORK = "network"
    COLOURS = "colours"


PLACES = {1: N_("First place"), 2: N_("Second place"), 3: N_("Third place")}
SHARED_PLACES = {1: N_("Shared first place"), 2: N_("Shared second place"), 3: N_("Shared third place")}


class FormatStory:
    """The story of an event that is paired round by round, player against player; a format changes what differs."""

    chapters: tuple[Chapter, ...] = (
        Chapter.RACE,
        Chapter.RANKS,
        Chapter.CROSSTABLE,
        Chapter.COLOURS,
        Chapter.PERFORMANCE,
        Chapter.UPSETS,
    )
    counts_points: bool = True
    has_colours: bool = True
    plays_in_teams: bool = False

    def games(self, state: Tournament, rounds: Sequence[Round]) -> Iterator[Meeting]:
        """Every game that has ended, as it was played."""
        return usual_meetings(state, rounds)

    def contests(self, state: Tournament, rounds: Sequence[Round]) -> Iterator[Meeting]:
        """Every contest with what came of it in the end: what games and tie-break games decided together."""
        return usual_meetings(state, rounds)

    def cuts(self, state: Tournament) -> tuple[tuple[str, str], ...]:
        """Who went on within the event, each time with what that was, in words."""
        return ()

    def tiebreak_name(self, code: str) -> str:
        """What a tie-break that decided is called."""
        return full_name(code)

    def place_name(self, rank: int, *, shared: bool) -> str:
        """What a place of the podium is called."""
        return _((SHARED_PLACES if shared else PLACES)[rank])

    def score(self, row: StandingRow) -> str:
        """What a player with a place scored; nothing where no games gave any points."""
        return "" if row.entered or not self.counts_points else counts.points(row.points)

    def decided(self, state: Tournament, places: Sequence[Sequence[StandingRow]], at: int) -> str:
        """What parted a place of the podium from those beside it, or why it is shared; nothing if points tell.

        `places` are those of the podium and the one after it, each with the players who share it.
        """
        rows = places[at]
        first = rows[0]
        if first.entered:
            return ""
        if len(rows) > 1:
            return _("level on points and tie-breaks") if first.tiebreaks else _("level on points")
        if first.ordered_by is not None:
            return order_text(first.ordered_by)
        above, below = places[at - 1][0] if at else None, places[at + 1][0] if at + 1 < len(places) else None
        if above is not None and above.points == first.points and first.decided_by:
            return parted_by(self.tiebreak_name(first.decided_by), _values(first, above, first.decided_by), ahead=False)
        if below is not None and below.points == first.points and below.decided_by:
            return parted_by(self.tiebreak_name(below.decided_by), _values(first, below, below.decided_by), ahead=True)
        if above is None and below is not None and first.points > below.points:
            return _("%(points)s ahead on points", points=first.points - below.points)
        return ""


def _values(own: StandingRow, other: StandingRow, code: str) -> tuple[str, str] | None:
    values = own.tiebreaks.get(code), other.tiebreaks.get(code)
    if code == UNNUMBERED or values[0] is None or values[1] is None:
        return None
    return figure(values[0]), figure(values[1])


USUAL_STORY = FormatStory()
