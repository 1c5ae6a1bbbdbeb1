"""A Keizer, as it is read: the table with everybody's worth, every part of a score in a sentence, and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from podium.app.event.rules_words import keizer_rules
from podium.app.formats.documents import FormatDocuments
from podium.app.formats.keizer_words import board_parts, bye_part, part_sentence
from podium.app.formats.protocol import FormatViews, RatedSystem, Traits
from podium.app.memory import Memory
from podium.app.players.card import CardLine, KeizerPart, card_lines
from podium.app.players.participation import KEIZER_ACTS
from podium.app.rounds.hand_pairing import Contrast
from podium.app.rounds.why import Part, Why, plain_reason, reason_of_bye, spoken, who_plays
from podium.app.standings.standings import StandingRow, Standings, Valued
from podium.app.standings.tally import counted, rounds_after
from podium.app.words.language import N_, EventWords, _
from podium.app.words.numbers import decimal
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.points import UNIT as HUNDRED
from podium.core.points import Points
from podium.core.result import ByeType, Source, Worth
from podium.flow.formats.keizer import KEIZER_FORMAT as FORMAT
from podium.flow.formats.keizer import evening, prescribed, strongest_first, tables, turns
from podium.flow.state import Pairing, Round, Tournament
from podium.keizer import UNIT, PairedEvening, Share
from podium.keizer.table import Table, Turn

Tables = Mapping[str, tuple[Table, ...]]
_TABLES: Memory[Tables] = Memory(64)
_ROWS: Memory[Standings] = Memory(64, len)
_SOURCES: Mapping[Share, Source] = {
    Share.WIN: Worth.WIN,
    Share.DRAW: Worth.DRAW,
    Share.LOSS: Worth.LOSS,
    Share.BYE: ByeType.BYE,
    Share.CLUB_DUTY: ByeType.CLUB_DUTY,
    Share.EXCUSED: ByeType.EXCUSED,
    Share.ABSENT: ByeType.ABSENT,
}


def section_tables(state: Tournament, rounds: int) -> Tables:
    """The tables of each section after no round, after round 1, and so on; counts on from what is known."""
    known: Tables = {}
    for end in range(rounds - 1, 0, -1):
        if (found := _TABLES.recall(_parts(state, end))) is not None:
            known = found
            break
    return _TABLES.remember(
        _parts(state, rounds),
        lambda: {each: tables(state, each, rounds, known.get(each, ())) for each in state.sections},
    )


def _parts(state: Tournament, rounds: int) -> tuple[object, ...]:
    return (state.players, state.settings, *state.rounds[:rounds])


def exact(units: int) -> Decimal:
    """A score as an exact decimal: `37`, `156.515`."""
    return Decimal(f"{(Decimal(units) / UNIT).normalize():f}")


def rounded(units: int) -> Points:
    """A score to the hundredth, as points are kept."""
    return Points(round(units * HUNDRED / UNIT)) if units % (UNIT // HUNDRED) else Points(units // (UNIT // HUNDRED))


class KeizerDocuments(FormatDocuments):
    points = N_("Score")
    plays_every_round = False


class KeizerViews(FormatViews):
    name = FORMAT.name
    traits = Traits(
        uses_tiebreaks=False,
        participation=KEIZER_ACTS,
        rules=keizer_rules,
        documents=KeizerDocuments(),
        rated_as=RatedSystem.OTHER,
        words=EventWords(decimals=True),
    )

    def standings(self, state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
        rounds = rounds_after(state, after)
        if codes:
            raise Refused("tiebreak-not-in-keizer", value=codes[0])
        found = section_tables(state, len(rounds))
        return _ROWS.remember(
            _parts(state, len(rounds)),
            lambda: tuple(row for section in found for row in _rows(state, section, found[section][-1], rounds)),
        )

    def card_lines(self, state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
        section = state.players[player].section
        table = section_tables(state, len(rounds))[section][-1]
        lines = {line.round: line for line in card_lines(state, player, rounds)}
        if player not in table.scores:
            yield from lines.values()
            return
        played = [turns(section, here).get(player) for here in rounds]
        total = table.value(player) * UNIT
        for here, turn, part in zip(rounds, played, table.parts(player, played, state.settings.keizer), strict=True):
            line, units = lines[here.number], part.units if part is not None else 0
            total += units
            pending = turn is not None and turn.opponent is not None and line.result is None
            points = None if pending or turn is None else rounded(units)
            said = part_sentence(state, here.number, turn, part, exact)
            known = KeizerPart(part.value if part else 0, exact(part.share if part else 0), exact(units), said)
            yield replace(line, points=points, total=rounded(total), keizer=known)

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        asked = reason_of_bye(state, pairing)
        if asked is not None:
            return plain_reason(state, here, pairing, asked)
        table = section_tables(state, here.number - 1)[pairing.section][-1]
        made = prescribed(state, pairing.section, here, table)
        there = {*([made.bye] if made.bye else []), *(player for board in made.boards for player in board.players)}
        before = evening(state, pairing.section, here.number, there, table)
        mine = next((board for board in made.boards if {*board.players} == {*pairing.players}), None)
        as_paired = pairing.players == (mine.players if mine is not None else (made.bye,))
        parts: list[Part] = []
        if not as_paired:
            lines = [_("This board is not the one that the rules prescribe."), *_engine_lines(state, made, pairing)]
            parts.append(Part(_("Made by hand"), tuple(lines)))
        if mine is not None:
            parts += board_parts(state, before, mine)
        elif made.bye is not None and pairing.players == (made.bye,):
            parts.append(bye_part(state, before, made.bye))
        who = who_plays(state, pairing)
        return Why(here.number, pairing.board, who, here.engine, here.edition, as_paired, tuple(parts))

    def contrast(self, state: Tournament, here: Round) -> Contrast | None:
        found = FORMAT.engine.deviations(state, here).values()
        engine, made = (tuple(_line(state, players) for each in found for players in each[side]) for side in (0, 1))
        return Contrast(not (engine or made), engine, made)


def _rows(state: Tournament, section: str, table: Table, rounds: tuple[Round, ...]) -> Iterator[StandingRow]:
    """By score, then by strength; who took no part yet comes last, and before round 1 all have the worth to begin."""
    strength = strongest_first(state, section)
    if not table.order:
        table = table.after(
            {id: Turn() for id in strength if not state.players[id].withdrawn}, state.settings.keizer, strength
        )
    scores = table.scores
    played = [turns(section, here) for here in rounds]
    for rank, id in enumerate((*table.order, *(each for each in strength if each not in scores)), start=1):
        units = scores.get(id, 0)
        valued = Valued(table.value(id) if id in scores else None, exact(units), table.circle)
        turns_of = [each.get(id) for each in played]
        details = _details(state, table, id, turns_of, units) if id in scores else decimal("0")
        yield StandingRow(rank, state.players[id], section, rounded(units), details, valued=valued)


def _details(state: Tournament, table: Table, player: PlayerId, played: Sequence[Turn | None], score: int) -> str:
    """How a score adds up: `worth 45 + 2W (81) + bye (30.015) = 156.015`."""
    sums: dict[Share, tuple[int, int]] = {}
    for part in table.parts(player, played, state.settings.keizer):
        if part is not None and part.turn.share is not None and part.units:
            count, units = sums.get(part.turn.share, (0, 0))
            sums[part.turn.share] = count + 1, units + part.units
    parts = [_("worth %(value)s", value=table.value(player))]
    parts += [
        f"{counted(_SOURCES[share], sums[share][0])} ({decimal(exact(sums[share][1]))})"
        for share in Share
        if share in sums
    ]
    return f"{' + '.join(parts)} = {decimal(exact(score))}" if sums else parts[0]


def _engine_lines(state: Tournament, made: PairedEvening, pairing: Pairing) -> Iterator[str]:
    """What the engine has for the players of a pairing that was made by hand."""
    for board in made.boards:
        if not {*board.players}.isdisjoint(pairing.players):
            white, black = (spoken(state.players[id].name) for id in board.players)
            yield _("By the table %(white)s (White) meets %(black)s (Black).", white=white, black=black)
    if made.bye in pairing.players:
        yield _("By the table %(name)s has the bye.", name=spoken(state.players[made.bye].name))


def _line(state: Tournament, players: Sequence[PlayerId]) -> str:
    names = [state.players[id].name for id in players]
    return " - ".join(names) if names[1:] else _("%(name)s: bye", name=names[0])


KEIZER = KeizerViews()
