"""The ratings of an event: where they are looked for, and what the lists in force say otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.players.numbers import player_numbers
from podium.app.ratings.list_words import LISTED_RATINGS, check_reason, entry_name, month_name, take_over_note
from podium.app.ratings.rating_check import (
    AffectedPlayer,
    CheckedList,
    RatingCheck,
    apply_check,
    checked_lists,
    requested_check,
)
from podium.app.ratings.rating_lists import RatingList
from podium.app.words.errors import sentence
from podium.app.words.fields import field_noun
from podium.app.words.language import _
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.ratings.list_sequence import FIDE, ListedRating, SequenceEntry
from podium.flow.commands import ChangeSettings, EditPlayer
from podium.flow.event.options import CHECK_RATINGS, RATING_LISTS, STARTING_RANK
from podium.flow.event.rating_method import list_sequence
from podium.web.frame.forms import Choices, whole_number
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.ratings.official_ratings import rating_picks


@dataclass(frozen=True, slots=True)
class RatingCheckPage:
    """The sequence, with each name and how its list is as a chip, and the check where it was asked for.

    `question` is what stands in its way.

    `labels` says what a field is called of which lists say something else; `unlisted` are players without a rating, and
    those of other lists that could be picked.
    """

    url: str
    method: str
    sequence: tuple[tuple[SequenceEntry, str, tuple[str, str]], ...]
    proposed: bool
    additions: Choices
    checks: bool
    asked: bool
    question: str | None
    warning: str | None
    numbers: Mapping[PlayerId, int]
    affected: tuple[AffectedPlayer, ...]
    labels: Mapping[str, str]
    unlisted: tuple[tuple[Player, tuple[tuple[int, str], ...]], ...]
    anyway: bool
    edits: bool
    administers: bool


def check_page(visit: Visit) -> Response[str]:
    """The page of an event's ratings; with `check` in its address, checked."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    asked, anyway = "check" in visit.query, "anyway" in visit.query
    found: RatingCheck | None = None
    question = None
    if asked:
        try:
            found = requested_check(seen.state, visit.services.rating_lists, visit.services.desk.today(), anyway=anyway)
        except (Refused, Unknown) as problem:
            question = sentence(problem)
    return page(visit, "rating_check.html", _context(visit, seen, found, question), seen=seen, nav="players")


def change_sequence(visit: Visit) -> Response[str]:
    """The sequence with an entry moved up, left out or added, or as it is proposed."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    form = visit.form
    now = [each.text for each in list_sequence(seen.state.settings)]
    entry, act = form.text("entry"), form.text("act")
    match act:
        case "up" if entry in now[1:]:
            at = now.index(entry)
            now[at - 1 : at + 1] = [now[at], now[at - 1]]
        case "drop" if entry in now and len(now) > 1:
            now.remove(entry)
        case "add" if entry not in now:
            now.append(entry)
        case "proposed":
            now = []
    return perform_and_go(
        visit, seen, ChangeSettings({RATING_LISTS.json: now}), f"{visit.url}/players/ratings", expected=visit.version
    )


def switch_check(visit: Visit) -> Response[str]:
    """The event with its own check on or off."""
    seen = visit.see(Role.ARBITER, "ChangeSettings")
    command = ChangeSettings({CHECK_RATINGS.json: visit.form.text("on") == "yes"})
    return perform_and_go(visit, seen, command, f"{visit.url}/players/ratings")


def apply(visit: Visit) -> Response[str]:
    """The chosen players with the ratings of the lists: in one step, which can be undone."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    anyway = visit.form.text("anyway") == "yes"
    back = f"{visit.url}/players/ratings?check=yes{'&anyway=yes' if anyway else ''}"
    chosen = [PlayerId(id) for id in visit.form.texts.get("take", ()) if id]
    if not chosen:
        return see_other(visit, back, StatusLine(_("Nobody is chosen: tick players first."), "info"))
    check = requested_check(seen.state, visit.services.rating_lists, visit.services.desk.today(), anyway=anyway)
    command = apply_check(check, chosen)
    return perform_and_go(visit, seen, command, back, expected=visit.version, reason=check_reason(check))


def pick(visit: Visit) -> Response[str]:
    """A player with a rating of another list."""
    seen = visit.see(Role.ARBITER, "EditPlayer")
    rating = whole_number(visit.form.text("rating"))
    if rating is None:
        raise Invalid("rating-out-of-range", field="rating", value=visit.form.text("rating"))
    command = EditPlayer(PlayerId(visit.form.text("player")), {"rating": rating})
    return perform_and_go(visit, seen, command, visit.back(f"{visit.url}/players/ratings?check=yes&anyway=yes"))


def _context(visit: Visit, seen: Seen, found: RatingCheck | None, question: str | None) -> RatingCheckPage:
    settings = seen.state.settings
    lists = visit.services.rating_lists
    looked_in, _missing = checked_lists(settings, lists, visit.services.desk.today())
    affected = found.affected if found is not None else ()
    return RatingCheckPage(
        url=f"{visit.url}/players/ratings",
        method=_(dict(STARTING_RANK.choices)[settings.starting_rank]),
        sequence=tuple(_line(each, looked_in) for each in list_sequence(settings)),
        proposed=not settings.rating_lists,
        additions=_additions(list_sequence(settings), lists.ready()),
        checks=settings.check_ratings,
        asked=found is not None,
        question=question,
        warning=take_over_note(seen.state) if affected else None,
        numbers=player_numbers(seen.state),
        affected=affected,
        labels={change.field: field_noun(change.field) for each in affected for change in each.differences},
        unlisted=tuple((each, _picks(seen, each, found)) for each in (found.unlisted if found is not None else ())),
        anyway="anyway" in visit.query,
        edits=not seen.state.archived,
        administers=visit.actor.administrator,
    )


def _picks(seen: Seen, player: Player, found: RatingCheck | None) -> tuple[tuple[int, str], ...]:
    """What other lists have of a player: as they say now, if that is not taken over yet."""
    news = {each.player.id: each.after for each in found.affected} if found is not None else {}
    return rating_picks(seen.state.settings, news.get(player.id, player.fields))


def _line(entry: SequenceEntry, looked_in: tuple[CheckedList, ...]) -> tuple[SequenceEntry, str, tuple[str, str]]:
    found = next((each for each in looked_in if each.list.name == entry.list), None)
    if found is None:
        return entry, entry_name(entry), ("undone", _("not loaded"))
    return entry, entry_name(entry), ("published" if found.current else "draft", month_name(found.list.month))


def _additions(sequence: tuple[SequenceEntry, ...], ready: list[RatingList]) -> Choices:
    """What could be looked in besides: every rating of FIDE's list, and the one of each other list."""
    of_fide = (SequenceEntry(FIDE, rating) for rating in LISTED_RATINGS)
    others = (SequenceEntry(each.name, ListedRating.STANDARD) for each in ready if each.name != FIDE)
    return tuple((each.text, entry_name(each)) for each in (*of_fide, *others) if each not in sequence)
