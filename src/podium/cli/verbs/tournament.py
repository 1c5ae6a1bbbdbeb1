"""`podium tournament`: create, list, show, change, publish, archive and delete events."""

from __future__ import annotations

from enum import Enum

import click

from podium.app.access import Actor
from podium.app.desk import Seen, new_id
from podium.app.ports import Receipt
from podium.app.views.rows import tournament_row
from podium.app.words.language import N_, _
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import player, tournament, tournaments
from podium.core.result import PRESETS
from podium.doubles import FreeGames, Setting
from podium.flow.commands import (
    ArchiveTournament,
    ChangeSettings,
    Command,
    CreateTournament,
    DeleteTournament,
    PublishTournament,
)
from podium.flow.formats.knockout import refuse_rounds_of_knockout
from podium.flow.state import Acceleration, Apart, Format, InitialColour, Numbering
from podium.knockout import DrawRuleMode, Seeding, TieBreakPolicy
from podium.tiebreaks import EDITIONS
from podium.tiebreaks import PRESETS as USUAL

NO_LIST = "none"

PAIRED = "How rounds are paired."
SETS_LAST = "Doubles: the set difference decides last."
NEW_FOES = "Doubles: spare players an opponent they met."


def _one_of(kind: type[Enum]) -> click.Choice[str]:
    return click.Choice([each.value for each in kind])


@click.group("tournament")
def verb() -> None:
    """Create, list, show, change, publish, archive and delete tournaments.

    A TOURNAMENT is named by its id, by how its name begins, or by its number in the list.
    """


KNOCKOUT_OPTIONS = (
    click.option("--tie-break-policy", "tieBreakPolicy", type=_one_of(TieBreakPolicy), help="Knockout: after a draw."),
    click.option("--draw-rule-mode", "drawRuleMode", type=_one_of(DrawRuleMode), help="Knockout: which draws."),
    click.option(
        "--decisive/--not-decisive", "requiresDecisiveResult", default=None, help="Knockout: always a winner."
    ),
    click.option("--time-control", "timeControl", metavar="M+S", help="Knockout: minutes and seconds a move, as 10+5."),
    click.option(
        "--tie-break-time-control", "tieBreakTimeControl", metavar="M+S", help="Knockout: of tie-break games."
    ),
    click.option("--seeding", type=_one_of(Seeding), help="Knockout: how the field becomes the first round."),
    click.option(
        "--third-place/--no-third-place", "thirdPlaceMatch", default=None, help="Knockout: play for third place."
    ),
    click.option("--min-move", "minMove", type=int, help="Knockout: no draw offer before this move."),
    click.option("--max-offers", "maxOffers", type=int, help="Knockout: how many draw offers each player has."),
)


def settings_options(function: click.decorators.FC) -> click.decorators.FC:
    """The options for everything one can decide about a tournament."""
    options = (
        click.option("--place", help="Where it is played."),
        click.option("--start", metavar="DATE", help="The first day, as 2026-08-31."),
        click.option("--end", metavar="DATE", help="The last day."),
        click.option("--section", "sections", multiple=True, metavar="NAME", help="A section; again for another."),
        click.option("--scoring", type=click.Choice(sorted(PRESETS)), help="What a result is worth."),
        click.option("--unrated", type=int, metavar="RATING", help="The rating of unrated players in tie-breaks."),
        click.option("--edition", type=click.Choice(list(map(str, EDITIONS))), help="Of FIDE's tie-break rules."),
        click.option(
            "--preset", type=click.Choice([*sorted(USUAL), NO_LIST]), help="A usual list of tie-breaks, or none."
        ),
        click.option("--tiebreak", "tiebreaks", multiple=True, metavar="CODE", help="A tie-break; again for another."),
        click.option("--cycles", type=int, help="How often everybody meets in a round robin."),
        click.option("--set-difference/--no-set-difference", "setDifference", default=None, help=SETS_LAST),
        click.option("--avoid-opponents/--no-avoid-opponents", "avoidOpponents", default=None, help=NEW_FOES),
        click.option("--sets-to-win", "setsToWin", type=int, help="Doubles: the sets that win a match."),
        click.option("--setting", type=_one_of(Setting), help="Doubles: who meets whom."),
        click.option(
            "--free-games",
            "freeGames",
            type=_one_of(FreeGames),
            help="Doubles: who sits out.",
        ),
        click.option("--rounds", type=int, help="How many rounds are planned; not for a knockout."),
        click.option(
            "--initial-colour",
            type=_one_of(InitialColour),
            help="The colour of the first player of a Swiss in round 1.",
        ),
        click.option(
            "--accelerated",
            "acceleration",
            flag_value=Acceleration.BAKU.value,
            default=None,
            help="Accelerate a Swiss by the Baku method.",
        ),
        click.option(
            "--numbering",
            type=_one_of(Numbering),
            help="Whether the pairing numbers of a Swiss follow the rating or the list.",
        ),
        click.option(
            "--apart",
            multiple=True,
            type=_one_of(Apart),
            help="Players of one club, or federation, do not meet in a Swiss; again for the other.",
        ),
        *KNOCKOUT_OPTIONS,
    )
    for option in reversed(options):  # the last one to be added is listed first
        function = option(function)
    return function


@verb.command("create")
@click.argument("name")
@click.option("--format", "format", type=_one_of(Format), required=True, help=PAIRED)
@settings_options
@click.option("--owner", metavar="USER", help="Whose it is. [default: the only user, if there is one]")
@on_database(create=True, acts=True)
def create(here: Console, name: str, format: str, owner: str | None, **given: object) -> None:
    """Create the tournament NAME."""
    actor = owner_of(here, owner)
    id = new_id(actor, None)
    settings = {"name": name, "format": format, **_given(given)}
    refuse_rounds_of_knockout(format, settings)  # who writes it out means it
    receipt = here.podium.desk.perform(actor, id, CreateTournament(id, settings))
    if actor.user is None:
        say(_("It belongs to nobody until there is a user: make one with `podium user add NAME`."))
    _answer(here, receipt, _("%(tournament)s created: %(id)s", tournament=receipt.state.settings.name, id=id))


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
@click.argument("named", metavar="TOURNAMENT")
@on_database(acts=True)
def show(here: Console, named: str) -> None:
    """Show what was decided about TOURNAMENT, and how far it is."""
    seen = tournament(here, named)
    row = tournament_row(seen.state)
    shown = {**row, "version": seen.version, "roles": _roles(here, seen)}
    lines = [f"{key + ':':<15}{_said(value)}" for key, value in shown.items() if value not in (None, [], {})]
    here.answer(shown, "\n".join(lines))


@verb.command("change")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--name", help="Another name.")
@click.option("--format", "format", type=_one_of(Format), help=PAIRED)
@settings_options
@on_database(acts=True)
def change(here: Console, named: str, **given: object) -> None:
    """Change what was decided about TOURNAMENT."""
    _do(here, named, ChangeSettings(_given(given)), N_("%(tournament)s is changed."))


@verb.command("forbid")
@click.argument("named", metavar="TOURNAMENT")
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option("--clear", is_flag=True, help="Let everybody meet again first.")
@on_database(acts=True)
def forbid(here: Console, named: str, players: tuple[str, ...], clear: bool) -> None:
    """Keep the players PLAYER... of a Swiss from meeting one another."""
    seen = tournament(here, named)
    groups = [] if clear else [list(group) for group in seen.state.settings.forbidden]
    if players:
        groups.append([player(seen.state, each).id for each in players])
    _do(here, seen.state.id, ChangeSettings({"forbidden": groups}), N_("%(tournament)s is changed."))


@verb.command("publish")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--hide", is_flag=True, help="Hide it from the public again.")
@on_database(acts=True)
def publish(here: Console, named: str, hide: bool) -> None:
    """Show TOURNAMENT to the public."""
    _do(
        here,
        named,
        PublishTournament(not hide),
        N_("%(tournament)s is hidden.") if hide else N_("%(tournament)s is published."),
    )


@verb.command("archive")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--bring-back", is_flag=True, help="Take it out of the archive.")
@on_database(acts=True)
def archive(here: Console, named: str, bring_back: bool) -> None:
    """Put TOURNAMENT into the archive, where nothing changes it."""
    done = N_("%(tournament)s is out of the archive.") if bring_back else N_("%(tournament)s is archived.")
    _do(here, named, ArchiveTournament(not bring_back), done)


@verb.command("delete")
@click.argument("named", metavar="TOURNAMENT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@on_database(acts=True)
def delete(here: Console, named: str, yes: bool) -> None:
    """Delete TOURNAMENT. Nobody can see it afterwards."""
    seen = tournament(here, named)
    if not yes:
        click.confirm(
            _("Delete %(tournament)s (%(id)s)?", tournament=seen.state.settings.name, id=seen.state.id),
            abort=True,
            err=True,
        )
    _do(here, seen.state.id, DeleteTournament(), N_("%(tournament)s is deleted."))


def _do(here: Console, named: str, command: Command, done: str) -> None:
    seen = tournament(here, named)
    receipt = here.podium.desk.perform(here.actor, seen.state.id, command)
    _answer(here, receipt, _(done, tournament=receipt.state.settings.name))


def _answer(here: Console, receipt: Receipt, text: str) -> None:
    here.answer({**tournament_row(receipt.state), "version": receipt.version}, text)


def owner_of(here: Console, named: str | None) -> Actor:
    """Who a new tournament is for: who is named, who is acting, or the only user there is."""
    if named is not None:
        return here.user(named).actor
    users = here.podium.registry.users()
    return users[0].actor if here.actor.operator and len(users) == 1 else here.actor


def _given(options: dict[str, object]) -> dict[str, object]:
    """The settings that were named; the others stay as they are."""
    lists = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}
    named = {key: value for key, value in lists.items() if value not in (None, [])}
    if usual := named.pop("preset", None):
        if "tiebreaks" in named:
            raise click.UsageError(_("Use --preset or --tiebreak, not both."))
        named["tiebreaks"] = [] if usual == NO_LIST else usual
    if "edition" in named:
        named["edition"] = int(str(named["edition"]))
    limits = {key: named.pop(key) for key in ("minMove", "maxOffers") if key in named}
    return {**named, **({"drawConfig": limits} if limits else {})}


def _roles(here: Console, seen: Seen) -> dict[str, str]:
    return {name: role.word for name, role in here.podium.registry.roles(seen.state.id).items()}


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
