"""A knockout, as it is read: a ranking by rounds reached, cards and tables of matches with their tie-break games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from podium.app.event.progress import Progress, Step, before_round_1
from podium.app.event.rules_words import knockout_rules
from podium.app.formats.documents import FOR_ALL, BracketSheet, DocumentName, FormatDocuments
from podium.app.formats.knockout.matches import cell, matches_of, reasons
from podium.app.formats.knockout.words import name, reason_word, round_name, round_phrase, seat_label
from podium.app.formats.protocol import FormatViews, Traits
from podium.app.formats.story import Chapter, FormatStory
from podium.app.memory import Memory
from podium.app.players.card import CardLine
from podium.app.players.participation import KNOCKOUT_ACTS
from podium.app.rounds.why import Part, Why, spoken, who_plays
from podium.app.standings.crosstable import Cell, CrossRow, Crosstable
from podium.app.standings.standings import StandingRow, Standings
from podium.app.standings.tally import rounds_after
from podium.app.story.meetings import Meeting
from podium.app.words.language import N_, EventWords, _
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, bracket_of, match_of
from podium.flow.formats.knockout import KNOCKOUT as FORMAT
from podium.flow.formats.knockout_rounds import is_known, own_result
from podium.flow.state import Game, Pairing, Round, Tournament
from podium.knockout import BracketMatch, BracketRound, Knockout, Outcome, Place, ranking

if TYPE_CHECKING:
    from podium.app.pictures.print_sheets import PrintSheet


class KnockoutStory(FormatStory):
    chapters = (Chapter.BRACKET, Chapter.UPSETS)
    counts_points = False

    def games(self, state: Tournament, rounds: Sequence[Round]) -> Iterator[Meeting]:
        """Matches and tie-break games, each with its own result: a draw that was played off is a draw."""
        for match in state.knockout or ():
            result = own_result(match)
            if result is not None and match.white is not None and match.black is not None:
                yield Meeting(match.round, (match.white,), (match.black,), result.white, result.black)

    def place_name(self, rank: int, *, shared: bool) -> str:
        if rank > 1:
            return super().place_name(rank, shared=shared)
        return _("Joint champions") if shared else _("Champion")

    def decided(self, state: Tournament, places: Sequence[Sequence[StandingRow]], at: int) -> str:
        """The last match of a player who has the place alone, or how far players who share it came."""
        rows = places[at]
        if state.knockout is None or rows[0].entered:
            return ""
        if len(rows) > 1:
            return rows[0].details if rows[0].rank > 1 else ""
        player = rows[0].player.id
        own = [match for here in state.knockout.rounds for match in here.parents if player in match.players]
        return _match_words(state, state.knockout, own[-1], player)


def _match_words(state: Tournament, knockout: Knockout, match: BracketMatch, player: PlayerId) -> str:
    """How the match went for the player: `won the final against Ben in the rapid tie-break`."""
    where = _("the match for third place") if match.third_place else round_phrase(knockout, match.round)
    if not match.full or match.played is Outcome.DOUBLE_FORFEIT or match.verdict is Outcome.DOUBLE_FORFEIT:
        return ""
    opponent = spoken(name(state, match.black if match.white == player else match.white))
    if match.result is Outcome.DRAW:
        return _("drew %(match)s with %(name)s", match=where, name=opponent)
    how = f" {reason_word(match.verdict_reason)}" if match.verdict_reason is not None else ""
    if player in match.advancing:
        return _("won %(match)s against %(name)s%(how)s", match=where, name=opponent, how=how)
    return _("lost %(match)s to %(name)s%(how)s", match=where, name=opponent, how=how)


class KnockoutDocuments(FormatDocuments):
    names = (*FOR_ALL, DocumentName.BRACKET)
    points = N_("Rounds won")
    details = N_("Reached")
    plays_every_round = False

    def round_name(self, state: Tournament, number: int) -> str:
        if state.knockout is None:
            return super().round_name(state, number)
        return round_name(state.knockout, number)

    def note_on(self, state: Tournament, pairing: Pairing) -> str:
        """How a match went on that its first game did not decide, and that it was for the third place."""
        if state.knockout is None or not isinstance(pairing, Game):
            return super().note_on(state, pairing)
        played = matches_of(state.knockout, pairing.white, len(state.rounds))
        found = next((each for each in played if each.match.id == pairing.id), None)
        if found is None or not (found.match.tie_breaks or found.match.third_place):
            return ""
        return _("White: %(outcome)s", outcome=found.outcome)

    def bracket(self, state: Tournament) -> Iterator[BracketSheet]:
        from podium.app.pictures.print_sheets import sheets  # pictures take a while to load, and few ask for them

        if state.knockout is not None:
            for sheet in sheets(state.knockout):
                yield _sheet(state, state.knockout, sheet)


def _sheet(state: Tournament, knockout: Knockout, sheet: PrintSheet) -> BracketSheet:
    from podium.app.pictures.bracket import TYPESET, picture
    from podium.app.pictures.print_sheets import sheet_titles

    title, note = sheet_titles(knockout, sheet)
    if sheet.part is None:
        listed = (_match(state, knockout, each) for each in knockout.rounds[sheet.first - 1].parents)
        return BracketSheet(title, note, matches=tuple(listed))
    names = {id: state.players[id].name for id in knockout.entrants}
    return BracketSheet(title, note, picture(knockout, names, part=sheet.part, size=TYPESET))


def _match(state: Tournament, knockout: Knockout, match: BracketMatch) -> tuple[str, str, str]:
    """The board and both players, or what an empty seat says."""
    seats = (
        state.players[player].name if player is not None else seat_label(knockout, match, None, at)
        for at, player in enumerate((match.white, match.black))
    )
    white, black = seats
    return str(match.board), white, black


_RANKINGS: Memory[Standings] = Memory(64, len)


class KnockoutViews(FormatViews):
    name = FORMAT.name
    traits = Traits(
        uses_tiebreaks=False,
        tiebreaks_missing="knockout-without-tiebreaks",
        lists_matches=True,
        participation=KNOCKOUT_ACTS,
        rules=knockout_rules,
        story=KnockoutStory(),
        documents=KnockoutDocuments(),
        words=EventWords(tours=True),
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
        cells, letters = dict[tuple[PlayerId, int], Cell](), _("w") + _("b")
        for here in state.knockout.rounds[: len(rounds)]:
            for match in here.parents:
                if is_known(match):
                    ids = (match.id, *match.tie_breaks)
                    for each in match.players:
                        texts = (cell(match, each, numbers), cell(match, each, numbers, letters))
                        cells[each, here.number] = Cell(texts[0], ids, texts[1])
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


_WON_FOR_THIRD = N_("%(place)s, then won the match for third place")
_DREW_FOR_THIRD = N_("%(place)s, then drew the match for third place")
_PLAYS_FOR_THIRD = N_("%(place)s, plays for third place")


def _ranking(state: Tournament, after: int | None = None) -> Iterator[StandingRow]:
    """Everybody after a round or now, the best first, a point for each round won; last players not in the bracket."""
    knockout = state.knockout
    places = ranking(knockout, after) if knockout is not None else []
    if knockout is not None:
        ended = after is None or after >= len(knockout.rounds)
        champions = knockout.champions if ended else ()
        consoled = _consoled(knockout.rounds[:after])
        for place in places:
            said = _said(knockout, place, champions)
            if place.player in consoled:
                said = _(consoled[place.player], place=said)
            yield StandingRow(place.rank, state.players[place.player], "", Points.of(place.won), said)
    named = {place.player for place in places}
    others = (player for player in state.players.values() if player.id not in named)
    for player in sorted(others, key=lambda each: each.number):
        yield StandingRow(len(places) + 1, player, "", Points(0), _("not in the bracket") if places else "")


def _said(knockout: Knockout, place: Place, champions: Sequence[PlayerId]) -> str:
    if place.out:
        return _("out in %(round)s", round=round_phrase(knockout, place.reached))
    if place.player not in champions:
        return _("still in")
    return _("champion") if len(champions) == 1 else _("joint champion")


def _consoled(rounds: Sequence[BracketRound]) -> dict[PlayerId, str]:
    """What the match for third place still means, or how it went, for players who did not lose it."""
    said: dict[PlayerId, str] = {}
    for match in (match for here in rounds for match in here.parents if match.third_place):
        if match.resolved:
            drawn = match.result is Outcome.DRAW
            said |= dict.fromkeys(match.advancing, _DREW_FOR_THIRD if drawn else _WON_FOR_THIRD)
        else:
            said |= dict.fromkeys(match.players, _PLAYS_FOR_THIRD)
    return said


class DoubleEliminationViews(KnockoutViews):
    name = DOUBLE_ELIMINATION.name


KNOCKOUT = KnockoutViews()
DOUBLE_ELIMINATION_VIEWS = DoubleEliminationViews()
