"""How good forecasts are: `make calibration` forecasts finished events after each round, and writes docs/forecast.md.

    python -m scripts.calibration [--events N] [--runs N] [--workers N | --on tcp://scheduler:8786] [FOLDER ...]

The events are the report files in the folders (without any, those of tests/golden/dutch), and N events that are played
by chance with strengths that are known. They are divided in two: what naive forecasts say is learnt from one half, and
everything is scored on the other. The model learns from neither.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from string import Template

import typst

from podium.app.forecast.forecast import checked_runs
from podium.app.forecast.movement import after_round
from podium.app.forecast.runs import begin
from podium.app.pictures.svg import WIDTH, Caption, drawing, line, number, polyline, text
from podium.app.server.cluster import Cluster
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.app.standings.places import places
from podium.app.trf.adoption import from_report
from podium.app.words.errors import sentence
from podium.cli.progress import progress
from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.files.trf import read_report_file
from podium.flow.commands import AddPlayers, PairRound
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.state import Tournament
from podium.forecast.strength import by_rating
from podium.forecast.tally import PODIUM
from podium.simulation.director import BEGUN, Director
from podium.simulation.rest import Beliefs, Luck, all_paired, with_open_results

ROOT = Path(__file__).resolve().parents[1]
PAGE, IMAGES, WORDS = ROOT / "docs" / "forecast.md", ROOT / "docs" / "images", ROOT / "scripts" / "calibration.md"
PICTURES = ("forecast-reliability.png", "forecast-scores.png")
REPORTS = ROOT / "tests" / "golden" / "dutch"
KINDS = ("model", "rating", "rank")
NAMES = {"model": "Podium", "rating": "by rating alone", "rank": "by present rank"}
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
STAGES = ("before the first round", "in the first half", "in the second half", "before the last round")
LAST_SEED = 15
LIMITS = WorkLimits(seconds=3600.0)  # for one event
Key = tuple[int, int]
File = tuple[str, bytes]
"""The name of a report file and what is in it: a worker of a cluster has no such file."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player at one moment of an event: what was forecast of the first place and the podium, and what came of it."""

    stage: int
    seed: int
    rank: int
    first: float
    podium: float
    was_first: float
    was_podium: float


@dataclass(frozen=True, slots=True)
class Forecasts:
    """An event with the lines of each moment, and whether naive forecasts learn from it."""

    learnt: bool
    known: bool
    moments: tuple[tuple[Line, ...], ...]


def simulated(seed: int) -> list[Tournament]:
    """An event of known strengths as it stood before each round, and at its end."""
    dice = Dice(f"calibration/{seed}")
    format = dice.pick(["swiss", "swiss", "swiss", "round-robin", "keizer"])
    players = 6 + dice.below(5) if format == "round-robin" else 10 + dice.below(40)
    rounds = None if format == "round-robin" else 5 + dice.below(5)
    tiebreaks = {"swiss": ["BH/C1", "BH", "SB"], "round-robin": ["SB"], "keizer": []}[format]
    event = Director({"format": format, "rounds": rounds, "tiebreaks": tiebreaks}, 0, seed)
    middle, spread = 1400 + dice.below(900), 80 + dice.below(220)
    ratings = [max(1000, round(middle + spread * dice.normal())) for _ in range(players)]
    given = [None if dice.chance(8) else rating for rating in ratings]
    event.do(AddPlayers(tuple(PlayerFields(f"P{at}", rating) for at, rating in enumerate(given))))
    state, states = event.state, [event.state]
    levels = {id: player.fields.rating for id, player in state.players.items()}
    strengths = by_rating(levels)
    luck = Luck(Beliefs(strengths, {id: each.mean for id, each in strengths.items()}), dice)
    while not all_paired(state):
        try:
            state = fold(state, decide(state, PairRound(len(state.rounds) + 1), BEGUN, Dice(seed)))
        except PodiumError:
            return []
        state = with_open_results(state, luck, Dice(seed))
        states.append(state)
    return states


def reported(content: bytes) -> list[Tournament]:
    """The event of a report file as it stood before each round, as far as the file tells, and at its end."""
    made = from_report(read_report_file(content), TournamentId("report"), Dice(""))
    end = fold(None, decide(None, made.command, "", Dice("")))
    assert end is not None
    return [*(after_round(end, number) for number in range(len(end.rounds))), end]


def forecasts(runs: int, source: int | File) -> Forecasts | None:
    """All forecasts of an event; None where there are none."""
    states = simulated(source) if isinstance(source, int) else reported(source[1])
    known = isinstance(source, int)
    learnt = (source if isinstance(source, int) else sum(map(ord, source[0]))) % 2 == 0
    try:
        moments = [_moment(state, states[-1], runs) for state in states[:-1]]
    except PodiumError:
        return None
    return Forecasts(learnt, known, tuple(moments)) if moments else None


def _moment(state: Tournament, end: Tournament, runs: int) -> tuple[Line, ...]:
    total, played = end.settings.rounds or len(end.rounds), len(state.rounds)
    stage = 0 if not played else 3 if played == total - 1 else 1 if 2 * played < total else 2
    tally = begin(state, runs, "calibration", runs).tally
    ranks = {each.player: each.rank for each in places(state)}
    came = {each.player: each for each in places(end)}
    ratings = sorted(state.players.values(), key=lambda each: (-(each.fields.rating or 0), each.number))
    seeds = {player.id: at for at, player in enumerate(ratings, start=1)}
    lines = []
    for id in tally.places:
        player, odds = PlayerId(id), tally.odds(id)
        ended = came.get(player)
        if ended is not None:
            shared = range(ended.rank, ended.rank + ended.sharing)
            podium = sum(each <= PODIUM for each in shared) / len(shared)
            first = (ended.rank == 1) / len(shared)
            likely = sum(odds.get(place, 0.0) for place in range(1, PODIUM + 1))
            rank = ranks.get(player, len(ranks)) if played else seeds[player]
            lines.append(Line(stage, seeds[player], rank, odds.get(1, 0.0), likely, first, podium))
    return tuple(lines)


def learnt_shares(events: Iterable[Forecasts], place: Callable[[Line], int]) -> dict[Key, float]:
    """How often who stood at a place, at a stage, was first in the end."""
    won, seen = defaultdict[Key, float](float), defaultdict[Key, float](float)
    for event in events:
        for each in (each for moment in event.moments for each in moment):
            key = each.stage, min(place(each), LAST_SEED)
            won[key] += each.was_first
            seen[key] += 1
    return {key: (won[key] + 0.05) / (seen[key] + 1) for key in seen}


def naive(shares: dict[Key, float], place: Callable[[Line], int], moment: Sequence[Line]) -> list[float]:
    """What is said of the first place by such shares, together 1."""
    found = [shares.get((each.stage, min(place(each), LAST_SEED)), 0.001) for each in moment]
    return [each / sum(found) for each in found]


def scores(chances: Sequence[float], moment: Sequence[Line], runs: int) -> tuple[float, float]:
    """Brier score and log score of a forecast of the first place; less is better."""
    brier = sum((chance - each.was_first) ** 2 for chance, each in zip(chances, moment, strict=True))
    least = 1 / (2 * runs)
    log = -sum(each.was_first * math.log(max(chance, least)) for chance, each in zip(chances, moment, strict=True))
    return brier, log


def scored(events: Sequence[Forecasts], runs: int) -> dict[tuple[int, str], tuple[float, float, int]]:
    """The mean scores at each stage of each kind of forecast, and over how many moments."""
    by_seed = learnt_shares([each for each in events if each.learnt], lambda line: line.seed)
    by_rank = learnt_shares([each for each in events if each.learnt], lambda line: line.rank)
    found: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    for moment in (moment for event in events if not event.learnt for moment in event.moments):
        said = {
            "model": [each.first for each in moment],
            "rating": naive(by_seed, lambda line: line.seed, moment),
            "rank": naive(by_rank, lambda line: line.rank, moment),
        }
        for kind in KINDS:
            found[moment[0].stage, kind].append(scores(said[kind], moment, runs))
    return {
        key: (sum(a for a, _ in values) / len(values), sum(b for _, b in values) / len(values), len(values))
        for key, values in found.items()
    }


def reliability(events: Sequence[Forecasts]) -> list[tuple[float, float, int]]:
    """What was forecast of first places and podiums and how often it came about, from bin to bin, with how many."""
    pairs = [
        pair
        for event in events
        if not event.learnt
        for moment in event.moments
        for each in moment
        for pair in ((each.first, each.was_first), (each.podium, each.was_podium))
    ]
    found = []
    for low, high in pairwise(BINS):
        inside = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1]
        if len(inside) >= 20:
            said, came = (sum(pair[at] for pair in inside) / len(inside) for at in (0, 1))
            found.append((said, came, len(inside)))
    return found


def reliability_picture(found: Sequence[tuple[float, float, int]]) -> str:
    size, left, top = WIDTH - 80, 56, 24

    def spot(chance: float, share: float) -> tuple[float, float]:
        return left + size * chance, top + size * (1 - share)

    parts = [line(*spot(0, 0), *spot(1, 1), "rule")]
    for tick in range(0, 101, 20):
        parts += [text(left - 6, spot(0, tick / 100)[1] + 4, f"{tick} %", "axis", "end")]
        parts += [text(spot(tick / 100, 0)[0], top + size + 18, f"{tick} %", "axis", "middle")]
    spots = [spot(chance, share) for chance, share, _ in found]
    parts.append(f'<path fill="none" stroke="#2f5d8a" stroke-width="2" d="{polyline(spots)}"/>')
    parts += [f'<circle fill="#2f5d8a" cx="{number(x)}" cy="{number(y)}" r="4"/>' for x, y in spots]
    parts += [text(left, top + size + 36, "forecast", "axis"), text(4, top - 8, "came about", "axis")]
    return drawing(Caption("reliability", "Forecast and what came of it", ""), (WIDTH, size + 76), parts)


def scores_picture(found: dict[tuple[int, str], tuple[float, float, int]]) -> str:
    left, top, height, width = 56, 40, 220, WIDTH - 76
    looks = {"model": "#2f5d8a", "rating": "#b0622b", "rank": "#7a7a7a"}
    highest = max(brier for brier, _, _ in found.values()) * 1.05
    parts = []
    for tick in range(0, int(highest * 10) + 1, 2):
        y = top + height * (1 - tick / 10 / highest)
        parts += [line(left, y, left + width, y, "rule"), text(left - 6, y + 4, f"{tick / 10:.1f}", "axis", "end")]
    for at, kind in enumerate(KINDS):
        spots = [
            (left + width * stage / 3, top + height * (1 - found[stage, kind][0] / highest))
            for stage in range(len(STAGES))
            if (stage, kind) in found
        ]
        parts.append(f'<path fill="none" stroke="{looks[kind]}" stroke-width="2" d="{polyline(spots)}"/>')
        x, y = left + 140 * at, top + height + 42
        parts.append(f'<rect fill="{looks[kind]}" x="{x}" y="{y}" width="12" height="12"/>')
        parts.append(text(x + 18, y + 10, NAMES[kind], "axis"))
    names = ("start", "first half", "second half", "last round")
    anchors = ("start", "middle", "middle", "end")
    for stage, (name, anchor) in enumerate(zip(names, anchors, strict=True)):
        parts.append(text(left + width * stage / 3, top + height + 20, name, "axis", anchor))
    parts.append(text(4, top - 14, "Brier score of the winner: less is better", "axis"))
    return drawing(Caption("scores", "Forecasts beside naive ones", ""), (WIDTH, top + height + 66), parts)


LOOKS = {
    'class="rule"': 'stroke="#c8c4b8" fill="none"',
    'class="axis"': 'fill="#333333" font-family="Source Sans 3" font-size="12"',
    "</title>": '</title><rect width="100%" height="100%" fill="#ffffff"/>',
}
"""What the sheet says on pages, where no sheet is read."""


def write_picture(name: str, svg: str) -> None:
    """The picture as a file of the manual."""
    for plain, look in LOOKS.items():
        svg = svg.replace(plain, look)
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "drawn.svg"
        drawn.write_text(svg, "utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(
            '#set page(width: 480pt, height: auto, margin: 0pt)\n#image("drawn.svg", width: 100%)\n', "utf-8"
        )
        (IMAGES / name).write_bytes(typst.compile(str(main), format="png", ppi=110))


def table(found: dict[tuple[int, str], tuple[float, float, int]]) -> str:
    rows = [
        "| | forecasts | " + " | ".join(NAMES[kind] for kind in KINDS) + " |",
        "| --- | ---: |" + " ---: |" * len(KINDS),
    ]
    for stage, name in enumerate(STAGES):
        if (stage, "model") in found:
            cells = (f"{found[stage, kind][0]:.3f} · {found[stage, kind][1]:.2f}" for kind in KINDS)
            rows.append(f"| {name} | {found[stage, 'model'][2]} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def counted(
    sources: Sequence[int | File], runs: int, pool: WorkerPool | Cluster, note: Callable[[], None]
) -> list[Forecasts]:
    """The forecasts of all events that have some, in the order of their sources, wherever they were made."""
    work = [pool.submit(LIMITS, forecasts, runs, source) for source in sources]
    for each in work:
        each.add_done_callback(lambda _done: note())
    return [found for each in work if (found := each.result()) is not None]


def amount(text: str) -> int:
    """A number of events, runs or workers."""
    if text.isascii() and text.isdecimal() and len(text) <= 5:
        return int(text)
    raise argparse.ArgumentTypeError(f"a whole number below 100,000, not {text}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=amount, default=200)
    parser.add_argument("--reports", type=amount, help="no more report files than that")
    parser.add_argument("--runs", type=amount, default=200)
    parser.add_argument("--workers", type=amount, default=os.cpu_count() or 1)
    parser.add_argument("--on", metavar="ADDRESS", help="a Dask cluster, as tcp://scheduler:8786")
    parser.add_argument("folders", nargs="*", type=Path, default=[REPORTS])
    given = parser.parse_args()
    files = sorted(file for folder in given.folders for file in folder.glob("*.trf"))[: given.reports]
    sources: list[int | File] = [*range(given.events), *((file.stem, file.read_bytes()) for file in files)]
    try:
        checked_runs(given.runs)
        pool = WorkerPool("calibration", max(given.workers, 1)) if given.on is None else Cluster(given.on)
        with closing(pool), progress("Forecasting", len(sources)) as shown:
            found = counted(sources, given.runs, pool, shown.step)
    except PodiumError as problem:
        parser.exit(1, f"{sentence(problem)}\n")
    if not found:
        parser.exit(1, "There is nothing to forecast.\n")
    by_chance, reports = [each for each in found if each.known], [each for each in found if not each.known]
    bins = reliability(found)
    drawn = (reliability_picture(bins), scores_picture(scored(found, given.runs)))
    for name, svg in zip(PICTURES, drawn, strict=True):
        write_picture(name, svg)
    words = Template(WORDS.read_text("utf-8"))
    PAGE.write_text(
        words.substitute(
            events=len(by_chance),
            reports=len(reports),
            runs=given.runs,
            forecasts=sum(len(each.moments) for each in found),
            lines=sum(count for _, _, count in bins),
            simulated=table(scored(by_chance, given.runs)),
            reported=table(scored(reports, given.runs)),
            reliability="\n".join(f"| {100 * a:.1f} | {100 * b:.1f} | {n:,} |" for a, b, n in bins),
        ),
        "utf-8",
    )
    print(f"{PAGE}: {len(found)} of {len(sources)} events")


if __name__ == "__main__":
    from scripts.calibration import main as run_by_name  # what workers are sent has to have a name there

    run_by_name()
