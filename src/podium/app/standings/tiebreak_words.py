"""What tie-breaks are called, and what they mean, for people who do not know the codes."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.language import N_, _, ngettext
from podium.tiebreaks import criterion
from podium.tiebreaks.catalogue import US_CHESS

PRESET_NAMES: Mapping[str, str] = {
    "fide-swiss": N_("FIDE Swiss"),
    "fide-round-robin": N_("FIDE round robin"),
    "us-chess": N_("US Chess"),
    "club": N_("Club"),
}
NAMES: Mapping[str, str] = {
    "PTS": N_("Points"),
    "DE": N_("Direct encounter"),
    "WIN": N_("Number of wins"),
    "WON": N_("Games won"),
    "BPG": N_("Games played with Black"),
    "BWG": N_("Games won with Black"),
    "PS": N_("Progressive scores"),
    "REP": N_("Rounds one elected to play"),
    "STD": N_("Standard points"),
    "TPN": N_("Pairing number"),
    "BH": N_("Buchholz"),
    "AOB": N_("Average of opponents' Buchholz"),
    "FB": N_("Fore Buchholz"),
    "SB": N_("Sonneborn-Berger"),
    "KS": N_("Koya system"),
    "ARO": N_("Average rating of opponents"),
    "TPR": N_("Tournament performance rating"),
    "PTP": N_("Perfect tournament performance"),
    "APRO": N_("Average performance of opponents"),
    "APPO": N_("Average perfect performance of opponents"),
    "RTNG": N_("Rating"),
    "EXT": N_("Value computed elsewhere"),
    "SOB": N_("Fine Buchholz (sum of opponents' Buchholz)"),
    "MMED": N_("Modified median (US Chess)"),
    "SOLK": N_("Solkoff (US Chess)"),
    "CUM": N_("Cumulative (US Chess)"),
    "OCUM": N_("Opposition cumulative (US Chess)"),
    "KASH": N_("Kashdan (US Chess)"),
    "BLK": N_("Most blacks (US Chess)"),
    "SOS": N_("Sum of opponents' scores (Go)"),
    "SOSOS": N_("Sum of opponents' SOS (Go)"),
    "SODOS": N_("Sum of defeated opponents' scores (Go)"),
}
MEANINGS: Mapping[str, str] = {
    "PTS": N_("The points of all rounds."),
    "DE": N_("Who did better in the games between the players who are still level; 1 is the best place among them."),
    "WIN": N_("The rounds that brought as many points as a win."),
    "WON": N_("The games won over the board."),
    "BPG": N_("The games played with Black."),
    "BWG": N_("The games won with Black."),
    "PS": N_("The score after each round, added up: early points count more often."),
    "REP": N_("The rounds in which the player was ready to play."),
    "STD": N_("One point for scoring more than the opponent in a round, half a point for the same."),
    "TPN": N_("The number in the starting list; the lower one is better."),
    "BH": N_("The points of the opponents, added up: who met stronger opponents is ahead."),
    "AOB": N_("The average Buchholz of the opponents."),
    "FB": N_("Buchholz as if all games of the last round had been drawn."),
    "SB": N_("The points of the opponents who were beaten, and half those of the ones drawn with."),
    "KS": N_("The points won against opponents who have at least half of the possible points."),
    "ARO": N_("The average rating of the opponents."),
    "TPR": N_("The rating that fits the score against these opponents."),
    "PTP": N_("The lowest rating with which the score against these opponents would be expected."),
    "APRO": N_("The average performance rating of the opponents."),
    "APPO": N_("The average perfect performance of the opponents."),
    "RTNG": N_("The player's own rating."),
    "EXT": N_("Typed in by those who run the event; the higher one is better."),
    "SOB": N_("The Buchholz of the opponents, added up."),
    "MMED": N_("The points of the opponents without the lowest, the highest or both, as the own score asks."),
    "SOLK": N_("The points of the opponents, added up; unplayed games of theirs count as draws."),
    "CUM": N_("The score after each round, added up, less a point for each win that was not played."),
    "OCUM": N_("The cumulative scores of the opponents, added up."),
    "KASH": N_("Four for a win, two for a draw, one for a loss."),
    "BLK": N_("The games played with Black."),
    "SOS": N_("The points of the opponents, added up."),
    "SOSOS": N_("The sums of opponents' scores of the opponents, added up."),
    "SODOS": N_("The points of the opponents who were beaten, and half those of the ones drawn with."),
}
_FORE: Mapping[str, str] = {
    "BH": N_("Fore Buchholz"),
    "AOB": N_("Average of opponents' Fore Buchholz"),
    "SOB": N_("Fine Fore Buchholz (sum of opponents' Fore Buchholz)"),
}


def plain_name(code: str) -> str:
    """The name of a tie-break, whatever its modifiers.

    >>> plain_name("BH/C1")
    'Buchholz'
    """
    return _(NAMES[criterion(code).row.code])


def full_name(code: str) -> str:
    """The name of a tie-break with its modifiers, in words.

    >>> full_name("BH/C1"), full_name("KS/L+1"), full_name("TPN/R")
    ('Buchholz Cut-1', 'Koya system, limit +1', 'Pairing number, reversed')
    """
    one = criterion(code)
    varied = one.modifiers
    name = _(_FORE[one.row.code] if varied.fore else NAMES[one.row.code])
    if varied.high:
        name = _("%(tiebreak)s Median-%(count)s", tiebreak=name, count=varied.low)
    elif varied.low:
        name = _("%(tiebreak)s Cut-%(count)s", tiebreak=name, count=varied.low)
    if varied.limit:
        name = _("%(tiebreak)s, limit %(limit)s", tiebreak=name, limit=f"{varied.limit:+d}")
    if varied.forfeits:
        name = _("%(tiebreak)s, forfeits as games", tiebreak=name)
    return _("%(tiebreak)s, reversed", tiebreak=name) if varied.reverse else name


def name_and_code(code: str) -> str:
    """A tie-break as a choice or a heading.

    >>> name_and_code("BH/C1"), name_and_code("SOLK")
    ('Buchholz Cut-1 (BH/C1)', 'Solkoff (US Chess, SOLK)')
    """
    name = full_name(code)
    if name.endswith(")"):
        return _("%(tiebreak)s, %(code)s)", tiebreak=name[:-1], code=code)
    return _("%(tiebreak)s (%(code)s)", tiebreak=name, code=code)


def preset_name(preset: str) -> str:
    """The name of a list of tie-breaks."""
    return _(PRESET_NAMES[preset])


def meaning(code: str) -> str:
    """What a tie-break adds up, and what it leaves out, in words.

    >>> meaning("PS/C2")
    'The score after each round, added up: early points count more often. The 2 lowest are left out.'
    """
    one = criterion(code)
    said = _(MEANINGS[one.row.code])
    if not (count := one.modifiers.low):
        return said
    if one.modifiers.high:
        left_out = ngettext(
            "The lowest and the highest are left out.",
            "The %(num)s lowest and the %(num)s highest are left out.",
            count,
        )
    else:
        left_out = ngettext("The lowest is left out.", "The %(num)s lowest are left out.", count)
    return f"{said} {left_out}"


def rule(article: str, edition: int) -> str:
    """Where a tie-break is written down; empty where no rule book has it."""
    if not article:
        return ""
    if article.startswith(US_CHESS):
        return _("US Chess rule %(article)s", article=article)
    return _("FIDE C.07, article %(article)s (%(edition)s)", article=article, edition=edition)
