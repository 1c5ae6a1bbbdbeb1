"""The story of doubles: matches of teams without colours, a ranking of players, and who played with whom."""

from __future__ import annotations

from podium.app.formats.doubles_ranking import BUCHHOLZ
from podium.app.formats.story import Chapter, FormatStory
from podium.app.words.language import _


class DoublesStory(FormatStory):
    chapters = (Chapter.RACE, Chapter.RANKS, Chapter.CROSSTABLE, Chapter.NETWORK, Chapter.UPSETS)
    has_colours = False
    plays_in_teams = True

    def tiebreak_name(self, code: str) -> str:
        return _("Buchholz") if code == BUCHHOLZ else _("set difference")


DOUBLES_STORY = DoublesStory()
