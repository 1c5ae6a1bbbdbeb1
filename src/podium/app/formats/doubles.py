"""Doubles, as they are read: a ranking of players over closed rounds, lines with partners, reasons of the draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from podium.app.event.rules_words import doubles_rules
from podium.app.formats.documents import FOR_ALL, DocumentName, FormatDocuments
from podium.app.formats.protocol import FormatViews, Traits
from podium.app.formats.story import Chapter, FormatStory
from podium.app.memory import Memory
from podium.app.players.card import CardLine, DoublesLine, card_line
from podium.app.players.participation import DOUBLES_ACTS
from podium.app.rounds.hand_pairing import Warning
from podium.app.rounds.result_words import NOT_PAIRED, PENDING, outcome
from podium.app.rounds.why import Part, Why, plain_reason, spoken
from podium.app.standings.standings import StandingRow, Standings
from podium.app.standings.tally import details, pairings_of, points, rounds_after, source, tallies
from podium.app.words import counts
from podium.app.words.language import N_, EventWords, _
from podium.app.words.phrases import enumeration
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.doubles import FreeGames, Line, Setting, Standing, ranking
from podium.flow.formats.doubles import DOUBLES as FORMAT
from podium.flow.formats.doubles import options, played, promised
from podium.flow.rounds.pairing import BY_HAND
from podium.flow.state import Game, Match, Pairing, Round, Side, Stage, Tournament

NOT_ENTERED = "?"


def side_name(state: Tournament, side: Sequence[PlayerId]) -> str:
    """The two players of a team, `Ann & Ben`, or the one who plays alone."""
    return " & ".join(state.players[player].name for player in side)


def side_names(state: Tournament, pairing: Game | Match) -> tuple[str, str]:
    """Both sides of a game or match: White or the home team first."""
    first, second = pairing.sides
    return side_name(state, first), side_name(state, second)


def sets_text(value: int | None) -> str:
    """The sets of one side, `?` until entered."""
    return NOT_ENTERED if value is None else str(value)


def score(match: Match) -> str | None:
    """The sets as `3:1`, with `?` for a side that is not entered; None where neither is."""
    return ":".join(sets_text(match.sets_of(side)) for side in Side) if match.entered else None


BUCHHOLZ, SET_DIFFERENCE = "BH", "SETS"
Ranking = Mapping[PlayerId, Standing]
_RANKINGS: Memory[Ranking] = Memory(64, len)


def closed(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """Those that score."""
    return tuple(here for here in rounds if here.stage is Stage.CLOSED)


def ranked_players(state: Tournament, rounds: tuple[Round, ...]) -> Ranking:
    """Everybody's place after `rounds`, best first, with what each closed round added; who left keeps the points."""
    parts = (state.players, state.settings, *rounds)

    def ranked() -> Ranking:
        entered = [player.id for player in sorted(state.players.values(), key=lambda player: player.number)]
        found = ranking(entered, played(rounds), options(state.settings, len(entered), len(rounds)))
        return {standing.player: standing for standing in found}

    return _RANKINGS.remember(parts, ranked)


class DoublesStory(FormatStory):
    chapters = (Chapter.RACE, Chapter.RANKS, Chapter.CROSSTABLE, Chapter.NETWORK, Chapter.UPSETS)
    has_colours = False
    plays_in_teams = True

    def tiebreak_name(self, code: str) -> str:
        return _("Buchholz") if code == BUCHHOLZ else _("set difference")


class DoublesDocuments(FormatDocuments):
    names = tuple(DocumentName.DOUBLES_SHEETS if name is DocumentName.RESULT_SLIPS else name for name in FOR_ALL)
    titles: Mapping[DocumentName, str] = {
        DocumentName.PAIRINGS: N_("Pairings by table"),
        DocumentName.BOARD_CARDS: N_("Table cards"),
    }


class DoublesViews(FormatViews):
    name = FORMAT.name
    traits = Traits(
        uses_tiebreaks=False,
        participation=DOUBLES_ACTS,
        rules=doubles_rules,
        story=DoublesStory(),
        documents=DoublesDocuments(),
        words=EventWords(tours=True, tables=True),
    )

    def tournament_fields(self, state: Tournament) -> Mapping[str, object]:
        """How many rounds are guaranteed and possible for those present."""
        promise = promised(state)
        return {
            "guaranteed": promise.guaranteed if promise else None,
            "possible": promise.possible if promise else None,
        }

    def standings(self, state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
        rounds = rounds_after(state, after)
        if codes is not None and any(code != BUCHHOLZ for code in codes):
            raise Invalid("tiebreak-unknown", field="tiebreaks", value=codes[0], allowed=[BUCHHOLZ])
        return tuple(_rows(state, rounds))

    def card_lines(self, state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
        total = Points(0)
        ranked = {line.round: line for line in ranked_players(state, rounds)[player].lines}
        for here in rounds:
            pairings = pairings_of(here).get(player, ())
            if not pairings:
                yield CardLine(here.number, _(NOT_PAIRED), None, total)
            for pairing in pairings:
                if here.stage is Stage.CLOSED:
                    total += points(pairing, player, state.settings.scoring)
                if isinstance(pairing, Match):
                    yield _match_line(state, player, here.number, pairing, total, ranked.get(here.number))
                else:
                    yield card_line(state, player, here.number, pairing, total)

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        if here.draw is None or here.engine == BY_HAND:
            return super().why(state, here, pairing)
        return plain_reason(state, here, pairing, _drawn(state, here, pairing))

    def warnings(self, state: Tournament, here: Round) -> tuple[Warning, ...]:
        return ()  # rounds of doubles are drawn


def _rows(state: Tournament, rounds: tuple[Round, ...]) -> Iterator[StandingRow]:
    """By points, then Buchholz, then (if chosen) set difference; open rounds do not score."""
    scored = tallies(closed(rounds), state.settings.scoring)
    above: Standing | None = None
    for standing in ranked_players(state, rounds).values():
        player = state.players[standing.player]
        values = {BUCHHOLZ: standing.buchholz}
        if state.settings.set_difference:
            values[SET_DIFFERENCE] = standing.set_difference
        level = above is not None and above.points == standing.points and above.rank != standing.rank
        decided = None
        if level and above is not None:
            decided = BUCHHOLZ if above.buchholz != standing.buchholz else SET_DIFFERENCE
        yield StandingRow(
            standing.rank,
            player,
            player.section,
            Points.of(standing.points),
            details(scored.get(player.id, {})),
            {code: str(value) for code, value in values.items()},
            decided,
        )
        above = standing


def _match_line(
    state: Tournament, player: PlayerId, number: int, match: Match, total: Points, ranked: Line | None
) -> CardLine:
    came = source(match, player)
    return CardLine(
        round=number,
        outcome=_(PENDING) if came is None or ranked is None else outcome(came),
        points=None if ranked is None else Points.of(ranked.points),
        total=total,
        pairing=match.id,
        board=match.board,
        result=score(match),
        doubles=DoublesLine(
            partner=state.players[match.partner(player)],
            opponents=tuple(state.players[each] for each in match.opponents(player)),
            partner_points=ranked.partner_points if ranked else 0,
            opponents_points=ranked.opponents_points if ranked else (),
            buchholz=ranked.buchholz if ranked else None,
            sets=score(match if player in match.home else match.turned),
        ),
    )


def _drawn(state: Tournament, here: Round, pairing: Pairing) -> Part:
    """What the draw of a round of doubles went by."""
    names = [spoken(state.players[id].name) for id in pairing.players]
    seed = _("Drawn from the seed %(seed)s.", seed=here.seed)
    if not pairing.is_bye:
        teams = _(
            "%(home)s against %(away)s: nobody has a partner twice, and these were drawn.",
            home=enumeration(names[:2]),
            away=enumeration(names[2:]),
        )
        power = state.settings.setting is Setting.POWER_PAIRING
        met = _("Teams with nearly the same points meet.") if power else _("Which teams meet was drawn.")
        return Part(_("Draw of the teams"), (teams, met, seed))
    assert here.draw is not None  # who calls has asked
    had = next((each.had for each in here.draw.free if each.player == pairing.player), 0)
    by_rank = state.settings.free_games is FreeGames.BOTTOM_RANKING
    text = (
        N_("%(name)s had %(games)s before. Those with the fewest come first; of these the lowest-ranked sits out.")
        if by_rank
        else N_("%(name)s had %(games)s before. Those with the fewest come first; who of these sits out is drawn.")
    )
    return Part(_("Free game"), (_(text, name=names[0], games=counts.free_games(had)), seed))


DOUBLES = DoublesViews()
