"""`podium players`: who takes part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click

from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.app.players.answers import (
    ParticipationAnswer,
    PlayerAnswer,
    PlayersAnswer,
    meaning_row,
    player_row,
    player_rows,
)
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.players.participation import Act, Meaning
from podium.app.queries import meanings
from podium.app.rounds.result_words import outcome
from podium.app.versions import versioned
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration, separated
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import TOURNAMENT, on_tournament, player, tournament
from podium.cli.verbs.tournament import keep_picture
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import FIELD_NAMES, NUMBERS, Player, player_fields
from podium.core.result import ByeType
from podium.flow import commands
from podium.flow.events import PlayersChanged
from podium.flow.players.entries import REQUESTED

PLAYER = click.argument("who", metavar="PLAYER")
EXPLAIN = click.option(
    "--explain", is_flag=True, help="Say what it means for points, tie-breaks and pairings, and change nothing."
)
REASON = click.option("--reason", metavar="TEXT", help="Why; the history keeps it.")
FIELDS = {
    "rating": N_("The one that counts here, 0 to 4000."),
    "federation": N_("Three letters, as ENG."),
    "fide_id": N_("Digits only."),
    "title": N_("GM, WIM and so on."),
    "gender": N_("m, f or x, or a word for it."),
    "birth": "1990 or 1990-05-31.",
    "club": N_("The club; prizes and a Swiss can ask for it."),
    "city": N_("For prizes of a place."),
    "state": N_("For prizes of a region."),
    "disability": N_("For prizes; never shown to the public."),
    "section": N_("Where there are several."),
    "national_id": N_("The number of the player’s own federation, as the member id of US Chess."),
    "rank": N_("The final rank, if the games were played elsewhere; it may be shared."),
    "standard": N_("FIDE's standard rating."),
    "rapid": N_("FIDE's rapid rating."),
    "blitz": N_("FIDE's blitz rating."),
    "national": N_("The rating of a federation."),
}


@click.group("players")
def verb() -> None:
    """Add players, list them, change them, withdraw them, and note the byes they ask for.

    A PLAYER is named by id, by number in the list, or by how the name begins.
    """


def field_options(function: click.decorators.FC) -> click.decorators.FC:
    """An option for each field of a player but the name."""
    for name in reversed(FIELD_NAMES[1:]):
        kind = int if name in NUMBERS else str
        function = click.option(f"--{name.replace('_', '-')}", name, type=kind, help=FIELDS[name])(function)
    return function


@verb.command("add")
@TOURNAMENT
@click.argument("names", nargs=-1, required=True)
@field_options
@EXPLAIN
@on_database(acts=True)
def add(here: Console, named: str, names: tuple[str, ...], explain: bool, **given: object) -> None:
    """Add players to TOURNAMENT by their NAMES; the options hold for each of them.

    Lists of players from a file come in with `podium import`.
    """
    players = tuple(player_fields({"name": name, **given}) for name in names)
    seen = tournament(here, named)
    late = meanings(seen.state)
    if explain:
        _explain(here, seen, None, Act.LATE_ENTRY)
        return
    receipt = here.perform(seen.state.id, commands.AddPlayers(players))
    if not here.as_json:
        for each in late:
            say(_in_words(each))
    came = [each for event in receipt.events if isinstance(event, PlayersChanged) for each in event.after]
    rows = [player_row(receipt.state, each) for each in came]
    text = "\n".join(f"{row.number}  {row.name}" for row in rows)
    here.answer(PlayersAnswer(rows, receipt.version), text)


@verb.command("list")
@on_tournament
def list_(here: Console, seen: Seen) -> None:
    """List the players of TOURNAMENT."""
    numbers = player_numbers(seen.state)
    header = ("no.", "name", "rating", "fed", "section", "note")
    rows = [
        (
            numbers[each.id],
            each.name,
            each.fields.rating,
            each.fields.federation,
            each.section,
            _note(each),
        )
        for each in players_by_number(seen.state)
    ]
    shown = PlayersAnswer(player_rows(seen.state), seen.version)
    here.answer(shown, table(header, rows, "no. rating") if rows else _("There are no players yet."))


@verb.command("edit")
@on_tournament
@PLAYER
@click.option("--name", help="Another name.")
@field_options
@click.option("--half-byes/--no-half-byes", default=None, help="Whether the player is entitled to half-point byes.")
def edit(here: Console, seen: Seen, who: str, half_byes: bool | None, **given: object) -> None:
    """Change the fields of PLAYER that are named."""
    changes = {key: value for key, value in given.items() if value is not None}
    _one(here, seen, who, lambda id: commands.EditPlayer(id, changes, half_byes), N_("%(name)s is changed."))


@verb.command("withdraw")
@on_tournament
@PLAYER
@EXPLAIN
@REASON
def withdraw(here: Console, seen: Seen, who: str, explain: bool, reason: str | None) -> None:
    """Take PLAYER out of the rounds to come."""
    act = Act.WITHDRAWAL if explain else None
    _one(here, seen, who, commands.WithdrawPlayer, N_("%(name)s has withdrawn."), reason, act)


@verb.command("expel")
@on_tournament
@PLAYER
@EXPLAIN
@REASON
def expel(here: Console, seen: Seen, who: str, explain: bool, reason: str | None) -> None:
    """Take PLAYER out of the rounds to come, who comes back only if that is confirmed."""
    command, act = partial(commands.WithdrawPlayer, expelled=True), Act.EXPULSION if explain else None
    _one(here, seen, who, command, N_("%(name)s is expelled."), reason, act)


@verb.command("return")
@on_tournament
@PLAYER
@click.option("--confirm", is_flag=True, help="Bring back a player who was expelled.")
@EXPLAIN
@REASON
def return_(here: Console, seen: Seen, who: str, confirm: bool, explain: bool, reason: str | None) -> None:
    """Bring PLAYER back, who had withdrawn."""
    command, act = partial(commands.WithdrawPlayer, withdrawn=False, confirm=confirm), Act.RETURN if explain else None
    _one(here, seen, who, command, N_("%(name)s is back."), reason, act)


@verb.command("remove")
@on_tournament
@PLAYER
def remove(here: Console, seen: Seen, who: str) -> None:
    """Remove PLAYER, who has not been paired yet."""
    gone = player(seen.state, who)
    receipt = here.perform(seen.state.id, commands.RemovePlayer(gone.id))
    row = player_row(seen.state, gone)
    here.answer(versioned(PlayerAnswer, row, receipt.version), _("%(name)s is removed.", name=gone.name))


@verb.command("renumber")
@on_tournament
def renumber(here: Console, seen: Seen) -> None:
    """Give the players of TOURNAMENT their pairing numbers anew, as ratings, titles and names are now.

    Before round 1 numbers follow these by themselves; from the pairing of round 4 on they stay as they are.
    """
    receipt = here.perform(seen.state.id, commands.RenumberPlayers())
    here.answer(PlayersAnswer(player_rows(receipt.state), receipt.version), _("The players have their numbers."))


@verb.command("exchange-numbers")
@on_tournament
@PLAYER
@click.argument("other", metavar="OTHER")
def exchange_numbers(here: Console, seen: Seen, who: str, other: str) -> None:
    """Exchange the pairing numbers of PLAYER and OTHER, who must be equally rated, until round 4 is paired."""
    command = commands.ExchangeNumbers(player(seen.state, who).id, player(seen.state, other).id)
    receipt = here.perform(seen.state.id, command)
    here.answer(PlayersAnswer(player_rows(receipt.state), receipt.version), _("The players have their numbers."))


@verb.command("byes")
@TOURNAMENT
@PLAYER
@click.argument("asked", nargs=-1, metavar=f"[ROUND={'|'.join(REQUESTED)}]...")
@EXPLAIN
@on_database(acts=True)
def byes(here: Console, named: str, who: str, asked: tuple[str, ...], explain: bool) -> None:
    """Note the byes that PLAYER asks for, as `3=half 5=zero`; those not named are dropped."""
    wanted = {} if explain else dict(_asked(text) for text in asked)
    said = enumeration(
        [_("%(bye)s in round %(round)s", bye=outcome(kind), round=number) for number, kind in sorted(wanted.items())]
    )
    done = N_("%(name)s has byes: %(byes)s.") if wanted else N_("%(name)s has no byes.")
    seen, act = tournament(here, named), Act.BYE_REQUEST if explain else None
    _one(here, seen, who, lambda id: commands.RequestByes(id, wanted), done, explained=act, byes=said)


@verb.command("ratings")
@TOURNAMENT
@PLAYER
@click.argument("later", nargs=-1, metavar="[ROUND=RATING]...")
@on_database(acts=True)
def ratings(here: Console, named: str, who: str, later: tuple[str, ...]) -> None:
    """Note the ratings that PLAYER has from later rounds on, as `4=2130 7=2120`; those not named go.

    For events longer than 30 days. The rating of round 1 is that of the entry.
    """
    wanted = dict(_later_rating(text) for text in later)
    said = enumeration(
        [_("%(rating)s from round %(round)s on", rating=rating, round=number) for number, rating in wanted.items()]
    )
    done = N_("%(name)s has the rating %(ratings)s.") if wanted else N_("%(name)s has one rating for all rounds.")
    seen = tournament(here, named)
    _one(here, seen, who, lambda id: commands.SetLaterRatings(id, wanted), done, ratings=said)


@verb.command("photo")
@TOURNAMENT
@PLAYER
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--remove", is_flag=True, help="Take the photo away.")
@on_database(acts=True)
def photo(here: Console, named: str, who: str, file: str | None, remove: bool) -> None:
    """Give PLAYER the photo FILE: PNG, JPEG or WebP. It stands on the podium and on the player's card."""
    if (file is None) is not remove:
        raise click.UsageError(_("Name a file, or --remove."))
    seen = tournament(here, named)
    key = AttachmentKey(AttachmentKind.PHOTO, seen.state.id, player(seen.state, who).id)
    keep_picture(here, key, file, N_("The photo is changed."), N_("The photo is removed."))


def _asked(text: str) -> tuple[int, ByeType]:
    number, _, word = text.partition("=")
    if word not in REQUESTED:
        raise Invalid("bye-type-unknown", field="bye", value=word, allowed=REQUESTED)
    if not number.isdecimal():
        raise Invalid("count-out-of-range", field="round", value=number, least=1, most="the last")
    return int(number), ByeType(word)


def _later_rating(text: str) -> tuple[int, int]:
    number, _sign, rating = text.partition("=")
    if not (number.isdecimal() and rating.isdecimal()):
        raise click.UsageError(_("Write a round, an equals sign and a rating, as 4=2130."))
    return int(number), int(rating)


def _explain(here: Console, seen: Seen, about: Player | None, act: Act) -> None:
    """Say what an act would mean, or that it cannot be done now."""
    found = [each for each in meanings(seen.state, about) if each.act is act]
    text = "\n".join(map(_in_words, found)) or _("That changes nothing now.")
    here.answer(ParticipationAnswer([meaning_row(each) for each in found], seen.version), text)


def _in_words(meaning: Meaning) -> str:
    parts = ((_("Points"), meaning.points), (_("Tie-breaks"), meaning.tiebreaks), (_("Pairings"), meaning.pairings))
    return "\n".join(f"{label}: {text}" for label, text in parts)


def _one(
    here: Console,
    seen: Seen,
    who: str,
    command: Callable[[PlayerId], commands.Command],
    done: str,
    reason: str | None = None,
    explained: Act | None = None,
    **facts: object,
) -> None:
    """Give a command about one player, and say what became of them: `done`, with their name and other facts.

    Where an act is to be `explained`, only say what it would mean.
    """
    meant = player(seen.state, who)
    if explained is not None:
        _explain(here, seen, meant, explained)
        return
    receipt = here.perform(seen.state.id, command(meant.id), reason=reason)
    after = receipt.state.players[meant.id]
    row = player_row(receipt.state, after)
    here.answer(versioned(PlayerAnswer, row, receipt.version), _(done, name=after.name, **facts))


def _note(player: Player) -> str:
    parts = [_("expelled")] if player.expelled else [_("withdrawn")] if player.withdrawn else []
    parts += [] if player.half_byes else [_("not entitled to half-point byes")]
    return separated(
        parts
        + [
            _("%(bye)s in round %(round)s", bye=outcome(kind), round=number)
            for number, kind in sorted(player.byes.items())
        ]
    )
