"""The way from groups to champion on one page: every stage with its tables, and where the cut goes through them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step
from podium.app.formats.stage_answers import groups_expected, moved_up, stage_status
from podium.app.formats.stage_ends import (
    before_cut,
    left_after_cut,
    level_at_cut,
    provisional_cut,
    with_complete_rounds,
)
from podium.app.pictures.bracket import PAGE, Excerpt, picture
from podium.app.queries import progress, standings
from podium.app.rounds.why import spoken
from podium.app.standings.standings import StandingRow
from podium.app.standings.tiebreak_words import name_and_code
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration, separated
from podium.core.errors import Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.commands import ChangeSettings, SetGroups, StartStage
from podium.flow.event.setting_values import GroupDraw
from podium.flow.event.stage_options import STAGES, write_stages
from podium.flow.formats.stage_commands import check_finished
from podium.flow.state import PlayedStage, Tournament
from podium.stages import ACROSS, group_name
from podium.web.event.overview import director_step
from podium.web.formats.protocol import NextStep, Words
from podium.web.formats.registry import pages_of
from podium.web.formats.stages import StagesPages, going_on_text
from podium.web.frame.my_player import my_player
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.standings.standings import Table

ON, LEVEL = "on", "level"
MOST_IN_PICTURE = 32
_ACROSS = (N_("points for each game"), N_("wins for each game"), N_("Sonneborn-Berger for each game"))
ACROSS_WORDS = dict(zip(ACROSS, _ACROSS, strict=True))
STATUSES = {"planned": N_("to come"), "playing": N_("being played"), "finished": N_("over")}
MARKS = {ON: N_("goes on"), LEVEL: N_("level at the cut")}


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A line of a group; `row` is None before anything is played. `mark` is whether the player goes on as things stand,
    `said` says it, or what parted the first who does not from the last who does."""

    row: StandingRow | None
    player: Player
    mark: str
    said: str
    mine: bool


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group; before anything is played, its players without places."""

    name: str
    rows: tuple[GroupRow, ...]
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage: what is played, how far it is, its groups or its bracket, its rounds, and a sentence on its cut."""

    number: int
    title: str
    status: str
    groups: tuple[GroupTable, ...]
    words: Words
    rounds: tuple[tuple[str, str], ...]
    cut: str
    svg: Markup | None
    champions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StagesPage:
    """All stages, from the first on."""

    url: str
    note: str
    step: NextStep | None
    otherwise: NextStep | None
    stages: tuple[StageView, ...]


def stages_page(visit: Visit) -> Response[str]:
    """The page of all stages; `?group=B` is the group that phones show."""
    seen = visit.see()
    state, pages = seen.state, _pages(seen.state)
    step = otherwise = None
    if seen.role >= Role.ARBITER and not state.archived:
        now = progress(state)
        step = pages.start_step(state, visit.url) or director_step(seen, now, visit.url)
        otherwise = pages.other_pair_step(state, visit.url) if now.step in (Step.PUBLISH, Step.PAIR) else None
    me = my_player(visit, seen)
    views = tuple(_stage(visit, seen, pages, number, me) for number in range(1, len(state.settings.stages) + 1))
    context = StagesPage(visit.url, pages.standings_note(state, None), step, otherwise, views)
    return page(visit, "stages.html", context, seen=seen, nav="stages")


def _pages(state: Tournament) -> StagesPages:
    pages = pages_of(state)
    if not isinstance(pages, StagesPages):
        raise Unknown("stage", None)
    return pages


def _stage(visit: Visit, seen: Seen, pages: StagesPages, number: int, me: PlayerId | None) -> StageView:
    state = seen.state
    begun = state.stages[number - 1] if number <= len(state.stages) else None
    bracket = begun.event.knockout if begun is not None else None
    names = {id: player.name for id, player in state.players.items()}
    drawn = None
    if bracket is not None and len(bracket.rounds[0].boards) <= MOST_IN_PICTURE:
        drawn = Markup(  # it escapes names itself
            picture(bracket, names, lambda match: f"{visit.url}/matches/{match.id}", part=Excerpt(), size=PAGE)
        )
    rounds = begun.rounds if begun is not None else range(0)
    addresses = pages.at(state, rounds[0]).addresses if rounds else pages.addresses
    return StageView(
        number,
        pages.stage_text(state, number),
        _(STATUSES[stage_status(state, number)]),
        _groups(visit, state, number, me),
        pages.words_of(state, number),
        tuple((pages.round_name(state, each), addresses.of_round(visit.url, each)) for each in rounds),
        _cut_text(state, number),
        drawn,
        tuple(names[id] for id in bracket.champions) if bracket is not None else (),
    )


def _groups(visit: Visit, state: Tournament, number: int, me: PlayerId | None) -> tuple[GroupTable, ...]:
    """The tables of a stage, that of the reader first; before the first one its groups, as far as they are known."""
    tables: list[tuple[str, tuple[GroupRow, ...]]] = []
    if number > len(state.stages):
        groups = groups_expected(state, number) if state.settings.stages[number - 1].groups > 1 else ()
        for at, ids in enumerate(groups):
            entered = [state.players[id] for id in ids if id in state.players]
            tables.append((group_name(at), tuple(GroupRow(None, each, "", "", each.id == me) for each in entered)))
    elif state.stages[number - 1].event.knockout is None:
        stage = state.stages[number - 1]
        marks = _marks(state, stage)
        for section, some in groupby(standings(with_complete_rounds(stage.event)), key=lambda row: row.section):
            rows: list[GroupRow] = []
            for row in some:
                mark = marks.get(row.player.id, "")
                below = rows and rows[-1].mark == ON != mark  # who is the first below the cut
                said = _(MARKS[mark]) if mark else Table.decided(row) if below else ""
                rows.append(GroupRow(row, row.player, mark, said, row.player.id == me))
            tables.append((section, tuple(rows)))
    tables.sort(key=lambda table: not any(row.mine for row in table[1]))
    asked = visit.query.get("group", "")
    chosen = asked if asked in dict(tables) else tables[0][0] if tables else ""
    return tuple(GroupTable(name, rows, f"{visit.url}/stages?group={name}", name == chosen) for name, rows in tables)


def _marks(state: Tournament, stage: PlayedStage) -> dict[PlayerId, str]:
    """Who went on from a stage, or would go on as things stand."""
    number = stage.begun.number
    if number < len(state.stages):
        return dict.fromkeys(state.stages[number].begun.players, ON)
    cut = provisional_cut(state) if stage.event.rounds else None
    if cut is None:
        return {}
    return {**dict.fromkeys(level_at_cut(cut), LEVEL), **{each.player: ON for each in cut.going_on}}


def _cut_text(state: Tournament, number: int) -> str:
    """Who went on from a stage, or goes on as things stand."""
    if number < len(state.stages):
        names = [spoken(state.players[each.player].name) for each in state.stages[number].begun.qualified]
        return _("%(names)s went on.", names=enumeration(names))
    if number == len(state.stages) and state.stages[-1].event.rounds and (text := going_on_text(state)):
        return text if stage_status(state, number) == "finished" else _("As things stand: %(text)s", text=text)
    return ""


# --- the cut --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who are level at the cut, for how many of them there is a place, and what did not part them."""

    group: str
    places: int
    equal: str
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StartPage:
    """The question before a stage begins: who goes on, from where, and what is to be decided; `problem` if not yet."""

    url: str
    title: str
    label: str
    sure: tuple[tuple[str, str, str], ...]
    ties: tuple[Tie, ...]
    moved_up: str
    problem: str


def start_page(visit: Visit) -> Response[str]:
    """The page that asks before the next stage begins."""
    seen = visit.see(Role.ARBITER, "StartStage")
    state, pages, number = seen.state, _pages(seen.state), visit.number("stage")
    if number == len(state.stages) and left_after_cut(state):
        state = before_cut(state)
    if not 2 <= number <= len(state.settings.stages) or number <= len(state.stages):
        raise Unknown("stage", number)
    cut, problem = provisional_cut(state) if number == len(state.stages) + 1 else None, ""
    try:
        check_finished(state, number - 1)
    except Refused as error:
        problem = sentence(error)
    several = state.settings.stages[number - 2].groups > 1
    sure = tuple(
        (f"{group_name(each.group)}{each.place}" if several else "", each.player, state.players[each.player].name)
        for each in (cut.going_on if cut is not None else ())
    )
    ties = tuple(
        Tie(
            group_name(each.group) if each.group is not None and several else "",
            each.places,
            separated([_(ACROSS_WORDS[code]) if code in ACROSS_WORDS else name_and_code(code) for code in each.equal]),
            tuple((id, state.players[id].name) for id in each.level),
        )
        for each in (cut.open if cut is not None else ())
    )
    context = StartPage(
        f"{visit.url}/stages/{number}",
        pages.stage_text(state, number),
        pages.start_label(state),
        sure,
        ties,
        moved_up(state, cut),
        problem,
    )
    return page(visit, "stage_start.html", context, seen=seen, nav="stages")


def start_stage(visit: Visit) -> Response[str]:
    """The stage, begun with those who go on."""
    seen = visit.see(Role.ARBITER, "StartStage")
    number, form = visit.number("stage"), visit.form
    picked = tuple(PlayerId(each) for each in form.texts.get("player", ()))
    decided = form.text("tied")
    command = StartStage(
        number, picked if decided == "named" else None, everybody=decided == "all", lot="" if decided == "lot" else None
    )
    return perform_and_go(visit, seen, command, f"{visit.url}/stages", expected=visit.version)


# --- groups ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """The groups of the first stage before it begins: everybody with a choice of the group."""

    url: str
    names: tuple[str, ...]
    groups: tuple[tuple[str, tuple[tuple[str, str, int | None], ...]], ...]
    note: str


def groups_page(visit: Visit) -> Response[str]:
    """The page on which groups are drawn, or made by hand."""
    seen = visit.see(Role.ARBITER, "SetGroups")
    state = seen.state
    _pages(state)
    plan, lot = state.settings.stages[0], state.settings.stages[0].draw is GroupDraw.LOT
    shown = groups_expected(state, 1)
    people = state.players
    groups = tuple(
        (
            group_name(at),
            tuple((id, people[id].name, people[id].fields.rating) for id in group if id in people),
        )
        for at, group in enumerate(shown)
    )
    names = tuple(group_name(at) for at in range(plan.groups))
    note = _("Kept until the first round is paired, which begins the stage.")
    if state.groups is None:
        note = _("By lot: not drawn yet.") if lot else _("By rating, in a serpentine, unless you change it.")
    elif state.groups.seed is not None:
        note = _("Drawn by lot, from the seed %(seed)s.", seed=state.groups.seed)
    context = GroupsPage(f"{visit.url}/stages/groups", names, groups, note)
    return page(visit, "stage_groups.html", context, seen=seen, nav="stages")


def set_groups(visit: Visit) -> Response[str]:
    """The groups as they were chosen, or drawn as the plan has it."""
    seen = visit.see(Role.ARBITER, "SetGroups")
    _pages(seen.state)
    groups, drawn = None, next((each for each in GroupDraw if each.value == visit.form.text("go")), None)
    if drawn is not None and drawn is not seen.state.settings.stages[0].draw:
        first, *others = write_stages(seen.state.settings.stages)
        visit.perform(ChangeSettings({STAGES.json: [{**first, "draw": drawn.value}, *others]}), expected=visit.version)
        return perform_and_go(visit, seen, SetGroups(1, None), f"{visit.url}/stages/groups")
    if drawn is None:
        names = [group_name(at) for at in range(seen.state.settings.stages[0].groups)]
        chosen = {name.removeprefix("g-"): visit.form.text(name) for name in visit.form.texts if name.startswith("g-")}
        groups = tuple(tuple(PlayerId(id) for id, name in chosen.items() if name == each) for each in names)
    return perform_and_go(visit, seen, SetGroups(1, groups), f"{visit.url}/stages/groups", expected=visit.version)
