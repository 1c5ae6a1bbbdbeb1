"""What FIDE itself calculated: figures of its pages ratings.fide.com/calculations.phtml and report.phtml.

Opponents are written as rating and score: `2310:1` is a win against 2310. Ratings are those that FIDE used, so that one
with a difference of more than 400 stands as the rating 400 away.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Calculation:
    """One event of one player; `difference` is in hundredths of a point, `exact` and `k` as published."""

    source: str
    day: date
    rating: int
    k: int
    games: str
    difference: int
    exact: str
    in_period: int = 0


DULLES = date(2025, 11, 7)
CALCULATIONS = (
    Calculation(
        "2813 in the Washington Dulles Open, list of December 2025: from 2650 on every difference counts",
        DULLES, 2813, 10, "1787:1 2025:1 2310:1 2400:1 2505:.5", -25, "-2.50",
    ),
    Calculation(
        "2400 in the Washington Dulles Open, list of December 2025: 2813 counts as 2800 for the other side",
        DULLES, 2400, 10, "1900:1 1950:1 2121:1 2813:0 2084:1", 37, "3.70",
    ),
    Calculation(
        "2395 in the ACA Thanksgiving Open, list of December 2025: three differences of more than 400",
        date(2025, 10, 31), 2395, 10, "1700:1 2205:.5 2325:0 1995:1 1800:1", -61, "-6.10",
    ),
    Calculation(
        "2505 in the Northern Virginia Open, list of December 2025",
        date(2025, 11, 21), 2505, 10, "2000:1 2105:1 2105:1 2400:0 2118:1", -31, "-3.10",
    ),
    Calculation(
        "2053 in the Washington Dulles Open, list of December 2025",
        DULLES, 2053, 20, "1675:1 2310:0 1500:1 1884:1 2218:0", -1, "-0.20",
    ),
    Calculation(
        "2054 in the Sants Open, list of October 2026: 39 games in the period, so K 20 is 17",
        date(2026, 8, 21), 2054, 20, "2406:0 1908:1 2220:1 2216:0 2204:.5 2189:1 2223:0 2221:.5", 144, "24.48", 39,
    ),
    Calculation(
        "2054 in the Trieste festival, list of October 2026",
        date(2026, 8, 29), 2054, 20, "2350:0 1928:0 2085:1 1993:1 1931:1 2055:.5 2500:.5 1861:1", 114, "19.38", 39,
    ),
)  # fmt: skip

US_CHAMPIONSHIP_2025 = """\
12=7 1+8 6=9 5=10 2=3 11-4
9+12 1=11 7-2 4=5 8=3 10=6
12=10 6=4 5=1 3=7 2+9 11-8
9-3 1=6 4=12 8=7 10=2 11=5
12-1 7=9 6-11 5=8 3+10 2=4
1=2 5=6 4=3 8=9 10=7 11+12
12+5 9+10 7=4 6+8 3-1 2+11
1=7 6=12 5=2 4+9 8=10 11+3
12=8 9-1 7=11 3+5 2=6 10=4
12-2 1+10 6+3 5+7 8=4 11=9
9=5 7=6 3=12 2=8 4=1 10=11"""
"""The games round by round: White, the result for White (won, drawn, lost), Black; numbers by rating."""
US_RATINGS = (2789, 2756, 2738, 2722, 2710, 2698, 2664, 2661, 2654, 2652, 2590, 2577)
US_DIFFERENCES = (83, 84, -88, 39, -92, 28, -66, -13, -51, -98, 153, 21)
"""Score minus expectation of each player, in hundredths; K was 10 for all."""
