"""The podium as pages show it: places with initials, names, points and what decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from podium.app.formats.registry import views_of
from podium.app.story.podium import PodiumPlace, initials
from podium.app.story.story import podiums
from podium.app.words.language import ngettext
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.state import Tournament

MOST_NAMES = 4  # on one step


@dataclass(frozen=True, slots=True)
class OnPodium:
    """Somebody on a step; `photo` is the address of a picture, in place of the initials."""

    player: Player
    url: str
    photo: str | None
    initials: str
    score: str


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """One place: what it is called, who stands there, how many more share it, and what decided."""

    rank: int
    name: str
    winners: tuple[OnPodium, ...]
    more: str
    decided: str


@dataclass(frozen=True, slots=True)
class PodiumView:
    """The podium of a section, the best first."""

    section: str
    steps: tuple[PodiumStep, ...]


def podium_view(
    state: Tournament, section: str, places: Sequence[PodiumPlace], url: str, photos: Mapping[PlayerId, str]
) -> PodiumView | None:
    """The podium of a section of the tournament at `url`; None where there is none yet."""
    return PodiumView(section, tuple(_step(state, place, url, photos) for place in places)) if places else None


def podium_views(state: Tournament, url: str, photos: Mapping[PlayerId, str]) -> tuple[PodiumView, ...]:
    """The podiums of all sections, once the event is over."""
    found = (podium_view(state, section, places, url, photos) for section, places in podiums(state))
    return tuple(view for view in found if view is not None)


def _step(state: Tournament, place: PodiumPlace, url: str, photos: Mapping[PlayerId, str]) -> PodiumStep:
    told = views_of(state).traits.story
    rest = len(place.rows) - MOST_NAMES
    shown = place.rows if rest <= 1 else place.rows[:MOST_NAMES]
    return PodiumStep(
        rank=place.rank,
        name=told.place_name(place.rank, shared=place.shared),
        winners=tuple(
            OnPodium(
                row.player,
                f"{url}/players/{row.player.id}",
                photos.get(row.player.id),
                initials(row.player.name),
                told.score(row),
            )
            for row in shown
        ),
        more=ngettext("and %(num)s more", "and %(num)s more", rest) if rest > 1 else "",
        decided=place.decided,
    )
