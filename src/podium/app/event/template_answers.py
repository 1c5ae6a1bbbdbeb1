"""Templates: settings under a name."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from podium.app.event.templates import Template


class TemplateRow(Struct):
    id: int
    name: str
    settings: dict[str, Any]
    created_at: str


class TemplatesAnswer(Struct):
    templates: list[TemplateRow]


def template_row(template: Template) -> TemplateRow:
    return TemplateRow(template.id, template.name, dict(template.settings), template.created_at)
