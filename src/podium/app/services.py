"""What the API and the pages share of a Podium that is open."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.check_in import CheckIns
from podium.app.desk import Desk
from podium.app.documents.document import Typeset
from podium.app.event_archives import EventArchives
from podium.app.event_pictures import EventPictures
from podium.app.list_updates import ListUpdates
from podium.app.logins import Logins
from podium.app.photos import Photos
from podium.app.prizegiving import PrizeAllocator
from podium.app.rating_lists import RatingLists
from podium.app.screens import Screens


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What a door to Podium asks, each by its name."""

    desk: Desk
    logins: Logins
    prize_allocator: PrizeAllocator
    check_ins: CheckIns
    screens: Screens
    logos: EventPictures
    photos: Photos
    certificate_backgrounds: EventPictures
    archives: EventArchives
    typeset: Typeset
    rating_lists: RatingLists
    list_updates: ListUpdates
