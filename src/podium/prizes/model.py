"""What an allocation of prizes is asked with: players, categories, prizes, overrides and rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from podium.core.collation import name_key
from podium.core.points import Points


class Mode(Enum):
    """How many prizes one player may win."""

    FIRST_WIN = "first-win"
    ALLOW_MULTIPLE = "allow-multiple"


class Order(Enum):
    """Which prize is given away first."""

    BROCHURE_FIRST = "brochure-first"
    VALUE_FIRST = "value-first"
    OPTIMAL = "optimal"


class Sharing(Enum):
    """How tied players share money."""

    NONE = "none"
    EQUAL = "equal"
    HORT = "hort"
    US_CHESS_32B = "us-chess-32b"


@dataclass(frozen=True, slots=True)
class Player:
    """One line of the final standings; `rank` counts from 1 and may be shared.

    A rating of None or 0 is no rating. `points` says who shares money where ranks are told apart
    by tie-breaks; without points, those of one rank share.
    """

    id: str
    name: str
    rank: int
    rating: int | None = None
    gender: str | None = None
    date_of_birth: date | None = None
    fide_id: str | None = None
    disability: str | None = None
    city: str | None = None
    state: str | None = None
    club: str | None = None
    points: Points | None = None
    section: str | None = None

    @property
    def strength(self) -> int:
        """The rating as it sorts: 0 without one."""
        return self.rating or 0

    @property
    def key(self) -> tuple[int, int, str]:
        """What tells two players apart: rank, rating and name."""
        return self.rank, self.strength, self.name

    @property
    def standing(self) -> tuple[int, int, str, str, str, str]:
        """The place in the order of players: rank, then the higher rating, then the name by the alphabet.

        The id comes last so that the order is the same whatever the input's; it never decides a prize.
        """
        return self.rank, -self.strength, *name_key(self.name), self.id


@dataclass(frozen=True, slots=True)
class Category:
    """Who may win a group of prizes. A limit of None or 0 is no limit; an empty text is no filter.

    Ranks count within a section; a category for all sections compares them across.
    """

    id: str
    name: str
    brochure_order: int = 0
    active: bool = True
    min_age: int | None = None
    max_age: int | None = None
    gender: str | None = None
    min_rating: int | None = None
    max_rating: int | None = None
    allow_unrated: bool = False
    disability: str | None = None
    city: str | None = None
    state: str | None = None
    club: str | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize; `cash` is in minor units, 100 to the unit."""

    id: str
    category_id: str
    place: int
    cash: int = 0
    trophy: bool = False
    medal: bool = False
    active: bool = True
    main_category: bool = False

    @property
    def tier(self) -> int:
        """5 cash and trophy, 4 cash and medal, 3 cash, 2 trophy, 1 medal, 0 nothing."""
        if self.cash:
            return 5 if self.trophy else 4 if self.medal else 3
        return 2 if self.trophy else 1 if self.medal else 0

    @property
    def value(self) -> tuple[int, int]:
        """What it is worth: the tier, then the cash."""
        return self.tier, self.cash


@dataclass(frozen=True, slots=True)
class Override:
    """The organiser's word that this player wins this prize."""

    prize_id: str
    player_id: str


@dataclass(frozen=True, slots=True)
class Rules:
    """What is decided before a run. `category_rank`: a prize for place n is for the n-th of its category."""

    allow_unrated: bool = False
    mode: Mode = Mode.FIRST_WIN
    order: Order = Order.BROCHURE_FIRST
    sharing: Sharing = Sharing.NONE
    category_rank: bool = False

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that the other rules go with: `optimal` gives one prize a player, whatever its place."""
        any_order = self.mode is Mode.FIRST_WIN and not self.category_rank
        return tuple(each for each in Order if any_order or each is not Order.OPTIMAL)


Decision = tuple[str, ...]
"""The organiser's word on the order of players who are alike, by id; who is alike and not named comes after them.

Of two decisions on the same players the earlier one comes first: the later one orders the players whom it left.
"""


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything an allocation depends on; `start_date` is needed where a category has an age limit."""

    players: tuple[Player, ...]
    categories: tuple[Category, ...]
    prizes: tuple[Prize, ...]
    overrides: tuple[Override, ...] = ()
    rules: Rules = Rules()
    start_date: date | None = None
    tournament_id: str = ""
    decisions: tuple[Decision, ...] = ()


def brochure_key(prize: Prize, category: Category) -> tuple[int, int, int, int, int, str]:
    """The place of a prize in the queue of the specification: the first is given away first."""
    return category.brochure_order, -prize.tier, -prize.cash, not prize.main_category, prize.place, prize.id


def value_key(prize: Prize, category: Category) -> tuple[int, int, int, int, int, str]:
    """The place of a prize when the most valuable comes first, whatever its category."""
    return -prize.tier, -prize.cash, not prize.main_category, category.brochure_order, prize.place, prize.id
