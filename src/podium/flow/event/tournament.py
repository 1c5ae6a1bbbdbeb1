"""The tournament as a whole: brought into being, its settings changed, shown, archived and deleted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import Worth
from podium.flow import commands, events
from podium.flow.event.declaration import Fixed, Options, refuse_change
from podium.flow.event.kept_records import NO_RECORDS
from podium.flow.event.options import (
    EQUAL_ORDER,
    FORBIDDEN,
    LONG_EVENT,
    NUMBERING,
    ROUNDS,
    RULE_SET,
    SCORING,
    TABLE_ORDER,
    TIEBREAKS,
    UNRATED,
    UNRATED_METHOD,
)
from podium.flow.event.rating_method import rerated
from podium.flow.event.setting_values import EqualOrder, InitialColour, RuleSet, Settings, TiebreakRatings
from podium.flow.event.settings import OPTIONS, merge_settings
from podium.flow.evolve import evolve, fold
from podium.flow.formats.registry import FORMAT, format_of
from podium.flow.players.entries import entered, requested_byes
from podium.flow.players.numbers import renumbered, starting_list
from podium.flow.rounds.kept_values import Numbers, Renumbered
from podium.flow.rounds.rounds import paired
from podium.flow.state import Tournament
from podium.tiebreaks import Rules, criterion


def created(command: commands.CreateTournament | commands.AdoptRecords, dice: Dice) -> events.Events:
    """A new tournament, with the players and rounds that came with it from elsewhere."""
    settings = _lot(merge_settings(None, command.given), dice)
    _all_known(settings, command.given, command.players if isinstance(command, commands.AdoptRecords) else {})
    begun = events.TournamentCreated(
        command.id, settings, command.kept if isinstance(command, commands.AdoptRecords) else NO_RECORDS
    )
    if isinstance(command, commands.CreateTournament):
        _check_codes(evolve(None, begun), None)
        _check_points(evolve(None, begun), None)
        return (begun, *entered(evolve(None, begun), commands.AddPlayers(command.players), dice))
    players = tuple(_adopted(command, settings))
    for due, here in enumerate(command.rounds, start=1):
        if here.number != due:
            raise Refused("round-not-next", value=here.number, next=due)
        for id in (id for pairing in here.games.values() for id in pairing.players):
            if id not in command.players:
                raise Unknown("player", id)
    all_entered = events.PlayersChanged(after=players)
    numbers = _adopted_numbers(command, Tournament(command.id, settings, {player.id: player for player in players}))
    return (
        begun,
        *([all_entered] if players else []),
        *([events.NumbersChanged(None, Renumbered(0, numbers))] if command.numbers else []),
        *(
            paired(replace(each, numbers=numbers), command.seats if each.number == 1 else None)
            for each in command.rounds
        ),
        *(events.BreachRecorded(breach) for breach in command.breaches),
        *([events.FideModeLeft(command.fide_mode_exit)] if command.fide_mode_exit is not None else []),
    )


def _adopted_numbers(command: commands.AdoptRecords, state: Tournament) -> Numbers:
    """The pairing numbers that came with the records, by section; those that follow from the players otherwise."""
    if not command.numbers:
        return starting_list(state)
    return {
        section: {id: command.numbers[id] for id in ids if id in command.numbers}
        for section in state.sections
        if (ids := [player.id for player in state.in_section(section)])
    }


def _adopted(command: commands.AdoptRecords, settings: Settings) -> Iterator[Player]:
    """The players with the numbers of the list, and the byes that they ask for."""
    state = Tournament(command.id, settings, rounds=command.rounds, fide_mode_exit=command.fide_mode_exit)
    for number, (id, fields) in enumerate(command.players.items(), start=1):
        player = Player(id, number, fields)
        byes = requested_byes(state, player, command.byes.get(id, {}))
        yield replace(player, byes=byes)


def settings_changed(state: Tournament, command: commands.ChangeSettings, dice: Dice) -> events.Events:
    """The settings with those given; refuses what rounds that exist rely on."""
    before = state.settings
    after = _lot(merge_settings(before, command.given), dice)
    _all_known(after, command.given, state.players)
    if after == before:
        return ()
    _check_codes(replace(state, settings=after), before)
    _check_points(replace(state, settings=after), before)
    if after.rules is RuleSet.FIDE and before.rules is not RuleSet.FIDE and state.fide_mode_exit is not None:
        raise Refused("fide-mode-left", field=RULE_SET.json, value=after.rules.value, left=state.fide_mode_exit)
    refuse_change(before, after, frozen_options(state))
    _plan_holds(state, after)
    format_of(after).check_change(state, after, confirmed=command.confirm)
    other_numbers = _other_numbers(state, after)
    moved = _moved(state, after)
    ratings = rerated(fold(state, moved), after)
    return (events.SettingsChanged(before, after), *moved, *ratings, *other_numbers)


def continued(state: Tournament, command: commands.ContinueAs, dice: Dice) -> events.Events:
    """The tournament as another format, with the players, rounds and ids that it has; refuses rounds that do not fit.

    What only the new format has to be decided can be given now: it is fixed for the rounds to come. FIDE's rules
    cannot: an event is held to them from its first round on.
    """
    if FORMAT.json not in command.given:
        raise Invalid("format-missing", field=FORMAT.json, value=None)
    before = state.settings
    after = _lot(merge_settings(before, command.given), dice)
    if not state.rounds or after.format == before.format:
        return settings_changed(state, commands.ChangeSettings(command.given), dice)
    if after.rules is RuleSet.FIDE and before.rules is not RuleSet.FIDE:  # what was played was not held to them
        raise Refused("rounds-exist", field=RULE_SET.json, value=after.rules.value)
    _all_known(after, command.given, state.players)
    _check_codes(replace(state, settings=after), before)
    _check_points(replace(state, settings=after), before)
    anew = () if state.in_fide_mode else (NUMBERING, EQUAL_ORDER)  # the rounds so far do not follow from numbers
    kept = (each for each in frozen_options(state) if each in format_of(before).options and each not in anew)
    refuse_change(before, after, tuple(kept))
    _plan_holds(state, after)
    seats = format_of(after).check_change(state, after, confirmed=False)
    seating = events.Seating(state.seats, seats) if seats != state.seats else None
    return (events.FormatChanged(before, after, seating), *_moved(state, after), *_other_numbers(state, after))


def frozen_options(state: Tournament) -> Options:
    """The options that cannot change any more: the one place that knows which moments of `Fixed` have come."""
    if not state.rounds:
        return ()
    come = {Fixed.ROUND_PAIRED, Fixed.BRACKET_BUILT} | ({Fixed.DECLARED} if state.in_fide_mode else set())
    open_still = _open_still(state)
    frozen = (option for option in OPTIONS if option.fixed in come and option not in open_still)
    return tuple(sorted(frozen, key=lambda option: option.fixed is Fixed.DECLARED))  # other rules bring other points


def _open_still(state: Tournament) -> Options:
    """What nobody has declared yet, and can be declared although a round is paired.

    A Swiss that came from a file without the number of its rounds can still be told it, once; in FIDE mode only with
    the file, so that its rounds are checked by that number. What stands for unrated players can be
    said where the tie-breaks need it and nothing does. That an event is longer than planned changes no rank, unless
    its tie-breaks go by the ratings of each round.
    """
    settings = state.settings
    undeclared = settings.rounds in (None, None if state.in_fide_mode else state.kept.inferred_rounds)
    rounds: Options = (ROUNDS,) if undeclared and format_of(state).engine.follows_results else ()
    unrated: Options = (UNRATED, UNRATED_METHOD) if unrated_in_tiebreaks(state) else ()
    length: Options = (LONG_EVENT,) if settings.tiebreak_ratings is TiebreakRatings.FIRST else ()
    return (*rounds, *unrated, *length)


def unrated_in_tiebreaks(state: Tournament) -> tuple[Player, ...]:
    """The players without a rating whom a tie-break of the event asks for one, where nothing stands for it."""
    settings = state.settings
    if not any(criterion(code).row.on_ratings for code in settings.tiebreaks):
        return ()
    rules = Rules(settings.edition, unrated=settings.unrated, unrated_method=settings.unrated_method)
    sections = [state.in_section(section) for section in state.sections]
    return tuple(
        player
        for players in sections
        if rules.rating_of_unrated([each.fields.rating for each in players]) is None
        for player in players
        if not player.fields.rating
    )


def _other_numbers(state: Tournament, after: Settings) -> events.Events:
    """The pairing numbers that another way of numbering gives."""
    before = state.settings
    same = (before.numbering, before.equal_order) == (after.numbering, after.equal_order)
    if same or NUMBERING not in format_of(after).options:
        return ()
    return renumbered(replace(state, settings=after), in_another_order=True)


def _plan_holds(state: Tournament, after: Settings) -> None:
    if after.rounds is not None and after.rounds < len(state.rounds):
        raise Refused("rounds-exist", field="rounds", value=after.rounds, paired=len(state.rounds))


def refuse_other_codes(state: Tournament, codes: Iterable[str]) -> None:
    """Nothing, unless the event is in FIDE mode and C.07 does not list one of the codes; raises Invalid naming it."""
    for code in codes if state.in_fide_mode else ():
        if not criterion(code).row.by_fide:
            raise Invalid("tiebreak-not-of-fide", field=TIEBREAKS.json, value=code)


def _check_codes(state: Tournament, before: Settings | None) -> None:
    """Nothing, unless the list of tie-breaks cannot be had; one from before this was asked stays until it changes."""
    now = state.settings
    if before is None or (before.rules, before.tiebreaks) != (now.rules, now.tiebreaks):
        refuse_other_codes(state, now.tiebreaks)


def _check_points(state: Tournament, before: Settings | None) -> None:
    """Nothing, unless an event in FIDE mode would pay players who are absent; raises Invalid naming what is worth it.

    A table that came with a report file, or from before this was asked, stays until it changes.
    """
    now = state.settings
    if not state.in_fide_mode or (before and (before.rules, before.scoring) == (now.rules, now.scoring)):
        return
    wanted = {Worth.FORFEIT_LOSS: Points(0), Worth.ZERO_BYE: Points(0), Worth.HALF_BYE: now.scoring.draw}
    for worth, points in wanted.items():
        paid = now.scoring.points(worth)
        if paid != points:
            part, due = worth.value, points.number
            raise Invalid("points-not-of-fide", field=SCORING.json, value=paid.number, part=part, due=due)


def _lot(settings: Settings, dice: Dice) -> Settings:
    """The settings with the seeds of the initial colour and of lots among equals, if they are to be drawn and were not
    yet."""
    if settings.initial_colour is InitialColour.DRAWN and settings.lot is None:
        settings = replace(settings, lot=dice.token())
    if settings.equal_order is EqualOrder.LOTS and settings.equal_lot is None:
        settings = replace(settings, equal_lot=dice.token())
    if settings.stages:
        drawn = tuple(replace(each, settings=_lot(each.settings, dice)) for each in settings.stages)
        settings = settings if drawn == settings.stages else replace(settings, stages=drawn)
    return settings


def _all_known(settings: Settings, given: Mapping[str, object], players: Mapping[PlayerId, object]) -> None:
    """Nothing, unless what was `given` names somebody who is not among the players."""
    kept_apart = (id for group in settings.forbidden for id in group) if FORBIDDEN.json in given else ()
    numbered = settings.table_order if TABLE_ORDER.json in given else ()
    for id in (*kept_apart, *numbered):
        if id not in players:
            raise Unknown("player", id)


def _moved(state: Tournament, after: Settings) -> events.Events:
    """The players who change section with the settings; refuses to take away a section that has players.

    Until a round is paired, the first sections of an event take everybody into the first of them, and an event that
    gives up its sections keeps its players.
    """
    sections = after.sections or ("",)
    homeless = [player for player in state.players.values() if player.section not in sections]
    if not homeless:
        return ()
    if state.rounds or (state.settings.sections and after.sections):
        raise Refused("section-in-use", value=homeless[0].section, name=homeless[0].name)
    home = after.sections[0] if after.sections else None
    moved = tuple(replace(player, fields=replace(player.fields, section=home)) for player in homeless)
    return (events.PlayersChanged(tuple(homeless), moved),)


def visibility_changed(
    state: Tournament, command: commands.PublishTournament | commands.ArchiveTournament | commands.DeleteTournament
) -> events.Events:
    """The tournament shown or hidden, put into the archive or taken out of it, or deleted."""
    before = events.Visibility(state.published, state.archived, state.deleted)
    match command:
        case commands.PublishTournament():
            after = replace(before, published=command.published)
        case commands.ArchiveTournament():
            after = replace(before, archived=command.archived)
        case _:
            after = replace(before, deleted=True)
    return () if after == before else (events.VisibilityChanged(before, after),)
