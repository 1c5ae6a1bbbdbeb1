"""The page of what was compared, docs/crosscheck.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.crosscheck.records import BLOCK, Block, Difference, versions

GOAL = 50_000
HEAD = f"""# Podium and gacrux, over random tournaments of each other

gacrux is FIDE's reference checker, written by others in another way. In one direction `podium generate` makes a
tournament, and gacrux pairs each of its rounds again, computes its tie-breaks and ranks it. In the other gacrux's own
generator makes one and its tie-break engine ranks it, and `podium check` pairs and ranks it again. Every pair with its
colours, every allocated bye, every value of every tie-break on the file's list and of three more, and every rank has
to be equal.

`make crosscheck N={GOAL}` runs both directions up to so many tournaments each and writes this page. It goes on where it
was ended, uses all processors (`ARGS="--workers 1"` for one, `ARGS="--on tcp://scheduler:8786"` for a Dask cluster) and
keeps what is done in `build/crosscheck`. A seed gives the same tournament always:
`python -m tests.crosscheck --seed podium-to-gacrux 17` compares one again and prints its file. A sample is in
`make test`.

The tournaments have 6 to 65 players and up to 11 rounds. Those of Podium have every option drawn by chance, as
`podium generate` does it: the three kinds of bye, forfeits by one side and by both, odd results, unrated games, late
entries, withdrawals and returns, forbidden pairs, Baku acceleration, two scorings, three worths of the bye, and a list
of two to six of FIDE's tie-breaks. Those of gacrux have half-point and zero-point byes, forfeits and Baku acceleration,
and a list drawn in the same way.

Two things are left out: `STD` where a game has an odd result, which the two [read differently](rules/results.md), and
tie-breaks by rating where gacrux's generator leaves a player without one, which Podium
[refuses](rules/tiebreaks.md) until the event says what unrated players count as.
"""

EXPLANATIONS = {
    ("gacrux-to-podium", 26442): (
        "**gacrux's**: on a list with Fore Buchholz it computes otherwise what comes after that. Ranked by the values "
        "that gacrux itself gives for each of the three alone, the four are where Podium has them."
    ),
}
"""Why the two differ, where somebody has looked into it."""


def page(done: Mapping[str, Sequence[Block]]) -> str:
    """The page: how much was compared in each direction, and each difference with its seed."""
    lines = [HEAD, "## In short", ""]
    lines += ["| direction | tournaments | of | rounds | pairs and byes | tie-break values | ranks | differ | s |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for direction, blocks in done.items():
        counts = [sum(getattr(one, what) for one in blocks) for what in ("rounds", "pairs", "values", "ranks")]
        differing = sum(len(one.differences) for one in blocks)
        cells = [direction, len(blocks) * BLOCK, GOAL, *counts, differing, round(sum(one.seconds for one in blocks))]
        lines.append(f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |")
    lines += ["", "*s* is processor time.", "", "## Versions", ""]
    every = [block for blocks in done.values() for block in blocks]
    for (ours, theirs), count in versions(every).items():
        lines.append(f"- {count:,} tournaments: Podium's engines {ours} (a hash of their sources), gacrux {theirs}")
    lines += ["", "## Differences", ""]
    found = [(direction, one) for direction, blocks in done.items() for block in blocks for one in block.differences]
    lines += [f"- {direction} {one.seed}: {_text(direction, one)}" for direction, one in found] or ["None."]
    return "\n".join(lines) + "\n"


def _text(direction: str, found: Difference) -> str:
    """What differs, and why, where that is known."""
    return " ".join(["; ".join(found.texts), *filter(None, [EXPLANATIONS.get((direction, found.seed))])])
