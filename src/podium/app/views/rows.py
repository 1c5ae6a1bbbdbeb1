"""The shapes of the HTTP contract: plain dictionaries, ready to be written as JSON."""

from __future__ import annotations

from dataclasses import asdict, fields
from enum import Enum

from podium.app.views.standings import StandingRow
from podium.app.views.tally import points
from podium.core.player import Player
from podium.core.result import ByeType, Scoring
from podium.flow.pairing import left_out
from podium.flow.state import Bye, Pairing, Round, Stage, Tournament
from podium.knockout import told

Row = dict[str, object]


class RoundStatus(Enum):
    """How far a round is, as a director sees it: `playing` from its first result until it is closed."""

    DRAFT = "draft"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


def pairing_row(state: Tournament, pairing: Pairing) -> Row:
    """A game or a bye; a bye has its player as White, and a type only if one was recorded."""
    if isinstance(pairing, Bye):
        white, black, result = pairing.player, None, _bye_result(pairing)
        bye_type = None if pairing.kind is ByeType.UNSPECIFIED else pairing.kind.value
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
    }


def result_rows(state: Tournament, pairing: Pairing) -> list[Row]:
    """What each player of a pairing scored; nothing while the game has no result."""
    if isinstance(pairing, Bye):
        result = _bye_result(pairing)
    elif pairing.result is None:
        return []
    else:
        result = pairing.result.value
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
    """A player: every field of the list of entries, and how they take part."""
    return {
        "id": player.id,
        "number": player.number,
        **asdict(player.fields),
        "withdrawn": player.withdrawn,
        "byes": {str(number): kind.value for number, kind in player.byes.items()},
    }


def tournament_row(state: Tournament) -> Row:
    """A tournament: all its settings, its status in a word, and how large it is."""
    settings = state.settings
    return {
        "id": state.id,
        "name": settings.name,
        "format": settings.format.value,
        "rounds": settings.rounds,
        "place": settings.place,
        "start": settings.start,
        "end": settings.end,
        "sections": list(settings.sections),
        "scoring": scoring_row(settings.scoring),
        "tiebreaks": list(settings.tiebreaks),
        "cycles": settings.cycles,
        "edition": settings.edition,
        "unrated": settings.unrated,
        "status": tournament_status(state),
        "players": len(state.players),
        "rounds_paired": state.rounds_paired,
        **(told(settings.knockout) if settings.knockout is not None else {}),
    }


def tournament_status(state: Tournament) -> str:
    """`draft`, `published` or `archived`."""
    if state.archived:
        return "archived"
    return "published" if state.published else "draft"


def scoring_row(scoring: Scoring) -> str | Row:
    """The name of the preset, or the whole table where it is none of them."""
    if scoring.name != "custom":
        return scoring.name
    return {each.name: getattr(scoring, each.name).number for each in fields(scoring)}


def round_row(state: Tournament, here: Round) -> Row:
    """A round: its pairings by board, who was left out, how far it is, and how it was paired."""
    return {
        "round": here.number,
        "status": round_status(here).value,
        "pending": len(here.pending),
        "pairings": [pairing_row(state, pairing) for pairing in here.in_order],
        "unpaired": [player.id for player in left_out(state, here.number)],
        "engine": here.engine,
        "edition": here.edition,
        "seed": here.seed,
        "paired_at": here.paired_at,
    }


def round_status(here: Round) -> RoundStatus:
    """How far the round is."""
    if here.stage is not Stage.PUBLISHED:
        return RoundStatus(here.stage.value)
    begun = any(not isinstance(pairing, Bye) and pairing.result for pairing in here.games.values())
    return RoundStatus.PLAYING if begun else RoundStatus.PUBLISHED


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
