"""What is entered for a round of doubles: the director's sheet of teams, two teams a line, and the sets of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.formats.doubles import ranked_players, sets_text
from podium.app.players.numbers import player_numbers
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.choice import one_of
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId
from podium.core.player import Player
from podium.doubles import Team
from podium.flow.commands import ClickSets, PairTeams, RecordSets
from podium.flow.formats.doubles import present
from podium.flow.state import Match, Side, Tournament
from podium.web.formats.doubles_pages.tables import sets_of
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Errors, Form, number_or_text, whole_number
from podium.web.frame.refusals import AskPage
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.rounds.hand_pairing import Reading, SheetPlayer, label, read_player

A_TABLE = 4
CHAIRS = {
    Side.HOME: N_("Home, player %(player)s, table %(table)s"),
    Side.AWAY: N_("Away, player %(player)s, table %(table)s"),
}
EMPTY = N_("Nobody is written here: a table needs two teams of two. Name a player, or clear the line.")

SENT = ("side", "score", *(each.value for each in Side), "was", "back")
"""What the forms that enter sets have for fields."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One place at a table: the name of its field, what it is called, and what is written there."""

    name: str
    called: str
    value: str


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """The sheet of the next round, a line for each table; `free` is how many sit out if every line is written."""

    url: str
    round: int
    lines: tuple[tuple[tuple[Chair, ...], ...], ...]
    players: tuple[SheetPlayer, ...]
    free: int
    errors: Errors = field(default_factory=dict)
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """What is `seen` of an event, and what of it is `played` as doubles now, after so many rounds `before`."""

    seen: Seen
    played: Seen
    before: int

    @property
    def number(self) -> int:
        """The round to come."""
        return self.before + len(self.played.state.rounds) + 1


def sheet_page(visit: Visit) -> Response[str]:
    """The empty sheet."""
    return _show(visit, _doubles(visit), Form())


def pair(visit: Visit) -> Response[str]:
    """The round as written; who is at no table has a free game."""
    evening = _doubles(visit)
    reading = Reading(player_numbers(evening.played.state))
    matches = tuple(_read(evening.played, visit.form, reading))
    if reading.errors:
        return _show(visit, evening, visit.form, reading.errors)
    command = PairTeams(matches, visit.form.number("round") or evening.number)
    try:
        return perform_and_go(visit, evening.seen, command, f"{visit.url}/rounds/{evening.number}")
    except Refused as refusal:
        return _show(visit, evening, visit.form, refusal=refusal)


def _doubles(visit: Visit) -> Evening:
    seen = visit.see(Role.ARBITER, "PairTeams")
    state, pages = seen.state, pages_of(seen.state)
    if not pages.traits.plays_in_teams:
        raise Refused("teams-outside-doubles", value=pages.name)
    if not state.stages:
        return Evening(seen, seen, 0)
    return Evening(seen, replace(seen, state=state.stages[-1].event), state.stages[-1].before)


def _show(
    visit: Visit, evening: Evening, form: Form, errors: Errors | None = None, refusal: Refused | None = None
) -> Response[str]:
    seen = evening.played
    players, numbers = _players(seen), player_numbers(seen.state)
    points = {id: figure(each.points) for id, each in ranked_players(seen.state, seen.state.rounds).items()}
    context = TeamSheet(
        url=f"{visit.url}/rounds/teams",
        round=evening.number,
        lines=tuple(_line(row, form) for row in range(1, len(players) // A_TABLE + 1)),
        players=tuple(
            SheetPlayer(
                numbers[each.id],
                each.name,
                label(each, numbers[each.id]),
                points.get(each.id, "") if seen.state.rounds else "",
            )
            for each in players
        ),
        free=len(players) % A_TABLE,
        errors=errors or {},
        trouble=sentence(refusal) if refusal else None,
    )
    status = status_of(refusal) if refusal else 400 if errors else 200
    return page(visit, "team_sheet.html", context, seen=evening.seen, nav="rounds", status=status)


def _players(seen: Seen) -> list[Player]:
    return [seen.state.players[id] for id in present(seen.state)]


def _line(row: int, form: Form) -> tuple[tuple[Chair, ...], ...]:
    """The two places of each team at a table."""
    return tuple(
        tuple(
            Chair(name, _(CHAIRS[side], player=place, table=row), form.text(name))
            for place, name in enumerate(_fields(side, row), start=1)
        )
        for side in Side
    )


def _fields(side: Side, row: int) -> tuple[str, str]:
    return f"{side.value}1-{row}", f"{side.value}2-{row}"


def _read(seen: Seen, form: Form, reading: Reading) -> Iterator[tuple[Team, Team]]:
    """The tables that are written; what is wrong with a line goes into `reading`."""
    players = _players(seen)
    for row in range(1, len(players) // A_TABLE + 1):
        names = [name for side in Side for name in _fields(side, row)]
        if not any(form.text(name) for name in names):
            continue
        written = [read_player(reading, players, name, form.text(name), row, _(EMPTY)) for name in names]
        four = [each for each in written if each is not None]
        if len(four) == A_TABLE:
            yield (four[0], four[1]), (four[2], four[3])


def record_click(visit: Visit) -> Response[str]:
    """The match after one click on one side, applied to what is there now."""
    seen = visit.see()
    side = one_of(Side)("side", visit.form.text("side"))
    pairing = PairingId(visit.path["pairing"])
    try:
        visit.perform(ClickSets(pairing, side, confirm=visit.form.text("confirm") == "yes"))
    except Refused as error:
        return _asked(visit, seen, error)
    return see_other(visit, _back(visit, seen, pairing))


def record_sets(visit: Visit) -> Response[str]:
    """The match with the sets that the form names; an empty side is `?`, one it lacks stays as it is."""
    seen, pairing = visit.see(), PairingId(visit.path["pairing"])
    texts = {side: visit.form.text(side.value) for side in Side if side.value in visit.form.texts}
    read: dict[Side, int | None] = {}
    for side, text in texts.items():
        value = number_or_text(text)
        if isinstance(value, str):
            raise Invalid("sets-malformed", field=side.value, value=text)
        read[side] = value
    return _record(visit, seen, RecordSets(pairing, read))


def record_score(visit: Visit) -> Response[str]:
    """The match with the sets of both sides, as one button says them: `2:1`."""
    seen, pairing = visit.see(), PairingId(visit.path["pairing"])
    score = visit.form.text("score")
    sets = [whole_number(text) for text in score.split(":")]
    if len(sets) != len(Side) or None in sets:
        raise Invalid("sets-malformed", field="score", value=score)
    command = RecordSets(pairing, dict(zip(Side, sets, strict=True)))
    return _record(visit, seen, command)


def _record(visit: Visit, seen: Seen, command: RecordSets) -> Response[str]:
    """The way on after the sets are recorded, in place of those that the page showed."""

    def check(state: Tournament) -> None:
        there = state.pairing(command.pairing) if command.pairing in state.where else None
        if "was" not in visit.form.texts or not isinstance(there, Match):
            return
        stored, was = sets_of(there), visit.form.text("was")
        wanted = ":".join(sets_text(command.sets.get(side, there.sets_of(side))) for side in Side)
        if stored not in (was, wanted):
            raise Refused("sets-differ", value=was, stored=stored)

    try:
        receipt = visit.perform_checked(replace(command, confirm=visit.form.text("confirm") == "yes"), check)
    except Refused as error:
        return _asked(visit, seen, error)
    return see_other(visit, _back(visit, seen, command.pairing), receipt_status_line(seen, receipt))


def _asked(visit: Visit, seen: Seen, error: Refused) -> Response[str]:
    """The question whether sets of a stage are corrected after which another has begun; raises what is none."""
    if error.code != "cut-has-consequences" or seen.role < Role.ARBITER:
        raise error
    sent = {name: visit.form.text(name) for name in SENT if name in visit.form.texts}
    context = AskPage(
        title=_("Correct a result"),
        problem=sentence(error),
        action=visit.here,
        fields={**sent, "confirm": "yes"},
        back=_back(visit, seen, PairingId(visit.path["pairing"])),
        go_back=_("Leave it as it is"),
        go_on=_("Correct"),
    )
    return page(visit, "round_asks.html", context, seen=seen, nav="rounds", status=status_of(error))


def _back(visit: Visit, seen: Seen, pairing: PairingId) -> str:
    number = seen.state.where.get(pairing)
    return visit.back(f"{visit.url}/rounds/{number}" if number else f"{visit.url}/rounds")
