"""The story of a knockout: the bracket, and the matches that decided the places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.app.formats.knockout.words import name, reason_word, round_phrase
from podium.app.formats.story import Chapter, FormatStory
from podium.app.rounds.why import spoken
from podium.app.standings.standings import StandingRow
from podium.app.story.meetings import Meeting
from podium.app.story.words import champion_name
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.flow.formats.knockout_rounds import own_result
from podium.flow.state import Round, Tournament
from podium.knockout import BracketMatch, Knockout, Outcome


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
        return champion_name(shared=shared) if rank == 1 else super().place_name(rank, shared=shared)

    def decided(self, state: Tournament, places: Sequence[Sequence[StandingRow]], at: int) -> str:
        """The last match of whoever has the place alone, or how far those who share it came."""
        rows = places[at]
        if state.knockout is None or rows[0].entered:
            return ""
        if len(rows) > 1:
            return rows[0].details if rows[0].rank > 1 else ""
        player = rows[0].player.id
        return _match_words(state, state.knockout, _last_match(state.knockout, player), player)


def _last_match(knockout: Knockout, player: PlayerId) -> BracketMatch:
    return [match for here in knockout.rounds for match in here.parents if player in match.players][-1]


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


KNOCKOUT_STORY = KnockoutStory()
