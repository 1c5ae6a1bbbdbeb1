"""Documents for a full hall: what each takes of a processor, from the state of the event to the PDF.

    python bench/documents.py [BOARDS]

A Swiss of two players a board, in its fourth round. Processor time of the first print, of which typst has kept nothing
yet. Ends with 1 if the pairings, the slips or the standings take longer than the limit.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from podium.app.access import Role  # needs the path above
from podium.app.desk import Seen
from podium.app.documents.document import Wish
from podium.app.documents.kinds import document, kinds_for
from podium.core.player import PlayerFields
from podium.documents.typesetting import fonts, typeset
from podium.flow.commands import AddPlayers
from tests.kit.events import director
from tests.kit.finished import pair, play

LIMIT = 1.0  # second
HURRIED = ("pairings", "pairings-by-name", "result-slips", "standings", "start-list")


def main(boards: int) -> int:
    """The exit code, after a line for each document."""
    event = director("swiss", "t1", rounds=9, tiebreaks=["BH/C1", "BH", "SB"], place="Hall", start="2026-08-01")
    names = (PlayerFields(f"Surname{at}, First Name", 2600 - at, club=f"Club {at % 20}") for at in range(2 * boards))
    event.do(AddPlayers(tuple(names)))
    for number in range(1, 4):
        pair(event, number)
        play(event, number)
    pair(event, 4)
    seen = Seen(event.state, event.version, Role.OWNER)
    late = []
    fonts()  # which a server looks for once
    print(f"{boards} boards, processor seconds")
    for kind in kinds_for(seen.state, seen.role):
        taken = _once(seen, kind.name.value)
        print(f"{kind.name.value:20} {taken:6.3f}")
        if kind.name.value in HURRIED and taken > LIMIT:
            late.append(kind.name.value)
    return 1 if late else 0


def _once(seen: Seen, name: str) -> float:
    began = process_time()
    typeset(document(seen, name, Wish(), datetime.now(UTC)), None)
    return process_time() - began


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
