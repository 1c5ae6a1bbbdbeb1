"""The rules of an event in words, from its settings: what players read before they enter."""

from __future__ import annotations

from collections.abc import Callable, Collection

from podium.app.event.option_words import uncapitalised
from podium.app.live.time_words import side_words
from podium.app.standings.standings import POINTS
from podium.app.standings.tiebreak_words import full_name
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import decimal, figure
from podium.app.words.phrases import enumeration, separated
from podium.core.timecontrol import TimeControls
from podium.doubles import FreeGames, Setting
from podium.flow.event.knockout_options import TIE_BREAK_POLICY
from podium.flow.event.live_options import DRAW_CONFIG, DRAW_RULE_MODE, TIME_CONTROL
from podium.flow.event.options import FREE_DAY, SCORING
from podium.flow.event.setting_values import Acceleration, Apart, FreeDay, RuleSet, Settings
from podium.keizer import Share
from podium.knockout import DrawRuleMode, GrandFinal, Rules, Seeding
from podium.stages import Qualify

RulesInWords = Callable[[Settings], tuple[str, ...]]
"""What is said of the settings of one format, a sentence or two each."""

_APART = {Apart.CLUB: N_("club"), Apart.FEDERATION: N_("federation")}
_FREE_DAYS = {
    FreeDay.ZERO: N_("With an odd number of players everybody has a round without a game, which brings no points."),
    FreeDay.HALF: N_("With an odd number of players everybody has a round without a game, a half-point bye."),
    FreeDay.FULL: N_("With an odd number of players everybody has a round without a game, a full-point bye."),
    FreeDay.BYE: N_("With an odd number of players everybody has a round without a game, which counts as a bye."),
}
_SEEDINGS = {
    Seeding.STANDARD: N_("Players are seeded by rating, so that the strongest meet last."),
    Seeding.LISTED: N_("The first round follows the list: 1 meets 2, 3 meets 4."),
    Seeding.DRAWN: N_("The first round is drawn by lot."),
}
_DRAWS = {
    DrawRuleMode.NO_DRAW_OFFER: N_("Players may not agree a draw: a game is drawn only by the rules, as by stalemate."),
    DrawRuleMode.NO_DRAW: N_("There are no draws: whatever is drawn is played off."),
}


def swiss_rules(settings: Settings) -> tuple[str, ...]:
    """A Swiss: who meets whom."""
    said = [
        _("Swiss system: in every round players with equal or similar points meet, and nobody meets anybody twice.")
    ]
    if settings.acceleration is Acceleration.BAKU:
        said.append(
            _("The first rounds are accelerated (Baku): the upper half of the field is paired with virtual points.")
        )
    if settings.apart:
        shared = enumeration([_(_APART[each]) for each in settings.apart])
        said.append(_("Players of the same %(shared)s are not paired with one another.", shared=shared))
    return tuple(said)


def format_rules(
    settings: Settings, options: Collection[object], own: RulesInWords, *, asked_byes: bool, tiebreaks: bool
) -> list[str]:
    """What a format says, then points, byes and tie-breaks by its `options`, unless each stage has those of its own."""
    said = [*own(settings)]
    if SCORING in options and not settings.stages:
        said.append(points_rule(settings))
        if FREE_DAY not in options:
            said.append(bye_rule(settings))
        if asked_byes:
            said.append(bye_request_rule(settings))
    if tiebreaks:
        said.append(tiebreak_rule(settings))
    return said


def who_goes_on_words(qualify: Qualify, groups: int) -> str:
    """Who goes on from so many groups: `the first 2 of each group, the 4 best others`."""
    if qualify.best or groups == 1:
        return _("the best %(count)s", count=qualify.places(groups))
    said = [ngettext("the first of each group", "the first %(num)s of each group", qualify.per_group)]
    if qualify.best_others:
        said.append(_("the %(count)s best others", count=qualify.best_others))
    return separated(said)


def round_robin_rules(settings: Settings) -> tuple[str, ...]:
    """A round robin: how often all meet, and what the round off brings."""
    if settings.cycles == 1:
        meets = _("Round robin: everybody meets everybody.")
    else:
        meets = _("Double round robin: everybody meets everybody twice, with the other colour the second time.")
    said = [meets, _(_FREE_DAYS[settings.free_day])]
    if settings.annul_early:
        said.append(
            _("The games of whoever withdraws before half of them, or forfeits more than half, count for nobody.")
            if settings.rules is RuleSet.FIDE
            else _("The games of whoever withdraws before half of them count for nobody.")
        )
    return tuple(said)


def manual_rules(settings: Settings) -> tuple[str, ...]:
    """An event paired by hand."""
    return (_("The arbiter decides who meets whom."),)


def doubles_rules(settings: Settings) -> tuple[str, ...]:
    """Doubles: partners, sets, who sits out, what decides."""
    said = [
        _("Doubles with a new partner in every round; everybody collects points alone."),
        ngettext(
            "A match is won by the team that has %(num)s set first.",
            "A match is won by the team that has %(num)s sets first.",
            settings.sets_to_win,
        ),
        _("Teams with similar points meet.")
        if settings.setting is Setting.POWER_PAIRING
        else _("Who meets whom is drawn by lot."),
        _("If the number of players is not divisible by four, those with the lowest rank sit out first.")
        if settings.free_games is FreeGames.BOTTOM_RANKING
        else _("If the number of players is not divisible by four, those who sit out are drawn by lot."),
        _("A win and a round spent sitting out count one point each. Equal points are decided by Buchholz."),
    ]
    if settings.set_difference:
        said.append(_("If that is equal too, the difference of sets decides."))
    return tuple(said)


def keizer_rules(settings: Settings) -> tuple[str, ...]:
    """A Keizer: who meets whom, what players are worth, what a round brings."""
    rules = settings.keizer
    shares = {each.name.lower(): decimal(rules.share(each)) for each in Share}
    top = _("half as much again as there are players") if rules.top is None else str(rules.top)
    return (
        _("Keizer: of those who are there, neighbours in the table meet, from the top."),
        _("Nobody meets within %(rounds)s of the last meeting.", rounds=counts.rounds(rules.again))
        if rules.again
        else _("Two may meet again in the very next round."),
        _("The first in the table is worth %(top)s, each next one less by one.", top=top),
        _(
            "A game brings a share of the opponent’s worth: a win %(win)s, a draw %(draw)s, a loss %(loss)s. A round "
            "without one brings a share of the own worth: a bye %(bye)s, club duty %(club_duty)s, excused %(excused)s, "
            "absent %(absent)s.",
            **shares,
        ),
        _("After each round all rounds count anew by the table as it is then, and the own worth is added."),
    )


def knockout_rules(settings: Settings) -> tuple[str, ...]:
    """A knockout: who goes on, what a draw leads to, what is played for."""
    rules = settings.knockout or Rules()
    said = [
        _("Knockout: the winner of a match goes on, the loser is out.")
        if rules.grand_final is None
        else _("Double elimination: who loses goes on in the losers’ bracket, and is out after a second loss."),
        seeding_rule(settings),
    ]
    policy = _(dict(TIE_BREAK_POLICY.choices)[rules.tie_break_policy])
    said.append(_("When a match is drawn: %(policy)s.", policy=uncapitalised(policy)))
    if rules.grand_final is GrandFinal.RESET:
        said.append(_("If the grand final is lost by the one who had not lost before, it is played again."))
    elif rules.grand_final is GrandFinal.SINGLE:
        said.append(_("The grand final is one match, whoever has lost before."))
    if rules.third_place_match:
        said.append(_("The losers of the semi-finals play for third place."))
    return tuple(said)


def seeding_rule(settings: Settings) -> str:
    """Who meets whom at first in a bracket."""
    return _(_SEEDINGS[(settings.knockout or Rules()).seeding])


def points_rule(settings: Settings) -> str:
    """What results are worth."""
    table = settings.scoring
    return _(
        "A win counts %(win)s, a draw %(draw)s, a loss %(loss)s.",
        win=figure(table.win),
        draw=figure(table.draw),
        loss=figure(table.loss),
    )


def bye_rule(settings: Settings) -> str:
    """What it is worth that nobody is left to play against."""
    return _("Whoever has no opponent in a round gets %(points)s.", points=figure(settings.scoring.bye))


def bye_request_rule(settings: Settings) -> str:
    """What it is worth to ask for a round off."""
    table = settings.scoring
    return _(
        "Who asks before the pairing can sit a round out: a half-point bye counts %(half)s, a zero-point bye %(zero)s.",
        half=figure(table.half_bye),
        zero=figure(table.zero_bye),
    )


def tiebreak_rule(settings: Settings) -> str:
    """What decides where points are equal, by name and in order."""
    codes = [code for code in settings.tiebreaks if code != POINTS]
    if not codes:
        return _("Players with equal points share their place.")
    names = separated([full_name(code) for code in codes])
    return _("Where points are equal, these decide in this order: %(names)s.", names=names)


def time_rule(settings: Settings) -> str:
    """How much time there is; empty where nobody said so."""
    if settings.rate_of_play:
        return _("Rate of play: %(rate)s.", rate=settings.rate_of_play.removesuffix("."))
    if not settings.live:
        return ""
    times = TimeControls.parse(TIME_CONTROL.value_in(settings))
    if times.white == times.black:
        return _("Each player has %(time)s.", time=side_words(times.white))
    return _("White has %(white)s, Black %(black)s.", white=side_words(times.white), black=side_words(times.black))


def draw_rules(settings: Settings) -> tuple[str, ...]:
    """What players may do about draws; nothing where they may do what they like."""
    said = []
    mode, limits = DRAW_RULE_MODE.value_in(settings), DRAW_CONFIG.value_in(settings)
    if mode in _DRAWS:
        said.append(_(_DRAWS[mode]))
    if limits is not None and mode is DrawRuleMode.ALLOW_ALL:
        if limits.min_move:
            said.append(_("No draw may be offered before move %(move)s.", move=limits.min_move))
        if limits.max_offers is not None:
            text = ngettext(
                "Each player may offer %(num)s draw in a game.",
                "Each player may offer %(num)s draws in a game.",
                limits.max_offers,
            )
            said.append(text)
    return tuple(said)


def rule_set_rule(settings: Settings) -> str:
    """Whose rules are obeyed; empty for a club event."""
    return _("The event is played by FIDE’s rules.") if settings.rules is RuleSet.FIDE else ""
