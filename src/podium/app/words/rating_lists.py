"""What pages and the command line say of rating lists."""

from __future__ import annotations

from podium.app.rating_lists import FIDE, ListStatus, RatingList
from podium.app.views.long_events import ratings_hold_from
from podium.app.words import counts
from podium.app.words.dates import MONTHS
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.rating_kind import RatingKind
from podium.flow.state import Tournament

KINDS = {RatingKind.STANDARD: N_("standard"), RatingKind.RAPID: N_("rapid"), RatingKind.BLITZ: N_("blitz")}
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
    name = "FIDE" if list_.name == FIDE else list_.name
    if not list_.edition:
        return name
    year, month = list_.edition.split("-")
    return f"{name}, {_(MONTHS[int(month) - 1])} {year}"


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


def take_over_reason(list_: RatingList) -> str:
    """What the history says of where new fields came from."""
    return _("From the rating list %(list)s", list=list_name(list_))
