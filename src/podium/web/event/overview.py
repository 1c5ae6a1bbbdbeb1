"""A tournament's first page: what is going on, and the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.attachments import photo_addresses
from podium.app.event.progress import Progress, Step, left_open, tournament_status
from podium.app.forecast.question import is_offered
from podium.app.profiles.registry import profile_of
from podium.app.queries import is_finished, plan_warnings, progress, standings
from podium.app.rounds.round_words import adjourned_games, results_in
from podium.app.standings.final_ranking import ranked_sections, ranking_note
from podium.app.standings.standings import POINTS
from podium.app.standings.tiebreak_words import name_and_code
from podium.app.trf.details import missing_details, upload_obstacles
from podium.app.words import counts
from podium.app.words.dates import dates
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import separated
from podium.flow.event.options import CYCLES
from podium.flow.formats.registry import format_of
from podium.flow.lookups import single_players
from podium.flow.rounds.open_games import all_rounds_paired
from podium.flow.state import Round, Tournament
from podium.web.documents.documents import event_files
from podium.web.event.event_about import EventAbout, event_about
from podium.web.event.overview_start import OverviewStart, overview_start
from podium.web.formats.protocol import Facts, NextStep, RoundProgress, Words
from podium.web.formats.registry import pages_of
from podium.web.frame.my_player import my_player
from podium.web.frame.responses import page
from podium.web.frame.sharing import Sharing, shared_event
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import game_steps, live_boards_url
from podium.web.rounds.disputes import dispute_step
from podium.web.rounds.own_reports import own_reports
from podium.web.standings.standings import Table, tables
from podium.web.story.story import PodiumView, podium_views


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """The tournament at a glance."""

    name: str
    url: str
    status: str
    facts: Facts
    step: NextStep | None
    live: str | None
    also: NextStep | None
    put_off: tuple[tuple[str, str, str], ...]
    progress: RoundProgress | None
    when_and_where: tuple[str, ...]
    finds: bool
    """Whether to offer to find oneself: there is something to play, and no one is followed yet."""
    leaders: list[Table]
    archived: bool
    words: Words
    counts_points: bool
    champions: tuple[str, ...]
    podiums: tuple[PodiumView, ...]
    manages: bool
    warned: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    about: EventAbout
    start: OverviewStart | None
    share: Sharing | None
    forecast: str | None
    """Where the forecast is, if there is one."""
    report_lacks: tuple[str, ...]
    """What FIDE's report still asks for, where it does."""


def overview_page(visit: Visit) -> Response[str]:
    """The page of a tournament."""
    seen = visit.see()
    state = seen.state
    pages = pages_of(state)
    parts = pages.overview(state, visit.url)
    start, photos = overview_start(visit, seen), photo_addresses(visit.services.attachments, visit.tournament)
    stands = podium_views(*visit.desk.outcome(seen), visit.url, photos)
    enters = seen.role >= Role.SCORER and not state.archived
    context = OverviewPage(
        name=state.settings.name,
        url=visit.url,
        status=tournament_status(state),
        facts=_facts(state, pages.words, parts.facts),
        step=_step(visit, seen),
        live=live_boards_url(seen, visit.url),
        also=_also(seen, visit.url),
        put_off=parts.put_off if enters else (),
        progress=parts.progress,
        when_and_where=_when_and_where(state),
        finds=seen.role < Role.SCORER and _finds(visit, seen),
        leaders=tables(state, standings(state)) if start is None and (state.rounds or ranked_sections(state)) else [],
        archived=state.archived,
        words=pages.words,
        counts_points=pages.traits.counts_points,
        champions=() if stands else parts.champions,
        podiums=stands,
        manages=seen.role >= Role.ARBITER,
        warned=tuple(one.said for one in plan_warnings(state)) if seen.role >= Role.ARBITER else (),
        files=event_files(state, seen.role),
        about=event_about(visit, seen),
        start=start,
        share=shared_event(visit, seen),
        forecast=f"{visit.url}/forecast" if is_offered(state) else None,
        report_lacks=_report_lacks(state) if seen.role >= Role.ARBITER and profile_of(state.settings).rated else (),
    )
    return page(visit, "overview.html", context, seen=seen, nav="")


def _finds(visit: Visit, seen: Seen) -> bool:
    return bool(seen.state.players) and not is_finished(seen.state) and my_player(visit, seen) is None


def _report_lacks(state: Tournament) -> tuple[str, ...]:
    """What FIDE's report lacks: details that are declared, and once all rounds are paired all the rest."""
    return tuple(
        upload_obstacles(state) if all_rounds_paired(state) else filter(None, [missing_details(state.settings)])
    )


def _when_and_where(state: Tournament) -> tuple[str, ...]:
    settings = state.settings
    return tuple(filter(None, (dates(settings.start, settings.end), settings.place)))


def _facts(state: Tournament, words: Words, of_format: Facts) -> Facts:
    settings, planned = state.settings, progress(state).planned
    label = _((profile_of(settings).rated and words.label) or words.short)
    twice = settings.cycles == 2 and CYCLES in format_of(state).options
    facts = [
        (_("Format"), _("%(format)s, two cycles", format=label) if twice else label),
        (_("Players"), str(len(single_players(state)))),
        (_("Rounds"), str(planned or _(words.rounds_if_open))),
        (_("Sections"), ", ".join(settings.sections)),
        (_("Rate of play"), settings.rate_of_play or ""),
        (_("Tie-breaks"), separated([name_and_code(code) for code in settings.tiebreaks if code != POINTS])),
        *of_format,
    ]
    return tuple((label, value) for label, value in facts if value)


def _step(visit: Visit, seen: Seen) -> NextStep | None:
    """What the one who looks can do next; readers look."""
    if seen.state.archived:
        return None
    now, url = progress(seen.state), visit.url
    if (dispute := dispute_step(seen, url)) is not None:
        return dispute
    if seen.role >= Role.ARBITER:
        return director_step(seen, now, url)
    if seen.role is Role.PLAYER and seen.player:
        if own := game_steps(visit, seen, seen.player):
            return own[0]
        if reports := own_reports(seen, url, visit.arrived):
            label = _("Answer") if reports[0].answers else _("To your game")
            return NextStep(reports[0].title, reports[0].where, f"{url}/players/{seen.player}", label)
        note = _(pages_of(seen.state).words.own_card)
        return NextStep(_("Your card"), note, f"{url}/players/{seen.player}", _("See your card"))
    if seen.role is Role.SCORER:
        waits = (each for each in (now, now.then) if each and each.step is Step.ENTER_RESULTS)
        return next((pages_of(seen.state).results_step(seen.state, each, url) for each in waits), None)
    return None


def director_step(seen: Seen, now: Progress, url: str) -> NextStep:
    """The one thing that a director does next."""
    state, here = seen.state, f"{url}/rounds/{now.round}"
    pages = pages_of(state)
    match now.step:
        case Step.ADD_PLAYERS:
            note = _("Type them, paste a list, or import a CSV or Excel file.")
            return NextStep(_("Add the players"), note, f"{url}/players", _("Add players"))
        case Step.PUBLISH:
            return publish_step(state, url)
        case Step.PAIR if not state.rounds:
            note = _("On one page: the code for phones, who is here, and the button that starts round 1.")
            return NextStep(_("Open the doors, then start"), note, f"{url}/checkin", _("Open the doors"))
        case Step.PAIR:
            return pages.pair_step(state, now.round, url)
        case Step.END_EDITING:
            note = _("Its pairings are being changed by hand: compare them with the engine's, then end that.")
            title = _("Round %(round)s is being edited", round=now.round)
            return NextStep(title, note, here, _("To round %(round)s", round=now.round))
        case Step.PUBLISH_ROUND:
            note = _("It is a draft that only you can see: check it, then publish it.")
            return NextStep(
                _("Round %(round)s is paired", round=now.round), note, here, _("Check round %(round)s", round=now.round)
            )
        case Step.ENTER_RESULTS:
            step, boards = pages.results_step(state, now, url), live_boards_url(seen, url)
            return replace(step, url=boards, label=_("Live boards")) if boards else step
        case Step.CLOSE_ROUND:
            if is_open_again(state, now.round):
                return close_again(state, now.round, url)
            title = _("Close round %(round)s", round=now.round)
            return NextStep(title, _closing_note(state.rounds[now.round - 1]), f"{here}/close", title, posts=True)
        case Step.LOOK:
            note = ngettext("The round is closed.", "All %(num)s rounds are closed.", now.round)
            if not now.round:
                note = ranking_note(state)
            elif pages.words.over:
                note = _(pages.words.over)
            return NextStep(_("The tournament is over"), note, f"{url}/standings", _("Final standings"))


def publish_step(state: Tournament, url: str) -> NextStep:
    """The way to a tournament that everybody can see."""
    note = _(
        "%(players)s entered. Everybody with the address can then follow it.",
        players=counts.players(len(single_players(state))),
    )
    title = _("Publish the tournament")
    return NextStep(title, note, f"{url}/publish", title if state.rounds else _("Publish"), posts=True)


def is_open_again(state: Tournament, number: int) -> bool:
    """Whether that round is open though later ones are being played: it was reopened, or never closed."""
    return any(each.number == number for each in left_open(state))


def close_again(state: Tournament, number: int, url: str) -> NextStep:
    """The way to close a round of the past."""
    note = " ".join((_("It was reopened, or never closed."), _closing_note(state.rounds[number - 1])))
    label = _("Close round %(round)s", round=number)
    return NextStep(
        _("Round %(round)s is still open", round=number), note, f"{url}/rounds/{number}/close", label, posts=True
    )


def _closing_note(here: Round) -> str:
    said = _("%(results)s.", results=results_in(here)) if adjourned_games(here) else _("All results are in.")
    return " ".join((said, _("Closed, nothing in it changes by accident.")))


def _also(seen: Seen, url: str) -> NextStep | None:
    """What is possible as well: publishing or pairing, all rounds in place of one, prizes at the end."""
    if seen.role < Role.ARBITER or seen.state.archived:
        return None
    now, pages = progress(seen.state), pages_of(seen.state)
    if now.then is not None:
        return director_step(seen, now.then, url)
    if now.step is Step.ENTER_RESULTS and not seen.state.published:
        return publish_step(seen.state, url)
    if now.step is Step.PAIR and seen.state.rounds:
        return pages.other_pair_step(seen.state, url)
    if now.step is Step.LOOK:
        return NextStep("", "", f"{url}/prizes", _("Prizes"))
    return pages.pair_step(seen.state, 1, url) if now.step in (Step.PUBLISH, Step.PAIR) else None
