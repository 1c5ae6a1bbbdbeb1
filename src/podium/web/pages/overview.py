"""A tournament's first page: what is going on, and the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from starlette.responses import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.formats.registry import views_of
from podium.app.queries import progress, standings
from podium.app.views.knockout import is_knockout
from podium.app.views.progress import Progress, Step, current_round, left_open, planned_rounds
from podium.app.views.rows import round_status, tournament_status
from podium.app.views.standings import StandingRow
from podium.app.words.knockout import round_name
from podium.app.words.results import plural
from podium.flow.formats.round_robin import MOST_AT_ONCE, games_of_tables
from podium.flow.state import Format, Round, Settings, Stage, Tournament
from podium.knockout import BracketRound, Knockout
from podium.web.doubles.tables import promise_text
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.knockout.settings import POLICIES
from podium.web.pages.tournaments import dates

LEADERS = 5
FORMATS: dict[str, str] = {
    Format.SWISS: "Swiss (FIDE Dutch)",
    Format.ROUND_ROBIN: "Round robin",
    Format.MANUAL: "Paired by hand",
    Format.DOUBLES: "Doubles",
    Format.KNOCKOUT: "Knockout",
}
OPEN_ENDED: dict[str, str] = {
    Format.SWISS: "as many as you like",
    Format.ROUND_ROBIN: "as many as the players need",
    Format.MANUAL: "as many as you like",
    Format.DOUBLES: "as many as there are partners",
    Format.KNOCKOUT: "until there is a champion",
}
BY_ENGINE: dict[str, str] = {
    Format.SWISS: "By FIDE's Dutch system; you can look at it, and ask why, before others do.",
    Format.ROUND_ROBIN: "By the Berger tables; you can look at it before others do.",
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next: a sentence and a button, which is a link or, where `posts`, a form."""

    title: str
    note: str
    url: str
    label: str
    posts: bool = False


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One round in short."""

    name: str
    url: str
    status: str
    note: str


@dataclass(frozen=True, slots=True)
class Leaders:
    """The head of one section's standings."""

    section: str
    rows: tuple[StandingRow, ...]
    players: int


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """The tournament at a glance."""

    name: str
    url: str
    status: str
    facts: tuple[tuple[str, str], ...]
    step: NextStep | None
    also: NextStep | None
    put_off: tuple[RoundEntry, ...]
    rounds: tuple[RoundEntry, ...]
    leaders: tuple[Leaders, ...]
    archived: bool
    knockout: bool
    champions: tuple[str, ...]
    manages: bool
    reports: tuple[tuple[str, str], ...]


def overview(visit: Visit) -> Response:
    """The page of a tournament."""
    seen = visit.see()
    state = seen.state
    shown = OverviewPage(
        name=state.settings.name,
        url=visit.url,
        status=tournament_status(state),
        facts=_facts(state),
        step=_step(seen, visit.url),
        also=_also(seen, visit.url),
        put_off=_put_off(seen, visit.url),
        rounds=_rounds(state, visit.url),
        leaders=_leaders(state),
        archived=state.archived,
        knockout=is_knockout(state),
        champions=tuple(state.players[id].name for id in state.knockout.champions) if state.knockout else (),
        manages=seen.role >= Role.ARBITER,
        reports=_reports(state),
    )
    return page(visit, "overview.html", shown, seen=seen, nav="")


def _reports(state: Tournament) -> tuple[tuple[str, str], ...]:
    """The ways to the report file of each section, once there is a round to report."""
    if not state.rounds or views_of(state).report_kind is None:
        return ()
    url = f"/api/tournaments/{state.id}/export/trf"
    if len(state.sections) == 1:
        return (("Report file (TRF)", url),)
    return tuple((f"Report file (TRF), {name}", f"{url}?section={quote(name)}") for name in state.sections)


def _facts(state: Tournament) -> tuple[tuple[str, str], ...]:
    settings, planned = state.settings, progress(state).planned
    cycles = ", two cycles" if settings.cycles == 2 else ""
    facts = [
        ("Place", settings.place or ""),
        ("Dates", dates(settings.start, settings.end)),
        ("Format", FORMATS[settings.format] + cycles),
        ("Players", str(len(state.players))),
        ("Rounds", str(planned or OPEN_ENDED[settings.format])),
        ("Sections", ", ".join(settings.sections)),
        ("Tie-breaks", ", ".join(settings.tiebreaks)),
        *_rules(settings),
        ("How many rounds", promise_text(state) if settings.format == Format.DOUBLES else ""),
    ]
    return tuple((label, value) for label, value in facts if value)


def _rules(settings: Settings) -> tuple[tuple[str, str], ...]:
    """What players of a knockout ask: what follows a draw, and whether the losers of the semi-finals play on."""
    rules = settings.knockout
    if settings.format != Format.KNOCKOUT or rules is None:
        return ()
    third = "is played for" if rules.third_place_match else "is not played for"
    return (("After a draw", dict(POLICIES)[rules.tie_break_policy.value]), ("Third place", third))


def _step(seen: Seen, url: str) -> NextStep | None:
    """What the one who looks can do next; readers look."""
    if seen.state.archived:
        return None
    now = progress(seen.state)
    if seen.role >= Role.ARBITER:
        return _director(seen.state, now, url)
    if seen.role is Role.PLAYER and seen.player:
        if is_knockout(seen.state):
            note = "Your opponents and results, and the buttons for your own match."
            return NextStep("Your card", note, f"{url}/players/{seen.player}", "See your card")
        note = "Your opponents, colours and results, and the buttons for your own game."
        return NextStep("Your card", note, f"{url}/players/{seen.player}", "See your card")
    if seen.role is Role.SCORER:
        waits = (each for each in (now, now.then) if each and each.step is Step.ENTER_RESULTS)
        return next((_results(seen.state, each, url) for each in waits), None)
    return None


def _results(state: Tournament, now: Progress, url: str) -> NextStep:
    if is_knockout(state):
        waiting = plural(now.missing, "match waits", "matches wait")
        return NextStep("The knockout is being played", f"{waiting} for a result.", f"{url}/bracket", "Enter results")
    missing = plural(now.missing, "game is", "games are")
    note = f"{missing} without a result in round {now.round}."
    return NextStep(f"Round {now.round} is being played", note, f"{url}/rounds/{now.round}", "Enter results")


def _director(state: Tournament, now: Progress, url: str) -> NextStep:
    here = f"{url}/rounds/{now.round}"
    match now.step:
        case Step.ADD_PLAYERS:
            note = "Type them, paste a list, or import a CSV or Excel file."
            return NextStep("Add the players", note, f"{url}/players", "Add players")
        case Step.PUBLISH:
            note = f"{plural(len(state.players), 'player')} entered. Everybody with the address can then follow it."
            return NextStep("Publish the tournament", note, f"{url}/publish", "Publish", posts=True)
        case Step.PAIR:
            return pair_next(state, now.round, url)
        case Step.PUBLISH_ROUND:
            note = "It is a draft that only you can see: check it, then publish it."
            return NextStep(f"Round {now.round} is paired", note, here, f"Check round {now.round}")
        case Step.ENTER_RESULTS:
            return _results(state, now, url)
        case Step.CLOSE_ROUND:
            note = "All results are in. Closed, nothing in it changes by accident."
            if is_open_again(state, now.round):
                return close_again(now.round, url)
            return NextStep(f"Close round {now.round}", note, f"{here}/close", f"Close round {now.round}", posts=True)
        case Step.LOOK:
            rounds = "The round is" if now.round == 1 else f"All {now.round} rounds are"
            note = "All results are in." if is_knockout(state) else f"{rounds} closed."
            return NextStep("The tournament is over", note, f"{url}/standings", "Final standings")


def is_open_again(state: Tournament, number: int) -> bool:
    """Whether that round is open though later ones are being played: it was reopened, or never closed."""
    return any(each.number == number for each in left_open(state))


def close_again(number: int, url: str) -> NextStep:
    """The way to close a round of the past."""
    note = "It was reopened, or never closed, and all its results are in. Closed, nothing in it changes by accident."
    label = f"Close round {number}"
    return NextStep(f"Round {number} is still open", note, f"{url}/rounds/{number}/close", label, posts=True)


def pair_next(state: Tournament, number: int, url: str) -> NextStep:
    """The way to the next round: one click, or the sheet where the director writes it."""
    if is_knockout(state):
        note = "Later rounds come by themselves, as results decide who advances."
        return NextStep("Build the bracket", note, f"{url}/bracket", "Build the bracket", posts=True)
    label, title = f"Pair round {number}", f"Pair round {number}"
    if state.settings.format == Format.MANUAL or _written(state):
        return NextStep(title, "You write who meets whom.", f"{url}/rounds/pair", label)
    if state.settings.format == Format.DOUBLES:
        note = f"New partners for everybody. {promise_text(state)}"
        return NextStep(f"Draw round {number}", note, f"{url}/rounds", f"Draw round {number}", posts=True)
    return NextStep(title, BY_ENGINE[state.settings.format], f"{url}/rounds", label, posts=True)


def pair_otherwise(state: Tournament, url: str) -> NextStep | None:
    """Another way to what comes next: all rounds of a round robin at once, a round of another format by hand."""
    planned, paired = planned_rounds(state), len(state.rounds)
    if progress(state).step is Step.PAIR and state.settings.format == Format.DOUBLES:
        return NextStep("", "", f"{url}/rounds/teams", f"Make round {paired + 1} by hand")
    if progress(state).step is Step.PAIR and state.settings.format == Format.SWISS:
        return NextStep("", "", f"{url}/rounds/pair", f"Write round {paired + 1} by hand")
    if state.settings.format != Format.ROUND_ROBIN or planned is None or planned - paired < 2 or _written(state):
        return None
    if games_of_tables(state, planned) > MOST_AT_ONCE:
        return None
    label = f"Pair the other {planned - paired} rounds" if paired else f"Pair all {planned} rounds"
    return NextStep("", "", f"{url}/rounds/all", label, posts=True)


def _written(state: Tournament) -> bool:
    """Whether a round robin was begun by hand: there are no tables then to pair it by."""
    return state.settings.format == Format.ROUND_ROBIN and bool(state.rounds) and not state.seats


def _also(seen: Seen, url: str) -> NextStep | None:
    """What is possible as well: pairing before publishing, all rounds in place of one, prizes at the end."""
    if seen.role < Role.ARBITER or seen.state.archived:
        return None
    now = progress(seen.state)
    if now.then is not None:
        return _director(seen.state, now.then, url)
    if now.step is Step.PAIR:
        return pair_otherwise(seen.state, url)
    if now.step is Step.LOOK:
        return NextStep("", "", f"{url}/prizes", "Prizes")
    return pair_next(seen.state, 1, url) if now.step is Step.PUBLISH else None


def _put_off(seen: Seen, url: str) -> tuple[RoundEntry, ...]:
    """The past rounds that lack results, for those who can enter them, unless the next step is about them."""
    if seen.role < Role.SCORER or seen.state.archived or is_knockout(seen.state):
        return ()
    due = progress(seen.state).round
    return tuple(_round(each, url) for each in left_open(seen.state) if each.pending and each.number != due)


def _rounds(state: Tournament, url: str) -> tuple[RoundEntry, ...]:
    if state.knockout is not None:
        begun = [here for here in state.knockout.rounds if here.number <= state.knockout.begun]
        return tuple(_knockout_round(state.knockout, here, url) for here in begun)
    now = current_round(state)
    return tuple(_round(here, url, past=now is not None and here.number < now.number) for here in state.rounds)


def _round(here: Round, url: str, *, past: bool = True) -> RoundEntry:
    missing = len(here.pending)
    note = f"{plural(missing, 'result')} missing" if missing else "all results in"
    if past and here.stage is not Stage.CLOSED:
        note += ", still open"
    return RoundEntry(f"Round {here.number}", f"{url}/rounds/{here.number}", round_status(here).value, note)


def _knockout_round(knockout: Knockout, here: BracketRound, url: str) -> RoundEntry:
    note = f"{plural(here.unresolved, 'match', 'matches')} to be decided" if here.unresolved else "all decided"
    status = "playing" if here.unresolved else "closed"
    return RoundEntry(round_name(knockout, here.number), f"{url}/bracket?round={here.number}", status, note)


def _leaders(state: Tournament) -> tuple[Leaders, ...]:
    if not state.rounds:
        return ()
    table = standings(state)
    groups = []
    for section in dict.fromkeys(row.section for row in table):
        rows = [row for row in table if row.section == section]
        groups.append(Leaders(section, tuple(rows[:LEADERS]), len(rows)))
    return tuple(groups)
