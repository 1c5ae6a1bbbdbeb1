"""`podium bye`: a player without a game."""

from __future__ import annotations

import click
from msgspec import to_builtins

from podium.app.queries import warnings
from podium.app.rounds.answers import pairing_row
from podium.app.rounds.result_words import GIVEN, bye_message
from podium.cli.frame import Console, on_database, say
from podium.cli.naming import player, round_meant, tournament
from podium.core.result import ByeType
from podium.flow.commands import Command, GiveBye, RecordBye
from podium.flow.state import Bye

KINDS = [kind.value for kind in ByeType if kind.can_be_given]


@click.command(
    "bye",
    help="Say what kind of bye PLAYER has in ROUND, or give one to a player who has nothing in it.\n\n"
    + ", ".join(f"`{kind.value}` {GIVEN[kind]}" for kind in ByeType if kind.can_be_given)
    + ". Who has withdrawn can be given one too, and a closed round stays closed.",
)
@click.argument("named", metavar="TOURNAMENT")
@click.argument("number", type=int, metavar="ROUND")
@click.argument("who", metavar="PLAYER")
@click.argument("kind", type=click.Choice(KINDS))
@on_database(acts=True)
def verb(here: Console, named: str, number: int, who: str, kind: str) -> None:
    seen = tournament(here, named)
    meant = player(seen.state, who)
    at = round_meant(seen.state, number)
    stands = at.of(meant.id)
    command: Command = GiveBye(at.number, meant.id, ByeType(kind))
    if stands is not None and stands.is_bye:
        command = RecordBye(stands.id, ByeType(kind))
    receipt = here.perform(seen.state.id, command)
    now = receipt.state.rounds[at.number - 1]
    if now.editing:  # a bye by hand is an edit like any other
        for one in warnings(receipt.state, now):
            if meant.id in one.players:
                say(one.said)
    bye = now.of(meant.id)
    assert isinstance(bye, Bye)
    points = bye.points(receipt.state.settings.scoring)
    row = {**to_builtins(pairing_row(receipt.state, bye)), "points": points.number, "version": receipt.version}
    here.answer(row, f"{meant.name}: {bye_message(bye.kind, points)}")
