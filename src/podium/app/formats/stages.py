"""An event of stages, as it is read: each stage as its own format reads it, and one ranking of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import groupby

from podium.app.event.progress import Progress, Step, before_round_1
from podium.app.event.rules_words import seeding_rule, who_goes_on_words
from podium.app.formats.documents import FOR_ALL, BracketSheet, DocumentName, FormatDocuments
from podium.app.formats.protocol import FormatViews, Traits
from podium.app.formats.story import Chapter, FormatStory
from podium.app.memory import Memory
from podium.app.players.card import CardLine
from podium.app.players.participation import Act
from podium.app.rounds.hand_pairing import Contrast, Warning
from podium.app.rounds.why import Why
from podium.app.standings.crosstable import Crosstable
from podium.app.standings.standings import StandingRow, Standings, section_standings
from podium.app.standings.tally import rounds_after
from podium.app.story.words import names_of
from podium.app.words.language import N_, EventWords, _, ngettext
from podium.app.words.phrases import separated
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.event.setting_values import Settings, TeamsOf
from podium.flow.formats.played_stages import stage_of_round
from podium.flow.formats.registry import STAGES_FORMAT as FORMAT
from podium.flow.formats.stage_cut import games_of_stage
from podium.flow.rounds.kept_values import BegunStage, CutDecidedBy
from podium.flow.state import Pairing, PlayedStage, Round, Tournament
from podium.stages import Carry, Line, group_name, measures

_ROWS: Memory[Standings] = Memory(64, len)
_SEEDED = N_("Seeded by their places in the stage before; players of one group meet as late as possible.")
_CARRIED = {
    Carry.ALL: N_("Points of the stages before count, and games of two who both go on are not played again."),
    Carry.BETWEEN: N_("Points from games against others who go on count, and those games are not played again."),
}
_PAIRS = {
    TeamsOf.CROSSWISE: N_("They play as fixed pairs: the first with the last, the second with the last but one."),
    TeamsOf.NEIGHBOURS: N_("They play as fixed pairs: the first with the second, the third with the fourth."),
}


class StagesStory(FormatStory):
    chapters = (Chapter.BRACKET, Chapter.CROSSTABLE, Chapter.UPSETS)
    counts_points = False

    def __init__(self, stories: Sequence[FormatStory] = ()) -> None:
        """The story of stages that are told so, each by its format."""
        self.has_colours = all(each.has_colours for each in stories)
        self.plays_in_teams = any(each.plays_in_teams for each in stories)

    def decided(self, state: Tournament, places: Sequence[Sequence[StandingRow]], at: int) -> str:
        """How far players of the place came, where points of several stages say nothing."""
        return places[at][0].details

    def cuts(self, state: Tournament) -> tuple[tuple[str, str], ...]:
        return tuple(
            (_("On to stage %(stage)s", stage=stage.begun.number), "; ".join(_went_on(state, stage.begun)))
            for stage in state.stages[1:]
        )


_LEVEL = {
    CutDecidedBy.HAND: N_("of those who were level, who went on was decided by hand"),
    CutDecidedBy.LOT: N_("of those who were level, lots decided who went on"),
    CutDecidedBy.ALL: N_("all who were level went on"),
}


def _went_on(state: Tournament, stage: BegunStage) -> Iterator[str]:
    """Who went on to a stage, group by group, and what decided where players were level; pairs came from anywhere."""
    before = state.stages[stage.number - 2].begun.groups.players
    together = len(before) == 1 or stage.teams
    for at, group in enumerate(before[:1] if together else before):
        chosen = [each.player for each in stage.qualified if together or each.player in group]
        if names := names_of([state.players[id] for id in chosen if id in state.players]):
            yield names if together else _("from group %(group)s: %(names)s", group=group_name(at), names=names)
    if stage.decided_by in _LEVEL:
        yield _(_LEVEL[stage.decided_by])


class StagesDocuments(FormatDocuments):
    names = (*FOR_ALL, DocumentName.BRACKET)
    details = N_("Reached")
    plays_every_round = False

    def __init__(self, formats: Mapping[str, FormatViews], own: Sequence[Traits] = ()) -> None:
        """Titles are those of stages in which pairs play, who have no boards."""
        self._formats = formats
        self.titles = next((each.documents.titles for each in own if each.story.plays_in_teams), {})

    def round_name(self, state: Tournament, number: int) -> str:
        """What the stage calls the round of a bracket; others by their number in the whole event."""
        stage = stage_of_round(state, number) if state.stages else None
        if stage is None or stage.event.knockout is None:
            return super().round_name(state, number)
        return self._of(stage).round_name(stage.event, number - stage.before)

    def note_on(self, state: Tournament, pairing: Pairing) -> str:
        stage = stage_of_round(state, state.where[pairing.id])
        return self._of(stage).note_on(stage.event, pairing)

    def bracket(self, state: Tournament) -> Iterator[BracketSheet]:
        for stage in state.stages:
            yield from self._of(stage).bracket(stage.event)

    def _of(self, stage: PlayedStage) -> FormatDocuments:
        return self._formats[stage.event.settings.format].traits.documents


class StagesViews(FormatViews):
    name = FORMAT.name

    def __init__(self, formats: Sequence[FormatViews]) -> None:
        self._formats = {views.name: views for views in formats}
        self.traits = Traits(
            uses_tiebreaks=False,
            tiebreaks_missing="tiebreaks-of-stages",
            lists_matches=True,
            rules=self.rules,
            story=StagesStory(),
            documents=StagesDocuments(self._formats),
        )
        self._at: dict[tuple[tuple[str, ...], int], FormatViews] = {}

    def at(self, settings: Settings, begun: int) -> FormatViews:
        """The same while so many stages have begun: what acts of players mean is said by the one that is played."""
        names = tuple(plan.settings.format for plan in settings.stages)
        if (names, begun) not in self._at:
            own = [self._formats[name].traits for name in names]
            acts = dict(own[max(begun - 1, 0)].participation)
            if begun > 1:
                acts.pop(Act.LATE_ENTRY, None)
            found = self._at[names, begun] = copy(self)
            story, documents = StagesStory([each.story for each in own]), StagesDocuments(self._formats, own)
            words = EventWords(all(each.words.tours for each in own), any(each.words.tables for each in own))
            found.traits = replace(self.traits, participation=acts, story=story, documents=documents, words=words)
        return self._at[names, begun]

    def rules(self, settings: Settings) -> tuple[str, ...]:
        """How many stages there are, and of each who plays in it, what is carried to it, and its own rules."""
        said = [_("Played in %(stages)s stages, one after another.", stages=len(settings.stages))]
        before = 1
        for number, plan in enumerate(settings.stages, start=1):
            rules = self._formats[plan.settings.format].traits.rules_of(plan.settings)
            if plan.groups > 1:
                rules.insert(0, ngettext("%(num)s group.", "%(num)s groups.", plan.groups))
            if plan.qualify is not None:
                rules.insert(0, _("for %(who)s.", who=who_goes_on_words(plan.qualify, before)))
                if (by_rating := seeding_rule(plan.settings)) in rules:
                    rules[rules.index(by_rating)] = _(_SEEDED)
            if plan.carry in _CARRIED:
                rules.append(_(_CARRIED[plan.carry]))
            if plan.teams is not None:
                rules.append(_(_PAIRS[plan.teams]))
            said.append(_("Stage %(stage)s: %(rules)s", stage=number, rules=" ".join(rules)))
            before = plan.groups
        return tuple(said)

    def of(self, stage: PlayedStage) -> FormatViews:
        """How the stage is read."""
        return self._formats[stage.event.settings.format]

    def standings(self, state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
        """Those who went further first; inside a stage by the places in its groups, then by what groups are compared
        by, with the points of that stage."""
        rounds = rounds_after(state, after)
        if codes:
            raise Refused("tiebreak-not-in-stages", value=codes[0])
        stages = self._begun(state, len(rounds) if after is not None else None)
        if not stages:
            return section_standings(state, after, None)
        parts: list[object] = [state.players, len(rounds)]
        for event in (stage.event for stage in stages):
            parts += [event.players, event.settings, event.seats, event.tie_orders, event.knockout, *event.rounds]
        return _ROWS.remember(tuple(parts), lambda: tuple(self._rows(state, stages, len(rounds))))

    def _begun(self, state: Tournament, rounds: int | None) -> tuple[PlayedStage, ...]:
        """The stages that had begun after so many rounds; now, for None."""
        return tuple(each for each in state.stages if rounds is None or each.before < rounds)

    def _rows(self, state: Tournament, stages: Sequence[PlayedStage], rounds: int) -> Iterator[StandingRow]:
        listed: set[PlayerId] = set()
        for stage in reversed(stages):
            placed = [row for row in self.stage_rows(stage, rounds) if row.player.id not in listed]
            for _rank, level in groupby(placed, key=lambda row: row.rank):
                rank = len(listed) + 1
                for row in list(level):
                    for id in stage.begun.teams.get(row.player.id, (row.player.id,)):
                        yield _overall(row, rank, state.players[id], stage.begun.number)
                        listed.add(id)
        teams = {id for stage in stages for id in stage.begun.teams}
        for player in sorted(state.players.values(), key=lambda each: each.number):
            if player.id not in listed | teams:
                yield StandingRow(len(listed) + 1, player, "", Points(0), "")

    def stage_rows(self, stage: PlayedStage, rounds: int) -> list[StandingRow]:
        """The rows of a stage after so many rounds of the event, as one ranking over all its groups."""
        event = stage.event
        own = min(rounds - stage.before, len(event.rounds))
        rows = self.of(stage).standings(event, own, None)
        if len(event.settings.sections) < 2:
            return list(rows)
        tables = [
            tuple(Line(row.player.id, row.rank) for row in rows if row.section == section)
            for section in event.settings.sections
        ]
        values = measures(tables, games_of_stage(replace(event, rounds=event.rounds[:own])))
        keys = {row.player.id: (row.rank, *(-value for value in values[row.player.id])) for row in rows}
        ranked = sorted(rows, key=lambda row: (keys[row.player.id], row.player.number))
        found: list[StandingRow] = []
        for _key, level in groupby(ranked, key=lambda row: keys[row.player.id]):
            rank = len(found) + 1
            found += [replace(row, rank=rank) for row in level]
        return found

    def card_lines(self, state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
        for stage in self._begun(state, len(rounds)):
            own = next((team for team, members in stage.begun.teams.items() if player in members), player)
            if own in stage.event.players:
                inside = stage.event.rounds[: len(rounds) - stage.before]
                for line in self.of(stage).card_lines(stage.event, own, inside):
                    colour = line.colour if own == player else None
                    yield replace(line, round=line.round + stage.before, colour=colour)

    def crosstables(
        self, state: Tournament, rounds: tuple[Round, ...], rows: Sequence[StandingRow]
    ) -> tuple[Crosstable, ...]:
        """Those of each stage, group by group."""
        found: list[Crosstable] = []
        for stage in self._begun(state, len(rounds)):
            inside = stage.event.rounds[: len(rounds) - stage.before]
            own = self.of(stage).standings(stage.event, len(inside), None)
            tables = self.of(stage).crosstables(stage.event, inside, own)
            for table in tables:
                numbers = tuple(str(int(column) + stage.before) for column in table.columns if not table.matrix)
                found.append(replace(table, stage=stage.begun.number, columns=numbers or table.columns))
        return tuple(found)

    def why(self, state: Tournament, here: Round, pairing: Pairing) -> Why:
        stage, inside = _inside(state, here)
        return replace(self.of(stage).why(stage.event, inside, pairing), round=here.number)

    def progress(self, state: Tournament) -> Progress:
        """That of the stage that is played; once it is over, the next one is to be begun."""
        planned = FORMAT.rounds_expected(state)
        if not state.stages:
            return Progress(before_round_1(state), 1, 0, planned)
        stage = state.stages[-1]
        event = replace(stage.event, published=state.published, archived=state.archived)
        now = self.of(stage).progress(event)
        then = replace(now.then, round=now.then.round + stage.before) if now.then is not None else None
        if now.step is Step.LOOK and stage.begun.number < len(state.settings.stages):
            return Progress(Step.PAIR, len(state.rounds) + 1, 0, planned)
        return Progress(now.step, now.round + stage.before, now.missing, planned, then)

    def warnings(self, state: Tournament, here: Round) -> tuple[Warning, ...]:
        stage, inside = _inside(state, here)
        return self.of(stage).warnings(stage.event, inside)

    def contrast(self, state: Tournament, here: Round) -> Contrast | None:
        stage, inside = _inside(state, here)
        return self.of(stage).contrast(stage.event, inside)


def _overall(row: StandingRow, rank: int, player: Player, stage: int) -> StandingRow:
    """A row of a stage as one of the whole event; of a member of a pair it says with whom."""
    details = _("stage %(stage)s: %(details)s", stage=stage, details=row.details)
    if row.player.id != player.id:
        details = separated([details, row.player.name])
    return replace(row, rank=rank, player=player, section="", details=details, tiebreaks={}, decided_by=None)


def _inside(state: Tournament, here: Round) -> tuple[PlayedStage, Round]:
    """The stage of a round, and the round as it is there."""
    stage = stage_of_round(state, here.number)
    return stage, stage.event.rounds[here.number - stage.before - 1]
