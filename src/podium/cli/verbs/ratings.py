"""`podium ratings`: rating lists, who is in them, and the players of an event beside them."""

from __future__ import annotations

from pathlib import Path

import click

from podium.app.desk import Seen
from podium.app.players.answers import PlayersAnswer, player_row
from podium.app.ratings.list_answers import (
    RatingListsAnswer,
    comparison_answer,
    list_update_answer,
    look_up_answer,
    rating_check_answer,
    rating_list_row,
)
from podium.app.ratings.list_words import (
    FIELD_LABELS,
    check_reason,
    list_name,
    list_state,
    take_over_note,
    take_over_reason,
)
from podium.app.ratings.rating_check import AffectedPlayer, CheckedList, RatingCheck, apply_check, requested_check
from podium.app.ratings.rating_comparison import COMPARED, ComparedPlayer, Comparison, all_differing, compare, take_over
from podium.app.ratings.rating_lists import (
    MOST_FOUND,
    USUALLY_FOUND,
    ListToLoad,
    checked_edition,
    checked_kind,
    checked_list_name,
)
from podium.app.words.fields import field_noun
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import separated
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import on_tournament, player
from podium.cli.progress import progress
from podium.core.errors import FormatError, Unknown
from podium.core.ids import PlayerId
from podium.core.ratings.list_sequence import FIDE
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.event.rating_method import kind_for
from podium.flow.state import Tournament

KIND = click.option("--kind", type=click.Choice([kind.value for kind in RatingKind]), help="Which rating of three.")
LIST = click.option("--list", "listed", metavar="NAME", help="Which list. [default: fide, else the first]")


@click.group("ratings")
def verb() -> None:
    """Load rating lists, look players up in them, and compare the players of an event with them.

    Lists are FIDE's (text or XML, as it comes in a ZIP) and those of federations (CSV or DBF).
    """


@verb.command("load")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--list", "listed", default=FIDE, show_default=True, metavar="NAME", help="What the list is called here.")
@KIND
@click.option("--edition", metavar="YYYY-MM", help="The month of the list, where the file does not say it.")
@on_database(create=True)
def load(here: Console, file: Path, listed: str, kind: str | None, edition: str | None) -> None:
    """Load the rating list in FILE; once it is whole it takes the place of the one before.

    `--kind` is for a list with one rating; without it the name of the file says it, and else it is standard.
    """
    if not file.exists():
        raise Unknown("file", str(file))
    if not file.is_file():
        raise FormatError(0, 0, "file-unreadable", value=str(file), reason=_("It is no file"))
    wanted = ListToLoad(
        file, file.name, checked_list_name(listed), here.actor.name, checked_kind(kind), checked_edition(edition)
    )
    with progress(_("Loading"), total=1.0) as shown:
        loaded = here.podium.rating_lists.load(wanted, shown.note)
    text = _("%(list)s: %(players)s.", list=list_name(loaded), players=list_state(loaded))
    if loaded.left_out:
        left = ngettext("%(num)s row has no name or number.", "%(num)s rows have no name or number.", loaded.left_out)
        say(left)
    here.answer(rating_list_row(loaded), text)


@verb.command("update")
@on_database(create=True)
def update(here: Console) -> None:
    """Fetch FIDE's list from its site, and load it if it is newer than the one that is loaded."""
    with progress(_("Updating"), total=1.0) as shown:
        loaded = here.podium.list_updates.update(here.actor.name, shown.note)
    state = list_update_answer(here.podium.list_updates.state())
    if loaded is None:
        here.answer(state, _("The lists are the newest there are."))
    else:
        here.answer(state, _("%(list)s: %(players)s.", list=list_name(loaded), players=list_state(loaded)))


@verb.command("daily")
@click.argument("switch", type=click.Choice(["on", "off"]))
@on_database(create=True)
def daily(here: Console, switch: str) -> None:
    """Have the server fetch FIDE's list once a day while it runs, or not."""
    here.podium.list_updates.switch(daily=switch == "on")
    text = _("The lists are updated daily.") if switch == "on" else _("The lists are updated only when you ask.")
    here.answer(list_update_answer(here.podium.list_updates.state()), text)


@verb.command("status")
@on_database()
def status(here: Console) -> None:
    """List the rating lists: those in use, those on their way, and what went wrong."""
    lists = here.podium.rating_lists.lists()
    rows = [(each.name, each.edition, each.status, list_state(each), each.loaded_at, each.file) for each in lists]
    text = table(("list", "edition", "status", "players", "loaded", "file"), rows)
    here.answer(
        RatingListsAnswer([rating_list_row(each) for each in lists]),
        text if rows else _("No rating list is loaded yet."),
    )


@verb.command("find")
@click.argument("typed", nargs=-1, required=True)
@LIST
@KIND
@click.option("--most", type=click.IntRange(1, MOST_FOUND), default=USUALLY_FOUND, show_default=True, help="How many.")
@on_database()
def find(here: Console, typed: tuple[str, ...], listed: str | None, kind: str | None, most: int) -> None:
    """Find players by the beginnings of their names, in any order, or by their number."""
    wanted = checked_kind(kind) or RatingKind.STANDARD
    found = here.podium.rating_lists.find(" ".join(typed), listed, most)
    if found.list is None:
        raise Unknown("rating-list", None)
    rows = [_line(each, wanted) for each in found.players]
    text = table(("id", "title", "name", "fed", "rating", "born"), rows, "rating") if rows else _("Nobody is found.")
    here.answer(look_up_answer(found, wanted), text)


@verb.command("drop")
@click.argument("listed", metavar="LIST")
@click.option("--month", metavar="YYYY-MM", help="Only this month of it.")
@on_database()
def drop(here: Console, listed: str, month: str | None) -> None:
    """Remove the rating list LIST, with all its months."""
    here.podium.rating_lists.drop(listed, checked_edition(month))
    here.answer({"list": listed}, _("The rating list %(list)s is removed.", list=listed))


@verb.command("check")
@on_tournament
@click.option("--anyway", is_flag=True, help="Also while a list in force is not loaded.")
@click.option("--take-over", "taking", is_flag=True, help="Give the players the ratings of the lists, in one step.")
@click.option(
    "--player", "chosen", multiple=True, metavar="PLAYER", help="Only this one, even if the rating was typed."
)
def check(here: Console, seen: Seen, anyway: bool, taking: bool, chosen: tuple[str, ...]) -> None:
    """Check the ratings of TOURNAMENT against the lists in force when it begins, and take over what differs.

    Ratings that were typed by hand are taken over only from a player who is named.
    """
    desk = here.podium.desk
    found = requested_check(seen.state, here.podium.rating_lists, desk.today(), anyway=anyway)
    if not taking:
        here.answer(rating_check_answer(found, seen.version), _check(found))
        return
    command = apply_check(found, [player(seen.state, each).id for each in chosen] if chosen else None)
    receipt = desk.perform(here.actor, seen.state.id, command, expected=seen.version, reason=check_reason(found))
    if (note := take_over_note(seen.state)) and not here.as_json:
        say(note)
    rows = [player_row(receipt.state, receipt.state.players[id]) for id in command.updated]
    text = ngettext("%(num)s player is as in the lists.", "%(num)s players are as in the lists.", len(rows))
    here.answer(PlayersAnswer(rows, receipt.version), text)


@verb.command("compare")
@on_tournament
@LIST
@KIND
@click.option("--take-over", "taking", is_flag=True, help="Give the players what the list says, in one step.")
@click.option(
    "--player", "chosen", multiple=True, metavar="PLAYER[=NUMBER]", help="Only this one, who is NUMBER there."
)
@click.option("--field", "fields", multiple=True, type=click.Choice(COMPARED), help="Take over only this.")
def compare_(
    here: Console,
    seen: Seen,
    listed: str | None,
    kind: str | None,
    taking: bool,
    chosen: tuple[str, ...],
    fields: tuple[str, ...],
) -> None:
    """Compare the players of TOURNAMENT with a rating list, and take over what differs.

    Without `--kind` it is the rating that the time control asks for. A player without a FIDE id is named with NUMBER,
    which is taken over as well.
    """
    lists = here.podium.rating_lists
    compared = compare(seen.state, lists, listed, checked_kind(kind) or kind_for(seen.state.settings))
    if not taking:
        here.answer(comparison_answer(compared, seen.version), _comparison(compared))
        return
    numbers = _chosen(seen.state, compared, chosen)
    command = take_over(seen.state, lists, compared.list.name, compared.kind, numbers, fields or COMPARED)
    receipt = here.perform(seen.state.id, command, expected=seen.version, reason=take_over_reason(compared.list))
    if (note := take_over_note(seen.state)) and not here.as_json:
        say(note)
    rows = [player_row(receipt.state, receipt.state.players[id]) for id in numbers]
    text = ngettext("%(num)s player is as in the list.", "%(num)s players are as in the list.", len(rows))
    here.answer(PlayersAnswer(rows, receipt.version), text)


def _check(found: RatingCheck) -> str:
    """The lists that were looked in, and whose ratings they say otherwise."""
    lists = [_list_line(each) for each in found.lists]
    rows = [(each.player.name, _changes(each), _("typed by hand") if each.typed else "") for each in found.affected]
    text = table(("player", "changes", "note"), rows) if rows else _("Nothing differs.")
    without = [_("%(name)s has no rating in the main list.", name=each.name) for each in found.unlisted]
    return "\n".join((*lists, text, *without))


def _list_line(each: CheckedList) -> str:
    note = _("in force") if each.current else _("not the one in force")
    return _("Rating list %(list)s, %(note)s", list=list_name(each.list), note=note)


def _changes(each: AffectedPlayer) -> str:
    return separated(
        [f"{field_noun(change.field)}: {change.before or '-'} → {change.after or '-'}" for change in each.differences]
    )


def _chosen(state: Tournament, compared: Comparison, chosen: tuple[str, ...]) -> dict[PlayerId, str]:
    """Who is to be as in the list, by the number there: the players named, else all that differ."""
    everybody = all_differing(compared)
    if not chosen:
        return everybody
    by_id = {each.player.id: each for each in compared.players}
    numbers: dict[PlayerId, str] = {}
    for text in chosen:
        who, _equals, number = text.partition("=")
        id = player(state, who).id
        entry = by_id[id]
        if not number and entry.listed is None:
            raise Unknown("rated-player", who)
        numbers[id] = number or (entry.listed.id if entry.listed else "")
    return numbers


def _line(each: RatedPlayer, kind: RatingKind) -> tuple[object, ...]:
    return each.id, each.title, each.name, each.federation, each.rating(kind), each.birth


def _comparison(compared: Comparison) -> str:
    news = [each for each in compared.players if each.changes or each.listed is None]
    rows = [(each.player.name, _difference(each, compared.kind)) for each in news]
    heading = _("Rating list %(list)s, %(kind)s", list=list_name(compared.list), kind=_(compared.kind.value))
    return "\n".join((heading, table(("player", "changes"), rows) if rows else _("Nothing differs.")))


def _difference(each: ComparedPlayer, kind: RatingKind) -> str:
    if each.listed is not None:
        return separated(
            [f"{_(FIELD_LABELS[change.field])}: {change.before or '-'} → {change.after}" for change in each.changes]
        )
    if not each.proposals:
        return _("not in the list")
    return _("no FIDE id; perhaps %(players)s", players=separated([_meant(found, kind) for found in each.proposals]))


def _meant(found: RatedPlayer, kind: RatingKind) -> str:
    told = found.id, found.name, found.federation, found.rating(kind), found.birth
    return " ".join(str(part) for part in told if part)
