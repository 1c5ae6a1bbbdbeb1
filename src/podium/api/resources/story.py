"""The story of an event: podium, figures, upsets and the race as JSON, and its pictures."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import PathParameter, QueryParameter

from podium.api.documentation import read
from podium.api.parameters import WHOLE_NUMBER, Injected, query_number
from podium.api.resources.bracket import SVG
from podium.app.desk import Seen
from podium.app.story.answers import StoryAnswer, section_story
from podium.app.story.story import is_over, ranked_sections, story
from podium.app.story.story_pictures import MOST, Reader, picture, pictures
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player

Name = Annotated[str, PathParameter(description="A picture of the story, as `race.svg`.", min_length=1)]
Section = Annotated[str | None, QueryParameter(description="The section; without it, the first.")]
Follow = Annotated[str | None, QueryParameter(description="The id of a player to show beside the best.")]
Top = Annotated[
    str | None,
    QueryParameter(
        description="How many of the best are shown; without it, the usual number.",
        schema_extra={**WHOLE_NUMBER, "minimum": 1, "maximum": MOST},
    ),
]


@read("/tournaments/{id:str}/story", summary="The story of a tournament: podium, figures, upsets, race")
def event_story(seen: Injected[Seen]) -> StoryAnswer:
    """Section by section; the podium is empty until the event is over."""
    told = [story(seen.state, section) for section in ranked_sections(seen.state)]
    return StoryAnswer(seen.version, is_over(seen.state), [section_story(each, pictures(each)) for each in told])


@read("/tournaments/{id:str}/pictures/{name:str}", summary="A picture of the story", media_type=SVG)
def story_picture(
    seen: Injected[Seen], name: Name, section: Section = None, player: Follow = None, top: Top = None
) -> Response[str]:
    """The picture as SVG with its own colours; 404 where the tournament has none of that name."""
    if not name.endswith(".svg"):
        raise Unknown("picture", name)
    most = query_number("top", top)
    if most is not None and not 1 <= most <= MOST:
        raise Invalid("top-out-of-range", field="top", value=top, most=MOST)
    own = find_player(seen.state, PlayerId(player)).id if player is not None else None
    told = story(seen.state, section or None)
    drawn = picture(told, name.removesuffix(".svg"), Reader(most, own))
    return Response(drawn.svg, media_type=SVG)


HANDLERS = (event_story, story_picture)
