"""`podium template`: settings kept under a name, to start events from."""

from __future__ import annotations

import click
from msgspec import to_builtins

from podium.app.desk import Seen
from podium.app.event.templates import copied_settings, known_settings, template_row
from podium.app.words.language import _
from podium.cli.frame import Console, on_database, table
from podium.cli.naming import on_tournament
from podium.cli.verbs.tournament import create_tournament, owner_of
from podium.flow.event.options import NAME


@click.group("template")
def verb() -> None:
    """Keep the settings of tournaments as templates, list and drop them, and create tournaments from them.

    Templates belong to a user: the only one there is, or the one that --as names.
    """


@verb.command("keep")
@on_tournament
@click.argument("name")
def keep(here: Console, seen: Seen, name: str) -> None:
    """Keep the settings of TOURNAMENT as the template NAME, in place of one that has that name."""
    settings = copied_settings(seen.state.settings)
    name = NAME.read(NAME.json, name)
    kept = here.podium.registry.keep_template(template_user(here), name, settings)
    here.answer(template_row(kept), _("Template %(name)s kept.", name=kept.name))


@verb.command("list")
@on_database(acts=True)
def list_(here: Console) -> None:
    """List the templates."""
    templates = here.podium.registry.templates(template_user(here))
    rows = [(each.id, each.name, each.settings.get("format")) for each in templates]
    text = table(("id", "name", "format"), rows, "id") if rows else _("There are no templates yet.")
    here.answer({"templates": to_builtins([template_row(each) for each in templates])}, text)


@verb.command("use")
@click.argument("id", type=int)
@click.argument("name")
@on_database(acts=True)
def use(here: Console, id: int, name: str) -> None:
    """Create the tournament NAME with the settings of the template ID."""
    template = here.podium.registry.template(template_user(here), id)
    create_tournament(here, owner_of(here, None), {**known_settings(template.settings), NAME.json: name})


@verb.command("drop")
@click.argument("id", type=int)
@on_database(acts=True)
def drop(here: Console, id: int) -> None:
    """Remove the template ID; events that were made from it stay as they are."""
    here.podium.registry.drop_template(template_user(here), id)
    here.answer({"id": id}, _("Template %(id)s dropped.", id=id))


def template_user(here: Console) -> int:
    """Whose templates are meant."""
    user = owner_of(here, None).user
    if user is None:
        raise click.UsageError(_("Templates belong to a user: name one with --as."))
    return user
