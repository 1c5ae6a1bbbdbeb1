"""Podium: run a whole tournament, from the first pairing to the podium.

The engines work without a database: the names below, and all of `podium.doubles`, `podium.knockout`, `podium.prizes`,
`podium.roundrobin`, `podium.swiss` and `podium.tiebreaks`.
"""

from podium import doubles, knockout, prizes, roundrobin, swiss, tiebreaks
from podium.prizes import allocate
from podium.swiss import pair
from podium.tiebreaks import (
    Game,
    average_opponents_buchholz,
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    buchholz_median1,
    buchholz_median2,
    fore_buchholz,
)

__all__ = [
    "Game",
    "allocate",
    "average_opponents_buchholz",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "buchholz_median2",
    "doubles",
    "fore_buchholz",
    "knockout",
    "pair",
    "prizes",
    "roundrobin",
    "swiss",
    "tiebreaks",
]
