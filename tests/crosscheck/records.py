"""What has been compared so far: one line for each block of seeds, in a file for each direction."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import podium

BLOCK = 20  # seeds of a line: what is lost at most when a run is ended
ENGINES = ("core", "swiss", "tiebreaks", "simulation")


@dataclass(frozen=True, slots=True)
class Difference:
    """A tournament on which the two programs disagree."""

    seed: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """The seeds from `first` on, `BLOCK` of them: what was compared, by which versions, in how many seconds."""

    first: int
    podium: str
    gacrux: str
    rounds: int
    pairs: int
    values: int
    ranks: int
    seconds: float
    differences: tuple[Difference, ...] = ()


def engine_version() -> str:
    """A short name of the sources that make and judge tournaments: another one if any of them changes."""
    root = Path(podium.__file__).parent
    folders = [root / name for name in ENGINES] + [root / "app" / "trf", root / "files" / "trf"]
    digest = hashlib.sha256()
    for file in sorted(file for folder in folders for file in folder.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:10]


def stored(folder: Path, direction: str) -> list[Block]:
    """The blocks of a direction that are done; a line that was cut off when a run was ended is passed over."""
    file = folder / f"{direction}.jsonl"
    blocks: dict[int, Block] = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            known = json.loads(line)
        except ValueError:
            continue
        known["differences"] = tuple(
            Difference(one["seed"], tuple(one["texts"])) for one in known.get("differences", ())
        )
        blocks[known["first"]] = Block(**known)
    return [blocks[first] for first in sorted(blocks)]


def store(folder: Path, direction: str, block: Block) -> None:
    """Add a block that is done."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{direction}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(block)) + "\n")


def missing(blocks: Sequence[Block], tournaments: int) -> list[int]:
    """The first seeds of the blocks that are left to do for so many tournaments, or to do again as they differed."""
    done = {block.first for block in blocks if not block.differences}
    return [first for first in range(0, tournaments, BLOCK) if first not in done]


def versions(blocks: Iterable[Block]) -> dict[tuple[str, str], int]:
    """How many tournaments were compared by which versions of Podium's engines and of gacrux."""
    found: dict[tuple[str, str], int] = {}
    for block in blocks:
        found[block.podium, block.gacrux] = found.get((block.podium, block.gacrux), 0) + BLOCK
    return found
