"""The matches of a knockout as somebody sees them, the page of one of them, and the results entered there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from starlette.responses import Response

from podium.app.access import Role, permit
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.words.knockout import REASONS, RESULTS, game_word, marks, name, round_name, seat_label
from podium.app.words.results import listed, plural
from podium.core.errors import PodiumError, Refused, Stale
from podium.core.ids import PairingId, PlayerId
from podium.flow.commands import RecordResult
from podium.flow.formats.knockout import match_of, match_report
from podium.flow.formats.knockout_rounds import REPORTED
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Reason, Status, TieBreakPolicy, is_due, reported
from podium.web.frame.responses import act, page
from podium.web.frame.visit import Visit

ENTERED = (
    ("WHITE_WIN", "1-0", "White wins", "1"),
    ("DRAW", "½-½", "Draw", "2"),
    ("BLACK_WIN", "0-1", "Black wins", "3"),
)
"""Value, what is shown, what is read aloud, key."""
UNPLAYED = (
    ("WHITE_WIN NO_SHOW", "+ −", "Black did not come"),
    ("BLACK_WIN NO_SHOW", "− +", "White did not come"),
    ("DOUBLE_FORFEIT", "− −", "Neither player came"),
)
CLEAR = "clear"
CHOICES = (
    *((value, f"{shown} {said}") for value, shown, said, _ in ENTERED),
    ("DOUBLE_FORFEIT", "Neither player came"),
    (CLEAR, "No result yet"),
)
WHY = (("", "not said"), *((each.value, REASONS[each]) for each in Reason if not each.system))
TRIES = 20  # to report in place of what the page showed, while others report elsewhere
TOLD = 8  # of the matches that a correction would undo, the rest is counted


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
    `sudden` is a game still to be played in which Black wins a draw.
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
    games: tuple[MatchView, ...] = ()
    entered: tuple[tuple[str, str, str, str], ...] = ENTERED
    unplayed: tuple[tuple[str, str, str], ...] = UNPLAYED

    @property
    def pressed(self) -> str:
        """The button that stands for the result there is."""
        return f"{self.chosen} {self.why}" if self.why == Reason.NO_SHOW.value else self.chosen

    @property
    def more(self) -> str:
        """The result there is, where it is not one of the usual three."""
        return next((shown for value, shown, _ in self.unplayed if value == self.pressed), "")


@dataclass(frozen=True, slots=True)
class Undoing:
    """A correction that waits for a word: what it says, and what it would undo."""

    title: str
    action: str
    undoes: tuple[str, ...]
    fields: dict[str, str]
    back: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One match with its tie-break games, and the form for each result; `undoing` asks for confirmation."""

    url: str
    here: str
    title: str
    games: tuple[MatchView, ...]
    undoing: Undoing | None = None
    choices: tuple[tuple[str, str], ...] = CHOICES
    reasons: tuple[tuple[str, str], ...] = WHY


def match_page(visit: Visit) -> Response:
    """The page of a match."""
    return _match(visit, visit.see())


def result(visit: Visit) -> Response:
    """The result of a match or a tie-break game; what it would undo is shown first."""
    id, form = PairingId(visit.path["match"]), visit.form
    confirm = form.text("confirm") == "yes"
    value, _, unplayed = form.text("result").partition(" ")
    reason = unplayed or form.maybe("reason")
    for left in reversed(range(TRIES)):
        seen = visit.see()
        match = match_of(seen.state, id)
        command = match_report(id, None, confirm=confirm)
        if value != CLEAR:
            command = match_report(id, *reported(value or None, reason), confirm=confirm)
        _refuse_other(match, form.texts.get("was"), command)
        expected = visit.version if confirm else seen.version
        try:
            return act(visit, seen, command, visit.back(f"{visit.url}/bracket"), expected=expected)
        except Stale:
            if confirm or not left:
                raise
        except Refused as error:
            if error.code != "result-has-consequences":
                raise
            return _match(visit, seen, error)
    raise AssertionError("the last try answers or raises")


def view(seen: Seen, knockout: Knockout, match: BracketMatch, url: str, seeds: dict[PlayerId, int]) -> MatchView:
    """A match as whoever has `seen` it may look at it; `url` is the tournament's address."""
    here = f"{url}/matches/{match.id}" if match.full else None
    slots, marked = knockout.slots(match), marks(knockout, match)
    drawn = match.parent is not None and match.played is Outcome.DRAW
    undecided = drawn and not _settles(match)  # it sends nobody anywhere
    on = match.players[1:] if _settles(match) else () if undecided else match.advancing

    def side(player: PlayerId | None, at: int) -> Side:
        if player is None:
            return Side(seat_label(match, slots, at))
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
        title=game_word(match) or ("Third place" if match.third_place else ""),
        called=f"{pair}, {game_word(match)}" if match.kind else pair,
        white=side(match.white, 0),
        black=side(match.black, 1),
        state=_state(match),
        chip=_chip(match),
        told=_told(seen.state, match),
        chosen=match.played.value if match.played is not None else "",
        why=match.played_reason.value if match.played_reason is not None else "",
        clock=match.clock or "",
        url=here,
        action=f"{here}/result" if here and may_report(seen, match) else None,
        corrects=seen.role >= Role.SCORER,
        sudden=match.kind is TieBreakPolicy.ARMAGEDDON and match.played is None,
        games=tuple(view(seen, knockout, each, url, seeds) for each in knockout.games_of(match)),
    )


def seeds_of(knockout: Knockout) -> dict[PlayerId, int]:
    """Everybody's seed."""
    return {player: seed for seed, player in enumerate(knockout.entrants, 1)}


def called(knockout: Knockout, match: BracketMatch) -> str:
    """What a match is called, or the match of a tie-break game: by its round, or by the place it is about."""
    whole = match if match.parent is None else knockout.match(match.parent)
    return "Third place" if whole.third_place else round_name(knockout, match.round)


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
    """Whether whoever looks may enter the result: of any match, or of the game of their own that is played now."""
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
            return "playing", "to play"
        case "done" if not match.resolved:
            return "published", "tie-break"
        case "done":
            return "closed", "decided"
        case "canceled":
            return "draft", "not needed" if match.parent else "nobody left"
        case other:
            return "draft", "bye" if other == "bye" else "waits"


def _told(state: Tournament, match: BracketMatch) -> str:
    """How a match ended, in words; nothing before that."""
    if match.played is None or match.result is None or match.played is Outcome.BYE:
        return ""
    if match.verdict_reason is not None and match.advancing:
        return f"{name(state, match.advancing[0])} wins {REASONS[match.verdict_reason]}"
    if match.result is Outcome.DOUBLE_FORFEIT:
        return REASONS[Reason.DOUBLE_NO_SHOW]
    how = [RESULTS[match.result]]
    if match.reason is not None:
        how.append(REASONS[match.reason])
    if _settles(match):
        how.append("so Black wins")
    if match.result is Outcome.DRAW and match.parent is None and not match.third_place:
        how.append("both stay in" if match.resolved else "tie-break games decide")
    return ", ".join(how)


def _settles(match: BracketMatch) -> bool:
    """Whether this is a draw that Black wins."""
    return match.kind is TieBreakPolicy.ARMAGEDDON and match.played is Outcome.DRAW


def _refuse_other(match: BracketMatch, was: tuple[str, ...] | None, command: RecordResult) -> None:
    """Raises Refused where the page showed another result than there is by now, and the report is not that one."""
    stored = match.played.value if match.played is not None else ""
    outcome = REPORTED[command.result][0] if command.result is not None else None
    if was is None or command.confirm or was[0] == stored or outcome is match.played:
        return
    shown = {outcome.value: word for outcome, word in RESULTS.items()}
    raise Refused("result-differs", value=shown.get(was[0]), stored=shown.get(stored))


def _match(visit: Visit, seen: Seen, error: Refused | None = None) -> Response:
    found = match_of(seen.state, PairingId(visit.path["match"]))
    knockout = seen.state.knockout
    assert knockout is not None  # the match is in it
    parent = found if found.parent is None else knockout.match(found.parent)
    whole = view(seen, knockout, parent, visit.url, seeds_of(knockout))
    shown = MatchPage(
        url=visit.url,
        here=f"{visit.url}/matches/{parent.id}",
        title=f"{called(knockout, parent)}, board {parent.board}",
        games=(whole, *whole.games),
        undoing=_undoing(visit, seen.state, knockout, found, error) if error is not None else None,
    )
    status = status_of(error) if error is not None else 200
    return page(visit, "match.html", shown, seen=seen, nav="bracket", status=status)


def _undoing(visit: Visit, state: Tournament, knockout: Knockout, match: BracketMatch, error: Refused) -> Undoing:
    asked = visit.form.text("result")
    shown = {value: word for value, word, *_ in (*ENTERED, *UNPLAYED)}.get(asked)
    pair = f"{name(state, match.white)} – {name(state, match.black)}"
    pair += f" ({game_word(match)})" if match.kind is not None else ""
    back = visit.back(f"{visit.url}/bracket")
    return Undoing(
        title=f"Change {pair} to {shown}?" if shown else f"Clear the result of {pair}?",
        action=f"{visit.url}/matches/{match.id}/result",
        undoes=tuple(_undoes(state, knockout, error)),
        fields={"result": asked, "reason": visit.form.text("reason"), "confirm": "yes", "back": back},
        back=back,
    )


def _undoes(state: Tournament, knockout: Knockout, error: Refused) -> list[str]:
    """What a correction would take away, in words: titles, matches with their games, games of the match itself."""
    ids, champions = error.facts["matches"], error.facts["champions"]
    assert isinstance(ids, list)
    assert isinstance(champions, list)
    said = []
    if champions:
        said.append(f"the title of {listed([state.players[id].name for id in champions])}")
    gone = [knockout.match(id) for id in ids]
    unruled = {match.id for match in gone if not set(match.tie_breaks) <= set(ids)}  # stay, without their verdict
    for match in gone:
        if match.parent is not None and (match.parent in set(ids) - unruled or match.status is Status.CANCELED):
            continue  # told with its match, or never to be played
        word = game_word(match) or called(knockout, match)
        said.append(f"{word}: {_loses(state, match, gone, match.id in unruled)}")
    more = len(said) - TOLD
    return [*said[:TOLD], f"and {more} more"] if more > 1 else said


def _loses(state: Tournament, match: BracketMatch, gone: list[BracketMatch], unruled: bool) -> str:
    """What a match that a correction touches loses by it."""
    if match.played is Outcome.BYE:
        return f"the bye of {name(state, match.white)}"
    if match.status is Status.CANCELED:
        return "that nobody comes to it"
    ended = RESULTS[match.played] if match.played is not None else "not played yet"
    if unruled:
        ended = _told(state, match)
    elif games := sum(each.parent == match.id and each.played is not None for each in gone):
        ended += f", {plural(games, 'tie-break game')}"
    return f"{name(state, match.white)} – {name(state, match.black)} ({ended})"
