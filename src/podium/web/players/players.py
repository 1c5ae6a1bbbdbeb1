"""The players of a tournament: the list, and one more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.hall.check_in import may_check_in
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.players.participation import Meaning
from podium.app.players.player_search import fits, sought_words
from podium.app.problems import status_of
from podium.app.profiles.protocol import RATING_FIELDS
from podium.app.profiles.registry import profile_of
from podium.app.queries import meanings
from podium.app.ratings.rating_check import automatic_check
from podium.app.standings.final_ranking import ranking_note
from podium.app.words.fields import player_columns
from podium.app.words.language import N_, _
from podium.core.collation import name_key
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import FIELD_NAMES, GENDERS, NUMBERS, TITLES, Player, PlayerFields, player_fields
from podium.core.ratings.official_ratings import OFFICIAL_NAMES
from podium.flow.commands import AddPlayers, ExchangeNumbers, RenumberPlayers
from podium.flow.event.setting_values import StartingRank
from podium.flow.formats.registry import numbers_to_move
from podium.flow.state import Tournament
from podium.web.documents.documents import event_files
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Choices, Errors, Field, Fields, Form, as_sent, number_or_text, refusals, under_field
from podium.web.frame.long_list import Column, Keys, Span, ordered, span_of, wish_of
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.frame.words import in_language
from podium.web.ratings.look_up import LookUp, look_up_of
from podium.web.ratings.official_ratings import official_fields

NUMBER = "number"
GENDER_WORDS = dict(zip(GENDERS, (N_("male"), N_("female"), N_("other")), strict=True))
LABELS = {
    "name": N_("Name"),
    "rating": N_("Rating"),
    "title": N_("Title"),
    "club": N_("Club"),
    "section": N_("Section"),
    "federation": N_("Federation"),
    "fide_id": N_("FIDE id"),
    "national_id": N_("National id"),
    "gender": N_("Gender"),
    "birth": N_("Born"),
    "city": N_("City"),
    "state": N_("State"),
    "disability": N_("Disability"),
    "rank": N_("Final rank"),
}
HINTS = {
    "federation": N_("Three letters, for example ENG."),
    "national_id": N_("The number of the player’s own federation, as the member id of US Chess."),
    "birth": N_("A year, or a date such as 1990-05-31."),
    "rank": N_("Only if the games were played elsewhere."),
}
ATTRIBUTES: Mapping[str, Mapping[str, object]] = {
    "name": {"required": True},
    "federation": {"maxlength": 3},
    "national_id": {"maxlength": 20},
    **{name: {"inputmode": "numeric"} for name in ("rating", "fide_id", "rank")},
}


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """The fields of one player by name, those of official ratings apart, and what is wrong with them."""

    fields: Mapping[str, Field]
    official: Fields
    errors: Errors
    look_up: LookUp | None = None


def player_form(
    fields: Fields, official: Fields, sent: Form, errors: Errors, look_up: LookUp | None = None, *, focus: bool = False
) -> PlayerForm:
    """The form with what was sent; `focus`: the name can be typed at once."""
    shown = {each.name: each for each in as_sent(fields, sent, errors)}
    name = shown["name"]
    attributes = {**name.attributes, "autofocus": focus or name.error is not None}
    shown["name"] = replace(name, attributes=attributes)
    return PlayerForm(shown, as_sent(official, sent, errors), errors, look_up)


def entry_fields(seen: Seen, values: Mapping[str, object]) -> Fields:
    """The fields of an entry with these values; a section only where the tournament has some, ratings where it does."""
    sections, profile = seen.state.settings.sections, profile_of(seen.state.settings)
    choices: dict[str, Choices] = {
        "title": (("", ""), *((title, title) for title in TITLES)),
        "section": tuple((section, section) for section in sections),
        "gender": in_language((("", ""), *GENDER_WORDS.items())),
    }
    return tuple(
        Field(
            name,
            _(label),
            hint=_(HINTS[name]) if name in HINTS else "",
            control="select" if name in choices else "input",
            choices=choices.get(name, ()),
            attributes={} if name in choices else {"autocomplete": "off", **ATTRIBUTES.get(name, {})},
            value="" if (value := values.get(name)) is None else str(value),
        )
        for name, label in LABELS.items()
        if (name != "section" or sections) and (profile.ratings or name not in RATING_FIELDS)
    )


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The list, as searched and filtered; the form only for users who may use it, and `closed` once it is too late."""

    span: Span[Player]
    numbers: Mapping[PlayerId, int]
    columns: tuple[Column, ...]
    total: int
    checks_in: bool
    section: str
    sections: tuple[str, ...]
    ranked: bool
    note: str
    url: str
    files: tuple[tuple[str, str], ...]
    form: PlayerForm | None
    closed: bool = False
    late: Meaning | None = None
    moved: int = 0
    """How many would have another number, by ratings, titles and names as they are now."""
    rounds: int = 0
    outdated: int = 0


def players_page(visit: Visit) -> Response[str]:
    """The page with all players."""
    return show(visit, visit.see())


def add_player(visit: Visit) -> Response[str]:
    """One more player."""
    seen = visit.see(Role.ARBITER, "AddPlayers")
    fields = form_fields(visit.form)
    if errors := problems(fields):
        return show(visit, seen, errors, 400)
    try:
        return perform_and_go(visit, seen, AddPlayers((as_fields(fields),)), f"{visit.url}/players?add=yes")
    except Refused as error:
        return show(visit, seen, under_field(error, FIELD_NAMES, "name"), status_of(error))


def renumber(visit: Visit) -> Response[str]:
    """The players with the numbers that ratings, titles and names give now."""
    return perform_and_go(visit, visit.see(Role.ARBITER, "RenumberPlayers"), RenumberPlayers(), f"{visit.url}/players")


def exchange_numbers(visit: Visit) -> Response[str]:
    """Two equally rated players with each other's pairing numbers."""
    seen = visit.see(Role.ARBITER, "ExchangeNumbers")
    one, other = (PlayerId(visit.form.text(name)) for name in ("player", "other"))
    return perform_and_go(visit, seen, ExchangeNumbers(one, other), visit.back(f"{visit.url}/players"))


def _outdated(visit: Visit, seen: Seen) -> int:
    """How many ratings the lists in force say otherwise, in an event that is checked by itself."""
    check = automatic_check(seen.state, visit.services.rating_lists, visit.services.desk.today())
    return len(check.outdated) if check is not None else 0


def show(visit: Visit, seen: Seen, errors: Errors | None = None, status: int = 200) -> Response[str]:
    """The page with all players, and the form as it was sent."""
    state = seen.state
    section = visit.query.get("section", "")
    wish = wish_of(visit, f"{visit.url}/players", NUMBER, "section")
    numbers = player_numbers(state)
    everyone, words = players_by_number(state), sought_words(wish.q)
    sought = [
        player
        for player in everyone
        if (not section or player.section == section) and fits(words, player, numbers[player.id])
    ]
    span = span_of(ordered(sought, wish, _keys(state, numbers)), wish, lambda player: (player.id,))
    ranked = any(player.fields.rank is not None for player in everyone)
    edits = seen.role >= Role.ARBITER and not state.archived
    look_up = look_up_of(visit, seen, wish.url) if edits else None
    chosen = look_up.chosen if look_up else {}
    focus = "add" in visit.query or bool(chosen)
    official = official_fields(chosen) if state.settings.starting_rank is not StartingRank.UNSTATED else ()
    context = PlayersPage(
        span=span,
        numbers=numbers,
        columns=_columns(state, ranked=ranked),
        total=len(everyone),
        checks_in=bool(everyone) and may_check_in(state),
        section=section,
        sections=state.settings.sections,
        ranked=ranked,
        note=ranking_note(state),
        url=wish.url,
        files=event_files(state, seen.role),
        form=player_form(entry_fields(seen, chosen), official, visit.form, errors or {}, look_up, focus=focus)
        if edits
        else None,
        closed=pages_of(state).traits.closes_entry and bool(state.rounds),
        late=next(iter(meanings(state)), None),
        moved=numbers_to_move(state) if edits else 0,
        rounds=len(state.rounds),
        outdated=_outdated(visit, seen) if edits else 0,
    )
    return page(visit, "players.html", context, seen=seen, nav="players", status=status)


def _columns(state: Tournament, *, ranked: bool) -> tuple[Column, ...]:
    ratings, sections = profile_of(state.settings).ratings, bool(state.settings.sections)
    number, name, rating, club, federation, *others = player_columns(sections=sections, ranked=ranked)
    further = (("section", ""),) * sections + (("rank", "figure"),) * ranked
    return (
        Column(number, sort=NUMBER, kind="place"),
        Column(name, sort="name", kind="lead"),
        *([Column(rating, sort="rating", kind="figure", falls=True)] if ratings else []),
        Column(club, sort="club", more=True),
        *([Column(federation, sort="federation", more=True)] if ratings else []),
        *(Column(label, sort, kind, more=True) for label, (sort, kind) in zip(others, further, strict=True)),
    )


def _keys(state: Tournament, numbers: Mapping[PlayerId, int]) -> Keys[Player]:
    """What the list can be sorted by; players without a club, federation or rank come last."""
    language = state.settings.language
    places = {id: place for place, id in enumerate(numbers)}  # section by section
    return {
        NUMBER: lambda player: places[player.id],
        "name": lambda player: name_key(player.name, language),
        "rating": lambda player: -(player.fields.rating or 0),
        "club": lambda player: (not player.fields.club, name_key(player.fields.club or "", language)),
        "federation": lambda player: (not player.fields.federation, player.fields.federation or ""),
        "section": lambda player: player.section,
        "rank": lambda player: (player.fields.rank is None, player.fields.rank or 0),
    }


def form_fields(form: Form) -> dict[str, object]:
    """The fields of a player that a form gives; what should be a number and is none stays text, to be named."""
    read: dict[str, object] = {name: form.optional(name) for name in FIELD_NAMES if name in form.texts}
    for name in NUMBERS:
        if name in read:
            read[name] = number_or_text(form.text(name))
    return read


def problems(fields: Mapping[str, object]) -> Errors:
    """All that is wrong with the fields of a form, each looked at by itself."""
    errors: Errors = {}
    for name in ("rating", *OFFICIAL_NAMES):
        if isinstance(rating := fields.get(name), str):
            errors[name] = _("“%(rating)s” is not a rating: use a whole number, for example 1850.", rating=rating)
    if isinstance(rank := fields.get("rank"), str):
        errors["rank"] = _("“%(rank)s” is not a rank: use a whole number from 1.", rank=rank)
    checks = {name: value for name, value in fields.items() if name not in errors and (value or name == "name")}
    return errors | refusals(checks, lambda name, value: as_fields({"name": "a name", name: value or ""}).checked())


def as_fields(fields: Mapping[str, object]) -> PlayerFields:
    """The fields as the list of entries keeps them."""
    return player_fields({"name": "", **fields})
