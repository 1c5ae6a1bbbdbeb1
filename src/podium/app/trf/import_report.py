"""Bringing a report file into Podium: one tournament, and a word on what the file left open."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.ports import Receipt
from podium.app.trf.adoption import from_report
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.files.trf import decode, read


@dataclass(frozen=True, slots=True)
class ImportedReport:
    """The receipt of the tournament, and what was filled in or left out on the way."""

    receipt: Receipt
    filled_in: tuple[str, ...]
    left_out: tuple[str, ...]


def import_report(
    desk: Desk, actor: Actor, content: bytes, id: TournamentId, key: str | None, fingerprint: str
) -> ImportedReport:
    """The tournament of a report file under a new id; raises FormatError and Invalid, and then nothing is stored.

    With a `key` the same file brings the same tournament, once: its ids are drawn from its `fingerprint`.
    """
    adoption = from_report(read(decode(content)), id, Dice(f"{id}/{fingerprint}"))
    receipt = desk.perform(actor, id, adoption.command, command_id=key, fingerprint=fingerprint)
    return ImportedReport(receipt, adoption.filled_in, adoption.left_out)
