"""The story of an event: podium, figures, upsets, the race, and where its pictures are."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from msgspec import Struct

from podium.app.story.meetings import EventFacts, Upset
from podium.app.story.race import RaceLine
from podium.app.story.story import PodiumPlace, Story
from podium.app.story.story_pictures import Picture
from podium.app.versions import copied
from podium.app.words.language import _
from podium.core.player import Player


class StoryPlayer(Struct):
    player_id: str
    name: str


class PodiumPlayer(StoryPlayer):
    """Somebody on the podium; `points` is null where no games gave any, as in a knockout."""

    points: float | None


class PlaceRow(Struct):
    """One place; `decided` is what parted it from the places beside it, in words."""

    __qualname__ = "story_PlaceRow"

    rank: int
    shared: bool
    decided: str
    players: list[PodiumPlayer]


class RunRow(Struct):
    length: int
    players: list[StoryPlayer]


class UpsetRow(Struct):
    """A win against a higher rated side; ratings of teams are averages."""

    round: int
    winners: list[StoryPlayer]
    losers: list[StoryPlayer]
    winners_rating: int
    losers_rating: int
    difference: int


class FactsRow(Struct):
    """The event in figures; wins by colour are null where nobody has one."""

    players: int
    rounds: int
    games: int
    unplayed: int
    white_wins: int | None
    draws: int | None
    black_wins: int | None
    average_rating: int | None
    longest_unbeaten_run: RunRow | None
    biggest_upset: UpsetRow | None


class RaceRow(StoryPlayer):
    """The points after each round, and the places in the list."""

    rank: int
    points: list[float]
    places: list[int]


class PictureRow(Struct):
    name: str
    title: str
    description: str
    url: str


class SectionStory(Struct):
    """The story of one section; nobody is on the podium before the event is over.

    `cuts` say who went on from each stage to the next, and what decided where players were level.
    """

    section: str | None
    podium: list[PlaceRow]
    facts: FactsRow
    upsets: list[UpsetRow]
    cuts: list[str]
    rounds: list[int]
    race: list[RaceRow]
    pictures: list[PictureRow]


class StoryAnswer(Struct):
    version: int
    over: bool
    sections: list[SectionStory]


def section_story(told: Story, shown: tuple[Picture, ...]) -> SectionStory:
    """The story of a section with the pictures there are of it."""
    return SectionStory(
        section=told.section or None,
        podium=[_place(told, place) for place in told.podium],
        facts=_facts(told.facts, colours=told.format.has_colours),
        upsets=[_upset(each) for each in told.upsets],
        cuts=[_("%(what)s: %(names)s", what=what, names=who) for what, who in told.format.cuts(told.state)],
        rounds=list(told.race.rounds),
        race=[_race(line) for line in told.race.lines],
        pictures=[_picture(told, each) for each in shown],
    )


def _place(told: Story, place: PodiumPlace) -> PlaceRow:
    players = []
    for row in place.rows:
        counted = told.format.counts_points and not row.entered
        players.append(PodiumPlayer(row.player.id, row.player.name, row.points.number if counted else None))
    return copied(PlaceRow, place, players=players)


def _facts(facts: EventFacts, *, colours: bool) -> FactsRow:
    run, upset = facts.unbeaten, facts.biggest_upset
    row = copied(
        FactsRow,
        facts,
        longest_unbeaten_run=RunRow(run.length, _players(run.players)) if run is not None else None,
        biggest_upset=_upset(upset) if upset is not None else None,
    )
    if not colours:
        row.white_wins = row.draws = row.black_wins = None
    return row


def _upset(upset: Upset) -> UpsetRow:
    return copied(UpsetRow, upset, winners=_players(upset.winners), losers=_players(upset.losers))


def _race(line: RaceLine) -> RaceRow:
    points = [each.number for each in line.points]
    return copied(
        RaceRow, line, player_id=line.player.id, name=line.player.name, points=points, places=list(line.places)
    )


def _picture(told: Story, shown: Picture) -> PictureRow:
    query = f"?{urlencode({'section': told.section})}" if told.section else ""
    return copied(PictureRow, shown, url=f"/api/tournaments/{told.state.id}/pictures/{shown.name}.svg{query}")


def _players(players: Sequence[Player]) -> list[StoryPlayer]:
    return [StoryPlayer(each.id, each.name) for each in players]
