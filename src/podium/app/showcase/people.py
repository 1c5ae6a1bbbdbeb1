"""Made-up people for the showcase."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.player import PlayerFields

_FIRST = (
    "Ada", "Bela", "Cleo", "Dora", "Edda", "Fynn", "Gwen", "Hugo", "Ines", "Jona", "Kira", "Luca", "Mina",
    "Nils", "Olga", "Pia", "Quinn", "Rhea", "Sten", "Tara", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zeno",
    "Arno", "Bruno", "Carla", "Diego", "Elsa", "Farid", "Greta", "Hanna", "Ivo", "Jette", "Karim", "Lotte",
)  # fmt: skip
_LAST = (
    "Abend", "Birch", "Corvo", "Dune", "Ember", "Falk", "Grove", "Hazel", "Iversen", "Jansen", "Kestrel",
    "Linden", "Marsh", "Norden", "Oakley", "Pinter", "Quist", "Rowan", "Sorrel", "Thorne", "Ulmer", "Vane",
    "Wolde", "Yarrow", "Zander", "Alder", "Brook", "Cress", "Dahl", "Elm", "Fenn", "Gale", "Heath", "Islay",
)  # fmt: skip
_FEDERATIONS = ("ENG", "GER", "NED", "FRA", "ESP", "IND", "USA", "NOR", "POL", "BRA")
_CLUBS = ("Mill Lane", "Old Bridge", "Harbour Knights", "Four Towers", "Rook & Crook")


def people(seed: str, count: int, section: str | None = None) -> list[PlayerFields]:
    """`count` people, strongest first; the same for the same seed."""
    dice = Dice(f"people/{seed}")
    first, last = dice.shuffled(_FIRST), dice.shuffled(_LAST)
    ratings = sorted((1100 + dice.below(1150) for _ in range(count)), reverse=True)
    return [
        PlayerFields(
            name=f"{last[at]}, {first[at]}",
            rating=ratings[at],
            federation=dice.pick(_FEDERATIONS),
            title="FM" if ratings[at] > 2200 else None,
            birth=str(1950 + dice.below(65)),
            club=dice.pick(_CLUBS),
            section=section,
        )
        for at in range(count)
    ]
