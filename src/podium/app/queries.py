"""What can be asked of a tournament: each question is answered as its format reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from podium.app.event import rules_words as rules
from podium.app.event.progress import Progress, Step, has_begun, planned_rounds
from podium.app.event.schedule import long_event_warnings
from podium.app.formats.protocol import RatedSystem
from podium.app.formats.registry import views_of
from podium.app.memory import Memory
from podium.app.players.card import Card
from podium.app.players.numbers import player_numbers
from podium.app.players.participation import Act, Meaning, meaning
from podium.app.rounds.hand_pairing import Contrast, Warning
from podium.app.rounds.why import Why
from podium.app.standings.crosstable import Crosstable
from podium.app.standings.final_ranking import ranking_is_final, with_entered_ranks
from podium.app.standings.standings import Standings, tiebreak_refusals, unplaced_row
from podium.app.standings.tally import rounds_after
from podium.app.standings.tiebreaking import explain_tiebreaks, usable_tiebreaks
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.phrases import enumeration
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.event.tournament import refuse_other_codes, unrated_in_tiebreaks
from podium.flow.lookups import find_player, find_stage
from podium.flow.state import Pairing, Round, Tournament
from podium.tiebreaks import Explanation

if TYPE_CHECKING:
    from podium.app.ratings.rating_report import PlayerRating, RatingQuestion, RatingReport

_REASONS: Memory[Why] = Memory(512)


def standings(state: Tournament, after: int | None = None, codes: Sequence[str] | None = None) -> Standings:
    """The standings after a round, or after all; section by section, by the event's tie-breaks or by `codes`.

    Of its own tie-breaks an event leaves out those it cannot use (`refusals` says why); `codes` that it cannot use are
    refused, and in FIDE mode those that C.07 does not list. Raises Unknown for a round there is not. A section without
    games is in the order of the final ranks that were entered with its players, if any were.
    """
    refuse_other_codes(state, codes or ())
    return with_entered_ranks(state, views_of(state).standings(state, after, codes))


def part_of(state: Tournament, stage: int | None, after: int | None = None) -> tuple[Tournament, int | None]:
    """One stage of an event as an event of its own, with a round as it is counted there; the whole event for none.

    Raises Unknown for a stage that has not begun.
    """
    if stage is None:
        return state, after
    found = find_stage(state, stage)
    return found.event, None if after is None else max(0, min(after - found.before, len(found.event.rounds)))


def everybody_ranked(state: Tournament, after: int | None = None) -> Standings:
    """The standings, and behind them the players who have no place there: who was expelled from a Swiss."""
    rounds, rows = rounds_after(state, after), standings(state, after)
    there = {row.player.id for row in rows}
    gone = (player for player in state.players.values() if player.id not in there)
    return (*rows, *(unplaced_row(state, player, rounds) for player in gone))


def refusals(state: Tournament) -> tuple[Refused, ...]:
    """Why the event cannot use some of its own tie-breaks, one refusal for each code and section."""
    traits = views_of(state).traits
    return tiebreak_refusals(state, all_play_all=traits.all_play_all) if traits.uses_tiebreaks else ()


def usable_for(state: Tournament, player: Player) -> tuple[list[str], list[Refused]]:
    """The event's own tie-breaks as far as the player's section can use them, and why it cannot use the others."""
    traits = views_of(state).traits
    if traits.uses_tiebreaks:
        return usable_tiebreaks(state, player, all_play_all=traits.all_play_all)
    return [], [Refused(traits.tiebreaks_missing, value=None)] if traits.tiebreaks_missing else []


def explained(state: Tournament, player: Player, codes: Sequence[str], after: int | None = None) -> list[Explanation]:
    """Why `player` has the values of `codes`, in the order in which they decide; raises where they cannot be used."""
    views = views_of(state)
    refuse_other_codes(state, [code for code in codes if code not in state.settings.tiebreaks])
    if codes and not views.traits.uses_tiebreaks:
        raise Refused(f"tiebreak-not-in-{views.name}", value=codes[0])
    return explain_tiebreaks(state, player, codes, after, all_play_all=views.traits.all_play_all)


def card(state: Tournament, player: PlayerId, after: int | None = None) -> Card:
    """The card of a player; raises Unknown for a player or a round there is not."""
    find_player(state, player)
    own = next((stage.begun.number for stage in state.stages if player in stage.begun.teams), None)
    ranked = everybody_ranked(*part_of(state, own, after))  # a pair has its place in the stage in which it plays
    row = next(row for row in ranked if row.player.id == player)
    lines = views_of(state).card_lines(state, player, rounds_after(state, after))
    return Card(row, tuple(lines), player_numbers(state))


def has_ratings(state: Tournament) -> bool:
    """Whether the event can be rated: games of a format that is, and somebody with a rating."""
    try:
        _rated_as(state)
    except Refused:
        return False
    return any(player.fields.rating for player in state.players.values())


def _rated_as(state: Tournament) -> RatedSystem:
    """What the games are to FIDE's regulations; of several stages who meets whom follows from all before."""
    for number, plan in enumerate(state.settings.stages, start=1):
        if views_of(plan.settings).traits.rated_as is None:
            raise Refused("stage-not-rated", value=number)
    system = RatedSystem.OTHER if state.settings.stages else views_of(state).traits.rated_as
    if system is None:
        raise Refused("format-not-rated", value=views_of(state).name)
    return system


def ratings(state: Tournament, question: RatingQuestion, player: PlayerId | None = None) -> RatingReport:
    """What the event is worth to ratings and titles, of all players or of one.

    Raises Unknown for a player or a round there is not, Refused where games of the format are not rated.
    """
    from podium.app.ratings.rating_report import rating_report  # most that is asked needs no rules on ratings

    system = _rated_as(state)
    only = None if player is None else (find_player(state, player).id,)
    return rating_report(state, system, rounds_after(state, question.after), question, only)


def player_rating(state: Tournament, player: PlayerId, question: RatingQuestion) -> tuple[RatingReport, PlayerRating]:
    """The same for one player, with what the report says of the event."""
    report = ratings(state, question, player)
    return report, report.players[0]


def crosstable(state: Tournament, after: int | None = None) -> tuple[Crosstable, ...]:
    """The crosstables of all sections that have players, with players who have no place last.

    Raises Unknown for a round there is not.
    """
    return views_of(state).crosstables(state, rounds_after(state, after), everybody_ranked(state, after))


def why(state: Tournament, pairing: Pairing) -> Why:
    """The reasons for `pairing`, remembered while nothing that they come from changes."""
    here = state.rounds[state.where[pairing.id] - 1]
    parts = (state.players, state.settings, *state.rounds[: here.number], pairing)
    return _REASONS.remember(parts, lambda: views_of(state).why(state, here, pairing))


def progress(state: Tournament) -> Progress:
    """Where the tournament stands, and the one thing its director does next; nothing, once its ranking is final.

    A tournament that was paired before it was published is to be published before the first game is over.
    """
    now = views_of(state).progress(state)
    if now.step is Step.ENTER_RESULTS and not state.published and not any(map(has_begun, state.rounds)):
        return Progress(Step.PUBLISH, now.round, 0, now.planned, then=now)
    over = now.step is Step.PAIR and now.round == 1 and ranking_is_final(state)
    return Progress(Step.LOOK, 0, 0, now.planned) if over else now


def is_finished(state: Tournament) -> bool:
    """Whether no round is to come or to be played."""
    return state.archived or progress(state).step is Step.LOOK


def plan_warnings(state: Tournament) -> tuple[Warning, ...]:
    """What speaks against the plan while nothing is paired: more rounds than those entered can play, or its length; and
    ratings that its tie-breaks need and somebody has not."""
    unrated = unrated_in_tiebreaks(state) and [Warning(each.code, (), sentence(each)) for each in refusals(state)]
    return (*views_of(state).plan_warnings(state), *long_event_warnings(state), *unrated)


def meanings(state: Tournament, player: Player | None = None) -> tuple[Meaning, ...]:
    """What can be done about how `player`, or a newcomer, takes part, and what each means."""
    if player is None:
        acts = [Act.LATE_ENTRY] if state.rounds else []
    elif player.withdrawn:
        acts = [Act.RETURN]
    else:
        acts = [Act.WITHDRAWAL, Act.EXPULSION, Act.BYE_REQUEST]
    words = views_of(state).traits.participation
    return tuple(meaning(state, act, words[act]) for act in acts if act in words)


def warnings(state: Tournament, here: Round) -> tuple[Warning, ...]:
    """Everything to be warned of in a round made by hand; nothing of it forbids."""
    return views_of(state).warnings(state, here)


def contrast(state: Tournament, here: Round) -> Contrast | None:
    """How a round differs from what the engine makes of the same players; None where no engine can be asked."""
    return views_of(state).contrast(state, here)


def rules_in_words(state: Tournament) -> tuple[str, ...]:
    """The rules: what the format says, then rounds, points, byes, tie-breaks, time, draws and late entry."""
    settings, traits = state.settings, views_of(state).traits
    said, own = traits.rules_of(settings), len(traits.rules(settings))
    if settings.sections:
        sections = enumeration(settings.sections)
        said.insert(own, _("These sections are paired and ranked separately: %(sections)s.", sections=sections))
    if planned := planned_rounds(state):
        said.insert(own, _("There are %(rounds)s.", rounds=counts.rounds(planned)))
    said += [rules.time_rule(settings), *rules.draw_rules(settings)]
    if Act.LATE_ENTRY in traits.participation:
        missed = _(traits.participation[Act.LATE_ENTRY][0])
        said.append(_("Late entry is possible. %(missed)s", missed=missed))
    else:
        said.append(_("Nobody can enter once it has begun."))
    said.append(rules.rule_set_rule(settings))
    return tuple(filter(None, said))
