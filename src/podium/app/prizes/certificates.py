"""Certificates: what stands on the sheet of each winner or player, to be printed by whatever prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from podium.app.event.arbiters import chief_arbiter
from podium.app.formats.registry import views_of
from podium.app.queries import standings
from podium.app.rounds.why import spoken
from podium.app.standings.standings import StandingRow
from podium.app.story.story import is_over, participants, podiums
from podium.app.words.dates import dates
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.event.setting_values import Settings
from podium.flow.state import Tournament


class Recipients(Enum):
    """Who gets a certificate."""

    PLACES = "places"
    PRIZES = "prizes"
    PLAYERS = "players"


WORDS = {
    Recipients.PLACES: N_("Places 1 to 3"),
    Recipients.PRIZES: N_("Winners of prizes"),
    Recipients.PLAYERS: N_("Everybody who took part"),
}


LONGEST_TEXT = 300
"""Signs of a text that still fit on the sheet."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What the organiser puts on every sheet."""

    text: str
    place: str
    date: str
    arbiter: str
    organiser: str


def wording(settings: Settings, wanted: Mapping[str, str]) -> Wording:
    """What is `wanted` by the names of the fields, else what the event knows."""

    chief = chief_arbiter(settings)

    def phrase(name: str, otherwise: str | None) -> str:
        return wanted.get(name, otherwise or "").strip()[:LONGEST_TEXT]

    return Wording(
        text=phrase("text", ""),
        place=phrase("place", settings.place),
        date=phrase("date", dates(None, settings.end or settings.start)),
        arbiter=phrase("arbiter", chief.titled_name if chief is not None else None),
        organiser=phrase("organiser", settings.organiser),
    )


@dataclass(frozen=True, slots=True)
class Signature:
    """A line to sign on: who signs, empty for a line without a name, and as what."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """One sheet: for whom, what for, in which event and with what result."""

    player: Player
    name: str
    achievement: str
    event: str
    result: str


def certificates(state: Tournament, recipients: Recipients, player: PlayerId | None = None) -> tuple[Certificate, ...]:
    """The sheets of all recipients, or of one `player` among them; places and prizes only once it is over."""
    made = {
        Recipients.PLACES: _of_places,
        Recipients.PRIZES: _of_prizes,
        Recipients.PLAYERS: _of_players,
    }[recipients](state)
    return tuple(each for each in made if player is None or each.player.id == player)


def offered(state: Tournament) -> tuple[Recipients, ...]:
    """The kinds of which there is a sheet to print."""
    return tuple(kind for kind in Recipients if certificates(state, kind))


def _of_places(state: Tournament) -> Iterator[Certificate]:
    told = views_of(state).traits.story
    for section, places in podiums(state):
        for place in places:
            for row in place.rows:
                name = told.place_name(place.rank, shared=place.shared)
                yield _sheet(state, row, name, told.score(row), section)


def _of_prizes(state: Tournament) -> Iterator[Certificate]:
    allocated = state.prizes.allocated
    if allocated is None:
        return
    rows = {row.player.id: row for row in standings(state)}
    categories = {category.id: category.name for category in allocated.plan.categories}
    prizes = {prize.id: prize for prize in allocated.plan.prizes}
    for award in allocated.winners:
        row, prize = rows.get(PlayerId(award.player_id)), prizes[award.prize_id]
        if row is not None:
            text = _("%(category)s, place %(place)s", category=categories[prize.category_id], place=prize.place)
            yield _sheet(state, row, text, _final(state, row), row.section)


def _of_players(state: Tournament) -> Iterator[Certificate]:
    there = participants(state)
    for row in standings(state):
        if not row.annulled and (row.player.id in there or (row.entered and is_over(state))):
            yield _sheet(state, row, _("took part"), _final(state, row), row.section)


def _sheet(state: Tournament, row: StandingRow, achievement: str, result: str, section: str) -> Certificate:
    name = state.settings.name
    event = _("%(event)s, %(section)s", event=name, section=section) if section else name
    return Certificate(row.player, spoken(row.player.name), achievement, event, result)


def _final(state: Tournament, row: StandingRow) -> str:
    """The place among all and the score, once both are final."""
    if not is_over(state):
        return ""
    field = sum(each.section == row.section for each in standings(state))
    place = _("place %(rank)s of %(players)s", rank=row.rank, players=field)
    score = views_of(state).traits.story.score(row)
    return _("%(place)s, %(score)s", place=place, score=score) if score else place
