"""What an event can start from: settings that were kept under a name, and drafts of events not created yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

DRAFT_LASTS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Template:
    """Settings under a name, as commands take them."""

    id: int
    name: str
    settings: Mapping[str, object]
    created_at: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody has filled in of an event that is not created yet."""

    id: str
    body: Mapping[str, object]
    changed_at: str


class Templates(Protocol):
    """What the registry keeps for those who create events; everything belongs to one user."""

    def keep_template(self, user: int, name: str, settings: Mapping[str, object]) -> Template: ...
    def templates(self, user: int) -> list[Template]: ...
    def template(self, user: int, id: int) -> Template: ...
    def drop_template(self, user: int, id: int) -> None: ...
    def keep_draft(self, user: int, id: str, body: Mapping[str, object]) -> None: ...
    def drafts(self, user: int) -> list[Draft]: ...
    def draft(self, user: int, id: str) -> Draft | None: ...
    def drop_draft(self, user: int, id: str) -> None: ...
