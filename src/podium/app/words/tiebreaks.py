"""What tie-breaks are name, and what they mean, for people who do not know the codes."""

from __future__ import annotations

from collections.abc import Mapping

from podium.tiebreaks import criterion

PRESET_NAMES: Mapping[str, str] = {
    "fide-swiss": "FIDE Swiss",
    "fide-round-robin": "FIDE round robin",
    "us-chess": "US Chess",
    "club": "Club",
}
NAMES: Mapping[str, str] = {
    "PTS": "Points",
    "DE": "Direct encounter",
    "WIN": "Number of wins",
    "WON": "Games won",
    "BPG": "Games played with Black",
    "BWG": "Games won with Black",
    "PS": "Progressive scores",
    "REP": "Rounds one elected to play",
    "STD": "Standard points",
    "TPN": "Pairing number",
    "BH": "Buchholz",
    "AOB": "Average of opponents' Buchholz",
    "FB": "Fore Buchholz",
    "SB": "Sonneborn-Berger",
    "KS": "Koya system",
    "ARO": "Average rating of opponents",
    "TPR": "Tournament performance rating",
    "PTP": "Perfect tournament performance",
    "APRO": "Average performance of opponents",
    "APPO": "Average perfect performance of opponents",
    "RTNG": "Rating",
    "SOB": "Fine Buchholz (sum of opponents' Buchholz)",
    "MMED": "Modified median (US Chess)",
    "SOLK": "Solkoff (US Chess)",
    "CUM": "Cumulative (US Chess)",
    "OCUM": "Opposition cumulative (US Chess)",
    "KASH": "Kashdan (US Chess)",
    "BLK": "Most blacks (US Chess)",
    "SOS": "Sum of opponents' scores (Go)",
    "SOSOS": "Sum of opponents' SOS (Go)",
    "SODOS": "Sum of defeated opponents' scores (Go)",
}
MEANINGS: Mapping[str, str] = {
    "PTS": "The points of all rounds.",
    "DE": "Who did better in the games between the players who are still level; 1 is the best place among them.",
    "WIN": "The rounds that brought as many points as a win.",
    "WON": "The games won over the board.",
    "BPG": "The games played with Black.",
    "BWG": "The games won with Black.",
    "PS": "The score after each round, added up: early points count more often.",
    "REP": "The rounds in which the player was ready to play.",
    "STD": "One point for scoring more than the opponent in a round, half a point for the same.",
    "TPN": "The number in the starting list; the lower one is better.",
    "BH": "The points of the opponents, added up: who met stronger opponents is ahead.",
    "AOB": "The average Buchholz of the opponents.",
    "FB": "Buchholz as if all games of the last round had been drawn.",
    "SB": "The points of the opponents who were beaten, and half those of the ones drawn with.",
    "KS": "The points won against opponents who have at least half of the possible points.",
    "ARO": "The average rating of the opponents.",
    "TPR": "The rating that fits the score against these opponents.",
    "PTP": "The lowest rating with which the score against these opponents would be expected.",
    "APRO": "The average performance rating of the opponents.",
    "APPO": "The average perfect performance of the opponents.",
    "RTNG": "The player's own rating.",
    "SOB": "The Buchholz of the opponents, added up.",
    "MMED": "The points of the opponents without the lowest, the highest or both, as the own score asks.",
    "SOLK": "The points of the opponents, added up; unplayed games of theirs count as draws.",
    "CUM": "The score after each round, added up, less a point for each win that was not played.",
    "OCUM": "The cumulative scores of the opponents, added up.",
    "KASH": "Four for a win, two for a draw, one for a loss.",
    "BLK": "The games played with Black.",
    "SOS": "The points of the opponents, added up.",
    "SOSOS": "The sums of opponents' scores of the opponents, added up.",
    "SODOS": "The points of the opponents who were beaten, and half those of the ones drawn with.",
}
_ELSEWHERE = "34"  # how rules of US Chess begin; all other articles are FIDE's


def plain_name(code: str) -> str:
    """The name of a tie-break, whatever its modifiers.

    >>> plain_name("BH/C1")
    'Buchholz'
    """
    return NAMES[criterion(code).row.code]


def full_name(code: str) -> str:
    """The name of a tie-break with its modifiers, in words.

    >>> full_name("BH/C1"), full_name("KS/L+1"), full_name("TPN/R")
    ('Buchholz Cut-1', 'Koya system, limit +1', 'Pairing number, reversed')
    """
    one = criterion(code)
    varied = one.modifiers
    name = NAMES[one.row.code]
    if varied.fore:
        name = name.replace("Buchholz", "Fore Buchholz")
    if varied.high:
        name += f" Median-{varied.low}"
    elif varied.low:
        name += f" Cut-{varied.low}"
    if varied.limit:
        name += f", limit {varied.limit:+d}"
    if varied.forfeits:
        name += ", forfeits as games"
    return f"{name}, reversed" if varied.reverse else name


def meaning(code: str) -> str:
    """What a tie-break adds up, and what it leaves out, in words.

    >>> meaning("PS/C2")
    'The score after each round, added up: early points count more often. The 2 lowest are left out.'
    """
    one = criterion(code)
    said = MEANINGS[one.row.code]
    if not (count := one.modifiers.low):
        return said
    many = "" if count == 1 else f"{count} "
    if one.modifiers.high:
        return f"{said} The {many}lowest and the {many}highest are left out."
    return f"{said} The {many}lowest {'are' if many else 'is'} left out."


def rule(article: str, edition: int) -> str:
    """Where a tie-break is written down; empty where no rule book has it."""
    if not article:
        return ""
    return f"US Chess rule {article}" if article.startswith(_ELSEWHERE) else f"FIDE C.07, article {article} ({edition})"
