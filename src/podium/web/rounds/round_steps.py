"""What can be done next with a round as a whole, for the page of the round and for its closing."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step, current_round, left_open, planned_rounds, waits_for
from podium.app.queries import progress
from podium.app.rounds.round_words import adjourned_games, results_in
from podium.app.words.language import _, ngettext
from podium.flow.events import StageChanged
from podium.flow.evolve import evolve
from podium.flow.state import Round, Stage, Tournament
from podium.web.event.overview import close_again, publish_step
from podium.web.formats.protocol import NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import game_steps


@dataclass(frozen=True, slots=True)
class RoundSteps:
    """The ways on from a round: what it waits for, the next round, the other way to pair it, a round of the past.

    `finish` is what the whole round waits for, in a bar of its own; `own` what a player is to do now.
    """

    primary: NextStep | None
    next: NextStep | None
    otherwise: NextStep | None
    past: NextStep | None
    finish: NextStep | None
    own: tuple[NextStep, ...]


def round_steps(visit: Visit, seen: Seen, here: Round, *, edited: bool) -> RoundSteps:
    """The ways on from a round for the reader; a round that is being `edited` is not finished meanwhile."""
    state, url = seen.state, visit.url
    own = game_steps(visit, seen, seen.player) if seen.player else ()
    if not directs(seen):
        return RoundSteps(None, None, None, None, None, own)
    latest = here.number == len(state.rounds)
    return RoundSteps(
        primary=_primary(state, here, url),
        next=_next(state, url) if latest and here.stage is not Stage.CLOSED else None,
        otherwise=pages_of(state).other_pair_step(state, url) if latest else None,
        past=_past(state, here, url),
        finish=_finish(state, here, url) if not edited else None,
        own=own,
    )


def directs(seen: Seen) -> bool:
    """Whether the reader decides what happens to rounds."""
    return seen.role >= Role.ARBITER and not seen.state.archived


def way_on(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What comes after a round that is closed: the next one, to pair or to go to, or the final standings."""
    now = current_round(state)
    if now is not None and now.number == here.number + 1:
        return NextStep("", "", f"{url}/rounds/{now.number}", _("Go to round %(round)s", round=now.number))
    if here.number < len(state.rounds):
        return None
    planned = planned_rounds(state)
    if planned is None or here.number < planned:
        return pages_of(state).pair_step(state, here.number + 1, url)
    return NextStep("", "", f"{url}/standings", _("Final standings")) if progress(state).step is Step.LOOK else None


def _finish(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What the round as a whole waits for: a draft to be published, one with all its results to be closed, and on."""
    this = f"{url}/rounds/{here.number}"
    match waits_for(here):
        case Step.PUBLISH_ROUND:
            title = _("Round %(round)s is a draft: only you can see it.", round=here.number)
            return NextStep(title, "", f"{this}/publish", _("Publish round %(round)s", round=here.number), posts=True)
        case Step.CLOSE_ROUND:
            closed = evolve(state, StageChanged(here.number, here.stage, Stage.CLOSED))
            step = way_on(closed, closed.rounds[here.number - 1], url)
            if step is None:
                return None
            games = len(here.meetings)
            title = ngettext("The result is in.", "All %(num)s results are in.", games)
            title = results_in(here) if adjourned_games(here) else title
            return NextStep(title, "", f"{this}/finish", _close_label(closed, here.number, step), posts=True)
        case _:
            return None


def _close_label(state: Tournament, number: int, step: NextStep) -> str:
    if step.on_closing:
        return step.on_closing
    if step.posts:
        return _("Close, pair and look at round %(round)s", round=number + 1)
    if number < len(state.rounds):
        return _("Close and go to round %(round)s", round=number + 1)
    if number == planned_rounds(state):
        return _("Close and see the final standings")
    return _("Close and write round %(round)s", round=number + 1)


def _primary(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What this round waits for or, once it is closed, the way on from it."""
    this = f"{url}/rounds/{here.number}"
    match waits_for(here):
        case Step.END_EDITING:
            return NextStep("", "", f"{this}/edit", _("Compare with the engine"))
        case Step.PUBLISH_ROUND:
            return NextStep("", "", f"{this}/publish", _("Publish round %(round)s", round=here.number), posts=True)
        case Step.CLOSE_ROUND:
            return NextStep("", "", f"{this}/close", _("Close round %(round)s", round=here.number), posts=True)
        case None:
            return way_on(state, here, url)
        case _:
            return publish_step(state, url) if progress(state).step is Step.PUBLISH else None


def _past(state: Tournament, here: Round, url: str) -> NextStep | None:
    """The first round of the past that is only to be closed, unless it is the one on show."""
    done = (each.number for each in left_open(state) if not each.pending and each.number != here.number)
    return next((close_again(state, number, url) for number in done), None)


def _next(state: Tournament, url: str) -> NextStep | None:
    """Pairing ahead, while this round is still open."""
    pages, planned, number = pages_of(state), planned_rounds(state), len(state.rounds) + 1
    if not pages.traits.pairs_ahead or (planned is not None and number > planned):
        return None
    return pages.pair_step(state, number, url)
