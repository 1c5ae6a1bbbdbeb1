"""The matches of a knockout as somebody sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from podium.app.access import Role, permit
from podium.app.desk import Seen
from podium.app.formats.knockout.words import game_word, marks, name, reason_word, result_word, round_name, seat_label
from podium.app.live.live_boards import has_board
from podium.app.rounds.result_words import RESULTS, score_text
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.result import AS_OFFERED, Result
from podium.flow.formats.knockout import match_report
from podium.flow.formats.knockout_rounds import REPORTED
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Reason, Status, TieBreakPolicy, is_due

Button = tuple[str, str, str, str]
"""Value, what is shown, what is read aloud, key."""
ENTERED: tuple[Button, ...] = tuple(
    (REPORTED[each][0].value, score_text(each.value), RESULTS[each], each.key) for each in AS_OFFERED if each.usual
)
UNPLAYED: tuple[Button, ...] = (
    ("WHITE_WIN NO_SHOW", "+ −", N_("Black did not come"), Result.WHITE_WINS_BY_FORFEIT.key),
    ("BLACK_WIN NO_SHOW", "− +", N_("White did not come"), Result.BLACK_WINS_BY_FORFEIT.key),
    ("DOUBLE_FORFEIT", "− −", N_("Neither player came"), Result.BOTH_FORFEIT.key),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a board: who sits there or whom it waits for, and how each game went."""

    name: str
    url: str | None = None
    seed: int | None = None
    marks: str = ""
    on: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match or a tie-break game: who plays, how it stands, and where a result of it can be sent.

    `state` is waiting, open, done, bye or canceled; `corrects` says whether all results can be entered, not only once;
    `sudden` is a game still to be played in which Black wins a draw; `play` is where a live game is. `proposed` is the
    result that the record of its game says, where there is none.
    """

    id: str
    board: int
    title: str
    called: str
    white: Side
    black: Side
    state: str
    chip: tuple[str, str]
    told: str
    chosen: str
    why: str
    clock: str
    url: str | None
    action: str | None
    corrects: bool
    sudden: bool = False
    play: str | None = None
    proposed: str | None = None
    games: tuple[MatchView, ...] = ()
    entered: tuple[Button, ...] = ENTERED
    unplayed: tuple[Button, ...] = UNPLAYED

    @property
    def pressed(self) -> str:
        """The button that stands for the result there is."""
        return f"{self.chosen} {self.why}" if self.why == Reason.NO_SHOW.value else self.chosen

    @property
    def proposal(self) -> str:
        """The button that stands for the result that is proposed."""
        return REPORTED[Result(self.proposed)][0].value if self.proposed else ""

    @property
    def more(self) -> str:
        """The result there is, where it is not one of the usual three."""
        return next((word for value, word, *_rest in self.unplayed if value == self.pressed), "")


def match_view(seen: Seen, knockout: Knockout, match: BracketMatch, url: str, seeds: dict[PlayerId, int]) -> MatchView:
    """A match as the user of `seen` may look at it; `url` is the tournament's address."""
    here = f"{url}/matches/{match.id}" if match.full else None
    slots, marked = knockout.slots(match), marks(knockout, match)
    drawn = match.parent is not None and match.played is Outcome.DRAW
    undecided = drawn and not _settles(match)  # it sends nobody anywhere
    on = match.players[1:] if _settles(match) else () if undecided else match.advancing

    def side(player: PlayerId | None, at: int) -> Side:
        if player is None:
            return Side(seat_label(knockout, match, slots, at))
        out = match.resolved and player not in on and not undecided
        return Side(
            name(seen.state, player),
            f"{url}/players/{player}",
            seeds.get(player),
            " ".join(marked[at]),
            player in on,
            out,
        )

    pair = f"{name(seen.state, match.white)} – {name(seen.state, match.black)}"
    return MatchView(
        id=match.id,
        board=match.board,
        title=game_word(match) or (_("Third place") if match.third_place else ""),
        called=f"{pair}, {game_word(match)}" if match.kind else pair,
        white=side(match.white, 0),
        black=side(match.black, 1),
        state=_state(match),
        chip=_chip(match),
        told=result_text(seen.state, match),
        chosen=match.played.value if match.played is not None else "",
        why=match.played_reason.value if match.played_reason is not None else "",
        clock=match.clock or "",
        url=here,
        action=f"{here}/result" if here and may_report(seen, match) else None,
        corrects=seen.role >= Role.SCORER,
        sudden=match.kind is TieBreakPolicy.ARMAGEDDON and match.played is None,
        play=f"{url}/games/{match.id}/play" if match.full and has_board(seen.state, match.id) else None,
        games=tuple(match_view(seen, knockout, each, url, seeds) for each in knockout.games_of(match)),
    )


def with_live_games(
    match: MatchView, chips: Mapping[str, tuple[str, str]], proposed: Mapping[PairingId, str] = MappingProxyType({})
) -> MatchView:
    """The match, and its tie-break games, with how their live games stand and the results that records propose."""
    if not (chips or proposed):
        return match
    games = tuple(with_live_games(each, chips, proposed) for each in match.games)
    return replace(match, chip=chips.get(match.id, match.chip), proposed=proposed.get(PairingId(match.id)), games=games)


def seeds_of(knockout: Knockout) -> dict[PlayerId, int]:
    """Everybody's seed."""
    return {player: seed for seed, player in enumerate(knockout.entrants, 1)}


def match_name(knockout: Knockout, match: BracketMatch) -> str:
    """What a match is called, or the match of a tie-break game: by its round, or by the place it is about."""
    whole = match if match.parent is None else knockout.match(match.parent)
    return _("Third place") if whole.third_place else round_name(knockout, match.round)


def match_title(knockout: Knockout, match: BracketMatch) -> str:
    """The name of a match, and where it is played."""
    return _("%(round)s, {board||table} %(board)s", round=match_name(knockout, match), board=match.board)


def own_open(knockout: Knockout, player: PlayerId) -> BracketMatch | None:
    """The match or tie-break game that the player is to play now, if there is one."""
    for here in reversed(knockout.rounds):
        for match in here.parents:
            if player in match.players and is_due(match):
                return next((each for each in (match, *knockout.games_of(match)) if _state(each) == "open"), None)
    return None


def matches_of(knockout: Knockout, players: Collection[PlayerId]) -> list[BracketMatch]:
    """The matches of these players, round by round."""
    every = (match for here in knockout.rounds for match in here.parents)
    return [match for match in every if any(player in players for player in match.players)]


def may_report(seen: Seen, match: BracketMatch) -> bool:
    """Whether the reader may enter the result: of any match, or of the game of their own that is played now."""
    if seen.state.archived or match.status is Status.CANCELED or match.played is Outcome.BYE:
        return False
    try:
        permit(seen.role, seen.player, match_report(match.id, match.played or Outcome.DRAW), seen.state)
    except PodiumError:
        return False
    if seen.role >= Role.SCORER:
        return True
    knockout, player = seen.state.knockout, seen.player
    return knockout is not None and player is not None and own_open(knockout, player) == match


def _state(match: BracketMatch) -> str:
    if match.played is Outcome.BYE:
        return "bye"
    if match.status is Status.CANCELED:
        return "canceled"
    if not match.full:
        return "waiting"
    return "done" if match.played is not None else "open"


def _chip(match: BracketMatch) -> tuple[str, str]:
    """The colour and the word of how a match stands."""
    match _state(match):
        case "open":
            return "playing", _("to play")
        case "done" if not match.resolved:
            return "published", _("tie-break")
        case "done":
            return "closed", _("decided")
        case "canceled":
            return "draft", _("not needed") if match.parent else _("nobody left")
        case other:
            return "draft", _("bye") if other == "bye" else _("waits")


def result_text(state: Tournament, match: BracketMatch) -> str:
    """How a match ended, in words; nothing before that."""
    if match.played is None or match.result is None or match.played is Outcome.BYE:
        return ""
    if match.verdict_reason is not None and match.advancing:
        return _(
            "%(name)s wins %(reason)s", name=name(state, match.advancing[0]), reason=reason_word(match.verdict_reason)
        )
    if match.result is Outcome.DOUBLE_FORFEIT:
        return reason_word(Reason.DOUBLE_NO_SHOW)
    how = [result_word(match.result)]
    if match.reason is not None:
        how.append(reason_word(match.reason))
    if _settles(match):
        how.append(_("so Black wins"))
    if match.result is Outcome.DRAW and match.parent is None and not match.third_place:
        how.append(_("both stay in") if match.resolved else _("tie-break games decide"))
    return separated(how)


def _settles(match: BracketMatch) -> bool:
    """Whether this is a draw that Black wins."""
    return match.kind is TieBreakPolicy.ARMAGEDDON and match.played is Outcome.DRAW
