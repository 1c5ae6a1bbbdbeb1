"""What the API and the pages share of a Podium that is open."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.accounts.logins import Logins
from podium.app.archives.archives import EventArchives
from podium.app.desk import Desk
from podium.app.documents.document import Typeset
from podium.app.event.attachments import Attachments
from podium.app.forecast.forecasts import Forecasts
from podium.app.hall.check_in import CheckIns
from podium.app.hall.screens import Screens
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.ratings.list_updates import ListUpdates
from podium.app.ratings.rating_lists import RatingLists


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What a door to Podium asks, each by its name."""

    desk: Desk
    logins: Logins
    prize_allocator: PrizeAllocator
    check_ins: CheckIns
    screens: Screens
    attachments: Attachments
    archives: EventArchives
    typeset: Typeset
    rating_lists: RatingLists
    list_updates: ListUpdates
    forecasts: Forecasts
