"""The bracket of a knockout: the picture, its matches with their tie-break games, and the results entered there."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.responses import Response

from podium.app.access import Role, permit
from podium.app.desk import Seen
from podium.app.doors import status_of
from podium.app.views.knockout import is_knockout
from podium.app.views.knockout_words import REASONS, RESULTS, game_word, name
from podium.app.views.progress import FEWEST
from podium.app.views.words import listed, plural
from podium.core.errors import PodiumError, Refused, Unknown
from podium.core.ids import PairingId
from podium.flow.bracket import match_of
from podium.flow.commands import AnotherRound, PairRound, ReportMatch
from podium.flow.state import Tournament
from podium.knockout import Knockout, Match, Outcome, Reason, Status, picture, reported, round_name
from podium.web.answers import act, page
from podium.web.overview import NextStep
from podium.web.visit import Visit

ENTERED = (("WHITE_WIN", "1-0", "White wins"), ("DRAW", "½-½", "Draw"), ("BLACK_WIN", "0-1", "Black wins"))
CLEAR = "clear"
CHOICES = (
    *((value, f"{shown} {said}") for value, shown, said in ENTERED),
    ("DOUBLE_FORFEIT", "Neither player came"),
    (CLEAR, "No result yet"),
)
WHY = (("", "not said"), *((each.value, REASONS[each]) for each in Reason if not each.system))


@dataclass(frozen=True, slots=True)
class GameView:
    """A match or a tie-break game: who plays, how it ended, and where a result of it can be sent."""

    id: str
    board: int
    title: str
    white: str
    black: str
    white_on: bool
    black_on: bool
    status: str
    result: str
    reason: str
    chosen: str
    url: str | None
    action: str | None
    games: tuple[GameView, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundList:
    """The matches of one round."""

    name: str
    note: str
    begun: bool
    matches: tuple[GameView, ...]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The bracket; before it is built, the way there."""

    url: str
    note: str
    step: NextStep | None
    sentence: str
    svg: Markup | None = None
    rounds: tuple[RoundList, ...] = ()
    wall: bool = False
    more: bool = False
    unbuilds: bool = False
    results: int = 0
    entered: tuple[tuple[str, str, str], ...] = ENTERED


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One match with its tie-break games, and the form for each result; `undoes` asks for confirmation."""

    url: str
    title: str
    games: tuple[GameView, ...]
    undoes: str | None = None
    asked: tuple[str, str, str] = ("", "", "")
    choices: tuple[tuple[str, str], ...] = CHOICES
    reasons: tuple[tuple[str, str], ...] = WHY


def bracket(visit: Visit) -> Response:
    """The page of the bracket."""
    seen = visit.see()
    state = seen.state
    if not is_knockout(state):
        raise Unknown("bracket", None)
    directs = seen.role >= Role.ARBITER and not state.archived
    knockout = state.knockout
    if knockout is None:
        return page(visit, "bracket.html", _unbuilt(state, visit.url, directs), seen=seen, nav="bracket")
    names = {id: player.name for id, player in state.players.items()}
    drawn = picture(knockout, names, lambda match: f"{visit.url}/matches/{match.id}")  # escapes names itself
    shown = BracketPage(
        url=visit.url,
        note=_note(state, knockout),
        step=NextStep("", "", f"{visit.url}/standings", "Final ranking") if knockout.over else None,
        sentence="",
        svg=Markup(drawn),
        rounds=tuple(_round(seen, knockout, number, visit.url) for number in range(1, len(knockout.rounds) + 1)),
        wall=visit.query.get("wall") == "yes",
        more=directs and knockout.over and len(knockout.champions) > 1,
        unbuilds=directs,
        results=sum(match.played not in (None, Outcome.BYE) for match in knockout),
    )
    return page(visit, "bracket.html", shown, seen=seen, nav="bracket")


def build(visit: Visit) -> Response:
    """The bracket of everybody who takes part."""
    seen = visit.see(Role.ARBITER, "PairRound")
    return act(visit, seen, PairRound(1), f"{visit.url}/bracket", expected=visit.version)


def more(visit: Visit) -> Response:
    """One more round for joint champions."""
    return act(visit, visit.see(), AnotherRound(), f"{visit.url}/bracket", expected=visit.version)


def match_page(visit: Visit) -> Response:
    """The page of a match."""
    return _match(visit, visit.see())


def result(visit: Visit) -> Response:
    """The result of a match or a tie-break game; what it would undo is shown first."""
    seen, id, form = visit.see(), _id(visit), visit.form
    match_of(seen.state, id)
    asked = (str(id), form.text("result"), form.text("reason"))
    confirm = form.text("confirm") == "yes"
    command = ReportMatch(id, None, confirm=confirm)
    if form.text("result") != CLEAR:
        command = ReportMatch(id, *reported(form.maybe("result"), form.maybe("reason")), confirm=confirm)
    expected = visit.version if confirm else None
    try:
        return act(visit, seen, command, visit.back(f"{visit.url}/bracket"), expected=expected)
    except Refused as error:
        if error.code != "result-has-consequences":
            raise
        return _match(visit, seen, error, asked)


def _match(
    visit: Visit, seen: Seen, error: Refused | None = None, asked: tuple[str, str, str] = ("", "", "")
) -> Response:
    found = match_of(seen.state, _id(visit))
    knockout = seen.state.knockout
    assert knockout is not None  # the match is in it
    parent = found if found.parent is None else knockout.match(found.parent)
    view = _view(seen, knockout, parent, visit.url)
    shown = MatchPage(
        url=visit.url,
        title=f"{_called(knockout, parent)}, board {parent.board}",
        games=(view, *view.games),
        undoes=_undoes(seen.state, knockout, error) if error is not None else None,
        asked=asked,
    )
    status = status_of(error) if error is not None else 200
    return page(visit, "match.html", shown, seen=seen, nav="bracket", status=status)


def _undoes(state: Tournament, knockout: Knockout, error: Refused) -> str:
    """What a correction would take away, in words."""
    ids, champions = error.facts["matches"], error.facts["champions"]
    assert isinstance(ids, list)
    assert isinstance(champions, list)
    said = []
    for match in (knockout.match(id) for id in ids):
        word = game_word(match) or _called(knockout, match)
        said.append(f"{word} {name(state, match.white)} – {name(state, match.black)}{_ended(match)}")
    if champions:
        said.append(f"the title of {listed([state.players[id].name for id in champions])}")
    return "; ".join(said)


def _ended(match: Match) -> str:
    return f" ({RESULTS[match.played]})" if match.played is not None else ""


def _called(knockout: Knockout, match: Match) -> str:
    return "Third place" if match.third_place else round_name(knockout, match.round)


def _unbuilt(state: Tournament, url: str, directs: bool) -> BracketPage:
    playing = sum(not player.withdrawn for player in state.players.values())
    if not directs:
        return BracketPage(url, "", None, "The bracket is not built yet.")
    if playing < FEWEST:
        step = NextStep("", "", f"{url}/players", "Add players")
        return BracketPage(url, "", step, "A bracket needs at least two players.")
    step = NextStep("", "", f"{url}/bracket", "Build the bracket", posts=True)
    return BracketPage(url, "", step, f"{plural(playing, 'player')} will be in it. Later rounds come by themselves.")


def _note(state: Tournament, knockout: Knockout) -> str:
    if knockout.champions:
        word = "Champion" if len(knockout.champions) == 1 else "Joint champions"
        return f"{word}: {listed([state.players[id].name for id in knockout.champions])}"
    if knockout.over:
        return "It is over, and nobody won: neither finalist came."
    here = knockout.rounds[knockout.begun - 1]
    waiting = plural(here.unresolved, "match", "matches")
    return f"{round_name(knockout, here.number)}: {waiting} still to be decided"


def _round(seen: Seen, knockout: Knockout, number: int, url: str) -> RoundList:
    here = knockout.rounds[number - 1]
    note = f"{here.unresolved} to be decided" if here.unresolved else "all decided"
    views = tuple(_view(seen, knockout, match, url) for match in here.parents)
    return RoundList(round_name(knockout, number), note, number <= knockout.begun, views)


def _view(seen: Seen, knockout: Knockout, match: Match, url: str) -> GameView:
    state = seen.state
    on = () if match.parent is not None and match.played is Outcome.DRAW else match.advancing
    here = f"{url}/matches/{match.id}" if match.full else None
    return GameView(
        id=match.id,
        board=match.board,
        title=game_word(match) or ("Third place" if match.third_place else ""),
        white=name(state, match.white),
        black="" if match.played is Outcome.BYE else name(state, match.black),
        white_on=match.white in on,
        black_on=match.black in on,
        status=match.status.value.lower(),
        result=RESULTS[match.result] if match.result is not None else "",
        reason=REASONS[match.reason] if match.reason is not None else "",
        chosen=match.played.value if match.played is not None else "",
        url=here,
        action=f"{here}/result" if here and _may_report(seen, match) else None,
        games=tuple(_view(seen, knockout, each, url) for each in knockout.games_of(match)),
    )


def _may_report(seen: Seen, match: Match) -> bool:
    if seen.state.archived or match.status is Status.CANCELED or match.played is Outcome.BYE:
        return False
    try:
        permit(seen.role, seen.player, ReportMatch(match.id, match.played or Outcome.DRAW), seen.state)
    except PodiumError:
        return False
    return seen.role >= Role.SCORER or match.played is None


def _id(visit: Visit) -> PairingId:
    return PairingId(visit.path["match"])
