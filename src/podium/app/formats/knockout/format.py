"""A knockout, as it is read: a ranking by rounds reached, cards and tables of matches with their tie-break games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.app.event.progress import Progress, Step, before_round_1
from podium.app.event.rules_words import knockout_rules
from podium.app.formats.knockout.documents import KNOCKOUT_DOCUMENTS
from podium.app.formats.knockout.matches import cell, matches_of
from podium.app.formats.knockout.ranking import points, ranked
from podium.app.formats.knockout.reasons import reasons
from podium.app.formats.knockout.story import KNOCKOUT_STORY
from podium.app.formats.protocol import FormatViews, Traits
from podium.app.memory import Memory
from podium.app.players.card import CardLine
from podium.app.players.participation_words import OF_KNOCKOUT
from podium.app.rounds.why import Part, Why, who_plays
from podium.app.standings.crosstable import Cell, CrossRow, Crosstable
from podium.app.standings.standings import StandingRow, Standings
from podium.app.standings.tally import rounds_after
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.flow.formats.knockout import KNOCKOUT as FORMAT
from podium.flow.formats.knockout import bracket_of, match_of
from podium.flow.formats.knockout_rounds import is_known
from podium.flow.state import Pairing, Round, Tournament

_RANKINGS: Memory[Standings] = Memory(64, len)


class KnockoutViews(FormatViews):
    name = FORMAT.name
    traits = Traits(
        uses_tiebreaks=False,
        tiebreaks_missing="knockout-without-tiebreaks",
        lists_matches=True,
        participation=OF_KNOCKOUT,
        rules=knockout_rules,
        story=KNOCKOUT_STORY,
        documents=KNOCKOUT_DOCUMENTS,
    )

    def standings(self, state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
        """By the round reached; those beaten in the same round share their rank."""
        if codes:
            raise Refused("tiebreak-not-in-knockout", value=codes[0])
        if after is not None and len(rounds_after(state, after)) < len(state.rounds):
            return tuple(_ranking(state, after))
        now = (state.players, state.knockout)
        return _RANKINGS.remember(now, lambda: tuple(_ranking(state)))

    def card_lines(self, state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
        if state.knockout is None:
            return
        total = Points(0)
        for played in matches_of(state.knockout, player, len(rounds)):
            won = None if played.through is None else Points.of(int(played.through))
            total += won or Points(0)
            yield CardLine(
                round=played.match.round,
                outcome=played.outcome,
                points=won,
                total=total,
                pairing=played.match.id,
                board=played.match.board,
                opponent=state.players[played.opponent] if played.opponent is not None else None,
                colour=played.colour,
                result=played.result,
                knockout=played,
            )

    def crosstables(
        self, state: Tournament, rounds: tuple[Round, ...], rows: Sequence[StandingRow]
    ) -> tuple[Crosstable, ...]:
        """One table in the order of the ranking, with a mark for matches that tie-break games decided."""
        if state.knockout is None:
            return super().crosstables(state, rounds, rows)
        numbers = {row.player.id: number for number, row in enumerate(rows, start=1)}
        cells: dict[tuple[PlayerId, int], Cell] = {}
        for here in state.knockout.rounds[: len(rounds)]:
            for match in here.parents:
                if is_known(match):
                    ids = (match.id, *match.tie_breaks)
                    cells |= {(each, here.number): Cell(cell(match, each, numbers), ids) for each in match.players}
        columns = range(1, len(rounds) + 1)
        table = tuple(
            CrossRow(
                numbers[row.player.id], row, tuple(cells.get((row.player.id, number), Cell()) for number in columns)
            )
            for row in rows
        )
        return (Crosstable("", False, tuple(map(str, columns)), table),) if table else ()

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        part = Part(*reasons(state, match_of(state, pairing.id)))
        return Why(here.number, pairing.board, who_plays(state, pairing), here.engine, None, True, (part,))

    def progress(self, state: Tournament) -> Progress:
        planned = FORMAT.rounds_expected(state)
        if state.knockout is None:
            return Progress(before_round_1(state), 1, 0, planned)
        bracket = bracket_of(state)
        here = bracket.rounds[bracket.begun - 1]
        due = Step.LOOK if bracket.over else Step.ENTER_RESULTS
        return Progress(due, here.number, here.unresolved, planned)


def _ranking(state: Tournament, after: int | None = None) -> Iterator[StandingRow]:
    for row in ranked(state, after):
        yield StandingRow(row.rank, row.player, "", points(row), row.said)


KNOCKOUT = KnockoutViews()
