"""The bracket as a picture: an SVG text that a page can hold or a browser can show alone.

Rounds are columns, and of a double elimination the winners' bracket stands above the losers': players drop to a later
column. A match is a box of two lines, White above Black: the seed, the name, and a mark for each game: the
match itself, then its tie-break games. Who goes on is bold, and so is the way there; matches to be played now have a
bold frame. Colours are the page's own (`currentColor`); classes, `data-match` and `data-player` are to hold on to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from podium.app.formats.knockout.words import champions_line, marks, round_name, seat_label
from podium.app.pictures.svg import fits, safe, short
from podium.app.words.language import _
from podium.core.ids import PairingId, PlayerId
from podium.knockout import BracketMatch, BracketRound, Branch, FinalistOf, Knockout, Outcome, WinnerOf, is_due

SEED, MARK = 36, 14  # the room for a seed, and for a mark with its space

Link = Callable[[BracketMatch], str]


@dataclass(frozen=True, slots=True)
class Measure:
    """How large a picture is: the sizes of what is in it in its own pixels, and of all of it in per cent of those."""

    width: int  # of a match
    between: int  # two rounds
    gap: int  # below a match
    margin: int
    top: int  # where the matches begin, below the names of the rounds
    seed: int  # the letters of a seed
    line: int = 24  # for a player
    percent: int = 100
    squeeze: int = 100  # how much room a name may need, in per cent of what there is, before it is shortened
    font: str = "system-ui, sans-serif"

    @property
    def pitch(self) -> int:
        """From one match of the first round to the next."""
        return 2 * self.line + self.gap


ALONE = Measure(width=272, between=32, gap=16, margin=16, top=72, seed=11)
PAGE = replace(ALONE, top=48)
"""On a page that tells the champions itself."""
PAPER = Measure(width=210, between=14, gap=10, margin=2, top=32, seed=13, percent=77, squeeze=140)
"""Four rounds beside one another between the margins of a sheet of A4, in letters of eight points; there nobody can
point at a name to read all of it, so it is rather written with narrow letters than cut."""
TYPESET = replace(PAPER, font="Source Sans 3, sans-serif")
"""The same in a document, which brings its own letters."""
_SAFE = 115  # how much room letters are thought to need, in per cent of what they do in the usual fonts


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a picture shows: `rounds` beside one another from `first` on, or all; of a whole bracket only where `boards`
    of it lead, counted as if none were left out; of a double elimination only that `branch`, where one is named.

    `after_sections` if each board of the round before, which this picture does not show, ends a section of the print.
    """

    first: int = 1
    boards: range | None = None
    rounds: int | None = None
    after_sections: bool = False
    branch: Branch | None = None

    def column(self, state: Knockout, number: int) -> int:
        """Where a round stands: in both brackets in the order of play, so that one may stand above another."""
        if state.rules.both_advance:
            return number - self.first
        rounds = state.plan.rounds
        if self.boards is None and self.branch is None:
            return rounds[number - 1].column - rounds[self.first - 1].column
        return rounds[number - 1].stage - rounds[self.first - 1].stage if rounds[0].branch else number - self.first

    def matches_of(self, state: Knockout, here: BracketRound) -> list[BracketMatch]:
        """The matches of a round that are in it; the last one is that in which the boards have met."""
        branch, later = state.branch(here.number), self.column(state, here.number)
        if later < 0 or (self.rounds is not None and later >= self.rounds) or self.branch not in (None, branch):
            return []
        if self.boards is None:
            return here.parents
        halved = _depth(state, here.number) - _depth(state, self.first)
        if branch is not state.branch(self.first) or halved > (len(self.boards) - 1).bit_length():
            return []
        shown = range((self.boards[0] - 1) >> halved, ((self.boards[-1] - 1) >> halved) + 1)
        lines = state.plan.rounds[here.number - 1].lines
        found = (here.matches[id] for board, id in here.boards.items() if lines[board - 1] in shown)
        return sorted((match for match in found if not match.third_place), key=lambda match: match.board)


def _depth(state: Knockout, number: int) -> int:
    return 0 if state.rules.both_advance else state.plan.rounds[number - 1].depth


WHOLE = Excerpt()


@dataclass(frozen=True, slots=True)
class _Look:
    """How everybody is shown: names, seeds, who is sought, in which part, and how large."""

    names: Mapping[PlayerId, str]
    seeds: Mapping[PlayerId, int]
    sought: Collection[PlayerId]
    part: Excerpt
    size: Measure


@dataclass(frozen=True, slots=True)
class _Spot:
    """A match and the left end and height of the line between its players."""

    match: BracketMatch
    x: int
    y: int


def picture(
    state: Knockout,
    names: Mapping[PlayerId, str],
    link: Link | None = None,
    *,
    part: Excerpt = WHOLE,
    sought: Collection[PlayerId] = (),
    size: Measure = ALONE,
) -> str:
    """The bracket, or a part of it, as SVG; with `link`, a match of two known players leads to the address that gives.

    The lines of those `sought` have a class of their own.
    """
    blocks = list(_blocks(state, part, size))
    spots = {spot.match.id: spot for block in blocks for spot in _spots(state, part, size, block)}
    shown = [(here.number, block.top) for block in blocks for here, _ in block.rounds]
    columns = max((part.column(state, number) + 1 for number, _ in shown), default=1)
    width = 2 * size.margin + columns * size.width + (columns - 1) * size.between
    height = max((spot.y for spot in spots.values()), default=size.top) + size.line + size.margin
    champions = _crowned(state, names)
    title = champions or _("Bracket")
    role = ' role="img"' if link is None else ""  # an image has no links in it
    shrunk = f'width="{width * size.percent // 100}" height="{height * size.percent // 100}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket"{role} viewBox="0 0 {width} {height}" '
        f'{shrunk} font-family="{size.font}" font-size="14" fill="currentColor">',
        f"<title>{safe(title)}</title>",
    ]
    if champions and size.top >= 3 * size.line:  # there is room for a line about them
        told = safe(short(champions, width - 2 * size.margin))
        parts.append(f'<text class="champions" x="{size.margin}" y="24" font-weight="700">{told}</text>')
    for number, top in shown:
        name, left = safe(round_name(state, number)), _left(state, number, part, size)
        parts.append(f'<text class="round" x="{left}" y="{top - size.line + 4}" font-weight="600">{name}</text>')
    for source, target, at in _ways(state, spots):
        parts.append(_way(source, target, at, size))
    look = _Look(names, {player: seed for seed, player in enumerate(state.entrants, 1)}, sought, part, size)
    for spot in spots.values():
        parts += _box(state, spot, look, link)
    return "\n".join([*parts, "</svg>\n"])


def _crowned(state: Knockout, names: Mapping[PlayerId, str]) -> str:
    champions = [names.get(player, player) for player in state.champions]
    if not champions:
        return _("No champion") if state.over else ""
    return champions_line(champions)


@dataclass(frozen=True, slots=True)
class _Block:
    """The rounds of a picture that stand beside one another, from a height on; so high are they, in matches."""

    rounds: tuple[tuple[BracketRound, list[BracketMatch]], ...]
    top: int
    lines: int


def _blocks(state: Knockout, part: Excerpt, size: Measure) -> Iterator[_Block]:
    """The winners' bracket and the final, and below them the losers'; a knockout is one block."""
    shown = [(here, matches) for here in state.rounds if (matches := part.matches_of(state, here))]
    top = size.top
    for lower in (False, True):
        rounds = tuple(each for each in shown if (state.branch(each[0].number) is Branch.LOSERS) is lower)
        if rounds:
            lines = _lines(state, part, rounds)
            yield _Block(rounds, top, lines)
            top += lines * size.pitch + 2 * size.line


def _lines(state: Knockout, part: Excerpt, rounds: Sequence[tuple[BracketRound, list[BracketMatch]]]) -> int:
    """How many matches of these rounds stand above one another."""
    if state.rules.both_advance:
        return max(len(here.boards) for here, _ in rounds)
    if part.boards is not None:
        return len(part.boards)
    numbers = [here.number for here, _ in rounds]
    least = min(_depth(state, number) for number in numbers)
    ties = (match for number in numbers if _depth(state, number) == least for match in state.rounds[number - 1].ties)
    return max(1 + state.plan.rounds[match.round - 1].lines[match.board - 1] for match in ties)


def stacked(state: Knockout, part: Excerpt) -> int:
    """How many matches stand above one another in that picture."""
    return sum(block.lines for block in _blocks(state, part, ALONE))


def _left(state: Knockout, number: int, part: Excerpt, size: Measure) -> int:
    return size.margin + part.column(state, number) * (size.width + size.between)


def _spots(state: Knockout, part: Excerpt, size: Measure, block: _Block) -> Iterator[_Spot]:
    least = min(_depth(state, here.number) for here, _ in block.rounds)
    for here, matches in block.rounds:
        halved = _depth(state, here.number) - least
        reach, top = size.pitch * 2**halved, ((part.boards[0] - 1) >> halved if part.boards is not None else 0)
        for match in matches:
            if state.rules.both_advance:  # columns are centred: no line of a later round is known beforehand
                middle = (block.lines - len(here.boards)) * size.pitch // 2 + (2 * match.board - 1) * size.pitch // 2
            else:
                line = state.plan.rounds[here.number - 1].lines[match.board - 1]
                middle = reach * (2 * (line - top) + 1) // 2
                if match.third_place:
                    middle = reach // 2 + 2 * size.pitch
            yield _Spot(match, _left(state, here.number, part, size), block.top + middle)


def _ways(state: Knockout, spots: Mapping[PairingId, _Spot]) -> Iterator[tuple[_Spot, _Spot, int | None]]:
    """Each match with the next one of somebody in it, there White (0), Black (1) or still open (None).

    The match for third place stands alone, and so does who drops to the losers' bracket.
    """
    ties = [spot for spot in spots.values() if not spot.match.third_place]
    played = {(spot.match.round, player): spot for spot in ties for player in spot.match.players}
    for target in ties:
        if state.rules.both_advance:
            before = target.match.round - 1
            came = ((played.get((before, player)), at) for at, player in enumerate(target.match.players))
            yield from ((source, target, at) for source, at in came if source is not None)
            continue
        slots = [slot for slot in state.slots(target.match) or () if isinstance(slot, WinnerOf | FinalistOf)]
        for number, board in dict.fromkeys((slot.round, slot.board) for slot in slots):
            source = spots.get(state.rounds[number - 1].boards[board])
            if source is not None:
                yield source, target, None


def _way(source: _Spot, target: _Spot, at: int | None, size: Measure) -> str:
    right, middle = source.x + size.width, source.x + size.width + size.between // 2
    if at is None:
        path = f"M{right} {source.y}H{middle}V{target.y}H{target.x}"
    else:  # ways may cross: a curve can be followed
        end = target.y - size.line // 2 + at * size.line
        path = f"M{right} {source.y}C{middle} {source.y} {middle} {end} {target.x} {end}"
    taken = any(player in target.match.players for player in source.match.advancing)
    look = 'class="way taken" stroke-opacity="0.8" stroke-width="2"' if taken else 'class="way" stroke-opacity="0.4"'
    return f'<path {look} d="{path}" fill="none" stroke="currentColor"/>'


def _box(state: Knockout, spot: _Spot, look: _Look, link: Link | None) -> Iterator[str]:
    match, x, y, width, line = spot.match, spot.x, spot.y, look.size.width, look.size.line
    slots = state.slots(match)
    address = link(match) if link is not None and match.full else None
    due = is_due(match)
    kind = " due" if due else " bye" if match.played is Outcome.BYE else ""
    yield f'<g class="match {match.status.value.lower()}{kind}" data-match="{safe(match.id)}">'
    if address is not None:
        yield f'<a href="{safe(address)}">'
    if match.third_place:
        yield f'<text class="round" x="{x}" y="{y - line - 6}" font-size="13">{safe(_("Third place"))}</text>'
    frame = 'stroke-opacity="1" stroke-width="2"' if due else 'stroke-opacity="0.4"'
    yield (
        f'<rect x="{x}" y="{y - line}" width="{width}" height="{2 * line}" rx="4" '
        f'fill="currentColor" fill-opacity="0.04" stroke="currentColor" {frame}/>'
    )
    yield f'<path d="M{x} {y}h{width}" stroke="currentColor" stroke-opacity="0.2"/>'
    marked = marks(state, match)
    for at, player in enumerate((match.white, match.black)):
        low = y + at * line - line // 3
        if player is None:
            sections = look.part.after_sections and match.round == look.part.first
            label = seat_label(state, match, slots, at, sections=sections)
            narrow = _narrow(label, width - SEED - 8)
            yield (
                f'<text class="open" x="{x + SEED}" y="{low}" font-style="italic" fill-opacity="0.7"{narrow}>'
                f"{safe(label)}</text>"
            )
        else:
            yield from _player(match, player, marked[at], look, (x, low))
    if address is not None:
        yield "</a>"
    yield "</g>"


def _narrow(text: str, room: int) -> str:
    """What makes letters narrow that would need more room than there is."""
    return "" if fits(text, room * _SAFE // 100) else f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'


def _player(
    match: BracketMatch, player: PlayerId, marked: list[str], look: _Look, spot: tuple[int, int]
) -> Iterator[str]:
    x, y = spot
    width = look.size.width
    full, room = look.names.get(player, player), width - SEED - 16 - MARK * len(marked)
    shown = short(full, room * look.size.squeeze // 100)
    narrow = _narrow(shown, room)
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
            f'<text class="seed" x="{x + SEED - 6}" y="{y}" text-anchor="end" font-size="{look.size.seed}" '
            f'fill-opacity="0.7">{seed}</text>'
        )
    told = f"<title>{safe(full)}</title>" if shown != full else ""
    yield (
        f'<text class="{kind}" data-player="{safe(player)}" x="{x + SEED}" y="{y}"{drawn}{narrow}>'
        f"{safe(shown)}{told}</text>"
    )
    if marked:
        bold = ' font-weight="700"' if player in match.advancing else ""
        yield (
            f'<text class="marks" x="{x + width - 8}" y="{y}" text-anchor="end" '
            f'font-variant-numeric="tabular-nums"{bold}>{" ".join(marked)}</text>'
        )
