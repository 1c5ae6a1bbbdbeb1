"""`podium stages`: the stages of an event, their groups and who goes on; and to begin the next one."""

from __future__ import annotations

import click

from podium.app.desk import Seen
from podium.app.formats.stage_answers import StageRow, cut_to_make, moved_up, stages_answer
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.cli.frame import Console
from podium.cli.naming import on_tournament, player
from podium.core.ids import PlayerId
from podium.flow.commands import SetGroups, StartStage
from podium.flow.state import Tournament

_BETWEEN = ";"


@click.command("stages")
@on_tournament
@click.option("--group", "groups", multiple=True, metavar="PLAYERS", help="Set the groups: 'Ann; Ben; Cid', one each.")
@click.option("--start", type=int, metavar="STAGE", help="Begin this stage with those who go on to it.")
@click.option(
    "--goes-on", "chosen", multiple=True, metavar="PLAYER", help="Of those level at the cut; again for another."
)
@click.option("--tied", is_flag=True, help="All who are level at the cut go on.")
@click.option("--lot", is_flag=True, help="Lots decide who of those level at the cut goes on.")
def verb(
    here: Console, seen: Seen, groups: tuple[str, ...], start: int | None, chosen: tuple[str, ...], **level: bool
) -> None:
    """Show the stages of TOURNAMENT, or set the groups of the first one, or begin one."""
    state, version = seen.state, seen.version
    if groups:
        receipt = here.perform(
            state.id, SetGroups(1, tuple(_players(state, group.split(_BETWEEN)) for group in groups))
        )
        state, version = receipt.state, receipt.version
    moved = moved_up(state, cut_to_make(state))
    if start is not None:
        named, lot = _players(state, chosen) if chosen else None, "" if level["lot"] else None
        receipt = here.perform(state.id, StartStage(start, named, everybody=level["tied"], lot=lot))
        state, version = receipt.state, receipt.version
    shown = stages_answer(state, version)
    here.answer(shown, "\n\n".join([*(_text(state, row) for row in shown.stages), *([moved] if moved else [])]))


def _players(state: Tournament, named: list[str] | tuple[str, ...]) -> tuple[PlayerId, ...]:
    return tuple(player(state, each.strip()).id for each in named)


def _text(state: Tournament, row: StageRow) -> str:
    """A stage, its groups, and who went on to it or would as things stand."""

    def names(ids: list[str]) -> str:
        return separated([state.players[PlayerId(id)].name for id in ids])

    lines = [f"{row.number}. {row.format}: {_(row.status)}"]
    lines += [f"  {group.name}: {names(group.players)}" for group in row.groups]
    went = row.qualified or row.provisional
    if went:
        said = separated([f"{each.origin} {state.players[PlayerId(each.player_id)].name}" for each in went])
        lines.append(_("  goes on: %(players)s", players=said))
    if row.level:
        lines.append(_("  level at the cut: %(players)s", players=names(row.level)))
    return "\n".join(lines)
