"""What a commit did, in a sentence that the people in the hall understand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from podium.app.event.fide_words import breach_comment
from podium.app.event.option_words import noun
from podium.app.formats.knockout.words import match_changed
from podium.app.history import round_changes
from podium.app.rounds.result_words import outcome
from podium.app.rounds.statement_words import is_reported_by, report_text
from podium.app.words import counts
from podium.app.words.dates import event_time
from podium.app.words.fields import NOUNS
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import enumeration, separated, shortened
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import Scoring
from podium.flow import events
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.kept_records import NO_RECORDS
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import OPTIONS
from podium.flow.event.stage_options import stage_line
from podium.flow.evolve import evolve, fold
from podium.flow.fide.breaches import Breach
from podium.flow.formats.registry import numbers_in_round
from podium.flow.rounds.kept_values import BegunStage, CutDecidedBy
from podium.flow.state import Stage, Tournament
from podium.prizes import Rules
from podium.prizes.document import rules_as_json

_CLOSED = N_("Round %(round)s closed"), N_("Rounds %(rounds)s closed")
_PUBLISHED = N_("Round %(round)s published"), N_("Rounds %(rounds)s published")
_HIDDEN = N_("Round %(round)s hidden again"), N_("Rounds %(rounds)s hidden again")
_REOPENED = N_("Round %(round)s reopened"), N_("Rounds %(rounds)s reopened")
_STAGES = {
    (Stage.DRAFT, Stage.PUBLISHED): _PUBLISHED,
    (Stage.PUBLISHED, Stage.DRAFT): _HIDDEN,
    (Stage.CLOSED, Stage.PUBLISHED): _REOPENED,
    (Stage.CLOSED, Stage.DRAFT): _REOPENED,
}


def summary(before: Tournament | None, committed: Sequence[events.Event]) -> str:
    """What `committed` did to `before`, with the names and boards of that moment."""
    if isinstance(committed[0], events.TournamentCreated) and len(committed) > 1:
        adopted = fold(None, committed)
        assert adopted is not None
        breaches = [_said(adopted, event) for event in committed if isinstance(event, events.BreachRecorded)]
        return "; ".join((_adopted(committed[0], committed[1:]), *breaches))
    if together := _stages(committed) or _all_paired(committed) or _inside_closed_round(before, committed):
        return together
    said = []
    state = before
    for event in committed:
        after = evolve(state, event)
        if not is_reported_by(committed, event):
            said.append(_said(state or after, event))
        state = after
    return "; ".join(said)


def _said(state: Tournament, event: events.Event) -> str:
    match event:
        case events.TournamentCreated():
            return _("%(tournament)s created", tournament=event.settings.name)
        case events.SettingsChanged() | events.FormatChanged():
            return _settings(state, event.before, event.after)
        case events.VisibilityChanged():
            return _visibility(event)
        case events.PlayersChanged():
            return _players(event)
        case events.RoundPaired():
            return round_changes.paired_sentence(state, event)
        case events.RoundUnpaired():
            return _("Round %(round)s unpaired", round=event.undone.round)
        case events.BoardsChanged():
            return round_changes.boards_sentence(state, event)
        case events.ResultRecorded():
            return round_changes.result_sentence(state, event)
        case events.SetsRecorded():
            return round_changes.sets_sentence(state, event)
        case events.ReportChanged():
            return report_text(state, event)
        case events.StageChanged():
            return _staged(state, event)
        case events.RoundStartChanged():
            if event.after is None:
                return _("Round %(round)s held", round=event.round)
            return _(
                "Round %(round)s starts at %(time)s", round=event.round, time=event_time(state.settings, event.after)
            )
        case events.StartPositionChanged():
            return round_changes.start_position_sentence(event)
        case events.NumbersChanged():
            return _("Pairing numbers given anew")
        case events.TieOrdered():
            return round_changes.tie_sentence(state, event)
        case events.PrizesSet():
            return _plan(event)
        case events.PrizeRulesSet():
            return _prize_rules(event)
        case events.PrizesAllocated():
            return _allocated(event)
        case events.EditingChanged():
            if event.after:
                return _("Round %(round)s: editing by hand begun", round=event.round)
            if not event.differing:
                return _("Round %(round)s: editing by hand ended", round=event.round)
            return ngettext(
                "Round %(round)s: editing by hand ended with %(num)s pairing that is not the engine's",
                "Round %(round)s: editing by hand ended with %(num)s pairings that are not the engine's",
                event.differing,
                round=event.round,
            )
        case events.BracketBuilt():
            return _("Bracket of %(count)s built", count=len(event.entrants))
        case events.BracketRemoved():
            return _("Bracket taken back")
        case events.BracketChanged():
            return match_changed(state, event.changed)
        case events.GroupsChanged():
            return _("Groups of stage %(stage)s set", stage=event.stage)
        case events.StageBegun():
            return _begun(event.stage)
        case events.StageTakenBack():
            return _("Stage %(stage)s taken back", stage=event.undone.stage.number)
        case events.FideModeLeft():
            return _("FIDE mode left")
        case events.RoundPlayed():
            return _("Round %(round)s was played", round=event.round)
        case events.RoundWindowKept():
            return _("Rounds before round %(first)s still cannot change", first=event.first)
        case events.BreachRecorded():
            return _("Named in the report file: %(comment)s", comment=_comment(state, event.breach))
        case events.BreachRemoved():
            return _("No longer named in the report file: %(comment)s", comment=_comment(state, event.breach))
        case events.RatingResultRecorded():
            return round_changes.rated_sentence(state, event)
        case events.CommitReverted():
            return _("Undid version %(version)s", version=event.version)
        case events.PlayerForgotten():
            who = state.players.get(event.player)
            if who is None:
                return _("The personal data of a former player were removed")
            return _("The personal data of %(name)s were removed", name=who.anonymous(None).name)


def _begun(stage: BegunStage) -> str:
    """That a stage began, and what let players go on to it who were level."""
    text = {
        CutDecidedBy.RANKING: N_("Stage %(stage)s begun"),
        CutDecidedBy.HAND: N_("Stage %(stage)s begun; who went on of those who were level was said by hand"),
        CutDecidedBy.LOT: N_("Stage %(stage)s begun; lots decided who went on of those who were level"),
        CutDecidedBy.ALL: N_("Stage %(stage)s begun with all who were level"),
    }[stage.decided_by]
    return _(text, stage=stage.number)


def _comment(state: Tournament, breach: Breach) -> str:
    """An act as a report file names it, by the numbers of its round."""
    return breach_comment(breach, numbers_in_round(state, breach.section, breach.round))


def _adopted(created: events.TournamentCreated, committed: Iterable[events.Event]) -> str:
    players = sum(len(event.after) for event in committed if isinstance(event, events.PlayersChanged))
    rounds = sum(isinstance(event, events.RoundPaired) for event in committed)
    facts = {"tournament": created.settings.name, "players": counts.players(players)}
    if not rounds and created.kept == NO_RECORDS:
        return _("%(tournament)s created with %(players)s", **facts)
    return _("%(tournament)s brought over: %(players)s, %(rounds)s", rounds=counts.rounds(rounds), **facts)


def _stages(committed: Sequence[events.Event]) -> str | None:
    """One sentence for several rounds that went the same way, as in `Rounds 1 and 2 published`."""
    changed = [event for event in committed if isinstance(event, events.StageChanged)]
    words = {_stage(event) for event in changed}
    if len(changed) != len(committed) or len(committed) < 2 or len(words) != 1:
        return None
    return _(words.pop()[1], rounds=enumeration([str(event.round) for event in changed]))


def _all_paired(committed: Sequence[events.Event]) -> str | None:
    """One sentence for several rounds paired at once, as in `Rounds 1 to 7 paired: 28 games`."""
    paired = [event for event in committed if isinstance(event, events.RoundPaired)]
    positions = sum(isinstance(event, events.StartPositionChanged) for event in committed)
    if len(paired) + positions != len(committed) or len(paired) < 2:
        return None
    first, last, games = paired[0].round, paired[-1].round, sum(len(event.boards.games) for event in paired)
    return _("Rounds %(first)s to %(last)s paired: %(games)s", first=first, last=last, games=counts.games(games))


def _inside_closed_round(before: Tournament | None, committed: Sequence[events.Event]) -> str | None:
    """One sentence for a change of a closed round: `Round 1 reopened, board 2 corrected: Ann ½-½ Ben (was 1-0)`."""
    match committed:
        case (events.StageChanged(), events.BoardsChanged() as boards, events.StageChanged()) if before is not None:
            return round_changes.boards_sentence(before, boards)
        case (events.StageChanged(), events.ResultRecorded() as record) if before is not None:
            return round_changes.result_sentence(
                before, record, N_("Round %(round)s reopened, board %(board)s corrected: %(result)s")
            )
    return None


def _plan(event: events.PrizesSet) -> str:
    prizes, categories = counts.prizes(len(event.after.prizes)), counts.categories(len(event.after.categories))
    return _("Prizes set: %(prizes)s in %(categories)s", prizes=prizes, categories=categories)


def _prize_rules(event: events.PrizeRulesSet) -> str:
    after = event.after
    if after is None:
        return _("Rules of the prizes no longer set")
    before = rules_as_json(event.before or Rules())
    changed = [
        _change(name, _value(value), _value(before[name]))
        for name, value in rules_as_json(after).items()
        if value != before[name]
    ]
    return _("Rules of the prizes: %(changes)s", changes=separated(changed) or _("as usual"))


def _allocated(event: events.PrizesAllocated) -> str:
    before, after = event.before, event.after
    if after is None:
        return _("Prizes no longer allocated")
    if before is not None and replace(before, published=after.published) == after:
        return _("Prize list published") if after.published else _("Prize list hidden from the public")
    return _("Prizes allocated: %(prizes)s won", prizes=counts.prizes(len(after.winners)))


def _staged(state: Tournament, event: events.StageChanged) -> str:
    """What happened to one round, as `Round 1 published, games start at 2026-08-31 14:00 (UTC)`."""
    said = _(_stage(event)[0], round=event.round)
    if event.starts_at is None or event.after is Stage.DRAFT:
        return said
    time = event_time(state.settings, event.starts_at)
    return _("%(published)s, games start at %(time)s", published=said, time=time)


def _stage(event: events.StageChanged) -> tuple[str, str]:
    """What happened to one round, and to several."""
    return _CLOSED if event.after is Stage.CLOSED else _STAGES[event.before, event.after]


def _settings(state: Tournament, before: Settings, after: Settings) -> str:
    """Each option that differs by its label, as `Settings: rounds 7 (was 5)`."""
    changed: list[str] = []
    for option in OPTIONS:
        old, new = option.value_in(before), option.value_in(after)
        if old == new:
            continue
        if option.parts:
            changed += [
                _change(noun(part), _value(is_now), _value(was))
                for part in option.parts
                if (is_now := _part(new, part)) != (was := _part(old, part))
            ]
        else:
            words = [_option_value(state, option, value) for value in (new, old)]
            changed.append(_change(noun(option), *words))
    return _("Settings: %(changes)s", changes=separated(changed))


def _option_value(state: Tournament, option: Option[Any], value: Any) -> str:
    """What an option says, players by name."""
    match option.kind:
        case Kind.GROUPS:
            return _names(state, value)
        case Kind.ORDER:
            return separated([state.players[id].name for id in value if id in state.players]) or _("none")
        case Kind.STAGES:
            return separated([stage_line(each) for each in value]) or _("none")
        case Kind.PARAGRAPHS:
            return shortened(" ".join(value.split())) if value else _("none")
        case _:
            return _value(value)


def _part(whole: object, part: Option[Any]) -> object:
    """What a part of an option says; None where it says nothing."""
    value = getattr(whole, part.name, None)
    if part.kind is Kind.YES_NO:
        return bool(value)
    return None if value == {} else value


def _names(state: Tournament, groups: Iterable[Iterable[PlayerId]]) -> str:
    """The groups by the names of their players; who is no longer there has none."""
    named = ([state.players[id].name for id in group if id in state.players] for group in groups)
    return "; ".join(enumeration(names) for names in named) or _("none")


def _fields(before: PlayerFields, after: PlayerFields) -> list[str]:
    """Each field that differs, as `rating 1900 (was 1850)`."""
    return [
        _change(_(NOUNS.get(name, name)), _value(new), _value(old))
        for name, old in before.values().items()
        if (new := after.values()[name]) != old
    ]


def _change(label: str, new: str, old: str) -> str:
    return _("%(field)s %(after)s (was %(before)s)", field=label, after=new, before=old)


def _value(value: object) -> str:
    match value:
        case None | ():
            return _("none")
        case bool():
            return _("yes") if value else _("no")
        case Scoring():
            return value.name
        case Enum():
            return str(value.value)
        case tuple():
            return separated([_value(each) for each in value])
        case Mapping():
            return shortened(separated([f"{name} {_value(each)}" for name, each in value.items()])) or _("none")
        case _:
            return str(value)


def _visibility(event: events.VisibilityChanged) -> str:
    before, after = event.before, event.after
    if before.deleted != after.deleted:
        return _("Tournament deleted") if after.deleted else _("Tournament restored")
    if before.archived != after.archived:
        return _("Tournament archived") if after.archived else _("Tournament taken out of the archive")
    return _("Tournament published") if after.published else _("Tournament hidden from the public")


def _players(event: events.PlayersChanged) -> str:
    before, after = event.before, event.after
    if not before:
        return _("%(who)s added", who=_who(after))
    if not after:
        return _("%(who)s removed", who=_who(before))
    if len(after) > 1 and all(a.typed_tiebreak != b.typed_tiebreak for a, b in zip(before, after, strict=False)):
        return _("Tie-breaks computed elsewhere typed in for %(who)s", who=_who(after))
    if len(after) > 1:
        return _("%(who)s changed", who=_who(after))
    return _player(before[0], after[0])


def _who(players: tuple[Player, ...]) -> str:
    return players[0].name if len(players) == 1 else counts.players(len(players))


def _player(before: Player, after: Player) -> str:
    if before.expelled != after.expelled:
        return _("%(name)s expelled", name=after.name) if after.expelled else _("%(name)s readmitted", name=after.name)
    if before.withdrawn != after.withdrawn:
        return _("%(name)s withdrawn", name=after.name) if after.withdrawn else _("%(name)s is back", name=after.name)
    if before.typed_tiebreak != after.typed_tiebreak:
        value = after.typed_tiebreak or _("none")
        return _("%(name)s: tie-break computed elsewhere is %(value)s", name=after.name, value=value)
    if before.byes != after.byes:
        byes = [
            _("a %(bye)s in round %(round)s", bye=outcome(kind), round=number) for number, kind in after.byes.items()
        ]
        if not byes:
            return _("%(name)s asks for no bye", name=after.name)
        return _("%(name)s asks for %(byes)s", name=after.name, byes=enumeration(byes))
    if before.later_ratings != after.later_ratings:
        return separated([_later_ratings(after), *_fields(before.fields, after.fields)])
    # What was changed is no longer known once the person is forgotten.
    changes = separated([*_fields(before.fields, after.fields), *_half_byes(before, after)])
    return _("%(name)s: %(changes)s", name=before.name, changes=changes or _("data changed"))


def _half_byes(before: Player, after: Player) -> Iterator[str]:
    if before.half_byes != after.half_byes:
        yield _("entitled to half-point byes") if after.half_byes else _("not entitled to half-point byes")


def _later_ratings(player: Player) -> str:
    """The ratings of a player after the first, as `Ann has the rating 2130 from round 4 on`."""
    ratings = [
        _("%(rating)s from round %(round)s on", rating=rating, round=number)
        for number, rating in player.later_ratings.items()
    ]
    if not ratings:
        return _("%(name)s has one rating for all rounds", name=player.name)
    return _("%(name)s has the rating %(ratings)s", name=player.name, ratings=enumeration(ratings))
