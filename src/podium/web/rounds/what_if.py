"""Correcting a result of the past: first what it would change, then the correction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.changes import StandingChange, changes, corrected, game_of
from podium.app.formats.stage_ends import going_on
from podium.app.prizes.prizelist import prize_moves
from podium.app.profiles.registry import profile_of
from podium.app.rounds.result_words import in_words
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.core.errors import Forbidden, Refused
from podium.core.ids import PairingId
from podium.core.result import AS_OFFERED, Result
from podium.flow.commands import CorrectForRating, CorrectResult, RecordResult, confirmed
from podium.flow.fide.round_window import can_change
from podium.flow.state import Game, Round, Stage, Tournament
from podium.web.frame.forms import Choices
from podium.web.frame.responses import page, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.rounds.board_acts import read_result

OPEN = "open"  # stands for "no result" in the address, where nothing chosen yet is empty


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """A game, the result it has, the one that is thought of, and what that would change."""

    url: str
    round_url: str
    round: int
    board: int
    pairing: str
    white: str
    black: str
    stored: str | None
    chosen: str
    said: str
    now: str
    reopens: bool
    rated_alone: bool
    """Whether the round cannot change any more, and only the rating report can."""
    rated_by: str | None
    """The result by which it is rated, where that is another."""
    later: int
    undoes: tuple[str, ...]
    """What of later stages it would take back, and who would go on instead; the correction has to say yes to that."""
    refused: str | None
    moves: tuple[StandingChange, ...]
    prizes: tuple[tuple[str, str, str], ...]
    usual: Choices
    others: Choices


def what_if_page(visit: Visit) -> Response[str]:
    """The page with the game, and what another result would change."""
    seen = visit.see(Role.SCORER, "RecordResult")
    here, game = game_of(seen.state, PairingId(visit.query.get("pairing", "")))
    chosen = visit.query.get("result", "")
    refused: str | None = None
    undoes: tuple[str, ...] = ()
    moves: tuple[StandingChange, ...] = ()
    prizes: tuple[tuple[str, str, str], ...] = ()
    rated_alone = _is_rated_alone(seen.state, here, game)
    if chosen and not rated_alone:
        command = CorrectResult(RecordResult(game.id, _result(chosen)))
        try:
            after, undoes = _after(visit, seen, command)
            differences = changes(seen.state, after)
            # whose points change before whom they push up or down, who may be many
            moves = tuple(sorted(differences.standings, key=_keeps_points))
            prizes = prize_moves(seen.state, differences.prizes)
        except (Refused, Forbidden) as error:
            refused = sentence(error)
    names = {id: player.name for id, player in seen.state.players.items()}
    first = profile_of(seen.state.settings).results
    usual = tuple((each.value, in_words(each)) for each in first)
    others = (*((each.value, in_words(each)) for each in AS_OFFERED if each not in first), (OPEN, _("No result")))
    rated_by = seen.state.rating_results.get(game.id)
    context = WhatIfPage(
        url=f"{visit.url}/what-if",
        round_url=f"{visit.url}/rounds/{here.number}",
        round=here.number,
        board=game.board,
        pairing=game.id,
        white=names[game.white],
        black=names[game.black],
        stored=game.result.value if game.result else None,
        chosen=chosen,
        said=dict((*usual, *others)).get(chosen, chosen),
        now=in_words(game.result) if game.result else "",
        reopens=here.stage is Stage.CLOSED and not game.adjourned,
        rated_alone=rated_alone,
        rated_by=in_words(rated_by) if rated_by else None,
        later=0 if undoes else len(seen.state.rounds) - here.number,
        undoes=undoes,
        refused=refused,
        moves=moves,
        prizes=prizes,
        usual=usual,
        others=others,
    )
    return page(visit, "what_if.html", context, seen=seen, nav="rounds")


def confirm(visit: Visit) -> Response[str]:
    """The correction, if the tournament is still as it was looked at."""
    seen = visit.see(Role.SCORER, "RecordResult")
    here, game = game_of(seen.state, PairingId(visit.form.text("pairing")))
    if _is_rated_alone(seen.state, here, game):
        rated = CorrectForRating(game.id, _result(visit.form.text("result")))
        receipt = visit.perform(rated, expected=visit.version)
        return see_other(visit, f"{visit.url}/rounds/{here.number}", receipt_status_line(seen, receipt))
    record = RecordResult(game.id, _result(visit.form.text("result")), read_result(visit.form.text("was")), True)
    record = replace(record, confirm=visit.form.text("confirm") == "yes")
    receipt = visit.perform(CorrectResult(record), expected=visit.version)
    status_line = receipt_status_line(seen, receipt)
    if here.stage is Stage.CLOSED and receipt.written and not game.adjourned:
        status_line = replace(
            status_line,
            text=_(
                "%(change)s Round %(round)s is open again: close it when you are done.",
                change=status_line.text,
                round=here.number,
            ),
        )
    return see_other(visit, f"{visit.url}/rounds/{here.number}", status_line)


def _after(visit: Visit, seen: Seen, command: CorrectResult) -> tuple[Tournament, tuple[str, ...]]:
    """The event with the correction, and what that would take back of stages that have begun since."""
    if len(seen.state.stages) < 2:
        return corrected(seen.state, command), ()
    try:
        after = visit.desk.preview(visit.actor, seen.state.id, command)[1].state
    except Refused as error:
        if error.code != "cut-has-consequences":
            raise
        after = visit.desk.preview(visit.actor, seen.state.id, confirmed(command))[1].state
        return after, (sentence(error), *_instead(seen.state, after))
    return after, ()


def _instead(before: Tournament, after: Tournament) -> Iterator[str]:
    """Who would go on instead of whom, stage by stage, and how many results go."""
    names = {id: player.name for id, player in before.players.items()}
    for stage in range(2, len(before.stages) + 1):
        was, now = going_on(before, stage), going_on(after, stage)
        if some := [names[id] for id in now if id not in was]:
            yield _("Would go on: %(names)s.", names=enumeration(some))
        if some := [names[id] for id in was if id not in now]:
            yield _("Would not go on: %(names)s.", names=enumeration(some))
    lost = sum(game.entered for here in before.rounds[len(after.rounds) :] for game in here.every)
    if lost:
        yield ngettext("%(num)s later result goes.", "%(num)s later results go.", lost)


def _is_rated_alone(state: Tournament, here: Round, game: Game) -> bool:
    """Whether the result of a game can be another for the rating report alone; one that is not over has none yet."""
    is_over = game.result is not None and game.result.final
    return is_over and state.in_fide_mode and not can_change(state, here.number, game.section)


def _keeps_points(move: StandingChange) -> bool:
    return move.before is not None and move.after is not None and move.before.points == move.after.points


def _result(text: str) -> Result | None:
    return None if text == OPEN else read_result(text)
