"""One player: the card, and what the director can change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.attachments import photo_addresses
from podium.app.event.progress import planned_rounds
from podium.app.forecast.question import is_offered
from podium.app.hall.check_in import next_round
from podium.app.players.card import Card
from podium.app.players.participation import Meaning
from podium.app.players.player_now import line_text
from podium.app.profiles.registry import profile_of
from podium.app.queries import card, meanings
from podium.app.ratings.list_words import origin_text
from podium.app.rounds.result_words import outcome
from podium.app.standings.certain_places import certain_text
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.errors import Invalid, Unknown
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.commands import EditPlayer, ForgetPlayer, RemovePlayer, RequestByes, SetLaterRatings, WithdrawPlayer
from podium.flow.event.options import NUMBERING
from podium.flow.formats.registry import format_of
from podium.flow.players.numbers import may_be_renumbered
from podium.flow.state import Tournament
from podium.web.event.event_about import Follow, follow_offer
from podium.web.formats.protocol import NextStep, Part
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Errors, Field, Fields, Form, as_sent, whole_number
from podium.web.frame.responses import fragment, page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import game_steps
from podium.web.players.players import (
    GENDER_WORDS,
    LABELS,
    PlayerForm,
    entry_fields,
    form_fields,
    player_form,
    problems,
)
from podium.web.ratings.look_up import look_up_of
from podium.web.ratings.official_ratings import official_facts, official_fields, rating_picks
from podium.web.ratings.rating_report import CardRatings, card_ratings
from podium.web.rounds.own_reports import OwnReport, own_reports
from podium.web.standings.standings import after_round
from podium.web.standings.tiebreak_details import TiebreakDetails, tiebreak_details

HALF_BYES = "half_byes"
_ENTITLED = {"yes": True, "no": False}
AHEAD = 9  # rounds to ask byes for, where the number of rounds is open
OWN = ("title", "rating", "federation", "club", "section", "rank")
PRIVATE = ("fide_id", "national_id", "gender", "birth", "city", "state", "disability")


@dataclass(frozen=True, slots=True)
class CardPage:
    """A player's card; `part` shows the rounds as the format of the tournament has them."""

    player: Player
    number: int
    url: str
    card: Card
    facts: tuple[tuple[str, str], ...]
    byes: tuple[tuple[int, str], ...]
    edits: bool
    after: int | None
    whys: TiebreakDetails
    own: bool
    live: tuple[NextStep, ...]
    checks_in: int | None
    reports: tuple[OwnReport, ...]
    counts_points: bool
    part: Part
    certain: str
    follow: Follow | None
    photo: str | None
    ratings: CardRatings | None
    forecast: str | None
    """Where the player's forecast is, if there is one."""


@dataclass(frozen=True, slots=True)
class EditPage:
    """The forms to change a player; `given` are the byes of rounds that are paired already.

    `refusal` is why the byes, or the later ratings, that were sent are refused.
    """

    player: Player
    url: str
    form: PlayerForm
    half_byes: Field | None
    origin: str | None
    """Where the rating that counts is from."""
    picks: tuple[tuple[int, str], ...]
    given: tuple[tuple[int, str], ...]
    byes: Fields
    ratings: Fields
    refusal: str
    meanings: Mapping[str, Meaning]
    owner: bool
    photo: str | None
    exchanges: tuple[tuple[str, str], ...]
    """The equally rated players with whom the pairing number can be exchanged, by id."""


def player_page(visit: Visit) -> Response[str]:
    """The page of a player's own card."""
    seen = visit.see()
    after = after_round(visit)
    player_card = card(seen.state, visit.player, after)
    player = player_card.standing.player
    pages, profile = pages_of(seen.state), profile_of(seen.state.settings)
    context = CardPage(
        player=player,
        number=player_card.numbers[player.id],
        url=f"{visit.url}/players/{player.id}",
        card=player_card,
        facts=_facts(profile.known(player), seen.role >= Role.ARBITER, long=seen.state.settings.long_event),
        byes=tuple((number, outcome(kind)) for number, kind in player.byes.items()),
        edits=seen.role >= Role.ARBITER and not seen.state.archived,
        after=after,
        whys=tiebreak_details(seen.state, player, after),
        own=seen.player == player.id,
        live=game_steps(visit, seen, player.id),
        checks_in=_round_to_check_in_for(visit, seen, player),
        reports=own_reports(seen, visit.url, visit.arrived) if seen.player == player.id and after is None else (),
        counts_points=pages.traits.counts_points,
        part=pages.card_part(seen, player_card, after, visit.url),
        certain=certain_text(seen.state, player.id) if after is None else "",
        follow=follow_offer(visit, seen, player.id),
        photo=photo_addresses(visit.services.attachments, visit.tournament).get(player.id),
        ratings=card_ratings(seen.state, player.id, after) if profile.rated else None,
        forecast=f"{visit.url}/forecast?player={player.id}" if after is None and is_offered(seen.state) else None,
    )
    return page(visit, "player.html", context, seen=seen, nav="players")


def _round_to_check_in_for(visit: Visit, seen: Seen, player: Player) -> int | None:
    """The round for which a player can say here that they have come; None for others, and where nobody asks."""
    if seen.player != player.id or player.withdrawn:
        return None
    check_in = visit.services.check_ins.under_way(visit.tournament)
    if check_in is None or check_in.round != next_round(seen.state) or player.id in check_in.present:
        return None
    return None if check_in.is_over(visit.services.check_ins.now()) else check_in.round


def lines_page(visit: Visit) -> Response[str]:
    """The rounds of a player in a few words each, alone."""
    seen = visit.see()
    pages, profile = pages_of(seen.state), profile_of(seen.state.settings)
    lines = (
        _(
            "%(round)s: %(what)s",
            round=pages.round_name(seen.state, line.round),
            what=line_text(line, counts_points=pages.traits.counts_points, ratings=profile.ratings),
        )
        for line in card(seen.state, visit.player, after_round(visit)).lines
    )
    return fragment(visit, seen, "player_lines.html", page=tuple(lines))


def edit_page(visit: Visit) -> Response[str]:
    """The page to change a player."""
    return show(visit, {}, 200)


def fields(visit: Visit) -> Fields:
    """The fields of the entry; and whether a player is entitled to half-point byes, where those can be asked for."""
    seen, player = _edited(visit)
    values = player.fields.values()
    return (*entry_fields(seen, values), *_official(seen, player), *_half_byes(seen, player))


def _official(seen: Seen, player: Player) -> Fields:
    return official_fields(player.fields.values(), player.fields) if profile_of(seen.state.settings).ratings else ()


def _half_byes(seen: Seen, player: Player) -> Fields:
    if not _takes_byes(seen):
        return ()
    choices = (("yes", _("Entitled to them")), ("no", _("Not entitled to them")))
    asked = seen.state.in_fide_mode or profile_of(seen.state.settings).rated
    hint = _("Whoever is not entitled to them gets none in an event in FIDE mode.") if asked else ""
    value = "yes" if player.half_byes else "no"
    return (Field(HALF_BYES, _("Half-point byes"), hint, "select", choices, value=value),)


def save(visit: Visit) -> Response[str]:
    """The player, changed as the form says."""
    seen, player = _edited(visit)
    fields = form_fields(visit.form)
    if errors := problems(fields):
        return show(visit, errors, 400)
    command = EditPlayer(player.id, fields, _ENTITLED.get(visit.form.text(HALF_BYES)))
    return perform_and_go(visit, seen, command, f"{visit.url}/players/{player.id}")


def bye_fields(visit: Visit) -> Fields:
    """A field for each round that is not paired yet."""
    seen, player = _edited(visit)
    if not _takes_byes(seen):
        return ()
    kinds = format_of(seen.state).engine.requested_byes
    choices = (("", _("plays")), *((kind.value, outcome(kind)) for kind in kinds))
    return tuple(
        Field(
            f"round-{number}",
            _("Round %(round)s", round=number),
            control="select",
            choices=choices,
            value=kind.value if (kind := player.byes.get(number)) else "",
        )
        for number in range(len(seen.state.rounds) + 1, _last_round(seen, player.byes) + 1)
    )


def set_byes(visit: Visit) -> Response[str]:
    """The byes a player asks for."""
    seen, player = _edited(visit)
    byes = dict(player.byes)
    for number, kind in _by_round(visit.form, "round-"):
        byes.pop(number, None)
        if kind in {each.value for each in ByeType}:
            byes[number] = ByeType(kind)
    return perform_and_go(visit, seen, RequestByes(player.id, byes), f"{visit.url}/players/{player.id}")


def later_rating_fields(visit: Visit) -> Fields:
    """A field for each round from which another rating may hold; none where the event is not longer than 30 days."""
    seen, player = _edited(visit)
    if not (seen.state.settings.long_event and profile_of(seen.state.settings).ratings):
        return ()
    return tuple(
        Field(
            f"rating-{number}",
            _("From round %(round)s", round=number),
            attributes={"inputmode": "numeric"},
            value=str(player.later_ratings.get(number, "")),
        )
        for number in range(2, _last_round(seen, player.later_ratings) + 1)
    )


def set_later_ratings(visit: Visit) -> Response[str]:
    """The ratings that a player has from later rounds on."""
    seen, player = _edited(visit)
    ratings = dict(player.later_ratings)
    for number, text in _by_round(visit.form, "rating-"):
        ratings.pop(number, None)
        if text.strip():
            rating = whole_number(text.strip())
            if rating is None:
                raise Invalid("rating-out-of-range", field=f"rating-{number}", value=text)
            ratings[number] = rating
    return perform_and_go(visit, seen, SetLaterRatings(player.id, ratings), f"{visit.url}/players/{player.id}")


def _by_round(form: Form, prefix: str) -> list[tuple[int, str]]:
    """The fields whose name is `prefix` and the number of a round, by that number."""
    named = (
        (whole_number(name[len(prefix) :]), text) for name, text in form.values().items() if name.startswith(prefix)
    )
    return [(number, text) for number, text in named if number is not None]


def withdraw(visit: Visit) -> Response[str]:
    """The player takes no further part."""
    return _take_part(visit, WithdrawPlayer(visit.player))


def expel(visit: Visit) -> Response[str]:
    """The player takes no further part, and is marked."""
    return _take_part(visit, WithdrawPlayer(visit.player, expelled=True))


def bring_back(visit: Visit) -> Response[str]:
    """The player takes part again."""
    return _take_part(visit, WithdrawPlayer(visit.player, False, confirm=visit.form.text("confirm") == "yes"))


def _take_part(visit: Visit, command: WithdrawPlayer) -> Response[str]:
    seen, player = _edited(visit)
    to = visit.back(f"{visit.url}/players/{player.id}")
    return perform_and_go(visit, seen, command, to, reason=visit.form.optional("reason"))


def remove(visit: Visit) -> Response[str]:
    """The list without the player, who never played."""
    seen, player = _edited(visit)
    return perform_and_go(visit, seen, RemovePlayer(player.id), f"{visit.url}/players")


def forget(visit: Visit) -> Response[str]:
    """The player without the person."""
    seen, player = _edited(visit)
    return perform_and_go(visit, seen, ForgetPlayer(player.id), f"{visit.url}/players/{player.id}")


def _edited(visit: Visit) -> tuple[Seen, Player]:
    seen = visit.see(Role.ARBITER, "EditPlayer")
    if visit.player not in seen.state.players:
        raise Unknown("player", visit.player)
    return seen, seen.state.players[visit.player]


def show(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page to change a player, with the form that was sent and what is wrong with it."""
    seen, player = _edited(visit)
    byes, ratings = bye_fields(visit), later_rating_fields(visit)
    refusal = "".join(errors.get(each.name, "") for each in (*byes, *ratings))
    errors = {} if refusal else errors  # what is refused of these is about the form
    values, sent, paired = player.fields.values(), visit.form, len(seen.state.rounds)
    known = profile_of(seen.state.settings).known(player).fields
    look_up = look_up_of(visit, seen, f"{visit.url}/players/compare")
    context = EditPage(
        player=player,
        url=f"{visit.url}/players/{player.id}",
        form=player_form(entry_fields(seen, values), _official(seen, player), sent, errors, look_up),
        half_byes=next(iter(as_sent(_half_byes(seen, player), sent, errors)), None),
        origin=origin_text(known),
        picks=rating_picks(seen.state.settings, known),
        given=tuple((number, kind.value) for number, kind in sorted(player.byes.items()) if number <= paired),
        byes=as_sent(byes, sent, errors),
        ratings=as_sent(ratings, sent, errors),
        refusal=refusal,
        meanings={each.act.value: each for each in meanings(seen.state, player)},
        owner=seen.role is Role.OWNER,
        photo=photo_addresses(visit.services.attachments, visit.tournament).get(player.id),
        exchanges=_exchanges(seen.state, player),
    )
    return page(visit, "player_edit.html", context, seen=seen, nav="players", status=status)


def _exchanges(state: Tournament, player: Player) -> tuple[tuple[str, str], ...]:
    if NUMBERING not in format_of(state).options or not may_be_renumbered(state):
        return ()
    others = (each for each in state.in_section(player.section) if each.id != player.id)
    return tuple((each.id, each.name) for each in others if each.fields.rating == player.fields.rating)


def _takes_byes(seen: Seen) -> bool:
    return pages_of(seen.state).traits.takes_bye_requests


def _last_round(seen: Seen, known: Iterable[int]) -> int:
    """The last round that something can be said of, at least the last of those `known`."""
    return planned_rounds(seen.state) or max([len(seen.state.rounds) + AHEAD, *known])


def _facts(player: Player, private: bool, *, long: bool) -> tuple[tuple[str, str], ...]:
    names = OWN + PRIVATE if private else OWN
    labels = {**LABELS, "rank": N_("Final rank, as entered")}
    values = player.fields.values()
    gender = GENDER_WORDS.get(str(values["gender"] or "").lower())
    values["gender"] = _(gender) if gender else None
    if long and player.later_ratings:
        ratings = (
            _("%(rating)s from round %(round)s on", rating=rating, round=number)
            for number, rating in player.later_ratings.items()
        )
        values["rating"] = separated([str(values["rating"] or _("none")), *ratings])
    facts = tuple((_(labels[name]), str(values[name])) for name in names if values[name])
    return (*facts, *official_facts(player.fields)) if private else facts
