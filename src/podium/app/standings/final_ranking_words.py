"""What is said of final ranks that were entered with the players."""

from __future__ import annotations

from podium.app.standings.final_ranking import ranked_sections, unranked, unused_ranks
from podium.app.words.language import _, ngettext
from podium.app.words.lists import enumeration
from podium.flow.state import Tournament

MOST_NAMED = 5


def ranking_note(state: Tournament) -> str:
    """Whether the ranks entered are the standings, who lacks one, and whether games have set them aside; or nothing."""
    said = []
    if sections := ranked_sections(state):
        if state.settings.sections:
            names = enumeration([section for section in state.settings.sections if section in sections])
            said.append(_("Final ranking of %(sections)s as entered: its games were played elsewhere.", sections=names))
        else:
            said.append(_("Final ranking as entered: its games were played elsewhere."))
    if missing := unranked(state):
        names = enumeration([player.name for player in missing[:MOST_NAMED]])
        count = len(missing)
        text = ngettext(
            "%(num)s player has no final rank and comes last (%(names)s).",
            "%(num)s players have no final rank and come last (%(names)s).",
            count,
            names=names if count <= MOST_NAMED else f"{names} …",
        )
        said.append(text)
    if unused := len(unused_ranks(state)):
        said.append(
            ngettext(
                "%(num)s player has a final rank, but games are played here: the standings come from the games.",
                "%(num)s players have a final rank, but games are played here: the standings come from the games.",
                unused,
            )
        )
    return " ".join(said)
