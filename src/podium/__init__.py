"""Podium: run a whole tournament, from the first pairing to the podium."""

from podium.prizes import allocate
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
    "fore_buchholz",
]
