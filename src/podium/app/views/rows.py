"""The shapes of the HTTP contract: plain dictionaries, ready to be written as JSON."""

from __future__ import annotations

from dataclasses import asdict
from enum import Enum

from podium.app.settings_schema import answer_values
from podium.app.views.standings import StandingRow
from podium.app.views.tally import points
from podium.app.words.doubles import score
from podium.core.player import Player
from podium.core.result import ByeType
from podium.doubles import Verdict
from podium.flow.formats.doubles import promised
from podium.flow.formats.registry import rounds_planned
from podium.flow.options import ROUNDS
from podium.flow.settings import IN_EVERY_ANSWER, own_answers
from podium.flow.state import Bye, Format, Match, Pairing, Round, Stage, Tournament
from podium.flow.unpaired import left_out

Row = dict[str, object]


class RoundStatus(Enum):
    """How far a round is, as a director sees it: `playing` from its first result until it is closed."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


def pairing_row(state: Tournament, pairing: Pairing) -> Row:
    """A game, a match or a bye; a bye has its player as White, and a type only if one was recorded.

    A match of doubles has `home`, `away` and `sets`; White and Black are the first players of its teams.
    """
    if isinstance(pairing, Bye):
        white, black, result = pairing.player, None, _bye_result(pairing)
        bye_type = None if pairing.kind is ByeType.UNSPECIFIED else pairing.kind.value
    elif isinstance(pairing, Match):
        white, black, bye_type, result = pairing.home[0], pairing.away[0], None, _won(pairing)
    else:
        white, black, bye_type = pairing.white, pairing.black, None
        result = pairing.result.value if pairing.result else None
    return {
        "id": pairing.id,
        "round": state.where[pairing.id],
        "board": pairing.board,
        "white_player_id": white,
        "black_player_id": black,
        "result": result,
        "is_bye": isinstance(pairing, Bye),
        "bye_type": bye_type,
        "section": pairing.section or None,
        **(_teams(pairing) if isinstance(pairing, Match) else {}),
    }


def _teams(match: Match) -> Row:
    sets = {"home": match.sets.home, "away": match.sets.away}
    return {"home": list(match.home), "away": list(match.away), "sets": sets}


def _won(match: Match) -> str | None:
    """The sets of a match that one team has won, as `3:1`."""
    return score(match) if match.verdict is Verdict.WON else None


def result_rows(state: Tournament, pairing: Pairing) -> list[Row]:
    """What each player of a pairing scored; nothing while the game has no result."""
    if isinstance(pairing, Bye):
        result = _bye_result(pairing)
    else:
        won = _won(pairing) if isinstance(pairing, Match) else pairing.result and pairing.result.value
        if won is None:
            return []
        result = won
    return [
        {
            "player_id": player,
            "round": state.where[pairing.id],
            "points": points(pairing, player, state.settings.scoring).number,
            "result": result,
        }
        for player in pairing.players
    ]


def player_row(player: Player) -> Row:
    """A player: every field of the list of entries, and how they take part; the prizes say `date_of_birth`."""
    return {
        "id": player.id,
        "number": player.number,
        **asdict(player.fields),
        "date_of_birth": player.fields.birth,
        "withdrawn": player.withdrawn,
        "byes": {str(number): kind.value for number, kind in player.byes.items()},
    }


def tournament_row(state: Tournament) -> Row:
    """A tournament: all its settings, its status in a word, and how large it is; the prizes say `start_date`."""
    settings = state.settings
    return {
        "id": state.id,
        **answer_values(settings, IN_EVERY_ANSWER),
        ROUNDS.json: rounds_planned(state),
        "status": tournament_status(state),
        "players": len(state.players),
        "rounds_paired": state.rounds_paired,
        **answer_values(settings, own_answers(settings)),
        **(_promise(state) if settings.format == Format.DOUBLES else {}),
    }


def _promise(state: Tournament) -> Row:
    """How many rounds of doubles are guaranteed and possible for those present."""
    said = promised(state)
    return {"guaranteed": said.guaranteed if said else None, "possible": said.possible if said else None}


def tournament_status(state: Tournament) -> str:
    """`draft`, `published` or `archived`."""
    if state.archived:
        return "archived"
    return "published" if state.published else "draft"


def round_row(state: Tournament, here: Round) -> Row:
    """A round: its pairings by board, who was left out, how far it is, and how it was paired.

    The pairings of doubles are its matches; free games stand beside them, so every pairing there has teams and sets.
    """
    drawn = here.draw is not None
    return {
        "round": here.number,
        "status": round_status(here).value,
        "pending": here.unsettled,
        "pairings": [pairing_row(state, each) for each in here.in_order if not (drawn and isinstance(each, Bye))],
        "unpaired": [player.id for player in left_out(state, here.number)],
        "engine": here.engine,
        "edition": here.edition,
        "seed": here.seed,
        "paired_at": here.paired_at or None,
        "editing": here.editing,
        **(_drawn(here) if drawn else {}),
    }


def _drawn(here: Round) -> Row:
    """Who sits out a round of doubles and why, and who was passed over for whom."""
    assert here.draw is not None
    byes = {each.player: each.id for each in here.in_order if isinstance(each, Bye)}
    return {
        "free": list(byes),
        "free_games": [
            {"id": byes[each.player], "player_id": each.player, "had": each.had, "rank": each.rank}
            for each in here.draw.free
        ],
        "passed_over": [
            {"player_id": each.player, "instead": list(each.instead), "through": each.through}
            for each in here.draw.passed_over
        ],
        "rounds_left": here.draw.rounds_left,
    }


def round_status(here: Round) -> RoundStatus:
    """How far the round is."""
    if here.stage is not Stage.PUBLISHED:
        return RoundStatus(here.stage.value)
    begun = any(map(_begun, here.games.values()))
    return RoundStatus.PLAYING if begun else RoundStatus.PUBLISHED


def _begun(pairing: Pairing) -> bool:
    if isinstance(pairing, Match):
        return score(pairing) is not None
    return not isinstance(pairing, Bye) and pairing.result is not None


def standing_row(row: StandingRow) -> Row:
    """One line of the standings."""
    return {
        "rank": row.rank,
        "player_id": row.player.id,
        "name": row.player.name,
        "section": row.section or None,
        "points": row.points.number,
        "details": row.details,
        "tiebreaks": {code: None if value is None else float(value) for code, value in row.tiebreaks.items()},
        "decided_by": row.decided_by,
    }


def _bye_result(bye: Bye) -> str | None:
    return None if bye.kind is ByeType.UNSPECIFIED else bye.kind.row
