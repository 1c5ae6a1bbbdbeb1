"""What is said of players whom the tie-breaks leave level, and of those who take no part any more."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.language import N_, _
from podium.core.player import Player
from podium.flow.state import TieOrderedBy

_ORDERED: Mapping[TieOrderedBy, str] = {
    TieOrderedBy.LOT: N_("decided by lot"),
    TieOrderedBy.HAND: N_("decided by hand"),
}


def order_text(by: TieOrderedBy | None) -> str:
    """What gave players who would share a place their order; empty where nothing did."""
    return _(_ORDERED[by]) if by is not None else ""


def gone_text(player: Player) -> str:
    """That a player takes no part any more; empty of one who does."""
    if player.expelled:
        return _("expelled")
    return _("withdrawn") if player.withdrawn else ""


def name_with_mark(player: Player) -> str:
    """The name as lists on paper have it, with a mark for somebody who takes no part any more."""
    gone = gone_text(player)
    return _("%(name)s (%(mark)s)", name=player.name, mark=gone) if gone else player.name
