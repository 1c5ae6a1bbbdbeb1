"""What pages and the command line say of rating lists."""

from __future__ import annotations

from podium.app.event.schedule import ratings_hold_from
from podium.app.ratings.rating_check import RatingCheck
from podium.app.ratings.rating_lists import ListStatus, RatingList
from podium.app.words import counts
from podium.app.words.dates import MONTHS
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.core.player import PlayerFields
from podium.core.ratings.list_sequence import FIDE, ListedRating, SequenceEntry
from podium.core.ratings.official_ratings import OfficialKind, OfficialRating, RatingOrigin
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.state import Tournament

KINDS = {RatingKind.STANDARD: N_("standard"), RatingKind.RAPID: N_("rapid"), RatingKind.BLITZ: N_("blitz")}
OFFICIAL_KINDS = {
    OfficialKind.STANDARD: N_("standard"),
    OfficialKind.RAPID: N_("rapid"),
    OfficialKind.BLITZ: N_("blitz"),
    OfficialKind.NATIONAL: N_("national"),
}
LISTED_RATINGS = {
    ListedRating.STANDARD: N_("standard"),
    ListedRating.RAPID: N_("rapid"),
    ListedRating.BLITZ: N_("blitz"),
    ListedRating.EFFECTIVE_RAPID: N_("effective rapid (standard where there is none)"),
    ListedRating.EFFECTIVE_BLITZ: N_("effective blitz (standard where there is none)"),
}
FIELD_LABELS = {
    "name": N_("Name"),
    "rating": N_("Rating"),
    "title": N_("Title"),
    "federation": N_("Federation"),
    "gender": N_("Gender"),
    "birth": N_("Born"),
    "fide_id": N_("FIDE id"),
    "national_id": N_("National id"),
}


def list_name(list_: RatingList) -> str:
    """What a list is called where people read: FIDE, November 2026."""
    return _titled(list_.name, list_.edition)


def _titled(name: str, edition: str | None) -> str:
    title = "FIDE" if name == FIDE else name
    return f"{title}, {month_name(edition)}" if edition else title


def month_name(month: str) -> str:
    """A month as people read it: Nov 2026, of 2026-11."""
    year, number = month.split("-")
    return f"{_(MONTHS[int(number) - 1])} {year}"


def source_text(source: OfficialRating | RatingOrigin | None) -> str:
    """Where a rating came from: a list with its month, or somebody's hand."""
    if source is None or source.list is None:
        return _("typed by hand")
    return _titled(source.list, source.edition)


def origin_text(fields: PlayerFields) -> str | None:
    """Where the rating that counts came from; None for a player without one."""
    if fields.rating is None:
        return None
    origin = fields.official.origin if fields.official is not None else None
    if origin is None:
        return _("typed by hand")
    return _("%(kind)s · %(source)s", kind=_(OFFICIAL_KINDS[origin.kind]), source=source_text(origin))


def entry_name(entry: SequenceEntry) -> str:
    """A place of a sequence where people read: FIDE, effective rapid."""
    return _("%(list)s, %(rating)s", list=_titled(entry.list, None), rating=_(LISTED_RATINGS[entry.rating]))


def list_state(list_: RatingList) -> str:
    """How far a list is, or what became of it."""
    if list_.problem is not None:
        return sentence(list_.problem)
    if list_.stopped:
        return _("The load was ended before it was done. Load the file again.")
    if list_.status is ListStatus.LOADING:
        return _(
            "%(percent)s %% loaded, %(players)s", percent=int(100 * list_.part), players=counts.players(list_.players)
        )
    return counts.players(list_.players)


def take_over_note(state: Tournament) -> str | None:
    """What taking over means once rounds are paired; None before."""
    if not state.rounds:
        return None
    if (since := ratings_hold_from(state)) is not None:
        return _(
            "The event is longer than 30 days: ratings that are taken over hold from round %(round)s on, and those of "
            "the rounds before stay as they were.",
            round=since,
        )
    return _(
        "Rounds are paired already. Boards and pairing numbers stay as they are: numbers change only if you renumber "
        "the players. Ratings count from now on, in tie-breaks, prizes and reports."
    )


def check_reason(check: RatingCheck) -> str:
    """What the history says of where checked ratings came from."""
    return _("From the rating lists %(lists)s", lists=enumeration([list_name(each.list) for each in check.lists]))


def take_over_reason(list_: RatingList) -> str:
    """What the history says of where new fields came from."""
    return _("From the rating list %(list)s", list=list_name(list_))
