"""What the functions of the Buchholz family are asked about: games and players, without a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol, get_args, runtime_checkable

from podium.core.errors import Invalid

_Kind = Literal["forfeit-loss", "forfeit-win", "full-bye", "half-bye", "pairing-bye", "zero-bye"]
GameKind = Annotated[_Kind, "why a game was not played"]
Result = Annotated[float, "0, 0.5 or 1, from White's side"]
KINDS: tuple[GameKind, ...] = get_args(_Kind)
RESULTS: tuple[Result, ...] = (0, 0.5, 1)
FORFEITS = frozenset({"forfeit-loss", "forfeit-win"})


@runtime_checkable
class HasId(Protocol):
    """Anything with an `id`."""

    @property
    def id(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part, known by an id alone."""

    id: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game, its result from White's side: 1, 0.5 or 0. A bye has one side only: `black=""`.

    `kind` says what an unplayed game was; without it the game was played. A forfeit's result says
    who won it. A bye without a kind brings its result, and is no opponent.
    """

    white: str
    black: str
    result: Result
    kind: GameKind | None = None

    def __post_init__(self) -> None:
        if not self.player:
            raise Invalid("argument-malformed", value=self.white, field="white", of="Game")
        if self.result not in RESULTS:
            raise Invalid("result-unknown", value=self.result, allowed=RESULTS)
        if self.kind is not None and self.kind not in KINDS:
            raise Invalid("kind-unknown", value=self.kind, allowed=KINDS)
        if self.kind in FORFEITS and self.result == 0.5:
            raise Invalid("forfeit-drawn", value=self.result, kind=self.kind)
        if not self.bye and self.kind is not None and self.kind not in FORFEITS:
            raise Invalid("bye-has-opponent", value=self.black, kind=self.kind)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Game:
        """The game `given` as a mapping with the same names; raises Invalid."""
        try:
            return cls(**given)  # type: ignore[arg-type]  # what it holds is looked at there
        except TypeError:  # other names than those of a game
            raise Invalid("argument-malformed", value=given, field="games", of="buchholz") from None

    @property
    def bye(self) -> bool:
        """Whether there is no opponent; some write the player on both sides."""
        return not self.white or self.black in ("", self.white)

    @property
    def player(self) -> str:
        """White, or the only player."""
        return self.white or self.black


Games = Sequence[Sequence[Game | Mapping[str, object]]]
"""The games of each round, each a `Game` or a mapping with its names; `games[0]` is round 1."""
Players = Iterable[str | HasId | Mapping[str, str]]
"""Ids, or players that have one as attribute or under the key `id`."""
