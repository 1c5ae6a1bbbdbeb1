"""The story of an event: podium, figures, upsets, the race, and where its pictures are."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct

from podium.app.standings.standings import StandingRow
from podium.app.story.facts import EventFacts
from podium.app.story.meetings import Run, Upset
from podium.app.story.podium import PodiumPlace
from podium.app.story.race import RaceLine
from podium.app.story.story import Story
from podium.app.story.story_pictures import Picture
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
    """The story of one section; nobody is on the podium before the event is over."""

    section: str | None
    podium: list[PlaceRow]
    facts: FactsRow
    upsets: list[UpsetRow]
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
        rounds=list(told.race.rounds),
        race=[_race(line) for line in told.race.lines],
        pictures=[_picture(told, each) for each in shown],
    )


def _place(told: Story, place: PodiumPlace) -> PlaceRow:
    return PlaceRow(
        rank=place.rank,
        shared=place.shared,
        decided=place.decided,
        players=[_on_podium(told, row) for row in place.rows],
    )


def _on_podium(told: Story, row: StandingRow) -> PodiumPlayer:
    counted = told.format.counts_points and not row.entered
    return PodiumPlayer(row.player.id, row.player.name, row.points.number if counted else None)


def _facts(facts: EventFacts, *, colours: bool) -> FactsRow:
    return FactsRow(
        players=facts.players,
        rounds=facts.rounds,
        games=facts.games,
        unplayed=facts.unplayed,
        white_wins=facts.white_wins if colours else None,
        draws=facts.draws if colours else None,
        black_wins=facts.black_wins if colours else None,
        average_rating=facts.average_rating,
        longest_unbeaten_run=None if facts.unbeaten is None else _run(facts.unbeaten),
        biggest_upset=None if facts.biggest_upset is None else _upset(facts.biggest_upset),
    )


def _run(run: Run) -> RunRow:
    return RunRow(run.length, [_player(each) for each in run.players])


def _upset(upset: Upset) -> UpsetRow:
    return UpsetRow(
        round=upset.round,
        winners=[_player(each) for each in upset.winners],
        losers=[_player(each) for each in upset.losers],
        winners_rating=upset.winners_rating,
        losers_rating=upset.losers_rating,
        difference=upset.difference,
    )


def _race(line: RaceLine) -> RaceRow:
    points = [each.number for each in line.points]
    return RaceRow(line.player.id, line.player.name, line.rank, points, list(line.places))


def _picture(told: Story, shown: Picture) -> PictureRow:
    query = f"?{urlencode({'section': told.section})}" if told.section else ""
    url = f"/api/tournaments/{told.state.id}/pictures/{shown.name}.svg{query}"
    return PictureRow(shown.name, shown.title, shown.description, url)


def _player(player: Player) -> StoryPlayer:
    return StoryPlayer(player.id, player.name)
