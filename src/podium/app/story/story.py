"""The story of an event, section by section: the podium once it is over, the race, upsets and figures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from podium.app.event.progress import Step
from podium.app.formats.registry import views_of
from podium.app.formats.story import FormatStory
from podium.app.profiles.registry import profile_of
from podium.app.queries import progress, standings
from podium.app.standings.standings import StandingRow
from podium.app.standings.tally import pairings_of
from podium.app.story import meetings
from podium.app.story.meetings import EventFacts, Meeting, Upset, event_facts
from podium.app.story.race import Race, begun_rounds
from podium.app.story.race import race as race_of
from podium.app.story.words import figures
from podium.app.words.language import _
from podium.app.words.phrases import enumeration, separated
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Round, Tournament

LONG, MOST_RECORDS = 40, 80_000
"""Up to so many rounds the standings after each are made; of more as many as read so many rounds of players."""


@dataclass(frozen=True, slots=True)
class Story:
    """What can be told of one section; nobody has a place on the `podium` before the event is over."""

    state: Tournament
    section: str
    over: bool
    podium: tuple[PodiumPlace, ...]
    ranked: tuple[StandingRow, ...]
    rounds: tuple[Round, ...]
    race: Race
    games: tuple[Meeting, ...]
    upsets: tuple[Upset, ...]
    facts: EventFacts

    @property
    def format(self) -> FormatStory:
        return views_of(self.state).traits.story

    @property
    def players(self) -> list[Player]:
        """Everybody who counts, the best first."""
        return [row.player for row in self.ranked if not row.annulled]

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The facts in words, and who went on."""
        facts = figures(self.facts, colours=self.format.has_colours, teams=self.format.plays_in_teams)
        return (*facts, *self.format.cuts(self.state))


def is_over(state: Tournament) -> bool:
    """Whether the places are final: nothing is left to do, or the event is in the archive between two rounds."""
    step = progress(state).step
    stopped = state.archived and step is Step.PAIR and bool(state.rounds)
    return step is Step.LOOK or (stopped and not open_games(state.rounds))


def is_final(state: Tournament, after: int | None) -> bool:
    """Whether the standings after a round, or after all, are those that the event ends with."""
    return after in (None, len(state.rounds)) and is_over(state)


def podium(state: Tournament, section: str) -> tuple[PodiumPlace, ...]:
    """The three best places of a section with what decided them; nothing before the event is over."""
    if not is_over(state):
        return ()
    there = participants(state)
    rows = [row for row in standings(state) if row.section == section and (row.entered or row.player.id in there)]
    told = views_of(state).traits.story
    places = places_of(rows)
    after = [row for row in rows if not row.annulled and row.rank > (places[-1][0].rank if places else 0)][:1]
    beside = (*places, *([tuple(after)] if after else []))
    return tuple(PodiumPlace(own[0].rank, own, told.decided(state, beside, at)) for at, own in enumerate(places))


def podiums(state: Tournament, best: int = 1) -> tuple[tuple[str, tuple[PodiumPlace, ...]], ...]:
    """The podium of each section that has one, without places better than `best`."""
    found = ((section, podium(state, section)) for section in ranked_sections(state))
    return tuple((section, tuple(each for each in places if each.rank >= best)) for section, places in found if places)


def announcements(state: Tournament, best: int) -> tuple[str, ...]:
    """What everybody is told while the places are revealed up to `best`, the last place first."""
    told, said = views_of(state).traits.story, list[str]()
    for section, places in podiums(state, best):
        for place in reversed(places):
            names = enumeration([row.player.name for row in place.rows])
            where = told.place_name(place.rank, shared=place.shared)
            what = separated([section, where] if section else [where])
            said.append(_("%(what)s: %(names)s", what=what, names=names))
    return tuple(said) or (_("The results of the last round are told at the prize-giving."),)


def participants(state: Tournament) -> frozenset[PlayerId]:
    """The players who were in a round; one who was only entered, or left before, took no part."""
    return frozenset(player for here in state.rounds for player in pairings_of(here))


def ranked_sections(state: Tournament) -> tuple[str, ...]:
    """The sections that have players, in their order."""
    return tuple(dict.fromkeys(row.section for row in standings(state)))


def story(state: Tournament, section: str | None = None) -> Story:
    """The story of a section, the first one unless it is named; raises Unknown for one that nobody plays in."""
    sections = ranked_sections(state) or ("",)
    if section is not None and section not in sections:
        raise Unknown("section", section)
    name = sections[0] if section is None else section
    told = views_of(state).traits.story
    rounds = begun_rounds(state)
    profile, players = profile_of(state.settings), state.players
    ranked = tuple(row for row in standings(state) if row.section == name)
    if not profile.ratings:
        players = {id: profile.known(player) for id, player in state.players.items()}
        ranked = tuple(replace(row, player=players[row.player.id]) for row in ranked)
    games = meetings.of_section(state, told.games(state, rounds), name)
    contests = meetings.of_section(state, told.contests(state, rounds), name)
    found = meetings.upsets(players, contests)
    return Story(
        state=state,
        section=name,
        over=is_over(state),
        podium=podium(state, name),
        ranked=ranked,
        rounds=rounds,
        race=_race(state, name, rounds) if told.counts_points else Race(),
        games=games,
        upsets=found,
        facts=event_facts([row.player for row in ranked], len(rounds), games, found),
    )


def _race(state: Tournament, section: str, rounds: Sequence[Round]) -> Race:
    numbers = [here.number for here in rounds]
    most = max(MOST_RECORDS // (len(numbers) * len(state.players) or 1), 3)
    if len(numbers) > max(most, LONG):  # so many, evenly apart, with the first and the last
        numbers = [numbers[at * (len(numbers) - 1) // (most - 1)] for at in range(most)]
    tables = ([row for row in standings(state, number) if row.section == section] for number in numbers)
    return race_of(numbers, list(tables))


PLACES = 3
_COMMA = re.compile(r"\s*,\s*")


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One place, the players who share it, and what parted it from the places beside it, unless that is plain."""

    rank: int
    rows: tuple[StandingRow, ...]
    decided: str = ""

    @property
    def shared(self) -> bool:
        return len(self.rows) > 1


def places_of(rows: Sequence[StandingRow]) -> tuple[tuple[StandingRow, ...], ...]:
    """The rows of one section that stand on the podium, place by place; a place that nobody has is left out."""
    best = [row for row in rows if row.rank <= PLACES and not row.annulled]
    return tuple(tuple(row for row in best if row.rank == rank) for rank in sorted({row.rank for row in best}))


def initials(name: str) -> str:
    """Two letters that stand for a photo, the first name before the surname.

    >>> initials("Kestrel, Ada"), initials("Ada Maria Kestrel"), initials("Ada"), initials("?")
    ('AK', 'AK', 'A', '?')
    """
    surname, *first = _COMMA.split(name, maxsplit=1)
    words = [*first[0].split()[:1], surname] if first else name.split()
    chosen = [words[0], words[-1]] if len(words) > 1 else words
    letters = [next((each for each in word if each.isalnum()), "") for word in chosen]
    return "".join(letters).upper() or name[:1]
