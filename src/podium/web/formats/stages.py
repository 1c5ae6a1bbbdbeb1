"""An event of stages on the pages: those of the format that is played now, and the way from one stage to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Progress
from podium.app.event.rules_words import who_goes_on_words
from podium.app.formats.stage_answers import stage_status
from podium.app.formats.stage_ends import before_cut, left_after_cut, level_at_cut, provisional_cut
from podium.app.hall.screens import Content
from podium.app.players.card import Card
from podium.app.queries import standings
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import figure
from podium.app.words.phrases import enumeration
from podium.core.ids import PairingId, PlayerId
from podium.flow.formats.played_stages import stage_of_round
from podium.flow.formats.registry import STAGES_FORMAT
from podium.flow.rounds.statements import Score
from podium.flow.state import Game, Match, PlayedStage, Round, Stage, Tournament
from podium.web.formats.protocol import (
    Addresses,
    Entry,
    FormatPages,
    NextStep,
    OverviewParts,
    Part,
    Traits,
    WallPart,
    Words,
)
from podium.web.formats.wall_lines import WallLine, list_part, wall_name

WORDS = Words(
    N_("Stages"),
    N_("as many as its stages have"),
    details=N_("Reached"),
    ranking=N_("Standings"),
)
MOST_NAMED = 8


class StagesPages(FormatPages):
    """The pages of an event whose stages have these `formats`; `played` are those of the one that is played now."""

    name = STAGES_FORMAT.name
    words = WORDS

    def __init__(
        self, formats: Mapping[str, FormatPages], played: FormatPages | None = None, stage: PlayedStage | None = None
    ) -> None:
        self._formats, self._played = formats, played or next(iter(formats.values()))
        own = played.traits if played is not None else Traits()
        self.traits = replace(
            own,
            counts_points=False,
            closes_entry=stage is not None and stage.begun.number > 1,
            pairs_ahead=False,
            on_wall=_on_wall(own),
        )
        self.addresses = Addresses("stages", N_("Stages"))
        if played is not None:
            rounds = played.addresses
            self.addresses = replace(self.addresses, round=rounds.round, hand_sheet=rounds.hand_sheet)
        if played is not None and stage is not None:
            own_page = (
                () if played.addresses.rounds == "rounds" else ((played.addresses.rounds, played.addresses.label),)
            )
            beside = (("stages", N_("Stages")), ("rounds", N_("Rounds")), *own_page)
            self.addresses = replace(self.addresses, before=stage.before, beside=beside)

    def at(self, state: Tournament, round: int | None = None) -> StagesPages:
        """The pages while the stage of a round is played; without one the stage that is played now, or the first."""
        if not state.stages:
            return StagesPages(self._formats, self._formats[state.settings.stages[0].settings.format])
        stage = state.stages[-1] if round is None else stage_of_round(state, round)
        return StagesPages(self._formats, self._formats[stage.event.settings.format], stage)

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        return self.start_step(state, url) or self._pairs(state, number, url)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        """The next stage, where nobody planned how many rounds this one has."""
        if not state.stages:
            label = _("Look at the groups first")
            return NextStep("", "", f"{url}/stages/groups", label) if state.settings.stages[0].groups > 1 else None
        if self.start_step(state, url) is not None:
            return None
        if len(state.stages) == len(state.settings.stages):
            return self._other_way(state, url)
        event = state.stages[-1].event
        open_ended = event.settings.rounds is None and not event.seats and not any(r.pending for r in event.rounds)
        return (
            NextStep("", "", _start_url(state, url), self.start_label(state))
            if open_ended
            else self._other_way(state, url)
        )

    def _other_way(self, state: Tournament, url: str) -> NextStep | None:
        """The other way to the next round that the stage has, named by the number in the whole event."""
        stage, number = state.stages[-1], len(state.rounds) + 1
        step = self._played.other_pair_step(inside(state, stage), url)
        if step is None or step.posts:
            return step
        return replace(step, label=_("Write round %(round)s by hand", round=number))

    def _pairs(self, state: Tournament, number: int, url: str) -> NextStep:
        title = _("Pair round %(round)s", round=number)
        if not state.stages:
            return NextStep(title, self.stage_text(state, 1), f"{url}/rounds", title, posts=True)
        stage = state.stages[-1]
        step = self._played.pair_step(inside(state, stage), number - stage.before, url)
        return replace(step, title=title, label=title)

    def results_step(self, state: Tournament, now: Progress, url: str) -> NextStep:
        if step := self.start_step(state, url):
            return step
        if state.knockout is None:
            return super().results_step(state, now, url)
        return self._played.results_step(state, now, url)

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        numbers = range(1, len(state.settings.stages) + 1)
        plan = ((_("Stage %(stage)s", stage=number), self.stage_text(state, number)) for number in numbers)
        own = super().overview(state, url) if state.knockout is None else self._played.overview(state, url)
        return replace(own, facts=tuple(plan))

    def round_part(self, seen: Seen, here: Round, url: str) -> Part:
        stage = stage_of_round(seen.state, here.number)
        own = replace(seen, state=replace(inside(seen.state, stage), tables=seen.state.tables))
        pages = self._formats[stage.event.settings.format]
        round = stage.event.rounds[here.number - stage.before - 1]
        if stage is not seen.state.stages[-1] and seen.role >= Role.ARBITER:
            round = replace(round, stage=Stage.PUBLISHED)  # a correction opens it, and closes it again
        return pages.round_part(own, round, url)

    def open_game(self, seen: Seen) -> PairingId | None:
        return super().open_game(seen) if seen.state.knockout is None else self._played.open_game(seen)

    def game_words(self, state: Tournament, here: Round, pairing: Game | Match) -> tuple[str, str]:
        if not state.stages or stage_of_round(state, here.number).event.knockout is None:
            return super().game_words(state, here, pairing)
        return self._played.game_words(state, here, pairing)

    def entry(self, pairing: Game | Match, score: Score, url: str) -> Entry:
        return self._played.entry(pairing, score, url)

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        """In the first stage as its format has it, with the place that somebody has in that; then one list of all."""
        if len(seen.state.stages) != 1:
            return super().card_part(seen, card, after, url)
        own = standings(seen.state.stages[0].event)
        row = next((row for row in own if row.player.id == card.standing.player.id), card.standing)
        return self._played.card_part(seen, replace(card, standing=row), after, url)

    def standings_note(self, state: Tournament, after: int | None) -> str:
        note = super().standings_note(state, after)
        if after is not None or not state.stages:
            return note
        return _("%(stage)s. %(note)s", stage=self.stage_text(state, len(state.stages)), note=note)

    def start_step(self, state: Tournament, url: str) -> NextStep | None:
        """The way to the next stage once this one is over, with who goes on; None until then, and in the last one,
        unless somebody has left who went on to it, and others can move up."""
        number = len(state.stages)
        if left := left_after_cut(state):
            before = before_cut(state)
            title = _("%(names)s left after the cut: who goes on instead?", names=_names(state, left))
            return NextStep(title, going_on_text(before), _start_url(before, url), self.start_label(before))
        if not 1 <= number < len(state.settings.stages) or stage_status(state, number) != "finished":
            return None
        title = _("Stage %(stage)s is over: who goes on?", stage=number)
        closes = _("Close it and see who goes on")
        label = self.start_label(state)
        return NextStep(title, going_on_text(state), _start_url(state, url), label, on_closing=closes)

    def start_label(self, state: Tournament) -> str:
        """What begins the next stage, and how many go on."""
        cut = provisional_cut(state)
        name = _(self.words_of(state, len(state.stages) + 1).as_stage)
        sure = len(cut.going_on) if cut is not None and not cut.open else 0
        if not sure:
            return _("Start %(stage)s", stage=name)
        return ngettext(
            "Start %(stage)s: this %(num)s goes on", "Start %(stage)s: these %(num)s go on", sure, stage=name
        )

    def stage_text(self, state: Tournament, number: int) -> str:
        """A stage in short: `Round robin in 4 groups`, `Knockout, the first 2 of each group`."""
        plan, qualify = state.settings.stages[number - 1], state.settings.stages[number - 1].qualify
        name = _(self.words_of(state, number).short)
        if plan.groups > 1:
            name = _("%(format)s in %(count)s groups", format=name, count=plan.groups)
        if qualify is None:
            return name
        who = who_goes_on_words(qualify, state.settings.stages[number - 2].groups)
        return _("%(stage)s: %(who)s", stage=name, who=who)

    def words_of(self, state: Tournament, number: int) -> Words:
        """What the pages of a stage call things."""
        return self._formats[state.settings.stages[number - 1].settings.format].words


def inside(state: Tournament, stage: PlayedStage) -> Tournament:
    """A stage as an event of its own, as far as everybody can see it."""
    return replace(stage.event, published=state.published, archived=state.archived)


def _start_url(state: Tournament, url: str) -> str:
    return f"{url}/stages/{len(state.stages) + 1}"


def _names(state: Tournament, players: Iterable[PlayerId]) -> str:
    return enumeration([state.players[id].name for id in players])


def going_on_text(state: Tournament) -> str:
    """Who goes on as things stand, and who is level at the cut, in a sentence."""
    cut = provisional_cut(state)
    if cut is None:
        return ""
    names = [state.players[each.player].name for each in cut.going_on]
    shown = [*names[:MOST_NAMED], *([_("%(count)s more", count=len(names) - MOST_NAMED)] if names[MOST_NAMED:] else [])]
    text = _("%(names)s go on.", names=enumeration(shown)) if names else ""
    if level := level_at_cut(cut):
        places = sum(each.places for each in cut.open)
        tied = ngettext(
            "%(names)s are level at the cut, and there is one place for them.",
            "%(names)s are level at the cut, and there are %(num)s places for them.",
            places,
            names=_names(state, level),
        )
        text = " ".join(filter(None, (text, tied)))
    return text


def _on_wall(played: Traits) -> tuple[WallPart, ...]:
    """What the stage that is played has, with the standings of its groups in place of those of the whole event."""
    return tuple(
        replace(part, make=_group_standings, usual=True)
        if part.content is Content.STANDINGS and played.counts_points
        else part
        for part in played.on_wall
    )


def _group_standings(state: Tournament) -> Part | None:
    """The tables of the groups that are played, each under its name."""
    if not state.stages:
        return None
    lines: list[WallLine] = []
    for section, rows in groupby(standings(state.stages[-1].event), key=lambda row: row.section):
        lines += [WallLine(heading=_("Group %(group)s", group=section))] if section else []
        lines += [
            WallLine(f"rank-{row.player.id}", str(row.rank), wall_name(row.player.name), figure(row.points))
            for row in rows
        ]
    return list_part(_("Standings"), lines, note=going_on_text(state))
