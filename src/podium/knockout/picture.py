"""The bracket as a picture: an SVG text that a page can hold or a browser can show alone.

Rounds are columns, a match is a box of two lines, White above Black: the seed, the name, and a mark for each game: the
match itself, then its tie-break games. Who goes on is bold, and so is the way there; matches to be played now have a
bold frame. Colours are the page's own (`currentColor`); classes, `data-match` and `data-player` are to hold on to.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from podium.core.ids import PlayerId
from podium.knockout.match import Match, Outcome, Reason, Status
from podium.knockout.rows import round_name
from podium.knockout.slots import Bye, LoserOf, Seed, Slot, WinnerOf
from podium.knockout.state import Knockout

WIDTH, LINE, GAP, BETWEEN, MARGIN = 272, 24, 16, 32, 16
PITCH = 2 * LINE + GAP
TOP = 72  # the line of the champions, then the names of the rounds
SEED, MARK = 36, 14  # the room for a seed, and for a mark with its space
_NARROW, _WIDE = frozenset("ijltfrI.,;:'|!()-’ "), frozenset("mwMW@%")
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
class Part:
    """What a picture shows: the rounds from `first` on; of a whole bracket only where `boards` of that round lead."""

    first: int = 1
    boards: range | None = None

    def has(self, match: Match) -> bool:
        """Whether the match is in it; the last one is that in which the boards have met."""
        later = match.round - self.first
        if later < 0 or self.boards is None:
            return later >= 0
        here = self.top(match.round), ((self.boards[-1] - 1) >> later) + 1
        return (
            later <= (len(self.boards) - 1).bit_length() and here[0] <= match.board <= here[1] and not match.third_place
        )

    def top(self, round: int) -> int:
        """The uppermost board of a round."""
        return 1 if self.boards is None else ((self.boards[0] - 1) >> (round - self.first)) + 1


WHOLE = Part()


@dataclass(frozen=True, slots=True)
class _Look:
    """How everybody is shown: names, seeds, and who is sought."""

    names: Mapping[PlayerId, str]
    seeds: Mapping[PlayerId, int]
    sought: Collection[PlayerId]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A match and the left end and height of the line between its players."""

    match: Match
    x: int
    y: int


def picture(
    state: Knockout,
    names: Mapping[PlayerId, str],
    link: Link | None = None,
    *,
    part: Part = WHOLE,
    sought: Collection[PlayerId] = (),
) -> str:
    """The bracket, or a part of it, as SVG; with `link`, a match of two known players leads to the address that gives.

    The lines of those `sought` have a class of their own.
    """
    spots = {spot.match.id: spot for spot in _spots(state, part)}
    shown = [here for here in state.rounds if any(match.id in spots for match in here.parents)]
    columns = max(len(shown), 1)
    width = 2 * MARGIN + columns * WIDTH + (columns - 1) * BETWEEN
    height = max((spot.y for spot in spots.values()), default=TOP) + LINE + MARGIN
    champions = _crowned(state, names)
    role = ' role="img"' if link is None else ""  # an image has no links in it
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket"{role} viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">',
        f"<title>{_safe(champions or 'Bracket')}</title>",
    ]
    if champions:
        told = _safe(_short(champions, width - 2 * MARGIN))
        parts.append(f'<text class="champions" x="{MARGIN}" y="24" font-weight="700">{told}</text>')
    for here in shown:
        name = _safe(round_name(state, here.number))
        parts.append(f'<text class="round" x="{_left(here.number, part)}" y="52" font-weight="600">{name}</text>')
    for source, target, at in _ways(state):
        if source.id in spots and target.id in spots:
            parts.append(_way(spots[source.id], spots[target.id], at))
    look = _Look(names, {player: seed for seed, player in enumerate(state.entrants, 1)}, sought)
    for spot in spots.values():
        parts += _box(state, spot, look, link)
    return "\n".join([*parts, "</svg>\n"])


def _crowned(state: Knockout, names: Mapping[PlayerId, str]) -> str:
    champions = [names.get(player, player) for player in state.champions]
    if not champions:
        return "No champion" if state.over else ""
    return f"{'Champion' if len(champions) == 1 else 'Joint champions'}: {', '.join(champions)}"


def _left(number: int, part: Part) -> int:
    return MARGIN + (number - part.first) * (WIDTH + BETWEEN)


def _spots(state: Knockout, part: Part) -> Iterator[_Spot]:
    rounds = state.rounds[part.first - 1 :]
    tallest = max((len(here.boards) for here in rounds), default=0)
    for here in rounds:
        top = part.top(here.number)
        for match in filter(part.has, here.parents):
            if state.rules.both_advance:  # columns are centred: no line of a later round is known beforehand
                middle = (tallest - len(here.boards)) * PITCH // 2 + (2 * match.board - 1) * PITCH // 2
            else:
                reach = PITCH * 2 ** (here.number - part.first)
                middle = reach * (2 * (match.board - top) + 1) // 2
                if match.third_place:
                    middle = reach // 2 + 2 * PITCH
            yield _Spot(match, _left(here.number, part), TOP + middle)


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
    taken = any(player in target.match.players for player in source.match.advancing)
    look = 'class="way taken" stroke-opacity="0.8" stroke-width="2"' if taken else 'class="way" stroke-opacity="0.4"'
    return f'<path {look} d="{path}" fill="none" stroke="currentColor"/>'


def _box(state: Knockout, spot: _Spot, look: _Look, link: Link | None) -> Iterator[str]:
    match, x, y = spot.match, spot.x, spot.y
    slots = state.slots(match)
    address = link(match) if link is not None and match.full else None
    due = is_due(match)
    kind = " due" if due else " bye" if match.played is Outcome.BYE else ""
    yield f'<g class="match {match.status.value.lower()}{kind}" data-match="{_safe(match.id)}">'
    if address is not None:
        yield f'<a href="{_safe(address)}">'
    if match.third_place:
        yield f'<text class="round" x="{x}" y="{y - LINE - 6}" font-size="12">Third place</text>'
    frame = 'stroke-opacity="1" stroke-width="2"' if due else 'stroke-opacity="0.4"'
    yield (
        f'<rect x="{x}" y="{y - LINE}" width="{WIDTH}" height="{2 * LINE}" rx="4" '
        f'fill="currentColor" fill-opacity="0.04" stroke="currentColor" {frame}/>'
    )
    yield f'<path d="M{x} {y}h{WIDTH}" stroke="currentColor" stroke-opacity="0.2"/>'
    marked = marks(state, match)
    for at, player in enumerate((match.white, match.black)):
        low = y + at * LINE - 8
        if player is None:
            label = _safe(seat_label(match, slots, at))
            yield f'<text class="open" x="{x + SEED}" y="{low}" font-style="italic" fill-opacity="0.7">{label}</text>'
        else:
            yield from _player(match, player, marked[at], look, (x, low))
    if address is not None:
        yield "</a>"
    yield "</g>"


def is_due(match: Match) -> bool:
    """Whether the match, or a tie-break game of it, can be played now."""
    return match.full and not match.resolved


def _player(match: Match, player: PlayerId, marked: list[str], look: _Look, spot: tuple[int, int]) -> Iterator[str]:
    x, y = spot
    full = look.names.get(player, player)
    shown = _short(full, WIDTH - SEED - 16 - MARK * len(marked))
    kind, drawn = "player", ""
    if player in match.advancing:
        kind, drawn = "player advancing", ' font-weight="700"'
    elif match.resolved:
        kind, drawn = "player out", ' fill-opacity="0.7"'
    if player in look.sought:
        kind += " sought"
    if player in look.seeds:
        seed = look.seeds[player]
        yield (
            f'<text class="seed" x="{x + SEED - 8}" y="{y}" text-anchor="end" font-size="11" '
            f'fill-opacity="0.7">{seed}</text>'
        )
    told = f"<title>{_safe(full)}</title>" if shown != full else ""
    yield (
        f'<text class="{kind}" data-player="{_safe(player)}" x="{x + SEED}" y="{y}"{drawn}>{_safe(shown)}{told}</text>'
    )
    if marked:
        bold = ' font-weight="700"' if player in match.advancing else ""
        yield (
            f'<text class="marks" x="{x + WIDTH - 8}" y="{y}" text-anchor="end" '
            f'font-variant-numeric="tabular-nums"{bold}>{" ".join(marked)}</text>'
        )


def marks(state: Knockout, match: Match) -> tuple[list[str], list[str]]:
    """The marks of White and of Black of the match: its own game, then the tie-break games that are not cancelled."""
    found: tuple[list[str], list[str]] = ([], [])
    for game in (match, *state.games_of(match)):
        if game.played in _MARKS:
            table = _UNPLAYED_MARKS if game.played_reason is Reason.NO_SHOW else _MARKS
            pair = table[game.played]
        elif game.parent is not None and game.status is not Status.CANCELED:
            pair = ("·", "·")
        else:
            continue
        for at in (0, 1):
            found[at].append(pair[at] if game.white == match.white else pair[1 - at])
    return found


def seat_label(match: Match, slots: tuple[Slot, Slot] | None, at: int) -> str:
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


def _short(text: str, room: int) -> str:
    """The text, or as much of it as `room` pixels hold in bold letters of the usual size.

    Of `Surname, First names` the first names become initials before anything is cut off.
    """
    if _fits(text, room):
        return text
    surname, comma, first = text.partition(", ")
    if comma:
        initials = f"{surname}, {' '.join(f'{name[0]}.' for name in first.split())}"
        if _fits(initials, room):
            return initials
    at = next(at for at in range(len(text), -1, -1) if at < 2 or _fits(text[:at] + "…", room))
    return text[: max(at, 1)] + "…"


def _fits(text: str, room: int) -> bool:
    return 15 * len(text) <= room or sum(map(_width, text)) <= room


def _width(letter: str) -> int:
    if unicodedata.east_asian_width(letter) in "WF":
        return 15
    if letter in _NARROW:
        return 6
    return 13 if letter in _WIDE else 9


def _safe(text: str) -> str:
    return escape(_NOT_XML.sub("", text))
