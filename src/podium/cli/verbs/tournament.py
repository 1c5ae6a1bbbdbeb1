"""`podium tournament`: create, list, show, change, continue, publish, archive and delete events."""

from __future__ import annotations

from functools import partial

import click
from msgspec import to_builtins

from podium.app.access import Actor
from podium.app.desk import Seen, new_id
from podium.app.event.answers import TournamentAnswer, tournament_row
from podium.app.event.attachments import AttachmentKey, AttachmentKind, change_attachment, remove_attachment
from podium.app.event.templates import copied_players, copied_settings
from podium.app.ports import Receipt
from podium.app.queries import plan_warnings
from podium.app.versions import versioned
from podium.app.words.language import N_, _
from podium.cli.frame import Console, on_database, read_bytes, say, table
from podium.cli.naming import TOURNAMENT, on_tournament, player, tournament, tournaments
from podium.cli.settings_flags import settings_flags, settings_given
from podium.core.player import PlayerFields
from podium.flow import commands
from podium.flow.event.options import FORBIDDEN, NAME, TABLE_ORDER
from podium.flow.event.settings import suggested_settings
from podium.flow.formats.knockout import refuse_rounds_of_knockout
from podium.flow.formats.registry import FORMAT

CONFIRM = click.option("--confirm", is_flag=True, help="Change even what rounds were paired by.")


@click.group("tournament")
def verb() -> None:
    """Create, list, show, change, publish, archive and delete tournaments.

    A TOURNAMENT is named by its id, by how its name begins, or by its number in the list.
    """


@verb.command("create")
@click.argument("name")
@partial(settings_flags, create=True)
@click.option("--owner", metavar="USER", help="Whose it is. [default: the only user, if there is one]")
@on_database(create=True, acts=True)
def create(here: Console, name: str, owner: str | None, **flags: object) -> None:
    """Create the tournament NAME."""
    named = settings_given(flags)
    settings = {NAME.json: name, **suggested_settings(str(named[FORMAT.json])), **named}
    refuse_rounds_of_knockout(str(settings[FORMAT.json]), settings)  # who writes it out means it
    create_tournament(here, owner_of(here, owner), settings)


@verb.command("duplicate")
@on_tournament
@click.argument("name")
@click.option("--players", is_flag=True, help="With the players, as they were entered.")
def duplicate(here: Console, seen: Seen, name: str, players: bool) -> None:
    """Create the tournament NAME with the settings of TOURNAMENT, without its dates, rounds and results."""
    state = seen.state
    settings = {**copied_settings(state.settings), NAME.json: name}
    create_tournament(here, owner_of(here, None), settings, copied_players(state) if players else ())


@verb.command("list")
@on_database(acts=True)
def list_(here: Console) -> None:
    """List the tournaments, oldest first."""
    found = tournaments(here)
    rows = [
        (each.number, each.id, each.name, each.row["format"], each.row["players"], _status(each.row)) for each in found
    ]
    text = table(("no.", "id", "name", "format", "players", "status"), rows, "no. players")
    here.answer({"tournaments": [each.row for each in found]}, text if found else _("There are no tournaments yet."))


@verb.command("show")
@on_tournament
def show(here: Console, seen: Seen) -> None:
    """Show what was decided about TOURNAMENT, and how far it is."""
    roles = {name: role.word for name, role in here.podium.registry.roles(seen.state.id).items()}
    shown = {**to_builtins(tournament_row(seen.state)), "version": seen.version, "roles": roles}
    listed = {**shown, "warnings": [one.said for one in plan_warnings(seen.state)]}
    entries = {f"{key}:": _said(value) for key, value in listed.items() if value not in (None, [], {})}
    width = max(map(len, entries))
    lines = [f"{key:<{width}} {text}" for key, text in entries.items()]
    here.answer(shown, "\n".join(lines))


@verb.command("change")
@on_tournament
@CONFIRM
@partial(settings_flags, create=False)
def change(here: Console, seen: Seen, confirm: bool, **flags: object) -> None:
    """Change what was decided about TOURNAMENT."""
    given = settings_given(flags, seen.state.settings)
    _do(here, seen, commands.ChangeSettings(given, confirm), N_("%(tournament)s is changed."))


@verb.command("continue")
@TOURNAMENT
@partial(settings_flags, create=False)
@on_database(acts=True)
def continue_(here: Console, named: str, **flags: object) -> None:
    """Go on with TOURNAMENT, paired by hand so far, as a Swiss or a round robin: --format says as which.

    Players, rounds, results, byes and colours stay as they are. A Swiss needs --rounds, the number planned.
    """
    command = commands.ContinueAs(settings_given(flags))
    _do(here, tournament(here, named), command, N_("%(tournament)s goes on as %(format)s."))


@verb.command("forbid")
@on_tournament
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option("--clear", is_flag=True, help="Let everybody meet again first.")
@CONFIRM
def forbid(here: Console, seen: Seen, players: tuple[str, ...], clear: bool, confirm: bool) -> None:
    """Keep the players PLAYER... of a Swiss from meeting one another."""
    groups = [] if clear else [list(group) for group in seen.state.settings.forbidden]
    if players:
        groups.append([player(seen.state, each).id for each in players])
    _do(
        here,
        seen,
        commands.ChangeSettings({FORBIDDEN.json: groups}, confirm),
        N_("%(tournament)s is changed."),
    )


@verb.command("number")
@TOURNAMENT
@click.argument("players", nargs=-1, metavar="[PLAYER...]")
@click.option("--clear", is_flag=True, help="Take back the numbers set by hand.")
@on_database(acts=True)
def number(here: Console, named: str, players: tuple[str, ...], clear: bool) -> None:
    """Number the players PLAYER... of a round robin by hand, from 1, until round 1 is paired.

    Whoever is not named follows, as --table-numbers says.
    """
    if bool(players) == clear:
        raise click.UsageError(_("Name players, or --clear."))
    seen = tournament(here, named)
    order = [player(seen.state, each).id for each in players]
    _do(here, seen, commands.ChangeSettings({TABLE_ORDER.json: order}), N_("%(tournament)s is changed."))


def _picture_verb(name: str, kind: AttachmentKind, help: str) -> None:
    """Add the verb that gives a tournament a kind of picture."""

    @verb.command(name, help=help)
    @TOURNAMENT
    @click.argument("file", required=False, metavar="[FILE]")
    @click.option("--remove", is_flag=True, help="Take the picture away.")
    @on_database(acts=True)
    def picture(here: Console, named: str, file: str | None, remove: bool) -> None:
        if (file is None) is not remove:
            raise click.UsageError(_("Name a file, or --remove."))
        key = AttachmentKey(kind, tournament(here, named).state.id)
        keep_picture(here, key, file, N_("The picture is changed."), N_("The picture is removed."))


_picture_verb("logo", AttachmentKind.LOGO, help="Give TOURNAMENT the logo or picture FILE: PNG, JPEG or WebP.")
_picture_verb(
    "background",
    AttachmentKind.BACKGROUND,
    help="Give the certificates of TOURNAMENT the background FILE: PNG, JPEG or WebP.",
)


def keep_picture(here: Console, key: AttachmentKey, file: str | None, changed: str, removed: str) -> None:
    """Keep the picture in a file, or none without a file; say where it is served."""
    podium = here.podium
    if file is None:
        remove_attachment(podium.desk, podium.attachments, here.actor, key)
        here.answer({key.kind.value: None}, _(removed))
        return
    kept = change_attachment(podium.desk, podium.attachments, here.actor, key, read_bytes(file))
    here.answer({key.kind.value: key.address(kept.digest)}, _(changed))


@verb.command("publish")
@on_tournament
@click.option("--hide", is_flag=True, help="Hide it from the public again.")
def publish(here: Console, seen: Seen, hide: bool) -> None:
    """Show TOURNAMENT to the public."""
    _do(
        here,
        seen,
        commands.PublishTournament(not hide),
        N_("%(tournament)s is hidden.") if hide else N_("%(tournament)s is published."),
    )


@verb.command("archive")
@on_tournament
@click.option("--bring-back", is_flag=True, help="Take it out of the archive.")
def archive(here: Console, seen: Seen, bring_back: bool) -> None:
    """Put TOURNAMENT into the archive, where nothing changes it."""
    done = N_("%(tournament)s is out of the archive.") if bring_back else N_("%(tournament)s is archived.")
    _do(here, seen, commands.ArchiveTournament(not bring_back), done)


@verb.command("leave-fide-mode")
@on_tournament
def leave_fide_mode(here: Console, seen: Seen) -> None:
    """Hold TOURNAMENT no longer to FIDE's rules. It is asked twice, and there is no way back."""
    _do(here, seen, commands.LeaveFideMode(), N_("%(tournament)s has left FIDE mode."))


@verb.command("delete")
@on_tournament
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(here: Console, seen: Seen, yes: bool) -> None:
    """Delete TOURNAMENT. Nobody can see it afterwards."""
    if not yes:
        click.confirm(
            _("Delete %(tournament)s (%(id)s)?", tournament=seen.state.settings.name, id=seen.state.id),
            abort=True,
            err=True,
        )
    _do(here, seen, commands.DeleteTournament(), N_("%(tournament)s is deleted."))


def _do(here: Console, seen: Seen, command: commands.Command, done: str) -> None:
    receipt = here.perform(seen.state.id, command)
    settings = receipt.state.settings
    _answer(here, receipt, _(done, tournament=settings.name, format=settings.format))


def _answer(here: Console, receipt: Receipt, text: str) -> None:
    if not here.as_json:
        for warning in plan_warnings(receipt.state):
            say(warning.said)
    here.answer(versioned(TournamentAnswer, tournament_row(receipt.state), receipt.version), text)


def create_tournament(
    here: Console, actor: Actor, settings: dict[str, object], players: tuple[PlayerFields, ...] = ()
) -> None:
    """Create a tournament for somebody, and say so."""
    id = new_id(actor, None)
    receipt = here.podium.desk.perform(actor, id, commands.CreateTournament(id, settings, players))
    if actor.user is None:
        say(_("It belongs to nobody until there is a user: make one with `podium user add NAME`."))
    made = receipt.state
    _answer(here, receipt, _("%(tournament)s created: %(id)s", tournament=made.settings.name, id=made.id))


def owner_of(here: Console, named: str | None) -> Actor:
    """Who a new tournament is for: who is named, who is acting, or the only user there is."""
    if named is not None:
        return here.user(named).actor
    users = here.podium.registry.users()
    return users[0].actor if here.actor.operator and len(users) == 1 else here.actor


def _status(row: dict[str, object]) -> str:
    if row["archived"]:
        return "archived"
    return _("published") if row["published"] else _("draft")


def _said(value: object) -> str:
    match value:
        case list():
            return ", ".join(map(str, value))
        case dict():
            return ", ".join(f"{key} {each}" for key, each in value.items())
        case _:
            return str(value)
