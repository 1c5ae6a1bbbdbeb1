"""From a simulated tournament to its report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from podium.app.trf.tiebreak_view import view_of
from podium.core.points import Points
from podium.files.trf import Acceleration, Cell, Entry, Forbidden, Report
from podium.simulation.swiss import Simulated
from podium.tiebreaks import standings

DUTCH_SWISS = "FIDE_DUTCH"


def report_of(
    played: Simulated, seed: str, tiebreaks: Sequence[str] = ("PTS",), comments: Sequence[str] = ()
) -> Report:
    """A simulated tournament as a report, ranked by its tie-breaks; players whom nothing separates share a rank."""
    plan = played.plan
    entries = [
        Entry(
            one.number,
            f"Player {one.number:04}",
            rating=one.rating or None,
            points=Points.total(turn.points for turn in one.turns[: played.played]),
            cells=tuple(
                Cell(turn.opponent or 0, turn.colour.value if turn.colour else "-", code)
                for turn, code in zip(one.turns[: played.played], one.codes, strict=False)
            ),
        )
        for one in played.contestants
    ]
    report = Report(
        tuple(entries),
        name=f"Random tournament {seed}",
        kind="Individual: Swiss-System (FIDE Dutch)",
        type_code=f"{DUTCH_SWISS}_BAKU" if plan.accelerated else DUTCH_SWISS,
        planned_rounds=plan.rounds,
        initial_colour=plan.initial.value,
        scoring=plan.scoring,
        tiebreaks=tuple(tiebreaks),
        forbidden=tuple(Forbidden(tuple(sorted(group)), 1, plan.rounds) for group in played.forbidden),
        accelerations=_accelerations(played),
        others=tuple(comments),
    )
    ranks = standings(view_of(report), tiebreaks).ranks
    return replace(report, entries=tuple(replace(entry, rank=ranks[entry.number]) for entry in entries))


def _accelerations(played: Simulated) -> tuple[Acceleration, ...]:
    """The fictitious points, which the same players have in every accelerated round."""
    upper = [one for one in played.contestants if one.virtual]
    if not upper:
        return ()
    records: list[Acceleration] = []
    for number, points in enumerate(upper[0].virtual, 1):
        if records and records[-1].points == points:
            records[-1] = replace(records[-1], last_round=number)
        else:
            records.append(Acceleration(points, number, number, upper[0].number, upper[-1].number))
    return tuple(records)
