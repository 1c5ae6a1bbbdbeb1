"""A round of doubles: a card for every table with a button for each team, and who sits out and why."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.access import Role, permit
from podium.app.desk import Seen
from podium.app.formats.doubles import ranked_players, sets_text, side_names
from podium.app.rounds.table_calls import table_chips, with_call
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import MATCH_PROBLEMS, enumeration
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.doubles import FreeGames, won_scores
from podium.flow.commands import ClickSets
from podium.flow.formats.doubles import promised
from podium.flow.rounds.statements import PlayerReports
from podium.flow.state import Match, Round, Side, Stage, Tournament
from podium.web.formats.protocol import MOST_BY_ONE_TAP
from podium.web.rounds.report_marks import ReportMark, report_marks


@dataclass(frozen=True, slots=True)
class SideView:
    """One team of a match, its members with their points from the closed rounds before, and what its button shows."""

    side: str
    name: str
    members: tuple[tuple[Player, int], ...]
    sets: str
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """One match. `action` is where clicks go, `scores` are entered by one; `problem` says why it is not decided,
    `place` at which table it is played or how long it waits, where there are fewer tables than matches."""

    match: Match
    sides: tuple[SideView, ...]
    problem: str | None
    action: str | None
    scores: tuple[tuple[int, int], ...]
    report: ReportMark | None = None
    name: str = ""
    place: tuple[str, str] | None = None

    @property
    def sets(self) -> str:
        """The sets of both teams, as `sets_of` has them."""
        return sets_of(self.match)

    @property
    def called(self) -> str:
        """The two teams."""
        return " – ".join(side.name for side in self.sides)


def sets_of(match: Match) -> str:
    """The sets of both teams in one text, such as `2:1`."""
    return ":".join(sets_text(match.sets_of(side)) for side in Side)


@dataclass(frozen=True, slots=True)
class DoublesRound:
    """What a round of doubles shows beyond what every round does; players who sit out with the reason."""

    tables: tuple[TableView, ...]
    free: tuple[tuple[Player, str], ...]
    passed_over: tuple[str, ...]
    promise: str
    note: str
    by_hand: bool


def doubles_round(state: Tournament, here: Round, seen: Seen, url: str) -> DoublesRound:
    """A round of doubles with the sets that the reader may enter."""
    matches = here.matches
    points = _points_before(state, here)
    decided = sum(each.played for each in matches)
    note = ngettext(
        "%(decided)s of %(num)s match is decided",
        "%(decided)s of %(num)s matches are decided",
        len(matches),
        decided=decided,
    )
    if here.stage is Stage.DRAFT:
        note = _("%(note)s, a draft: only you can see it", note=note)
    return DoublesRound(
        tables=tuple(_table(state, here, match, points, seen, url) for match in matches),
        free=_free(state, here),
        passed_over=_passed_over(state, here),
        promise=promise_text(state),
        note=with_call(note, state),
        by_hand=here.engine == "hand",
    )


def own_table(seen: Seen, url: str) -> TableView | None:
    """The match that the player who looks plays now, if its sets can be entered."""
    for here in reversed(seen.state.rounds):
        for match in here.games.values():
            if isinstance(match, Match) and seen.player in match.players and _may_enter(seen, here, match):
                return _table(seen.state, here, match, _points_before(seen.state, here), seen, url)
    return None


def _points_before(state: Tournament, here: Round) -> dict[PlayerId, int]:
    return {id: each.points for id, each in ranked_players(state, state.rounds[: here.number - 1]).items()}


def promise_text(state: Tournament) -> str:
    """How many rounds there will be, in a sentence; nothing for fewer than four players."""
    promise = promised(state)
    if promise is None:
        return _("Doubles need at least four players.")
    planned = state.settings.rounds
    text = ngettext(
        "%(num)s round is guaranteed, %(possible)s possible with the present players.",
        "%(num)s rounds are guaranteed, %(possible)s possible with the present players.",
        promise.guaranteed,
        possible=promise.possible,
    )
    if planned is not None and planned > promise.possible:
        text += " " + _("%(planned)s are planned: that is more than possible.", planned=planned)
    return text


def _table(
    state: Tournament, here: Round, match: Match, points: dict[PlayerId, int], seen: Seen, url: str
) -> TableView:
    action = f"{url}/games/{match.id}/sets" if _may_enter(seen, here, match) else None
    sides = tuple(
        SideView(
            side=side.value,
            name=name,
            members=tuple((state.players[id], points.get(id, 0)) for id in team),
            sets=sets_text(match.sets_of(side)),
            won=match.played and match.sets_of(side) == match.to_win,
        )
        for side, name, team in zip(Side, side_names(state, match), (match.home, match.away), strict=True)
    )
    usual = won_scores(match.to_win) if action is not None and match.to_win <= MOST_BY_ONE_TAP else ()
    return TableView(
        match,
        sides=sides,
        problem=_(MATCH_PROBLEMS[match.problem]) if match.problem else None,
        action=action,
        scores=tuple(usual),
        report=report_marks(seen).get(match.id),
        name=_(N_("Match %(number)s") if state.settings.tables else N_("Table %(number)s"), number=match.board),
        place=table_chips(state).get(match.id),
    )


def _may_enter(seen: Seen, here: Round, match: Match) -> bool:
    if seen.state.archived or here.stage is Stage.CLOSED:
        return False
    by_agreement = seen.state.settings.player_reports is PlayerReports.AGREED
    if seen.role < Role.SCORER and (by_agreement or match.id in seen.state.reports):
        return False  # players report the score, and answer what was reported, on their own card
    try:
        permit(seen.role, seen.player, ClickSets(match.id, Side.HOME), seen.state)
    except PodiumError:
        return False
    return True


def _free(state: Tournament, here: Round) -> tuple[tuple[Player, str], ...]:
    if here.draw is None:
        return ()
    text = N_("%(games)s before, rank %(rank)s")
    if here.engine == "hand":
        text = N_("%(games)s before, chosen by the director")
    elif state.settings.free_games is FreeGames.RANDOM:
        text = N_("%(games)s before, drawn at random")
    return tuple(
        (state.players[each.player], _(text, games=counts.free_games(each.had), rank=each.rank))
        for each in here.draw.free
    )


def _passed_over(state: Tournament, here: Round) -> tuple[str, ...]:
    """Who was lower in the ranking and plays all the same, and why."""
    if here.draw is None:
        return ()

    def name(id: PlayerId) -> str:
        return state.players[id].name

    return tuple(
        _(
            "%(name)s was passed over for %(names)s: otherwise no way was found to play every round up to round "
            "%(round)s.",
            name=name(each.player),
            names=enumeration([name(id) for id in each.instead]),
            round=each.through,
        )
        for each in here.draw.passed_over
    )
