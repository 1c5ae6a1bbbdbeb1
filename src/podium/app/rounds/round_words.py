"""What is said of a round: names of byes, how many results are in, which games are not over, who is left out."""

from __future__ import annotations

from podium.app.event.progress import current_round, planned_rounds
from podium.app.rounds.result_words import FREE_DAY, outcome
from podium.app.words import counts
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import alternatives, enumeration, first_few
from podium.core.result import ByeType
from podium.flow.players.seats import is_free_day
from podium.flow.players.unpaired import byes_on_offer, left_out
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Bye, Round, Tournament


def bye_name(state: Tournament, bye: Bye) -> str:
    """`bye`, `half-point bye`, `free day`: no player asked for a bye that is a free day of the table."""
    return _(FREE_DAY) if bye.kind is not ByeType.BYE and is_free_day(state, bye) else outcome(bye.kind)


def section_title(state: Tournament, section: str) -> str:
    """What a section of a round is called: by its name, or `Group A` where it is a group of a stage."""
    return _("Group %(group)s", group=section) if section and state.stages else section


def results_in(here: Round) -> str:
    """How many results of a round are in: `39 of 40 results; 1 adjourned`, since a game that is not over has none."""
    games = len(here.meetings)
    if not games:
        return _("No games")
    said = _("%(count)s of %(results)s", count=games - len(open_games([here])), results=counts.results(games))
    return "; ".join(filter(None, (said, adjourned_games(here))))


def adjourned_games(here: Round) -> str:
    """How many games of a round are adjourned; empty where none is."""
    return ngettext("%(num)s adjourned", "%(num)s adjourned", here.adjourned) if here.adjourned else ""


def not_final(state: Tournament) -> str:
    """That the standings are not final, where all seems to be done: a game of the last round, or of one that the hall
    has left behind, is not over; nothing otherwise."""
    now = current_round(state)
    if now is None:
        return ""
    games = open_games(state.rounds[: now.number])
    left_behind = len(games) > len(now.pending)
    if not games or not (left_behind or now.number == planned_rounds(state)):
        return ""
    return ngettext("not final: %(num)s game is not over", "not final: %(num)s games are not over", len(games))


def with_not_final(note: str, state: Tournament) -> str:
    """What a ranking is, and that it is not final where that is to be said."""
    return "; ".join(filter(None, (note, not_final(state))))


def left_out_sentence(state: Tournament, round: int) -> str | None:
    """Who takes part and has neither game nor bye in a paired round, and what each can be given; None for nobody."""
    names = [player.name for player in left_out(state, round)]
    if not names:
        return None
    kinds = alternatives([outcome(kind) for kind in byes_on_offer(state, state.rounds[round - 1])])
    who = enumeration(first_few(names))
    if not kinds:
        return ngettext(
            "%(names)s has neither game nor bye in round %(round)s.",
            "%(names)s have neither game nor bye in round %(round)s.",
            len(names),
            names=who,
            round=round,
        )
    return ngettext(
        "%(names)s has neither game nor bye in round %(round)s: record one of %(kinds)s.",
        "%(names)s have neither game nor bye in round %(round)s: record for each one of %(kinds)s.",
        len(names),
        names=who,
        round=round,
        kinds=kinds,
    )
