"""The page of a match of a knockout, the results entered there, and the bracket on sheets of paper."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from markupsafe import Markup

from podium.app.desk import Seen
from podium.app.formats.knockout.words import RESULTS, game_word, name, reason_word, result_word, round_name
from podium.app.pictures.bracket import PAPER, picture
from podium.app.pictures.print_sheets import PrintSheet, sheet_titles, sheets
from podium.app.problems import status_of
from podium.app.profiles.registry import profile_of
from podium.app.words import counts
from podium.app.words.language import _
from podium.app.words.phrases import enumeration, separated
from podium.core.errors import Refused, Stale, Unknown
from podium.core.ids import PairingId
from podium.flow.commands import RecordResult
from podium.flow.formats.knockout import bracket_of, match_of, match_report
from podium.flow.formats.knockout_rounds import REPORTED, is_known
from podium.flow.state import Tournament
from podium.knockout import AUTOMATIC_DRAWS, BracketMatch, Knockout, Outcome, Reason, Rules, Status, outcome_and_reason
from podium.web.formats.knockout_pages.bracket import standing_note
from podium.web.formats.knockout_pages.match_views import (
    ENTERED,
    UNPLAYED,
    MatchView,
    match_name,
    match_title,
    match_view,
    result_text,
    seeds_of,
    with_live_games,
)
from podium.web.frame.forms import Choices, whole_number
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import RUNNING, ask_to_end, game_chips
from podium.web.rounds.report_marks import report_chips

CLEAR = "clear"
TRIES = 20  # to report in place of what the page showed, while others report elsewhere
UNDOES = "result-has-consequences"
DRAWS_REFUSED = ("draw-reason-missing", "draw-agreement-refused")
TOLD = 8  # of the matches that a correction would undo, the rest is counted


def _choices(state: Tournament) -> tuple[Choices, Choices]:
    """The results of a match, as the form offers them: those of the profile, and the others."""
    first = [REPORTED[each][0].value for each in profile_of(state.settings).results]
    played = ((value, f"{word} {_(meaning)}") for value, word, meaning, _key in ENTERED)
    known = (*played, ("DOUBLE_FORFEIT", _("Neither player came")), (CLEAR, _("No result yet")))
    return tuple(each for each in known if each[0] in first), tuple(each for each in known if each[0] not in first)


def _reasons(rules: Rules) -> tuple[tuple[str, str], ...]:
    """How a match can have ended, as the form offers it."""
    possible = (each for each in Reason if not each.system)
    allowed = (each for each in possible if rules.draws_by_agreement or each is not Reason.DRAW_AGREEMENT)
    return (("", _("not said")), *((each.value, reason_word(each)) for each in allowed))


@dataclass(frozen=True, slots=True)
class Question:
    """A result that waits for a word: a correction, for what it `undoes` to be confirmed; a draw, for one of `reasons`
    which the rules of chess have for it."""

    title: str
    action: str
    fields: dict[str, str]
    back: str
    undoes: tuple[str, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One match with its tie-break games, and the form for each result."""

    url: str
    here: str
    title: str
    games: tuple[MatchView, ...]
    reasons: tuple[tuple[str, str], ...]
    usual: Choices
    others: Choices
    asks: Question | None = None


def match_page(visit: Visit) -> Response[str]:
    """The page of a match."""
    return _match(visit, visit.see())


def record_result(visit: Visit) -> Response[str]:
    """The result of a match or a tie-break game; what it would undo is shown first."""
    id, form = PairingId(visit.path["match"]), visit.form
    confirm = form.text("confirm") == "yes"
    value, _, unplayed = form.text("result").partition(" ")
    reason = unplayed or form.optional("reason")
    for left in reversed(range(TRIES)):
        seen = visit.see()
        match = match_of(seen.state, id)
        command = match_report(id, None, confirm=confirm)
        if value != CLEAR:
            command = match_report(id, *outcome_and_reason(value or None, reason), confirm=confirm)
        _refuse_other(match, form.texts.get("was"), command)
        expected = visit.version if confirm else seen.version
        try:
            return perform_and_go(visit, seen, command, visit.back(f"{visit.url}/bracket"), expected=expected)
        except Stale:
            if confirm or not left:
                raise
        except Refused as error:
            if error.code == RUNNING:
                return ask_to_end(visit, seen, id, error, f"{visit.url}/bracket")
            if error.code not in (UNDOES, *DRAWS_REFUSED):
                raise
            return _match(visit, seen, error)
    raise AssertionError("the last try answers or raises")


def _refuse_other(match: BracketMatch, was: tuple[str, ...] | None, command: RecordResult) -> None:
    """Raises Refused where the page showed another result than there is by now, and the report is not that one."""
    stored = match.played.value if match.played is not None else ""
    outcome = REPORTED[command.result][0] if command.result is not None else None
    if was is None or command.confirm or was[0] == stored or outcome is match.played:
        return
    words = {outcome.value: _(word) for outcome, word in RESULTS.items()}
    raise Refused("result-differs", value=words.get(was[0]), stored=words.get(stored))


def _match(visit: Visit, seen: Seen, error: Refused | None = None) -> Response[str]:
    match = match_of(seen.state, PairingId(visit.path["match"]))
    knockout = seen.state.knockout
    assert knockout is not None  # the match is in it
    parent = match if match.parent is None else knockout.match(match.parent)
    whole = match_view(seen, knockout, parent, visit.url, seeds_of(knockout))
    whole = with_live_games(whole, game_chips(visit, seen, [parent.id, *parent.tie_breaks]) | report_chips(seen))
    usual, others = _choices(seen.state)
    context = MatchPage(
        url=visit.url,
        here=f"{visit.url}/matches/{parent.id}",
        title=match_title(knockout, parent),
        games=(whole, *whole.games),
        reasons=_reasons(knockout.rules),
        usual=usual,
        others=others,
        asks=_question(visit, seen.state, match, error) if error is not None else None,
    )
    status = status_of(error) if error is not None else 200
    return page(visit, "match.html", context, seen=seen, nav="bracket", status=status)


def _question(visit: Visit, state: Tournament, match: BracketMatch, error: Refused) -> Question:
    form, back = visit.form, visit.back(f"{visit.url}/bracket")
    pair = f"{name(state, match.white)} – {name(state, match.black)}"
    pair = f"{pair} ({game_word(match)})" if match.kind is not None else pair
    action = f"{visit.url}/matches/{match.id}/result"
    if error.code in DRAWS_REFUSED:
        kept = {each: form.text(each) for each in ("was", "confirm") if each in form.texts}
        fields = {"result": Outcome.DRAW.value, "back": back, **kept}
        reasons = tuple((each.value, reason_word(each)) for each in AUTOMATIC_DRAWS)
        return Question(_("How was %(match)s drawn?", match=pair), action, fields, back, reasons=reasons)
    outcome = form.text("result")
    word = {value: word for value, word, *_rest in (*ENTERED, *UNPLAYED)}.get(outcome)
    title = (
        _("Change %(match)s to %(result)s?", match=pair, result=word)
        if word
        else _("Clear the result of %(match)s?", match=pair)
    )
    fields = {"result": outcome, "reason": form.text("reason"), "confirm": "yes", "back": back}
    return Question(title, action, fields, back, undoes=tuple(_undoes(state, bracket_of(state), error)))


def _undoes(state: Tournament, knockout: Knockout, error: Refused) -> list[str]:
    """What a correction would take away, in words: titles, matches with their games, games of the match itself."""
    ids, champions = error.facts["matches"], error.facts["champions"]
    assert isinstance(ids, list)
    assert isinstance(champions, list)
    losses: list[str] = []
    if champions:
        losses.append(_("the title of %(names)s", names=enumeration([state.players[id].name for id in champions])))
    undone = [knockout.match(id) for id in ids]
    unruled = {match.id for match in undone if not set(match.tie_breaks) <= set(ids)}  # stay, without their verdict
    for match in undone:
        if match.parent is not None and (match.parent in set(ids) - unruled or match.status is Status.CANCELED):
            continue  # told with its match, or never to be played
        word = game_word(match) or match_name(knockout, match)
        losses.append(f"{word}: {_loses(state, match, undone, match.id in unruled)}")
    more = len(losses) - TOLD
    return [*losses[:TOLD], _("and %(count)s more", count=more)] if more > 1 else losses


def _loses(state: Tournament, match: BracketMatch, undone: list[BracketMatch], unruled: bool) -> str:
    """What a match that a correction touches loses by it."""
    if match.played is Outcome.BYE:
        return _("the bye of %(name)s", name=name(state, match.white))
    if match.status is Status.CANCELED:
        return _("that nobody comes to it")
    ended = result_word(match.played) if match.played is not None else _("not played yet")
    if unruled:
        ended = result_text(state, match)
    elif games := sum(each.parent == match.id and each.played is not None for each in undone):
        ended = separated([ended, counts.tie_break_games(games)])
    return f"{name(state, match.white)} – {name(state, match.black)} ({ended})"


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet: a picture, or the matches of a round that is too large for one."""

    title: str
    note: str
    svg: Markup | None
    matches: tuple[MatchView, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPrintPage:
    """All sheets; `boards` leads to the list of a round by board, which is called `round`."""

    url: str
    note: str
    champions: tuple[str, ...]
    sheets: tuple[SheetView, ...]
    round: str
    boards: str | None


def print_page(visit: Visit) -> Response[str]:
    """The page of the bracket for the printer; `?round=2` is the round whose boards can be had instead."""
    seen = visit.see()
    knockout = seen.state.knockout
    if knockout is None:
        raise Unknown("bracket", None)
    number = whole_number(visit.query.get("round", "")) or 0
    here = knockout.rounds[(number if 1 <= number <= len(knockout.rounds) else knockout.begun) - 1]
    context = BracketPrintPage(
        url=f"{visit.url}/bracket",
        note=standing_note(seen.state, knockout),
        champions=tuple(seen.state.players[id].name for id in knockout.champions),
        sheets=tuple(_sheet(visit, seen, knockout, each) for each in sheets(knockout)),
        round=round_name(knockout, here.number),
        boards=f"{visit.url}/rounds/{here.number}/print" if any(map(is_known, here.parents)) else None,
    )
    return page(visit, "bracket_print.html", context, seen=seen, nav="bracket")


def _sheet(visit: Visit, seen: Seen, knockout: Knockout, sheet: PrintSheet) -> SheetView:
    title, note = sheet_titles(knockout, sheet)
    if sheet.part is None:
        seeds = seeds_of(knockout)
        listed = (
            match_view(seen, knockout, each, visit.url, seeds) for each in knockout.rounds[sheet.first - 1].parents
        )
        return SheetView(title, note, None, tuple(listed))
    names = {id: seen.state.players[id].name for id in knockout.entrants}
    drawn = Markup(picture(knockout, names, part=sheet.part, size=PAPER))  # it escapes names itself
    return SheetView(title, note, drawn)
