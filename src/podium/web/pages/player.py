"""One player: the card, and what the director can change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from starlette.responses import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.queries import card
from podium.app.views.card import Card
from podium.app.views.progress import current_round, planned_rounds
from podium.app.words.results import outcome
from podium.core.errors import Refused, Unknown
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.commands import EditPlayer, ForgetPlayer, RemovePlayer, RequestByes, WithdrawPlayer
from podium.flow.state import Format, Stage
from podium.web.frame.forms import Errors, under_field, whole
from podium.web.frame.responses import act, page
from podium.web.frame.visit import Visit
from podium.web.knockout.matches import MatchView, called, matches_of, own_open, seeds_of, view
from podium.web.pages.players import FIELDS, GENDER_WORDS, PlayerForm, given, problems, section_options
from podium.web.pages.standings import after_round
from podium.web.pages.tiebreak_details import Whys, whys

AHEAD = 9  # rounds to ask byes for, where the number of rounds is open
CHOICES = (("", "plays"), *((kind.value, outcome(kind)) for kind in ByeType if kind.requested))
OWN = {"title": "Title", "rating": "Rating", "federation": "Federation", "club": "Club", "section": "Section"}
PRIVATE = {
    "fide_id": "FIDE id",
    "gender": "Gender",
    "birth": "Born",
    "city": "City",
    "state": "State",
    "disability": "Disability",
}


@dataclass(frozen=True, slots=True)
class CardPage:
    """A player's card; `result_of` is the pairing whose result the one who looks may enter."""

    player: Player
    url: str
    event: str
    card: Card
    facts: tuple[tuple[str, str], ...]
    byes: tuple[tuple[int, str], ...]
    edits: bool
    result_of: str | None
    after: int | None
    whys: Whys
    doubles: bool = False
    knockout: bool = False
    match: MatchView | None = None
    match_title: str = ""
    matches: tuple[tuple[str, MatchView], ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class ByeChoice:
    """What a player does in one round to come; a round that is paired cannot be changed here."""

    round: int
    value: str
    fixed: bool


@dataclass(frozen=True, slots=True)
class EditPage:
    """The forms to change a player."""

    player: Player
    url: str
    form: PlayerForm
    byes: tuple[ByeChoice, ...]
    choices: tuple[tuple[str, str], ...] = CHOICES
    bye_errors: Errors = field(default_factory=dict)
    owner: bool = False


def card_page(visit: Visit) -> Response:
    """The page of a player's own card."""
    seen = visit.see()
    after = after_round(visit)
    found = card(seen.state, visit.player, after)
    player = found.standing.player
    match, match_title = _own_match(visit, seen, player) if after is None else (None, "")
    shown = CardPage(
        player=player,
        url=f"{visit.url}/players/{player.id}",
        event=visit.url,
        card=found,
        facts=_facts(player, seen.role >= Role.ARBITER),
        byes=tuple((number, outcome(kind)) for number, kind in player.byes.items()),
        edits=seen.role >= Role.ARBITER and not seen.state.archived,
        result_of=_own_open_game(seen, found) if after is None else None,
        after=after,
        whys=whys(seen.state, player, after),
        doubles=seen.state.settings.format == Format.DOUBLES,
        knockout=seen.state.knockout is not None,
        match=match,
        match_title=match_title,
        matches=_matches(visit, seen, player, after),
        own=seen.player == player.id,
    )
    return page(visit, "player.html", shown, seen=seen, nav="players")


def form(visit: Visit) -> Response:
    """The page to change a player."""
    seen, player = _edited(visit)
    return _show(visit, seen, player)


def save(visit: Visit) -> Response:
    """The player, changed as the form says."""
    seen, player = _edited(visit)
    wishes = given(visit.form)
    if errors := problems(wishes):
        return _show(visit, seen, player, visit.form.values(), errors, 400)
    try:
        return act(visit, seen, EditPlayer(player.id, wishes), f"{visit.url}/players/{player.id}")
    except Refused as error:
        found = under_field(error, FIELDS, "name")
        return _show(visit, seen, player, visit.form.values(), found, status_of(error))


def byes(visit: Visit) -> Response:
    """The byes a player asks for."""
    seen, player = _edited(visit)
    asked = dict(player.byes)
    for name, kind in visit.form.values().items():
        number = whole(name.removeprefix("round-")) if name.startswith("round-") else None
        if number is None:
            continue
        asked.pop(number, None)
        if kind in {each.value for each in ByeType}:
            asked[number] = ByeType(kind)
    return act(visit, seen, RequestByes(player.id, asked), f"{visit.url}/players/{player.id}")


def withdraw(visit: Visit) -> Response:
    """The player takes no further part."""
    seen, player = _edited(visit)
    return act(visit, seen, WithdrawPlayer(player.id), visit.back(f"{visit.url}/players/{player.id}"))


def come_back(visit: Visit) -> Response:
    """The player takes part again."""
    seen, player = _edited(visit)
    return act(visit, seen, WithdrawPlayer(player.id, False), visit.back(f"{visit.url}/players/{player.id}"))


def remove(visit: Visit) -> Response:
    """The list without the player, who never played."""
    seen, player = _edited(visit)
    return act(visit, seen, RemovePlayer(player.id), f"{visit.url}/players")


def forget(visit: Visit) -> Response:
    """The player without the person."""
    seen, player = _edited(visit)
    return act(visit, seen, ForgetPlayer(player.id), f"{visit.url}/players/{player.id}")


def _edited(visit: Visit) -> tuple[Seen, Player]:
    seen = visit.see(Role.ARBITER, "EditPlayer")
    if visit.player not in seen.state.players:
        raise Unknown("player", visit.player)
    return seen, seen.state.players[visit.player]


def _show(
    visit: Visit,
    seen: Seen,
    player: Player,
    values: Mapping[str, str] | None = None,
    errors: Errors | None = None,
    status: int = 200,
) -> Response:
    stored = {name: "" if value is None else str(value) for name, value in asdict(player.fields).items()}
    shown = EditPage(
        player=player,
        url=f"{visit.url}/players/{player.id}",
        form=PlayerForm({**stored, **(values or {})}, section_options(seen), errors or {}),
        byes=_choices(seen, player),
        owner=seen.role is Role.OWNER,
    )
    return page(visit, "player_edit.html", shown, seen=seen, nav="players", status=status)


def _choices(seen: Seen, player: Player) -> tuple[ByeChoice, ...]:
    state = seen.state
    if state.settings.format in (Format.DOUBLES, Format.KNOCKOUT):
        return ()  # free games are drawn, and the byes of a bracket come from its size
    last = planned_rounds(state) or max([len(state.rounds) + AHEAD, *player.byes])
    return tuple(
        ByeChoice(number, kind.value if (kind := player.byes.get(number)) else "", number <= len(state.rounds))
        for number in range(1, last + 1)
    )


def _facts(player: Player, private: bool) -> tuple[tuple[str, str], ...]:
    labels = OWN | PRIVATE if private else OWN
    values = asdict(player.fields)
    values["gender"] = GENDER_WORDS.get((values["gender"] or "").lower())
    return tuple((label, str(values[name])) for name, label in labels.items() if values[name])


def _own_open_game(seen: Seen, found: Card) -> str | None:
    """The game whose result the player with this card may report."""
    if seen.player != found.standing.player.id or seen.state.archived or seen.state.knockout:
        return None
    now = current_round(seen.state)
    last = next((line for line in reversed(found.lines) if now and line.round <= now.number), None)
    if last is None:
        return None
    published = seen.state.rounds[last.round - 1].stage is Stage.PUBLISHED
    return last.pairing if published and last.opponent and last.result is None else None


def _own_match(visit: Visit, seen: Seen, player: Player) -> tuple[MatchView | None, str]:
    """The match or tie-break game of a knockout whose result the player with this card may report, and its place."""
    knockout = seen.state.knockout
    if knockout is None or seen.player != player.id or seen.state.archived:
        return None, ""
    match = own_open(knockout, player.id)
    if match is None:
        return None, ""
    shown = view(seen, knockout, match, visit.url, seeds_of(knockout))
    place = called(knockout, match)
    title = "" if shown.title == place else shown.title
    return shown, ", ".join(filter(None, (place, f"board {match.board}", title)))


def _matches(visit: Visit, seen: Seen, player: Player, after: int | None) -> tuple[tuple[str, MatchView], ...]:
    """The matches of a player of a knockout up to a round, each with the name of its round, the latest first."""
    knockout = seen.state.knockout
    if knockout is None:
        return ()
    seeds = seeds_of(knockout)
    return tuple(
        (called(knockout, match), view(seen, knockout, match, visit.url, seeds))
        for match in reversed(matches_of(knockout, (player.id,)))
        if after is None or match.round <= after
    )
