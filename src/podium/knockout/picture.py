"""The bracket as a picture: an SVG text that a page can hold or a browser can show alone.

Rounds are columns, a match is a box of two lines, White above Black, with a mark for each game: the match itself, then
its tie-break games. Colours are the page's own (`currentColor`); classes and `data-match` are there to hold on to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from podium.core.ids import PlayerId
from podium.knockout.match import Match, Outcome, Reason, Status
from podium.knockout.rows import round_name
from podium.knockout.slots import Bye, LoserOf, Seed, Slot, WinnerOf
from podium.knockout.state import Knockout

WIDTH, LINE, GAP, BETWEEN, MARGIN = 248, 24, 16, 48, 16
PITCH = 2 * LINE + GAP
TOP = 72  # the line of the champions, then the names of the rounds
LETTER, MARK = 9, 14  # a usual letter in bold, and a mark with its space
_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_MARKS = {  # White's mark and Black's
    Outcome.WHITE_WIN: ("1", "0"),
    Outcome.BLACK_WIN: ("0", "1"),
    Outcome.DRAW: ("½", "½"),
    Outcome.DOUBLE_FORFEIT: ("−", "−"),
}
_UNPLAYED_MARKS = {Outcome.WHITE_WIN: ("+", "−"), Outcome.BLACK_WIN: ("−", "+")}

Link = Callable[[Match], str]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A match and the left end and height of the line between its players."""

    match: Match
    x: int
    y: int


def picture(state: Knockout, names: Mapping[PlayerId, str], link: Link | None = None) -> str:
    """The bracket as SVG; with `link`, a match of two known players leads to the address that gives."""
    spots = {spot.match.id: spot for spot in _spots(state)}
    columns = max(len(state.rounds), 1)
    width = 2 * MARGIN + columns * WIDTH + (columns - 1) * BETWEEN
    height = max((spot.y for spot in spots.values()), default=TOP) + LINE + MARGIN
    champions = _crowned(state, names)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">',
        f"<title>{_safe(champions or 'Bracket')}</title>",
    ]
    if champions:
        shown = _safe(_short(champions, (width - 2 * MARGIN) // LETTER))
        parts.append(f'<text class="champions" x="{MARGIN}" y="24" font-weight="700">{shown}</text>')
    for here in state.rounds:
        name = _safe(round_name(state, here.number))
        parts.append(f'<text class="round" x="{_left(here.number)}" y="52" font-weight="600">{name}</text>')
    parts += [_way(spots[source.id], spots[target.id], at) for source, target, at in _ways(state)]
    for spot in spots.values():
        parts += _box(state, spot, names, link)
    return "\n".join([*parts, "</svg>\n"])


def _crowned(state: Knockout, names: Mapping[PlayerId, str]) -> str:
    champions = [names.get(player, player) for player in state.champions]
    if not champions:
        return "No champion" if state.over else ""
    return f"{'Champion' if len(champions) == 1 else 'Joint champions'}: {', '.join(champions)}"


def _left(number: int) -> int:
    return MARGIN + (number - 1) * (WIDTH + BETWEEN)


def _spots(state: Knockout) -> Iterator[_Spot]:
    tallest = max((len(here.boards) for here in state.rounds), default=0)
    for here in state.rounds:
        for match in here.parents:
            if state.rules.both_advance:  # columns are centred: no line of a later round is known beforehand
                middle = (tallest - len(here.boards)) * PITCH // 2 + (2 * match.board - 1) * PITCH // 2
            else:
                reach = PITCH * 2 ** (here.number - 1)
                middle = reach * (2 * match.board - 1) // 2
                if match.third_place:
                    middle = reach // 2 + 2 * PITCH
            yield _Spot(match, _left(here.number), TOP + middle)


def _ways(state: Knockout) -> Iterator[tuple[Match, Match, int | None]]:
    """Each match with the next one of somebody in it, there White (0), Black (1) or still open (None).

    The match for third place stands alone.
    """
    for before, here in pairwise(state.rounds):
        came = {player: match for match in before.ties for player in match.players}
        for match in here.ties:
            if state.rules.both_advance:
                yield from ((came[player], match, at) for at, player in enumerate(match.players))
            else:
                sources = (before.matches[before.boards[board]] for board in (2 * match.board - 1, 2 * match.board))
                yield from ((source, match, None) for source in sources)


def _way(source: _Spot, target: _Spot, at: int | None) -> str:
    right, middle = source.x + WIDTH, source.x + WIDTH + BETWEEN // 2
    if at is None:
        path = f"M{right} {source.y}H{middle}V{target.y}H{target.x}"
    else:  # ways may cross: a curve can be followed
        end = target.y - LINE // 2 + at * LINE
        path = f"M{right} {source.y}C{middle} {source.y} {middle} {end} {target.x} {end}"
    return f'<path class="way" d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.4"/>'


def _box(state: Knockout, spot: _Spot, names: Mapping[PlayerId, str], link: Link | None) -> Iterator[str]:
    match, x, y = spot.match, spot.x, spot.y
    slots = state.slots(match)
    address = link(match) if link is not None and match.full else None
    yield f'<g class="match {match.status.value.lower()}" data-match="{_safe(match.id)}">'
    if address is not None:
        yield f'<a href="{_safe(address)}">'
    if match.third_place:
        yield f'<text class="round" x="{x}" y="{y - LINE - 6}" font-size="12">Third place</text>'
    yield (
        f'<rect x="{x}" y="{y - LINE}" width="{WIDTH}" height="{2 * LINE}" rx="4" '
        'fill="currentColor" fill-opacity="0.04" stroke="currentColor" stroke-opacity="0.4"/>'
    )
    yield f'<path d="M{x} {y}h{WIDTH}" stroke="currentColor" stroke-opacity="0.2"/>'
    marks = _marks(state, match)
    for at, player in enumerate((match.white, match.black)):
        yield from _player(match, player, at, marks, _label(match, slots, at), names, (x, y + at * LINE - 8))
    if address is not None:
        yield "</a>"
    yield "</g>"


def _player(
    match: Match,
    player: PlayerId | None,
    at: int,
    marks: tuple[list[str], list[str]],
    label: str,
    names: Mapping[PlayerId, str],
    spot: tuple[int, int],
) -> Iterator[str]:
    x, y = spot
    if player is None:
        yield f'<text class="open" x="{x + 8}" y="{y}" font-style="italic" fill-opacity="0.6">{_safe(label)}</text>'
        return
    full = names.get(player, player)
    shown = _short(full, (WIDTH - 24 - MARK * len(marks[at])) // LETTER)
    look = 'class="player"'
    if player in match.advancing:
        look = 'class="player advancing" font-weight="700"'
    elif match.resolved:
        look = 'class="player out" fill-opacity="0.65"'
    told = f"<title>{_safe(full)}</title>" if shown != full else ""
    yield f'<text {look} x="{x + 8}" y="{y}">{_safe(shown)}{told}</text>'
    if marks[at]:
        yield (
            f'<text class="marks" x="{x + WIDTH - 8}" y="{y}" text-anchor="end" '
            f'font-variant-numeric="tabular-nums">{" ".join(marks[at])}</text>'
        )


def _marks(state: Knockout, match: Match) -> tuple[list[str], list[str]]:
    """The marks of White and of Black of the match: its own game, then the tie-break games that are not cancelled."""
    marks: tuple[list[str], list[str]] = ([], [])
    for game in (match, *state.games_of(match)):
        if game.played in _MARKS:
            table = _UNPLAYED_MARKS if game.played_reason is Reason.NO_SHOW else _MARKS
            pair = table[game.played]
        elif game.parent is not None and game.status is not Status.CANCELED:
            pair = ("·", "·")
        else:
            continue
        for at in (0, 1):
            marks[at].append(pair[at] if game.white == match.white else pair[1 - at])
    return marks


def _label(match: Match, slots: tuple[Slot, Slot] | None, at: int) -> str:
    """What an empty seat says."""
    if match.played is Outcome.BYE:
        return "bye"
    if match.status is Status.CANCELED or slots is None:
        return "nobody"
    match slots[at]:
        case WinnerOf(board=board):
            return f"Winner of board {board}"
        case LoserOf(board=board):
            return f"Loser of board {board}"
        case Seed() | Bye():
            return "bye"


def _short(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: max(letters - 1, 1)] + "…"


def _safe(text: str) -> str:
    return escape(_NOT_XML.sub("", text))
