"""The rules of an event in words: what its format says, then what holds wherever there is such an option."""

from __future__ import annotations

from podium.app.event import rules_words as rules
from podium.app.event.progress import planned_rounds
from podium.app.formats.registry import views_of
from podium.app.players.participation import Act
from podium.app.words import counts
from podium.app.words.language import _
from podium.app.words.phrases import enumeration
from podium.flow.event.options import FREE_DAY, SCORING
from podium.flow.formats.registry import format_of
from podium.flow.state import Tournament


def rules_in_words(state: Tournament) -> tuple[str, ...]:
    """Sentences on the format, rounds, points, byes, tie-breaks, time, draws and late entry."""
    settings, options, traits = state.settings, format_of(state).options, views_of(state).traits
    said = [*traits.rules(settings)]
    if planned := planned_rounds(state):
        said.append(_("There are %(rounds)s.", rounds=counts.rounds(planned)))
    if settings.sections:
        sections = enumeration(settings.sections)
        said.append(_("These sections are paired and ranked separately: %(sections)s.", sections=sections))
    if SCORING in options:
        said.append(rules.points_rule(settings))
        if FREE_DAY not in options:
            said.append(rules.bye_rule(settings))
    if Act.BYE_REQUEST in traits.participation:
        said.append(rules.bye_request_rule(settings))
    if traits.uses_tiebreaks:
        said.append(rules.tiebreak_rule(settings))
    said += [rules.time_rule(settings), *rules.draw_rules(settings)]
    if Act.LATE_ENTRY in traits.participation:
        missed = _(traits.participation[Act.LATE_ENTRY][0])
        said.append(_("Late entry is possible. %(missed)s", missed=missed))
    else:
        said.append(_("Nobody can enter once it has begun."))
    said.append(rules.rule_set_rule(settings))
    return tuple(filter(None, said))
