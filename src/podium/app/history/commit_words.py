"""What a commit did, in a sentence that the people in the hall understand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from podium.app.event.fide_words import breach_comment
from podium.app.event.option_words import noun
from podium.app.formats.doubles import sets_text, side_name, side_names
from podium.app.formats.knockout.words import match_changed
from podium.app.rounds.result_words import outcome, score_text
from podium.app.rounds.statement_words import is_reported_by, report_text
from podium.app.words import counts
from podium.app.words.dates import event_time
from podium.app.words.fields import NOUNS
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import enumeration, separated, shortened
from podium.chess import back_rank
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import ByeType, Scoring
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.kept_records import NO_RECORDS
from podium.flow.event.settings import OPTIONS
from podium.flow.events import (
    BoardsChanged,
    BracketBuilt,
    BracketChanged,
    BracketRemoved,
    BreachRecorded,
    BreachRemoved,
    CommitReverted,
    EditingChanged,
    Event,
    FideModeLeft,
    FormatChanged,
    NumbersChanged,
    PlayerForgotten,
    PlayersChanged,
    PrizeRulesSet,
    PrizesAllocated,
    PrizesSet,
    RatingResultRecorded,
    ReportChanged,
    ResultRecorded,
    RoundPaired,
    RoundPlayed,
    RoundStartChanged,
    RoundUnpaired,
    RoundWindowKept,
    SetsRecorded,
    SettingsChanged,
    StageChanged,
    StartPositionChanged,
    TieOrdered,
    TournamentCreated,
    VisibilityChanged,
)
from podium.flow.evolve import evolve, fold
from podium.flow.fide.breaches import Breach
from podium.flow.formats.registry import numbers_in_round
from podium.flow.state import Boards, Bye, Game, Match, Pairing, Settings, Side, Stage, TieOrderedBy, Tournament
from podium.prizes import Rules
from podium.prizes.document import rules_as_json

MOST_NAMED = 3
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


def summary(before: Tournament | None, events: Sequence[Event]) -> str:
    """What `events` did to `before`, with the names and boards of that moment."""
    if isinstance(events[0], TournamentCreated) and len(events) > 1:
        adopted = fold(None, events)
        assert adopted is not None
        breaches = [_said(adopted, event) for event in events if isinstance(event, BreachRecorded)]
        return "; ".join((_adopted(events[0], events[1:]), *breaches))
    if together := _stages(events) or _all_paired(events) or _inside_closed_round(before, events):
        return together
    said = []
    state = before
    for event in events:
        after = evolve(state, event)
        if not is_reported_by(events, event):
            said.append(_said(state or after, event))
        state = after
    return "; ".join(said)


def _said(state: Tournament, event: Event) -> str:
    match event:
        case TournamentCreated():
            return _("%(tournament)s created", tournament=event.settings.name)
        case SettingsChanged() | FormatChanged():
            return _settings(state, event.before, event.after)
        case VisibilityChanged():
            return _visibility(event)
        case PlayersChanged():
            return _players(event)
        case RoundPaired():
            return _paired(state, event)
        case RoundUnpaired():
            return _("Round %(round)s unpaired", round=event.undone.round)
        case BoardsChanged():
            return _boards(state, event)
        case ResultRecorded():
            return _result(state, event)
        case SetsRecorded():
            return _sets(state, event)
        case ReportChanged():
            return report_text(state, event)
        case StageChanged():
            return _staged(state, event)
        case RoundStartChanged():
            if event.after is None:
                return _("Round %(round)s held", round=event.round)
            return _(
                "Round %(round)s starts at %(time)s", round=event.round, time=event_time(state.settings, event.after)
            )
        case StartPositionChanged():
            return _start_position(event)
        case NumbersChanged():
            return _("Pairing numbers given anew")
        case TieOrdered():
            return _tie(state, event)
        case PrizesSet():
            return _plan(event)
        case PrizeRulesSet():
            return _prize_rules(event)
        case PrizesAllocated():
            return _allocated(event)
        case EditingChanged():
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
        case BracketBuilt():
            return _("Bracket of %(count)s built", count=len(event.entrants))
        case BracketRemoved():
            return _("Bracket taken back")
        case BracketChanged():
            return match_changed(state, event.changed)
        case FideModeLeft():
            return _("FIDE mode left")
        case RoundPlayed():
            return _("Round %(round)s was played", round=event.round)
        case RoundWindowKept():
            return _("Rounds before round %(first)s still cannot change", first=event.first)
        case BreachRecorded():
            return _("Named in the report file: %(comment)s", comment=_comment(state, event.breach))
        case BreachRemoved():
            return _("No longer named in the report file: %(comment)s", comment=_comment(state, event.breach))
        case RatingResultRecorded():
            return _rated(state, event)
        case CommitReverted():
            return _("Undid version %(version)s", version=event.version)
        case PlayerForgotten():
            who = state.players.get(event.player)
            if who is None:
                return _("The personal data of a former player were removed")
            return _("The personal data of %(name)s were removed", name=who.anonymous(None).name)


def _comment(state: Tournament, breach: Breach) -> str:
    """An act as a report file names it, by the numbers of its round."""
    return breach_comment(breach, numbers_in_round(state, breach.section, breach.round))


def _rated(state: Tournament, event: RatingResultRecorded) -> str:
    """The result by which a game is rated, as the one that counts would be written."""
    game = state.game(event.pairing)
    after = event.after if event.after is not None else game.result
    board, result = _board_and_result(state, ResultRecorded(event.round, event.pairing, game.result, after))
    return _(
        "Round %(round)s, board %(board)s, for the rating report only: %(result)s",
        round=event.round,
        board=board,
        result=result,
    )


def _adopted(created: TournamentCreated, events: Iterable[Event]) -> str:
    players = sum(len(event.after) for event in events if isinstance(event, PlayersChanged))
    rounds = sum(isinstance(event, RoundPaired) for event in events)
    if not rounds and created.kept == NO_RECORDS:
        with_players = N_("%(tournament)s created with %(players)s")
        return _(with_players, tournament=created.settings.name, players=counts.players(players))
    return _(
        "%(tournament)s brought over: %(players)s, %(rounds)s",
        tournament=created.settings.name,
        players=counts.players(players),
        rounds=counts.rounds(rounds),
    )


def _stages(events: Sequence[Event]) -> str | None:
    """One sentence for several rounds that went the same way, as in `Rounds 1 and 2 published`."""
    changed = [event for event in events if isinstance(event, StageChanged)]
    words = {_stage(event) for event in changed}
    if len(changed) != len(events) or len(events) < 2 or len(words) != 1:
        return None
    return _(words.pop()[1], rounds=enumeration([str(event.round) for event in changed]))


def _all_paired(events: Sequence[Event]) -> str | None:
    """One sentence for several rounds paired at once, as in `Rounds 1 to 7 paired: 28 games`."""
    paired = [event for event in events if isinstance(event, RoundPaired)]
    positions = sum(isinstance(event, StartPositionChanged) for event in events)
    if len(paired) + positions != len(events) or len(paired) < 2:
        return None
    games = sum(len(event.boards.games) for event in paired)
    return _(
        "Rounds %(first)s to %(last)s paired: %(games)s",
        first=paired[0].round,
        last=paired[-1].round,
        games=counts.games(games),
    )


def _start_position(event: StartPositionChanged) -> str:
    """What became of the start position of a round, as `Round 3: start position 518 drawn, RNBQKBNR`."""
    if event.after is None:
        return _("Round %(round)s: start position taken back", round=event.round)
    drawn, by_hand = (
        N_("Round %(round)s: start position %(number)s drawn, %(pieces)s"),
        N_("Round %(round)s: start position %(number)s set, %(pieces)s"),
    )
    text = by_hand if event.after.seed is None else drawn
    return _(text, round=event.round, number=event.after.number, pieces=back_rank(event.after.number))


def _inside_closed_round(before: Tournament | None, events: Sequence[Event]) -> str | None:
    """One sentence for a change of a closed round: `Round 1 reopened, board 2 corrected: Ann ½-½ Ben (was 1-0)`."""
    match events:
        case (StageChanged(), BoardsChanged() as boards, StageChanged()) if before is not None:
            return _boards(before, boards)
        case (StageChanged(), ResultRecorded() as record) if before is not None:
            board, result = _board_and_result(before, record)
            return _(
                "Round %(round)s reopened, board %(board)s corrected: %(result)s",
                round=record.round,
                board=board,
                result=result,
            )
    return None


def _plan(event: PrizesSet) -> str:
    prizes, categories = (len(part) for part in (event.after.prizes, event.after.categories))
    return _(
        "Prizes set: %(prizes)s in %(categories)s",
        prizes=counts.prizes(prizes),
        categories=counts.categories(categories),
    )


def _prize_rules(event: PrizeRulesSet) -> str:
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


def _allocated(event: PrizesAllocated) -> str:
    before, after = event.before, event.after
    if after is None:
        return _("Prizes no longer allocated")
    if before is not None and replace(before, published=after.published) == after:
        return _("Prize list published") if after.published else _("Prize list hidden from the public")
    return _("Prizes allocated: %(prizes)s won", prizes=counts.prizes(len(after.winners)))


def _staged(state: Tournament, event: StageChanged) -> str:
    """What happened to one round, as `Round 1 published, games start at 2026-08-31 14:00 (UTC)`."""
    said = _(_stage(event)[0], round=event.round)
    if event.starts_at is None or event.after is Stage.DRAFT:
        return said
    time = event_time(state.settings, event.starts_at)
    return _("%(published)s, games start at %(time)s", published=said, time=time)


def _stage(event: StageChanged) -> tuple[str, str]:
    """What happened to one round, and to several."""
    return _CLOSED if event.after is Stage.CLOSED else _STAGES[event.before, event.after]


def _settings(state: Tournament, before: Settings, after: Settings) -> str:
    """Each option that differs by its label, as `Settings: rounds 7 (was 5)`."""
    changed: list[str] = []
    for option in OPTIONS:
        old, new = option.of(before), option.of(after)
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
            return "/".join(map(_value, value))
        case Mapping():
            return shortened(separated([f"{name} {_value(each)}" for name, each in value.items()])) or _("none")
        case _:
            return str(value)


def _visibility(event: VisibilityChanged) -> str:
    before, after = event.before, event.after
    if before.deleted != after.deleted:
        return _("Tournament deleted") if after.deleted else _("Tournament restored")
    if before.archived != after.archived:
        return _("Tournament archived") if after.archived else _("Tournament taken out of the archive")
    return _("Tournament published") if after.published else _("Tournament hidden from the public")


def _players(event: PlayersChanged) -> str:
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


def _tie(state: Tournament, event: TieOrdered) -> str:
    order = event.after or event.before
    known = [state.players[id].name for id in (order.players if order else ()) if id in state.players]
    names = shortened("; ".join(known))
    if event.after is None:
        return _("Level again: %(names)s", names=names)
    if event.after.by is TieOrderedBy.LOT:
        return _("Lots drawn among players who are level: %(names)s", names=names)
    return _("Players who are level ordered by hand: %(names)s", names=names)


def _paired(state: Tournament, event: RoundPaired) -> str:
    games, byes, matches = event.boards.games, event.boards.byes, event.boards.matches
    said = [counts.games(len(games))] if games else []
    said += [counts.matches(len(matches))] if matches else []
    if len(byes) > MOST_NAMED:
        said.append(counts.byes(len(byes)))
    else:
        said += [_bye(state, bye) for bye in byes]
    return _("Round %(round)s paired: %(boards)s", round=event.round, boards=separated(said) or _("no games"))


def _result(state: Tournament, event: ResultRecorded) -> str:
    board, result = _board_and_result(state, event)
    return _("Round %(round)s, board %(board)s: %(result)s", round=event.round, board=board, result=result)


def _board_and_result(state: Tournament, event: ResultRecorded) -> tuple[int, str]:
    """The board of a game, and its result with the names of the players."""
    game = state.game(event.pairing)
    if event.after is None:
        text = (
            N_("%(white)s – %(black)s, result cleared (was %(before)s)")
            if event.before
            else N_("%(white)s – %(black)s, result cleared")
        )
    else:
        text = (
            N_("%(white)s %(after)s %(black)s (was %(before)s)")
            if event.before
            else N_("%(white)s %(after)s %(black)s")
        )
    result = _(
        text,
        white=_name(state, game.white),
        black=_name(state, game.black),
        before=score_text(event.before.value) if event.before else "",
        after=score_text(event.after.value) if event.after else "",
    )
    return game.board, result


def _sets(state: Tournament, event: SetsRecorded) -> str:
    match = state.rounds[event.round - 1].games[event.pairing]
    assert isinstance(match, Match)
    return _(
        "Round %(round)s, table %(table)s: %(team)s %(after)s (was %(before)s)",
        round=event.round,
        table=match.board,
        team=side_name(state, match.home if event.side is Side.HOME else match.away),
        after=sets_text(event.after),
        before=sets_text(event.before),
    )


def _boards(state: Tournament, event: BoardsChanged) -> str:
    """Pairings added, removed, or arranged anew."""
    before = {pairing.id: pairing for pairing in event.before}
    after = {pairing.id: pairing for pairing in event.after}
    number = event.round
    if not before and all(each.is_bye for each in event.after):
        return _("Round %(round)s: %(boards)s", round=number, boards=_pairings(state, event.after))
    if not before:
        return _("Round %(round)s: %(boards)s added", round=number, boards=_pairings(state, event.after))
    if not after:
        return _("Round %(round)s: %(boards)s removed", round=number, boards=_pairings(state, event.before))
    if before.keys() == after.keys() and len(after) == 1:
        [old], [new] = before.values(), after.values()
        return _edited(state, number, old, new)
    moved = [before[id].players == after[id].players for id in before.keys() & after.keys()]
    if before.keys() == after.keys() and all(moved) and len(moved) > 2:
        return _("Round %(round)s: boards in order again", round=number)
    if before.keys() == after.keys() and all(moved):
        boards = sorted(pairing.board for pairing in after.values())
        return _(
            "Round %(round)s: boards %(boards)s exchanged",
            round=number,
            boards=enumeration([str(board) for board in boards]),
        )
    return _("Round %(round)s rearranged: %(boards)s", round=number, boards=_pairings(state, event.after))


def _edited(state: Tournament, number: int, old: Pairing, new: Pairing) -> str:
    now = _pairing(state, new)
    if old.is_bye and new.is_bye and old.player == new.player and old.board == new.board:
        if old.kind is new.kind:
            return _("Round %(round)s: %(pairing)s", round=number, pairing=now)
        return _("Round %(round)s: %(pairing)s (was %(before)s)", round=number, pairing=now, before=outcome(old.kind))
    if old.players == new.players:
        return _(
            "Round %(round)s: %(pairing)s moved from board %(before)s to board %(after)s",
            round=number,
            pairing=now,
            before=old.board,
            after=new.board,
        )
    if old.players == new.players[::-1]:
        return _(
            "Round %(round)s, board %(board)s: colours swapped, %(pairing)s", round=number, board=new.board, pairing=now
        )
    return _(
        "Round %(round)s, board %(board)s: %(pairing)s (was %(before)s)",
        round=number,
        board=new.board,
        pairing=now,
        before=_pairing(state, old),
    )


def _pairings(state: Tournament, boards: Boards) -> str:
    pairings = list(boards)
    if len(pairings) > MOST_NAMED:
        return counts.boards(len(pairings))
    return separated(
        [
            _("board %(board)s %(pairing)s", board=each.board, pairing=_pairing(state, each))
            if isinstance(each, Game)
            else _pairing(state, each)
            for each in pairings
        ]
    )


def _pairing(state: Tournament, pairing: Pairing) -> str:
    return _bye(state, pairing) if pairing.is_bye else " – ".join(side_names(state, pairing))


def _bye(state: Tournament, bye: Bye) -> str:
    if bye.kind is ByeType.UNPAIRED:
        return _("%(name)s unpaired", name=_name(state, bye.player))
    if bye.kind is ByeType.ABSENT:
        return _("%(name)s absent", name=_name(state, bye.player))
    return _("%(bye)s for %(name)s", bye=outcome(bye.kind), name=_name(state, bye.player))


def _name(state: Tournament, player: PlayerId) -> str:
    return state.players[player].name
