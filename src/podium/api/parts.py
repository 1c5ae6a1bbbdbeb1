"""What answers a request: the routes are the same for every Podium of a process, its parts come with the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from litestar.types import Scope

if TYPE_CHECKING:
    from podium.api.live import Live
    from podium.api.writer import Writer
    from podium.app.check_in import CheckIns
    from podium.app.desk import Desk
    from podium.app.documents.document import Typeset
    from podium.app.event_archives import EventArchives
    from podium.app.event_pictures import EventPictures
    from podium.app.followings import Followings
    from podium.app.list_updates import ListUpdates
    from podium.app.logins import Logins
    from podium.app.metrics import Metrics
    from podium.app.photos import Photos
    from podium.app.prizegiving import PrizeAllocator
    from podium.app.rating_lists import RatingLists
    from podium.app.readiness import Readiness
    from podium.app.screens import Screens
    from podium.config import Config


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API is made of."""

    desk: Desk
    logins: Logins
    config: Config
    live: Live
    prize_allocator: PrizeAllocator
    writer: Writer
    check_ins: CheckIns
    screens: Screens
    logos: EventPictures
    photos: Photos
    certificate_backgrounds: EventPictures
    archives: EventArchives
    followings: Followings
    readiness: Readiness
    metrics: Metrics
    typeset: Typeset
    rating_lists: RatingLists
    list_updates: ListUpdates


def parts_of(scope: Scope) -> Parts:
    """The parts that came with a request."""
    parts: Parts = scope["state"]["parts"]
    return parts
