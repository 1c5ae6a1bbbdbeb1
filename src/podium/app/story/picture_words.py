"""What the pictures of a story are called, what they show, and what stands along their axes."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.pictures.svg import Caption
from podium.app.words.language import N_, _

TITLES: Mapping[str, str] = {
    "race": N_("Score race"),
    "ranks": N_("Places by round"),
    "crosstable": N_("Results at a glance"),
    "bracket": N_("The last rounds of the bracket"),
    "performance": N_("Performance against rating"),
    "upsets": N_("Biggest upsets"),
    "network": N_("Who played with whom"),
    "colours": N_("Colours"),
}
DESCRIPTIONS: Mapping[str, str] = {
    "race": N_("Points after each round; the best in colours, all others in grey. First: %(name)s."),
    "ranks": N_("The place of the best after each round; the first is on top. First at the end: %(name)s."),
    "crosstable": N_(
        "A row for each player, the best first, and a column for each round. Green cells are wins, red ones losses, "
        "the others draws; the figure is the opponent’s place, the corner has the colour of the pieces."
    ),
    "crosstable-square": N_(
        "Everybody against everybody, the best first. Green cells are wins, red ones losses, the others draws; the "
        "corner has the colour of the pieces."
    ),
    "crosstable-teams": N_(
        "A row for each player, the best first, and a column for each round. Green cells are wins, red ones losses; "
        "the figure is the partner’s place."
    ),
    "bracket": N_("Who met whom, and who went on."),
    "performance": N_(
        "A dot for each rated player. Above the dashed line are those who played better than their rating, most of all "
        "%(name)s; below it those who played worse."
    ),
    "upsets": N_("Wins against the higher rated, by the difference of the ratings. The largest: %(name)s."),
    "network": N_(
        "Everybody on a circle, the best on top, clockwise. Solid lines are teams that won, dashed ones lost."
    ),
    "colours": N_("A white or black square for each game that was played, and how many of each."),
}
AXES: Mapping[str, tuple[str, str]] = {
    "race": (N_("Round"), N_("Points")),
    "ranks": (N_("Round"), N_("Place")),
    "performance": (N_("Rating"), N_("Performance")),
}


def caption(picture: str, name: str = "", *, look: str = "") -> Caption:
    """Name, title and description of a picture; `name` is whom or what it tells of most, `look` a variant of it."""
    text = DESCRIPTIONS[f"{picture}-{look}" if look else picture]
    return Caption(picture, _(TITLES[picture]), _(text, name=name) if name else _(text))


def axes(picture: str) -> tuple[str, str]:
    """What stands along the two axes of a picture."""
    across, up = AXES[picture]
    return _(across), _(up)
