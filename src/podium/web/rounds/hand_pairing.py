"""The sheet on which a director writes a whole round: one line per board, two players a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.problems import status_of
from podium.app.rounds.result_words import outcome
from podium.app.standings.tally import added_points, tallies, total, uncounted
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.commands import HandPairing, PairByHand
from podium.web.formats.protocol import USUAL
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import Errors, Form
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import Visit

BYE = "bye"
EMPTY = N_("Nobody is written here: name the opponent, write “%(bye)s”, or clear the line.")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One board: the names of its two fields and what is written in them."""

    number: int
    white_field: str
    black_field: str
    white: str = ""
    black: str = ""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """Somebody who can be written on the sheet, with the points so far."""

    number: int
    name: str
    label: str
    points: str


@dataclass(frozen=True, slots=True)
class SectionSheet:
    """The lines of one section; `players` can be written, `away` asked for a bye."""

    name: str
    key: str
    lines: tuple[SheetLine, ...]
    players: tuple[SheetPlayer, ...]
    away: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The sheet of the next round."""

    url: str
    round: int
    sections: tuple[SectionSheet, ...]
    errors: Errors = field(default_factory=dict)
    trouble: str | None = None


@dataclass(slots=True)
class Reading:
    """The sheet while it is being read: who is written on which line, and what is wrong in which field."""

    numbers: Mapping[PlayerId, int]
    errors: Errors = field(default_factory=dict)
    seen: dict[PlayerId, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Lines(Reading):
    pairings: list[HandPairing] = field(default_factory=list)


def sheet_page(visit: Visit) -> Response[str]:
    """The empty sheet."""
    seen = visit.see(Role.ARBITER, "PairByHand")
    own = pages_of(seen.state).addresses.hand_sheet
    if own != USUAL.hand_sheet:
        return see_other(visit, f"{visit.url}/{own}")
    return _show(visit, seen, Form())


def pair(visit: Visit) -> Response[str]:
    """The round as written; or, on request, the sheet with everybody else filled in in the order of the list."""
    seen = visit.see(Role.ARBITER, "PairByHand")
    if visit.form.text("fill"):
        return _show(visit, seen, Form(_filled(seen, visit.form)))
    reading = _read(seen, visit.form)
    if reading.errors:
        return _show(visit, seen, visit.form, reading.errors)
    number = len(seen.state.rounds) + 1
    command = PairByHand(tuple(reading.pairings), visit.form.number("round") or number)
    try:
        return perform_and_go(visit, seen, command, f"{visit.url}/rounds/{number}")
    except Refused as refusal:
        return _show(visit, seen, visit.form, refusal=refusal)


def label(player: Player, number: int) -> str:
    """How a player is written on the sheet."""
    return f"{number} {player.name}"


def _show(
    visit: Visit, seen: Seen, form: Form, errors: Errors | None = None, refusal: Refused | None = None
) -> Response[str]:
    number = len(seen.state.rounds) + 1
    sections = tuple(_section(seen, at, form, number) for at in range(len(seen.state.sections)))
    context = SheetPage(
        url=f"{visit.url}/rounds/pair",
        round=number,
        sections=tuple(each for each in sections if each.players),
        errors=errors or {},
        trouble=sentence(refusal) if refusal else None,
    )
    status = status_of(refusal) if refusal else 400 if errors else 200
    return page(visit, "hand_pairing.html", context, seen=seen, nav="rounds", status=status)


def _section(seen: Seen, at: int, form: Form, number: int) -> SectionSheet:
    section = seen.state.sections[at]
    scored = tallies(seen.state.rounds, seen.state.settings.scoring, uncounted(seen.state))
    active, numbers = _active(seen, section), player_numbers(seen.state)
    away = [player for player in active if number in player.byes]
    lines = -(-(len(active) - len(away)) // 2) if active else 0
    return SectionSheet(
        name=section,
        key=str(at),
        lines=tuple(
            SheetLine(row, w := f"w-{at}-{row}", b := f"b-{at}-{row}", form.text(w), form.text(b))
            for row in range(1, lines + 1)
        ),
        players=tuple(
            SheetPlayer(
                numbers[each.id],
                each.name,
                label(each, numbers[each.id]),
                figure(total(scored.get(each.id, {})) + added_points(seen.state, each.id, number - 1))
                if scored
                else "",
            )
            for each in active
        ),
        away=tuple(f"{player.name}: {outcome(player.byes[number])}" for player in away),
    )


def _active(seen: Seen, section: str) -> list[Player]:
    everyone = players_by_number(seen.state)
    return [player for player in everyone if player.section == section and not player.withdrawn]


def _read(seen: Seen, form: Form) -> _Lines:
    reading = _Lines(player_numbers(seen.state))
    for at, section in enumerate(seen.state.sections):
        active = _active(seen, section)
        for row in range(1, len(active) + 1):
            _line(reading, form, active, f"w-{at}-{row}", f"b-{at}-{row}", row)
    return reading


def _line(reading: _Lines, form: Form, active: Sequence[Player], white: str, black: str, row: int) -> None:
    first, second = form.text(white), form.text(black)
    if not first and not second:
        return
    if first.casefold() == BYE:
        first, second, white, black = second, first, black, white
    one = read_player(reading, active, white, first, row, _(EMPTY, bye=BYE))
    if second.casefold() == BYE:
        if one:
            reading.pairings.append(HandPairing(one))
        return
    other = read_player(reading, active, black, second, row, _(EMPTY, bye=BYE))
    if one and other:
        reading.pairings.append(HandPairing(one, other))


def read_player(
    reading: Reading, active: Sequence[Player], name: str, text: str, row: int, empty: str
) -> PlayerId | None:
    """The player written in a field, or None with an error under it; `empty` says what is wrong if nobody is."""
    if not text:
        reading.errors[name] = empty
        return None
    player = player_called(active, reading.numbers, text)
    if player is None:
        reading.errors[name] = _(
            "No player “%(name)s” can play here: write a number or a whole name of the list.", name=text
        )
        return None
    if player.id in reading.seen:
        reading.errors[name] = _(
            "%(name)s is already on line %(line)s.", name=player.name, line=reading.seen[player.id]
        )
        return None
    reading.seen[player.id] = row
    return player.id


def player_called(active: Iterable[Player], numbers: Mapping[PlayerId, int], text: str) -> Player | None:
    """The player meant by the whole name, by `12 Name`, or by a number that only one of them has."""
    wanted = text.casefold()
    players = list(active)
    for each in players:
        if wanted in (each.name.casefold(), label(each, numbers[each.id]).casefold()):
            return each
    by_number = [each for each in players if wanted == str(numbers[each.id])]
    return by_number[0] if len(by_number) == 1 else None


def _filled(seen: Seen, form: Form) -> dict[str, tuple[str, ...]]:
    """What the form says, with everybody not yet written put into the empty lines, in the order of the list."""
    numbers = player_numbers(seen.state)
    written = {name: texts for name, texts in form.texts.items() if texts[0].strip()}
    number = len(seen.state.rounds) + 1
    for at, section in enumerate(seen.state.sections):
        active = _active(seen, section)
        here = [texts[0].strip() for name, texts in written.items() if name.startswith((f"w-{at}-", f"b-{at}-"))]
        seated = {player.id for text in here if (player := player_called(active, numbers, text))}
        rest = [player for player in active if player.id not in seated and number not in player.byes]
        row = 1
        while len(rest) > 1:
            white, black = f"w-{at}-{row}", f"b-{at}-{row}"
            if white not in written and black not in written:
                pair = rest.pop(0), rest.pop(0)
                written[white], written[black] = ((label(each, numbers[each.id]),) for each in pair)
            row += 1
    return written
