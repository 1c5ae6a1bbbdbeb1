"""`podium story`: the podium of a tournament, its figures, and its pictures as files."""

from __future__ import annotations

import click

from podium.app.desk import Seen
from podium.app.story.answers import StoryAnswer, section_story
from podium.app.story.story import PodiumPlace, Story, is_over, ranked_sections, story
from podium.app.story.story_pictures import picture, pictures
from podium.app.story.words import names_of, upset_line
from podium.app.words.language import _
from podium.cli.frame import Console
from podium.cli.naming import on_tournament

UPSETS = 5


@click.command("story")
@on_tournament
@click.option("--section", metavar="NAME", help="The section a picture is of; the first unless it is named.")
@click.option(
    "--picture", "name", metavar="NAME", help="Print this picture as SVG instead: race, ranks, crosstable ..."
)
def verb(here: Console, seen: Seen, section: str | None, name: str | None) -> None:
    """Print the podium of TOURNAMENT with what decided, its figures and its biggest upsets."""
    if name is not None:
        drawn = picture(story(seen.state, section), name)
        here.answer({"name": name, "svg": drawn.svg, "version": seen.version}, drawn.svg.rstrip("\n"))
        return
    told = [story(seen.state, each) for each in ranked_sections(seen.state)]
    answer = StoryAnswer(seen.version, is_over(seen.state), [section_story(each, pictures(each)) for each in told])
    here.answer(answer, "\n\n".join(_lines(each) for each in told) or _("There are no players yet."))


def _lines(told: Story) -> str:
    lines = [told.section] if told.section else []
    lines += [_place(told, place) for place in told.podium] or [_("The event is not over: there is no podium yet.")]
    lines += ["", *(f"{label}: {text}" for label, text in told.figures)]
    if told.upsets:
        lines += [
            "",
            _("Biggest upsets"),
            *(f"  +{each.difference}  {upset_line(each)}" for each in told.upsets[:UPSETS]),
        ]
    return "\n".join(lines)


def _place(told: Story, place: PodiumPlace) -> str:
    score = told.format.score(place.rows[0])
    parts = filter(None, [names_of([row.player for row in place.rows]), score, place.decided])
    return f"{place.rank}. {', '.join(parts)}"
