"""What an event can start from: settings kept under a name, drafts not created yet, and another event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Protocol

from msgspec import Struct

from podium.app.versions import Page
from podium.core.player import PlayerFields
from podium.flow.event.declaration import PLAYER_KINDS, Null
from podium.flow.event.options import END, NAME, ROUND_DATES, START
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import GIVEN, formats_with
from podium.flow.state import Tournament

ITS_ALONE = (NAME, START, END, ROUND_DATES)
"""What another event has to say for itself."""


def copied_settings(settings: Settings) -> dict[str, object]:
    """The settings that another event of the same format can have, as commands take them."""
    copied = {
        option.json: option.written(settings)
        for option in GIVEN.values()
        if option not in ITS_ALONE and option.kind not in PLAYER_KINDS and settings.format in formats_with(option)
    }
    return {name: value for name, value in copied.items() if value is not None or GIVEN[name].null is Null.CLEARS}


def known_settings(kept: Mapping[str, object]) -> dict[str, object]:
    """What was kept of settings, without what no event has any more."""
    return {name: value for name, value in kept.items() if name in GIVEN}


def copied_players(state: Tournament) -> tuple[PlayerFields, ...]:
    """The players in the order of their entry, without the ranks they finished on."""
    players = sorted(state.players.values(), key=lambda player: player.number)
    return tuple(replace(player.fields, rank=None) for player in players)


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
    """What the registry keeps for creators of events; everything belongs to one user."""

    def keep_template(self, user: int, name: str, settings: Mapping[str, object]) -> Template: ...
    def templates(self, user: int) -> list[Template]: ...
    def template(self, user: int, id: int) -> Template: ...
    def drop_template(self, user: int, id: int) -> None: ...
    def keep_draft(self, user: int, id: str, body: Mapping[str, object]) -> None: ...
    def drafts(self, user: int) -> list[Draft]: ...
    def draft(self, user: int, id: str) -> Draft | None: ...
    def drop_draft(self, user: int, id: str) -> None: ...


class TemplateRow(Struct):
    id: int
    name: str
    settings: dict[str, Any]
    created_at: str


class TemplatesAnswer(Page):
    templates: list[TemplateRow]


def template_row(template: Template) -> TemplateRow:
    return TemplateRow(template.id, template.name, dict(template.settings), template.created_at)
