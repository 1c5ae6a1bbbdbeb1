"""`podium round`: pair, show, edit, publish, close, reopen and unpair rounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click
from msgspec import UNSET

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import round_status
from podium.app.event.schedule import moment_of
from podium.app.formats.doubles import score
from podium.app.live.start_positions import start_position_text
from podium.app.ports import Receipt
from podium.app.rounds.answers import (
    RoundAnswer,
    RoundsAnswer,
    closed_round_answer,
    edit_answer,
    round_row,
    started_round,
    warning_rows,
)
from podium.app.versions import versioned
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import TOURNAMENT, names, on_tournament, pairing, player, round_meant, tournament
from podium.cli.progress import progress
from podium.core.errors import Forbidden, Refused
from podium.flow import commands
from podium.flow.players.unpaired import byes_on_offer, left_out
from podium.flow.state import Bye, Game, Match, Pairing, Round, Tournament

ROUND = click.argument("number", type=int, metavar="[ROUND]", required=False)
BOARD = click.argument("board")
REASON = click.option("--reason", metavar="TEXT", help="Why; the history keeps it.")


@click.group("round")
def verb() -> None:
    """Pair, show, edit, publish, close, reopen and unpair rounds.

    ROUND is the last one unless it is named. A BOARD is a number, or the id of the pairing.
    """


@verb.command("pair")
@TOURNAMENT
@click.option("--round", "number", type=int, help="The round you expect it to be.")
@click.option("--game", "games", nargs=2, multiple=True, metavar="WHITE BLACK", help="Pair these two by hand.")
@click.option(
    "--match", "matches", nargs=4, multiple=True, metavar="HOME HOME AWAY AWAY", help="Doubles: these four by hand."
)
@click.option("--bye", "byes", multiple=True, metavar="PLAYER", help="Give this player the bye, by hand.")
@click.option("--all", "every", is_flag=True, help="Round robin: all rounds that are left, in one step.")
@click.option("--confirm", is_flag=True, help="Doubles: also while a round has no result yet.")
@REASON
@on_database(acts=True)
def pair(
    here: Console,
    named: str,
    number: int | None,
    games: tuple[tuple[str, str], ...],
    matches: tuple[tuple[str, str, str, str], ...],
    byes: tuple[str, ...],
    every: bool,
    confirm: bool,
    reason: str | None,
) -> None:
    """Pair the next round of TOURNAMENT: by its format, or by hand if games, matches or byes are named."""
    if matches and (games or byes):
        raise click.UsageError(_("Name matches, or games and byes, not both."))
    if every and (number or matches or games or byes):
        raise click.UsageError(_("All rounds are paired by the tables: --all stands alone."))
    seen = tournament(here, named)
    if every:
        _pair_all(here, seen.state)
        return
    command: commands.Command = commands.PairRound(number, confirm=confirm)
    if games or byes:
        lines = [
            commands.HandPairing(player(seen.state, white).id, player(seen.state, black).id) for white, black in games
        ]
        lines += [commands.HandPairing(player(seen.state, who).id) for who in byes]
        command = commands.PairByHand(tuple(lines), number)
    if matches:
        ids = ([player(seen.state, who).id for who in match] for match in matches)
        command = commands.PairTeams(tuple(((one, two), (three, four)) for one, two, three, four in ids), number)
    with progress(_("Pairing")):
        receipt = here.perform(seen.state.id, command, reason=reason)
    after = receipt.state
    _show(here, after, after.rounds[-1], receipt.version, by_hand=isinstance(command, commands.PairByHand))


def _pair_all(here: Console, state: Tournament) -> None:
    with progress(_("Pairing")):
        receipt = here.perform(state.id, commands.PairAllRounds())
    made = receipt.state.rounds[len(state.rounds) :]
    rows = RoundsAnswer([round_row(receipt.state, each) for each in made], receipt.version)
    said = (
        _("Rounds %(first)s to %(last)s are paired.", first=made[0].number, last=made[-1].number)
        if len(made) > 1
        else _("The last round is paired.")
    )
    here.answer(rows, said)


@verb.command("show")
@on_tournament
@ROUND
def show(here: Console, seen: Seen, number: int | None) -> None:
    """Show the pairings and results of a round."""
    state = seen.state
    _show(here, state, round_meant(state, number), seen.version)


@verb.command("publish")
@on_tournament
@ROUND
@click.option("--starts-at", metavar="TIME", help="When live games start, with the zone: 2026-08-31T16:00+02:00.")
def publish(here: Console, seen: Seen, number: int | None, starts_at: str | None) -> None:
    """Show a round, and those before it, to everybody who may see the tournament."""
    _stage(here, seen, number, partial(commands.PublishRound, starts_at=starts_at), N_("Round %(round)s is published."))


@verb.command("start")
@on_tournament
@ROUND
@click.option("--at", metavar="TIME", help="By the clock of the event, 2026-08-31T16:00, or with a zone; else now.")
def start(here: Console, seen: Seen, number: int | None, at: str | None) -> None:
    """Start the live games of a round: from then on absence counts. Rounds of a bracket can be started ahead."""
    moment = None if at is None else moment_of(seen.state.settings, at)
    _started(
        here, seen.state, partial(commands.StartRound, starts_at=moment), number, N_("Round %(round)s is started.")
    )


@verb.command("hold")
@on_tournament
@ROUND
def hold(here: Console, seen: Seen, number: int | None) -> None:
    """Count no absence in a round of live games until it is started again."""
    _started(here, seen.state, commands.HoldRound, number, N_("Round %(round)s is held."))


@verb.command("close")
@on_tournament
@ROUND
@click.option("--confirm", is_flag=True, help="Close it though players do not agree on a result.")
def close(here: Console, seen: Seen, number: int | None, confirm: bool) -> None:
    """Close a round whose results are all there, and say who has neither game nor bye in it."""
    at = round_meant(seen.state, number).number
    receipt = here.perform(seen.state.id, commands.CloseRound(at, confirm))
    state, closed = receipt.state, receipt.state.rounds[at - 1]
    row = closed_round_answer(state, closed, receipt.version)
    here.answer(row, _("Round %(round)s is closed.", round=at))
    if row.message is not None and not here.as_json:
        say(row.message)
        if kinds := "|".join(kind.value for kind in byes_on_offer(state, closed)):
            say(_("To record it: podium bye %(id)s %(round)s PLAYER %(kinds)s", id=state.id, round=at, kinds=kinds))


@verb.command("reopen")
@on_tournament
@ROUND
def reopen(here: Console, seen: Seen, number: int | None) -> None:
    """Reopen a closed round, to correct it."""
    _stage(here, seen, number, commands.ReopenRound, N_("Round %(round)s is open again."))


@verb.command("position")
@on_tournament
@ROUND
@click.option("--number", "position", type=int, metavar="0-959", help="The one that was drawn in the hall.")
def position(here: Console, seen: Seen, number: int | None, position: int | None) -> None:
    """Draw the start position of a round of Chess960 anew, or set it by its number."""
    at = round_meant(seen.state, number).number
    receipt = here.podium.desk.perform(here.actor, seen.state.id, commands.SetStartPosition(at, position))
    row = versioned(RoundAnswer, round_row(receipt.state, receipt.state.rounds[at - 1]), receipt.version)
    here.answer(row, start_position_text(receipt.state, at))


@verb.command("unpair")
@on_tournament
@ROUND
def unpair(here: Console, seen: Seen, number: int | None) -> None:
    """Take the last round back. Its results go with it; `podium undo` brings it again."""
    gone = round_meant(seen.state, number)
    receipt = here.perform(seen.state.id, commands.UnpairRound(gone.number))
    here.answer(
        {"round": gone.number, "version": receipt.version}, _("Round %(round)s is unpaired.", round=gone.number)
    )


@verb.command("add")
@on_tournament
@click.argument("white")
@click.argument("black")
@click.option("--round", "number", type=int, help="In this round, not the last one.")
@REASON
def add(here: Console, seen: Seen, white: str, black: str, number: int | None, reason: str | None) -> None:
    """Add a game between WHITE and BLACK, who were left out of a paired round."""
    at = round_meant(seen.state, number).number
    command = commands.AddPairing(at, player(seen.state, white).id, player(seen.state, black).id)
    _after(here, here.perform(seen.state.id, command, reason=reason), at)


@verb.command("edit")
@TOURNAMENT
@BOARD
@click.option("--round", "number", type=int, help="In this round, not the last one.")
@click.option("--white", metavar="PLAYER", help="Seat this player as White; whoever sat there changes places.")
@click.option("--black", metavar="PLAYER", help="Seat this player as Black.")
@click.option("--turn", is_flag=True, help="Exchange the colours.")
@click.option("--to", "to", type=int, metavar="BOARD", help="Move it to this board.")
@click.option("--remove", is_flag=True, help="Remove the pairing; its players are left out.")
@REASON
@on_database(acts=True)
def edit(
    here: Console,
    named: str,
    board: str,
    number: int | None,
    white: str | None,
    black: str | None,
    turn: bool,
    to: int | None,
    remove: bool,
    reason: str | None,
) -> None:
    """Change the pairing on BOARD by hand, and say what speaks against the round.

    Where an engine pairs, that begins a session, which `podium round done` ends.
    """
    changes = white is not None or black is not None or turn or to is not None
    if remove == changes:
        raise click.UsageError(_("Say what to change: --white, --black, --turn or --to; or --remove alone."))
    seen = tournament(here, named)
    at = round_meant(seen.state, number)
    meant = pairing(at, board).id
    command: commands.Command = commands.RemovePairing(meant)
    if changes:
        sides = [player(seen.state, each).id if each is not None else None for each in (white, black)]
        command = commands.RearrangePairing(meant, sides[0], sides[1], turn, to)
    _after(here, here.perform(seen.state.id, command, reason=reason), at.number)


@verb.command("compare")
@on_tournament
@ROUND
def compare(here: Console, seen: Seen, number: int | None) -> None:
    """Say what speaks against a round, and how it differs from the engine's."""
    at = round_meant(seen.state, number)
    if seen.role < Role.ARBITER:
        raise Forbidden(commands.EditRound.__name__)
    if at.automatic:
        raise Refused("knockout-rounds", value=at.number)
    _compare(here, seen.state, at, seen.version)


@verb.command("done")
@on_tournament
@ROUND
@click.option("--acknowledge", is_flag=True, help="The pairings that are not the engine's are meant so.")
@REASON
def done(here: Console, seen: Seen, number: int | None, acknowledge: bool, reason: str | None) -> None:
    """End the editing of a round by hand; boards are put in order again, unless games have results."""
    at = round_meant(seen.state, number).number
    receipt = here.perform(seen.state.id, commands.EditRound(at, False, acknowledge), reason=reason)
    _compare(here, receipt.state, receipt.state.rounds[at - 1], receipt.version)


def _compare(here: Console, state: Tournament, at: Round, version: int) -> None:
    answer = edit_answer(state, at, version)
    lines = [one.detail for one in answer.warnings]
    if (other := answer.comparison) is not None:
        lines += [other.note] if other.note else []
        lines += [_("The round is just as the engine pairs it.")] if other.same else []
        lines += [_("The engine would have: %(pairing)s", pairing=each) for each in other.engine]
        lines += [_("This round has: %(pairing)s", pairing=each) for each in other.here]
    lines.append(
        _("Round %(round)s is being edited by hand.", round=at.number)
        if at.editing
        else _("Round %(round)s is not being edited.", round=at.number)
    )
    here.answer(answer, "\n".join(lines))


def _stage(
    here: Console, seen: Seen, number: int | None, command: Callable[[int], commands.Command], done: str
) -> None:
    at = round_meant(seen.state, number).number
    receipt = here.perform(seen.state.id, command(at))
    row = versioned(RoundAnswer, round_row(receipt.state, receipt.state.rounds[at - 1]), receipt.version)
    here.answer(row, _(done, round=at))


def _started(
    here: Console, state: Tournament, command: Callable[[int], commands.Command], number: int | None, done: str
) -> None:
    at = round_meant(state, None).number if number is None else number
    receipt = here.perform(state.id, command(at))
    here.answer(versioned(RoundAnswer, started_round(receipt.state, at), receipt.version), _(done, round=at))


def _after(here: Console, receipt: Receipt, number: int) -> None:
    _show(here, receipt.state, receipt.state.rounds[number - 1], receipt.version, by_hand=True)


def _show(here: Console, state: Tournament, at: Round, version: int, *, by_hand: bool = False) -> None:
    """A round; after a change by hand, what speaks against it too."""
    checked = warning_rows(state, at) if by_hand else UNSET
    rows = [(each.board, *_line(state, each)) for each in at.in_order]
    sections = bool(state.settings.sections)
    header = ("board", "white", "", "black", *(("section",) if sections else ()))
    cut = [row if sections else row[:-1] for row in rows]
    if not here.as_json:
        say(
            _(
                "%(tournament)s, round %(round)s: %(status)s",
                tournament=state.settings.name,
                round=at.number,
                status=_(round_status(at).value),
            )
        )
        if start := start_position_text(state, at.number):
            say(start)
        if out := [each.name for each in left_out(state, at.number)]:
            say(_("Not paired: %(names)s", names=enumeration(out)))
        for one in checked or ():
            say(one.detail)
    here.answer(versioned(RoundAnswer, round_row(state, at), version, warnings=checked), table(header, cut, "board"))


def _line(state: Tournament, each: Pairing) -> tuple[str, str, str, str]:
    white, black = names(state, each)
    match each:
        case Bye() if state.rounds[state.where[each.id] - 1].automatic:
            return white, "", black, each.section  # it is worth a round, not points
        case Bye():
            return white, "", f"{black} ({each.points(state.settings.scoring)})", each.section
        case Match():
            return white, score(each) or "-", black, each.section
        case Game():
            return white, each.result.value if each.result else "-", black, each.section
