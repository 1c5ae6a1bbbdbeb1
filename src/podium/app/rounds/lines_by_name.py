"""A round by names: where each player sits, and against whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.formats.doubles_words import team_name
from podium.app.rounds.bye_names import bye_name
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.flow.state import Bye, Match, Round, Tournament


@dataclass(frozen=True, slots=True)
class LineByName:
    """One player of a round; `opponent` is the kind of the bye of one who has none."""

    name: str
    board: int
    colour: str
    opponent: str
    section: str


def lines_by_name(state: Tournament, here: Round) -> tuple[LineByName, ...]:
    """Everybody who is paired, in the order of the names."""
    language = state.settings.language
    return tuple(sorted(_lines(state, here), key=lambda line: name_key(line.name, language)))


def _lines(state: Tournament, here: Round) -> Iterator[LineByName]:
    names = {id: player.name for id, player in state.players.items()}
    for pairing in here.in_order:
        section = pairing.section
        if isinstance(pairing, Bye):
            yield LineByName(names[pairing.player], pairing.board, "", bye_name(state, pairing), section)
        elif isinstance(pairing, Match):
            for team, against in ((pairing.home, pairing.away), (pairing.away, pairing.home)):
                for player, partner in (team, team[::-1]):
                    text = _(
                        "with %(partner)s, against %(team)s",
                        partner=names[partner],
                        team=team_name(state, against),
                    )
                    yield LineByName(names[player], pairing.board, "", text, section)
        else:
            yield LineByName(names[pairing.white], pairing.board, _("White"), names[pairing.black], section)
            yield LineByName(names[pairing.black], pairing.board, _("Black"), names[pairing.white], section)
