"""The value of one tie-break for one player, from games: nobody is looked at whom the value does not depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from podium.core.errors import Invalid
from podium.core.points import Points
from podium.core.result import Worth
from podium.tiebreaks import engine
from podium.tiebreaks.library.game import FORFEITS, Game, GameKind, Games, HasId, Players
from podium.tiebreaks.view import Colour, Entrant, PartialView, PlayerKey, Record

_BYES: dict[GameKind | None, Worth] = {
    "full-bye": Worth.UNPAIRED,
    "half-bye": Worth.HALF_BYE,
    "pairing-bye": Worth.BYE,
    "zero-bye": Worth.ZERO_BYE,
}
_PLAYED: dict[float, tuple[Worth, Worth]] = {
    1: (Worth.WIN, Worth.LOSS),
    0.5: (Worth.DRAW, Worth.DRAW),
    0: (Worth.LOSS, Worth.WIN),
}
_FORFEITED: dict[float, tuple[Worth, Worth]] = {
    1: (Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS),
    0: (Worth.FORFEIT_LOSS, Worth.FORFEIT_WIN),
}
Row = list[Record | None]
SOMEBODY = 0  # an opponent whose score is not needed; the ids of games are texts, so this is nobody's


def value_of(code: str, player: str, games: Games, players: Players | None, *, reach: int = 1) -> float:
    """The value of the tie-break `code` for `player`; 0 where there is none.

    `reach` says whose scores it depends on: 1 for the opponents, 2 for their opponents too. A player who is only among
    `players` has scored nothing, which changes no value.

    Raises Invalid where somebody whose score is needed has two games in a round.
    """
    for one in players or ():
        _id(one)  # something without an id is refused, though nothing is to be added up for it
    played = [[game if isinstance(game, Game) else Game.of(game) for game in one_round] for one_round in games]
    rows = _rows({player}, played)
    for level in range(1, reach + 1):
        records = [record for row in rows.values() for record in row if record]
        new = {str(record.opponent) for record in records if record.opponent is not None} - rows.keys()
        rows |= _rows(new, played, near=rows.keys() | new if level == reach else None)
    entrants = [Entrant(name, tuple(row)) for name, row in rows.items()]
    return float(engine.value(PartialView([*entrants, Entrant(SOMEBODY)]), code, player) or 0)


def _id(player: str | HasId | Mapping[str, str]) -> str:
    if isinstance(player, str):
        return player
    return player["id"] if isinstance(player, Mapping) else player.id


def _rows(names: Iterable[str], games: Sequence[Sequence[Game]], near: Collection[str] | None = None) -> dict[str, Row]:
    """What each round was for each of `names`, None where there is no record of it.

    With `near`, an opponent who is not among them is somebody: the value does not depend on who.
    """
    rows: dict[str, Row] = {name: [None] * len(games) for name in names}
    for r, one_round in enumerate(games):
        for game in one_round:
            white, black = game.white, game.black
            if not white or not black or white == black:
                if game.player in rows:
                    _enter(rows, game.player, r, _record_of_bye(game))
                continue
            if white in rows:
                _enter(rows, white, r, Record(_worths(game)[0], _known(black, near), Colour.WHITE))
            if black in rows:
                _enter(rows, black, r, Record(_worths(game)[1], _known(white, near), Colour.BLACK))
    return rows


def _known(opponent: str, near: Collection[str] | None) -> PlayerKey:
    return opponent if near is None or opponent in near else SOMEBODY


def _enter(rows: dict[str, Row], name: str, r: int, record: Record) -> None:
    row = rows[name]
    if row[r] is not None:
        raise Invalid("player-twice-in-round", value=name, round=r + 1)
    row[r] = record


def _record_of_bye(game: Game) -> Record:
    """What a bye is for its player; of no kind, a game against the same player."""
    result = game.result if game.white else 1 - game.result
    worth = _BYES.get(game.kind) or _worths(game)[not game.white]
    return Record(worth, None if game.kind else game.player, points=Points.of(result))


def _worths(game: Game) -> tuple[Worth, Worth]:
    """What a game is worth to White and to Black."""
    return (_FORFEITED if game.kind in FORFEITS else _PLAYED)[game.result]
