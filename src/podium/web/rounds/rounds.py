"""A round: its boards and results, who was left out, and the way from draft to closed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step, current_round
from podium.app.event.schedule import moment_of
from podium.app.live.start_positions import StartPositionView, start_position_of
from podium.app.ports import Receipt
from podium.app.problems import status_of
from podium.app.queries import plan_warnings, progress
from podium.app.rounds.lines_by_name import LineByName, lines_by_name
from podium.app.rounds.round_words import left_out_sentence
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated
from podium.chess import START_POSITIONS
from podium.core.errors import Invalid, Refused
from podium.flow import commands
from podium.flow.formats.registry import format_of
from podium.flow.lookups import find_round
from podium.flow.state import Round, Stage, Tournament
from podium.web.formats.protocol import USUAL, NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.refusals import AskPage
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.players.player_links import qr_code
from podium.web.rounds.disputes import Dispute, disputes_in
from podium.web.rounds.round_boards import RoundView, read_only, without_points
from podium.web.rounds.round_context import CLOSING, round_context
from podium.web.rounds.round_steps import way_on

UNFINISHED = "round-not-complete"
DISPUTED = "round-disputed"
WITHOUT_RESULTS = "round-without-results"
NUMBERS = {2: N_("two"), 4: N_("four")}


@dataclass(frozen=True, slots=True)
class NoRoundsPage:
    """Before the first round."""

    step: NextStep | None
    otherwise: NextStep | None
    sentence: str
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundPrintPage:
    """The round for the notice board: by boards, or by names."""

    url: str
    by_name: bool
    title: str
    name: str
    code: Markup
    view: RoundView
    lines: tuple[LineByName, ...]
    position: StartPositionView | None


def rounds_page(visit: Visit) -> Response[str]:
    """The way to the round being played, or what to do before there is one."""
    seen = visit.see()
    pages = pages_of(seen.state)
    if pages.addresses.round != USUAL.round:
        return see_other(visit, f"{visit.url}/{pages.addresses.rounds}")
    if here := current_round(seen.state):
        return see_other(visit, f"{visit.url}/rounds/{here.number}")
    step = otherwise = None
    text = _("No round is paired yet.")
    if seen.role >= Role.ARBITER and not seen.state.archived:
        now = progress(seen.state)
        if now.step is Step.ADD_PLAYERS:
            text = _(
                "A round needs at least %(count)s players.",
                count=_(NUMBERS[format_of(seen.state).engine.fewest_players]),
            )
            step = NextStep("", "", f"{visit.url}/players", _("Add players"))
        else:
            step = pages.pair_step(seen.state, 1, visit.url)
            otherwise = pages.other_pair_step(seen.state, visit.url)
    warned = tuple(one.said for one in plan_warnings(seen.state)) if step else ()
    return page(visit, "no_rounds.html", NoRoundsPage(step, otherwise, text, warned), seen=seen, nav="rounds")


def pair_round(visit: Visit) -> Response[str]:
    """The next round, as the format's engine pairs it; the form says which one it means."""
    seen = visit.see(Role.ARBITER, "PairRound")
    number = visit.form.number("round") or len(seen.state.rounds) + 1
    command = commands.PairRound(number, confirm=visit.form.text("confirm") == "yes")
    try:
        return perform_and_go(visit, seen, command, f"{visit.url}/rounds/{number}", expected=visit.version)
    except Refused as error:
        if error.code != WITHOUT_RESULTS:
            raise
        question = AskPage(
            title=_("Pair round %(round)s all the same?", round=number),
            problem=sentence(error),
            action=visit.here,
            fields={"confirm": "yes", "round": str(number)},
            back=f"{visit.url}/rounds/{error.facts['round']}",
            go_back=_("Enter results first"),
            go_on=_("Pair it"),
        )
        return page(visit, "round_asks.html", question, seen=seen, nav="rounds", status=status_of(error))


def pair_all_rounds(visit: Visit) -> Response[str]:
    """All rounds that are left; one undo takes them all back."""
    seen = visit.see(Role.ARBITER, "PairAllRounds")
    first = len(seen.state.rounds) + 1
    return perform_and_go(visit, seen, commands.PairAllRounds(), f"{visit.url}/rounds/{first}", expected=visit.version)


def publish(visit: Visit) -> Response[str]:
    """The round, seen by all."""
    return perform_and_go(visit, visit.see(), commands.PublishRound(visit.number("round")), _here(visit))


def start(visit: Visit) -> Response[str]:
    """The live games of the round started, now or at the time that was typed by the clock of the event."""
    seen, typed = visit.see(), visit.form.optional("startsAt")
    at = moment_of(seen.state.settings, typed) if typed is not None else None
    return perform_and_go(visit, seen, commands.StartRound(visit.number("round"), at), visit.back(_here(visit)))


def hold(visit: Visit) -> Response[str]:
    """The round held: absence does not count until it is started again."""
    return perform_and_go(visit, visit.see(), commands.HoldRound(visit.number("round")), visit.back(_here(visit)))


def close(visit: Visit) -> Response[str]:
    """The round, done, and on the way to it who has neither game nor bye in it; or the page with what is wrong."""
    seen = visit.see()
    closed = _closed(visit, seen)
    if isinstance(closed, Response):
        return closed
    _receipt, status_line, without = closed
    return see_other(visit, _here(visit) if without else visit.back(_here(visit)), status_line)


def finish(visit: Visit) -> Response[str]:
    """The round, done, and what comes after it: the next one as a draft, its sheet, or the final standings."""
    seen = visit.see(Role.ARBITER, "CloseRound")
    number = visit.number("round")
    if round_of(visit, seen.state).stage is Stage.CLOSED and visit.form.number("acknowledge"):
        # It was closed before FIDE mode asked about the next one, and that is answered now.
        return perform_and_go(visit, seen, commands.PairRound(number + 1), f"{visit.url}/rounds/{number + 1}")
    closed = _closed(visit, seen)
    if isinstance(closed, Response):
        return closed
    receipt, status_line, _without = closed
    step = way_on(receipt.state, receipt.state.rounds[number - 1], visit.url)
    if step is None or not step.posts:
        return see_other(visit, step.url if step else _here(visit), status_line)
    after = replace(seen, state=receipt.state, version=receipt.version)
    paired = receipt_status_line(after, visit.perform(commands.PairRound(number + 1)))
    return see_other(
        visit, f"{visit.url}/rounds/{number + 1}", replace(paired, text=f"{status_line.text} {paired.text}")
    )


def _closed(visit: Visit, seen: Seen) -> tuple[Receipt, StatusLine, bool] | Response[str]:
    """The receipt of closing the round, what is to be said of it, and whether somebody was left out in it."""
    number = visit.number("round")
    try:
        receipt = visit.perform(commands.CloseRound(number, confirm=visit.form.text("confirm") == "yes"))
    except Refused as error:
        if error.code == DISPUTED:
            return _ask_to_close(visit, seen, number, error)
        if error.code != UNFINISHED:
            raise
        return _show(visit, seen, closing=True, status=status_of(error))
    status_line, without = receipt_status_line(seen, receipt), left_out_sentence(receipt.state, number)
    return (
        receipt,
        replace(status_line, text=f"{status_line.text} {without}") if without else status_line,
        without is not None,
    )


def _ask_to_close(visit: Visit, seen: Seen, number: int, error: Refused) -> Response[str]:
    """The question whether to close a round in which players do not agree on a result."""
    context = AskPage(
        title=_("Close round %(round)s with a result in dispute?", round=number),
        problem=sentence(error),
        action=visit.here,
        fields={"confirm": "yes", "back": visit.form.text("back")},
        back=_here(visit),
        go_back=_("Decide first"),
        go_on=_("Close it as it stands"),
        notes=tuple(map(_dispute_text, disputes_in(seen, (round_of(visit, seen.state),), visit.url))),
    )
    return page(visit, "round_asks.html", context, seen=seen, nav="rounds", status=status_of(error))


def _dispute_text(each: Dispute) -> str:
    said = (_("%(name)s says %(score)s", name=claim.name, score=claim.score) for claim in each.statements)
    return f"{each.where}, {each.called}: {', '.join(said)}"


def reopen(visit: Visit) -> Response[str]:
    """The round, changeable again."""
    return perform_and_go(visit, visit.see(), commands.ReopenRound(visit.number("round")), _here(visit))


def set_start_position(visit: Visit) -> Response[str]:
    """The round with the start position that was drawn in the hall, or one drawn anew."""
    seen = visit.see(Role.ARBITER, "SetStartPosition")
    draws = visit.form.text("draw") == "yes"
    number = None if draws else visit.form.number("number")
    if number is None and not draws:
        raise Invalid(
            "start-position-unknown", field="number", value=visit.form.text("number"), most=START_POSITIONS[-1]
        )
    command = commands.SetStartPosition(visit.number("round"), number)
    return perform_and_go(visit, seen, command, _here(visit), expected=visit.version)


def unpair(visit: Visit) -> Response[str]:
    """The tournament without its latest round."""
    command = commands.UnpairRound(visit.number("round"))
    return perform_and_go(visit, visit.see(), command, f"{visit.url}/rounds", expected=visit.version)


def round_page(visit: Visit) -> Response[str]:
    """The page of a round."""
    return _show(visit, visit.see(), closing=CLOSING in visit.query)


def _show(visit: Visit, seen: Seen, *, closing: bool, status: int = 200) -> Response[str]:
    """The page of a round; to somebody who is `closing` it says what is still wrong."""
    state = seen.state
    pages = pages_of(state, visit.number("round"))
    if pages.addresses.round != USUAL.round:
        return see_other(visit, pages.addresses.of_round(visit.url, visit.number("round")))
    here = round_of(visit, state)
    part = pages.round_part(seen, here, visit.url)
    context = round_context(visit, seen, here, part, closing=closing)
    return page(visit, part.template, context, seen=seen, nav="rounds", status=status)


def print_page(visit: Visit) -> Response[str]:
    """The page of a round for the printer; of a knockout, as far as its players are known."""
    seen = visit.see()
    state = seen.state
    pages = pages_of(state, visit.number("round"))
    here = round_of(visit, state)
    by_name = visit.query.get("by") == "name"
    boards = read_only(state, here)
    context = RoundPrintPage(
        url=_here(visit),
        by_name=by_name,
        title=pages.round_name(state, here.number),
        name=separated(list(filter(None, (state.settings.name, state.settings.place)))),
        code=qr_code(f"{visit.phone_site}{visit.url}"),
        view=boards if pages.traits.counts_points else without_points(boards),
        lines=lines_by_name(state, here) if by_name else (),
        position=start_position_of(state, here.number),
    )
    return page(visit, "round_print.html", context, seen=seen, nav=pages.addresses.rounds)


def round_of(visit: Visit, state: Tournament) -> Round:
    """The round that the address names; raises Unknown where there is none."""
    return find_round(state, visit.number("round"))


def _here(visit: Visit) -> str:
    return f"{visit.url}/rounds/{visit.number('round')}"
