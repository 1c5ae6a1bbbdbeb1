"""The official ratings of a player on the pages: typed, shown with the lists they are from, and picked."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.ratings.list_words import OFFICIAL_KINDS, entry_name, origin_text, source_text
from podium.app.words.language import N_, _
from podium.core.player import PlayerFields
from podium.core.ratings.official_ratings import NO_OFFICIAL_RATINGS, OfficialKind
from podium.flow.event.rating_method import ratings_of_sequence
from podium.flow.event.setting_values import Settings
from podium.web.frame.forms import Field, Fields

LABELS = {
    OfficialKind.STANDARD: N_("FIDE standard"),
    OfficialKind.RAPID: N_("FIDE rapid"),
    OfficialKind.BLITZ: N_("FIDE blitz"),
    OfficialKind.NATIONAL: N_("National rating"),
}


def official_fields(values: Mapping[str, object], player: PlayerFields | None = None) -> Fields:
    """A field for each official rating with its value; the hint is where the present one is from."""
    official = (player.official if player is not None else None) or NO_OFFICIAL_RATINGS
    return tuple(
        Field(
            kind.value,
            _(label),
            hint=source_text(rating) if (rating := official.published(kind)) else "",
            attributes={"inputmode": "numeric", "autocomplete": "off"},
            value=str(values.get(kind.value) or ""),
        )
        for kind, label in LABELS.items()
    )


def rating_picks(settings: Settings, fields: PlayerFields) -> tuple[tuple[int, str], ...]:
    """What the lists of the event have beside the rating that counts, in their order: each rating, and in words."""
    found = ratings_of_sequence(settings, fields.official or NO_OFFICIAL_RATINGS)
    picks = {
        rating.value: (rating.value, _("%(list)s: %(rating)s", list=entry_name(entry), rating=rating.value))
        for entry, (_kind, rating) in reversed(found)
        if rating.value != fields.rating
    }
    return tuple(reversed(picks.values()))


def official_facts(fields: PlayerFields) -> tuple[tuple[str, str], ...]:
    """What the card says, to users who enter players, of where ratings are from."""
    if fields.official is None:
        return ()
    found = ((kind, fields.official.published(kind)) for kind in OfficialKind)
    published = [
        _("%(kind)s %(rating)s (%(source)s)", kind=_(OFFICIAL_KINDS[kind]), rating=each.value, source=source_text(each))
        for kind, each in found
        if each is not None
    ]
    origin = origin_text(fields)
    return (
        *([(_("Rating taken from"), origin)] if origin else []),
        *([(_("Official ratings"), " · ".join(published))] if published else []),
    )
