"""The story of an event in words: places, what decided them, figures, and what each picture shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from podium.app.rounds.why import spoken
from podium.app.story.meetings import EventFacts, Upset
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import enumeration, first_few
from podium.core.player import Player

if TYPE_CHECKING:
    from podium.app.pictures.svg import Caption

UNNUMBERED = "DE"  # its values are places among level players, and say nothing by themselves


def parted_by(tiebreak: str, values: tuple[str, str] | None, *, ahead: bool) -> str:
    """What put somebody above or below others with the same points."""
    if values is None:
        return _(N_("ahead by %(tiebreak)s") if ahead else N_("behind by %(tiebreak)s"), tiebreak=tiebreak)
    text = (
        N_("ahead by %(tiebreak)s, %(own)s to %(other)s")
        if ahead
        else N_("behind by %(tiebreak)s, %(own)s to %(other)s")
    )
    return _(text, tiebreak=tiebreak, own=values[0], other=values[1])


def names_of(players: Sequence[Player]) -> str:
    """Their names in a sentence, the first few of many."""
    return enumeration(first_few([spoken(player.name) for player in players]))


def upset_line(upset: Upset) -> str:
    """Who beat whom against the ratings."""
    return _(
        "%(winners)s (%(own)s) beat %(losers)s (%(other)s) in round %(round)s",
        winners=names_of(upset.winners),
        own=upset.winners_rating,
        losers=names_of(upset.losers),
        other=upset.losers_rating,
        round=upset.round,
    )


def figures(facts: EventFacts, *, colours: bool, teams: bool) -> tuple[tuple[str, str], ...]:
    """The figures of an event, each with what it is; those that mean nothing here are left out."""
    found = [
        (_("Players"), str(facts.players)),
        (_("Rounds"), str(facts.rounds)),
        (_("Matches") if teams else _("Games"), _games(facts)),
    ]
    if colours and facts.games:
        found += [
            (_("White won"), _share(facts.white_wins, facts.games)),
            (_("Draws"), _share(facts.draws, facts.games)),
            (_("Black won"), _share(facts.black_wins, facts.games)),
        ]
    if facts.average_rating is not None:
        found.append((_("Average rating"), str(facts.average_rating)))
    if facts.unbeaten is not None:
        run = facts.unbeaten
        length = counts.matches(run.length) if teams else counts.games(run.length)
        said = _("%(games)s: %(names)s", games=length, names=names_of(run.players))
        found.append((_("Longest unbeaten run"), said))
    if facts.biggest_upset is not None:
        found.append((_("Biggest upset"), upset_line(facts.biggest_upset)))
    return tuple(found)


def _games(facts: EventFacts) -> str:
    if not facts.unplayed:
        return str(facts.games)
    return ngettext(
        "%(games)s, and %(num)s forfeit", "%(games)s, and %(num)s forfeits", facts.unplayed, games=facts.games
    )


def _share(count: int, all_of_them: int) -> str:
    percent = (200 * count + all_of_them) // (2 * all_of_them)
    return _("%(count)s (%(percent)s%%)", count=count, percent=percent)


TITLES: Mapping[str, str] = {
    "race": N_("Score race"),
    "ranks": N_("Places by round"),
    "crosstable": N_("Results at a glance"),
    "bracket": N_("The last rounds of the bracket"),
    "performance": N_("Performance against rating"),
    "upsets": N_("Biggest upsets"),
    "network": N_("Who played with whom"),
    "colours": N_("Colours"),
    "odds": N_("How the odds moved"),
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
    "odds": N_(
        "How likely each was to win, in per cent, before the first round and after each; a forecast, made as if nobody "
        "knew what came later."
    ),
    "colours": N_("A white or black square for each game that was played, and how many of each."),
}
AXES: Mapping[str, tuple[str, str]] = {
    "race": (N_("Round"), N_("Points")),
    "ranks": (N_("Round"), N_("Place")),
    "performance": (N_("Rating"), N_("Performance")),
    "odds": (N_("After round"), N_("Per cent")),
}


def caption(picture: str, name: str = "", *, look: str = "") -> Caption:
    """Name, title and description of a picture; `name` is whom or what it tells of most, `look` a variant of it."""
    from podium.app.pictures.svg import Caption

    text = DESCRIPTIONS[f"{picture}-{look}" if look else picture]
    return Caption(picture, _(TITLES[picture]), _(text, name=name) if name else _(text))


def axes(picture: str) -> tuple[str, str]:
    """What stands along the two axes of a picture."""
    across, up = AXES[picture]
    return _(across), _(up)
