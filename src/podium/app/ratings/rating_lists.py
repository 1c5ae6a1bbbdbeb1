"""Rating lists that Podium keeps: which there are, who may look somebody up in them, and who may replace them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from podium.app.access import Actor
from podium.app.accounts.credentials import TokenScope
from podium.app.words.language import N_
from podium.core.errors import Forbidden, Invalid, PodiumError
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.core.ratings.rating_kind import RatingKind

if TYPE_CHECKING:
    from podium.files.rating_lists import ListFile

    OpenList = ListFile  # while it is read

MOST_FOUND = 50
USUALLY_FOUND = 10
LEAST_TYPED = 2  # letters of a name
MOST_TYPED = 100
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_EDITION = re.compile(r"(19|20)\d\d-(0[1-9]|1[0-2])")

Progress = Callable[[float, int], None]
"""Is told what part of a list was read, from 0 to 1, and how many players that were."""


class ListStatus(StrEnum):
    """What became of a list: it is being loaded, people look in it, or it could not be loaded."""

    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class RatingList:
    """A rating list that was loaded, or is being loaded.

    `part` is how much was read, from 0 to 1. `problem` says why it failed.
    `stopped` is a load of which nobody has heard for a while: its process was ended.
    """

    id: int
    name: str
    file: str
    status: ListStatus
    started_at: str
    loaded_by: str
    layout: Layout | None = None
    edition: str | None = None
    players: int = 0
    left_out: int = 0
    part: float = 0.0
    loaded_at: str | None = None
    problem: PodiumError | None = None
    stopped: bool = False

    @property
    def loading(self) -> bool:
        """Whether it is still being loaded."""
        return self.status is ListStatus.LOADING and not self.stopped

    @property
    def month(self) -> str:
        """The month from which the list is in force: as it says itself, else that in which it was loaded."""
        return self.edition or (self.loaded_at or self.started_at)[:7]


@dataclass(frozen=True, slots=True)
class ListToLoad:
    """A file to be loaded: where it is, what its sender calls it, and the list that it becomes.

    `kind` is of a list with one rating alone, `edition` the month of a list that does not say it. A file that is
    `temporary` is removed afterwards.
    """

    path: Path
    file: str
    name: str
    by: str
    kind: RatingKind | None = None
    edition: str | None = None
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The players that an answer has, and the list they are from; None where no list is loaded."""

    list: RatingList | None
    players: tuple[RatedPlayer, ...] = field(default=())


@contextmanager
def opened_file(wanted: ListToLoad) -> Iterator[OpenList]:
    """The list in a file, while the block lasts; raises FormatError, also while it is read."""
    from podium.files.rating_lists import opened_list  # which hardly any verb reads

    with wanted.path.open("rb") as raw, opened_list(raw, wanted.file, wanted.kind) as file:
        yield file


class RatingLists(Protocol):
    """Where rating lists are kept."""

    def lists(self) -> list[RatingList]: ...
    def ready(self) -> list[RatingList]: ...
    def months(self, name: str) -> list[RatingList]: ...
    def current(self, name: str | None = None) -> RatingList | None: ...
    def find(self, typed: str, name: str | None = None, most: int = USUALLY_FOUND) -> Found: ...
    def by_fide_ids(
        self, ids: Sequence[str], name: str | None = None, month: str | None = None
    ) -> dict[str, RatedPlayer]: ...
    def by_id(self, id: str, name: str | None = None, month: str | None = None) -> RatedPlayer | None: ...
    def by_national_ids(self, ids: Sequence[str], name: str | None = None) -> dict[str, RatedPlayer]: ...
    def load(self, wanted: ListToLoad, progress: Progress | None = None) -> RatingList: ...
    def start(self, wanted: ListToLoad) -> RatingList: ...
    def drop(self, name: str, month: str | None = None) -> None: ...


def permit_look_up(actor: Actor) -> None:
    """Nothing, for actors with an account, who may enter players; raises Forbidden."""
    if actor.operator:
        return
    limits = actor.limits
    if actor.user is None or (limits is not None and limits.scope < TokenScope.MANAGE):
        raise Forbidden(N_("look up players in rating lists"))


def checked_list_name(name: str) -> str:
    """The name of a list, as addresses and the command line have it; raises Invalid."""
    if not _NAME.fullmatch(name):
        raise Invalid("rating-list-name-malformed", field="list", value=name[:60])
    return name


def checked_edition(edition: str | None) -> str | None:
    """The month of a list, as 2026-11; raises Invalid."""
    if edition and not _EDITION.fullmatch(edition):
        raise Invalid("edition-malformed", field="edition", value=edition[:40])
    return edition or None


def checked_kind(kind: str | None) -> RatingKind | None:
    """A kind of rating by its word, None for none; raises Invalid."""
    if not kind:
        return None
    try:
        return RatingKind(kind)
    except ValueError:
        raise Invalid("rating-kind-unknown", field="kind", value=kind[:40], allowed=[*RatingKind]) from None
