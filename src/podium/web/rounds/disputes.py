"""Games whose players do not agree on the result: both statements, and the form by which each is decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.formats.doubles import side_names
from podium.app.rounds.statement_words import player_name, score_words
from podium.app.words.language import _, ngettext
from podium.flow.rounds.reporting import disputes
from podium.flow.state import Game, Match, Round, Stage, Tournament
from podium.web.formats.protocol import Entry, NextStep
from podium.web.formats.registry import pages_of


@dataclass(frozen=True, slots=True)
class Claim:
    """What one side says, when, and the form that decides so."""

    name: str
    score: str
    at: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game in dispute; `decides` is whether the reader can end it here."""

    id: str
    where: str
    called: str
    statements: tuple[Claim, ...]
    decides: bool


def disputes_in(seen: Seen, rounds: Iterable[Round], url: str) -> tuple[Dispute, ...]:
    """The disputes of these rounds for users who enter results, by board."""
    if seen.role < Role.SCORER:
        return ()
    state = seen.state
    return tuple(_dispute(state, here, each, url) for here in rounds for each in disputes(state, here))


def dispute_step(seen: Seen, url: str) -> NextStep | None:
    """The way to the first dispute of a round that can still be decided, for users who may decide it."""
    state = seen.state
    if seen.role < Role.SCORER or state.archived:
        return None
    found = [(here, each) for here in state.rounds if _is_open(here) for each in disputes(state, here)]
    if not found:
        return None
    here = found[0][0]
    title = ngettext("%(num)s result is disputed", "%(num)s results are disputed", len(found))
    note = "; ".join(f"{_where(state, here, each)}: {_called(state, each)}" for here, each in found[:3])
    return NextStep(
        title, note, pages_of(state, here.number).addresses.of_round(url, here.number), _("Look and decide")
    )


def _is_open(here: Round) -> bool:
    return here.stage is not Stage.CLOSED or here.automatic


def _dispute(state: Tournament, here: Round, pairing: Game | Match, url: str) -> Dispute:
    pages = pages_of(state, here.number)
    claims = tuple(
        Claim(
            player_name(state, each.player),
            score_words(each.score),
            each.at,
            pages.entry(pairing, each.score, url),
        )
        for each in state.reports[pairing.id].statements
    )
    decides = _is_open(here) and not state.archived
    return Dispute(pairing.id, _where(state, here, pairing), _called(state, pairing), claims, decides)


def _where(state: Tournament, here: Round, pairing: Game | Match) -> str:
    return pages_of(state, here.number).game_words(state, here, pairing)[0]


def _called(state: Tournament, pairing: Game | Match) -> str:
    return " – ".join(side_names(state, pairing))
