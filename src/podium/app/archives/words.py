"""What is said of archives of events: why one cannot be restored, and what was compared."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.language import N_, ngettext

SENTENCES: Mapping[str, str] = {
    "not-an-archive": N_("The file is not an archive of an event, as Podium writes it."),
    "archive-not-json": N_(
        "The archive is cut off or damaged at line %(line)s, column %(column)s: from there on it is no JSON."
    ),
    "archive-nul": N_("The archive holds a NUL character at line %(line)s, column %(column)s."),
    "archive-too-deep": N_("The archive is nested deeper than any that Podium writes."),
    "archive-wrong": N_("The archive is wrong at %(place:bare)s: %(problem:bare)s."),
    "archive-damaged": N_(
        "The archive is damaged or was changed by hand: its part %(place:bare)s is not what its digest says."
    ),
    "archive-newer": N_(
        "The archive has schema %(value)s, and this Podium reads up to %(most)s: restore it with a newer Podium."
    ),
    "archive-unplayable": N_(
        "The archive cannot be replayed: version %(version)s of %(stream:bare)s leads nowhere (%(problem:bare)s)."
    ),
    "archive-value": N_(
        "The archive holds what no command would have taken: version %(version)s of %(stream:bare)s. %(problem:whole)s"
    ),
    "archive-id": N_("%(value)s is not an id that Podium gives to events: restore the archive as a copy."),
    "archive-deleted": N_("The event in the archive was deleted."),
    "archive-exists": N_(
        "An event with the id %(value)s, or with a game of it, is here already, perhaps deleted or hidden: restore it "
        "as a copy."
    ),
    "archive-not-restored": N_("The archive was not restored, and nothing was written: %(names)s cannot be kept."),
    "archive-too-slow": N_("The archive takes longer than %(value)s seconds to write, and was given up."),
}

PARTS: Mapping[str, str] = {
    "commit": N_("Changes"),
    "event": N_("What happened"),
    "logos": N_("Logo"),
    "photos": N_("Photos"),
    "certificate_backgrounds": N_("Background of certificates"),
    "check_ins": N_("Check-in"),
    "checked_in": N_("Checked in"),
    "second_entries": N_("Second entries"),
    "displays": N_("Clock of the event"),
    "screens": N_("Screens"),
    "messages": N_("Messages"),
    "pairings": N_("Pairings and results"),
    "matches": N_("Matches"),
    "standings": N_("Standings"),
    "prizes": N_("Prizes"),
    "games": N_("Rounds with games (PGN)"),
    "history": N_("History"),
}
"""What the parts of an archive are called, in the order in which they are compared."""


COPY_LEFT_FIDE_MODE = N_("The event left FIDE mode, and its copy is not in it either.")


def paused_games(count: int) -> str:
    """How many games of a restored event wait for their players to go on."""
    return ngettext(
        "%(num)s game that was being played is paused.", "%(num)s games that were being played are paused.", count
    )
