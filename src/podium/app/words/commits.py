"""What a commit did, in a sentence that the people in the hall understand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from enum import Enum

from podium.app.words.doubles import sets_text, team_name, team_names
from podium.app.words.knockout import match_changed
from podium.app.words.options import noun
from podium.app.words.results import listed, outcome, plural
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import ByeType, Result, Scoring
from podium.flow.declaration import Kind
from podium.flow.events import (
    BoardsChanged,
    BracketBuilt,
    BracketChanged,
    BracketRemoved,
    CommitReverted,
    EditingChanged,
    Event,
    PlayerForgotten,
    PlayersChanged,
    PrizesAllocated,
    PrizesSet,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
    SetsRecorded,
    SettingsChanged,
    StageChanged,
    TournamentCreated,
    VisibilityChanged,
)
from podium.flow.evolve import evolve
from podium.flow.settings import OPTIONS
from podium.flow.state import Boards, Bye, Game, Match, Pairing, Settings, Side, Stage, Tournament

MOST_NAMED = 3
_STAGES = {
    (Stage.DRAFT, Stage.PUBLISHED): "published",
    (Stage.PUBLISHED, Stage.DRAFT): "hidden again",
    (Stage.CLOSED, Stage.PUBLISHED): "reopened",
    (Stage.CLOSED, Stage.DRAFT): "reopened",
}
_LABELS = {"fide_id": "FIDE id"}


def summary(before: Tournament | None, events: Sequence[Event]) -> str:
    """What `events` did to `before`, with the names and boards of that moment."""
    if isinstance(events[0], TournamentCreated) and len(events) > 1:
        return _adopted(events[0], events[1:])
    if together := _stages(events) or _all_paired(events) or _corrected(before, events):
        return together
    said = []
    state = before
    for event in events:
        after = evolve(state, event)
        said.append(_said(state or after, event))
        state = after
    return "; ".join(said)


def _said(state: Tournament, event: Event) -> str:
    match event:
        case TournamentCreated():
            return f"{event.settings.name} created"
        case SettingsChanged():
            return _settings(state, event.before, event.after)
        case VisibilityChanged():
            return _visibility(event)
        case PlayersChanged():
            return _players(event)
        case RoundPaired():
            return _paired(state, event)
        case RoundUnpaired():
            return f"Round {event.undone.round} unpaired"
        case BoardsChanged():
            return f"Round {event.round}{_boards(state, event)}"
        case ResultRecorded():
            return _result(state, event)
        case SetsRecorded():
            return _sets(state, event)
        case StageChanged():
            return f"Round {event.round} {_stage(event)}"
        case PrizesSet():
            return _plan(event)
        case PrizesAllocated():
            return _allocated(event)
        case EditingChanged():
            return f"Round {event.round}: editing by hand {'begun' if event.after else 'ended'}"
        case BracketBuilt():
            return f"Bracket of {len(event.entrants)} built"
        case BracketRemoved():
            return "Bracket taken back"
        case BracketChanged():
            return match_changed(state, event.changed)
        case CommitReverted():
            return f"Undid version {event.version}"
        case PlayerForgotten():
            who = state.players.get(event.player)
            return f"The personal data of {who.anonymous(None).name if who else 'a former player'} were removed"


def _adopted(created: TournamentCreated, events: Iterable[Event]) -> str:
    players = sum(len(event.after) for event in events if isinstance(event, PlayersChanged))
    rounds = sum(isinstance(event, RoundPaired) for event in events)
    return f"{created.settings.name} brought over: {plural(players, 'player')}, {plural(rounds, 'round')}"


def _stages(events: Sequence[Event]) -> str | None:
    """One sentence for several rounds that went the same way, as in `Rounds 1 and 2 published`."""
    changed = [event for event in events if isinstance(event, StageChanged)]
    words = {_stage(event) for event in changed}
    if len(changed) != len(events) or len(events) < 2 or len(words) != 1:
        return None
    return f"Rounds {listed([str(event.round) for event in changed])} {words.pop()}"


def _all_paired(events: Sequence[Event]) -> str | None:
    """One sentence for several rounds paired at once, as in `Rounds 1 to 7 paired: 28 games`."""
    paired = [event for event in events if isinstance(event, RoundPaired)]
    if len(paired) != len(events) or len(events) < 2:
        return None
    games = sum(len(event.boards.games) for event in paired)
    return f"Rounds {paired[0].round} to {paired[-1].round} paired: {plural(games, 'game')}"


def _corrected(before: Tournament | None, events: Sequence[Event]) -> str | None:
    """One sentence for a result of a closed round: `Round 1 reopened, board 2 corrected: Ann ½-½ Ben (was 1-0)`."""
    match events:
        case (StageChanged(), ResultRecorded() as record) if before is not None:
            board, result = _board_and_result(before, record)
            return f"Round {record.round} reopened, board {board} corrected: {result}"
    return None


def _plan(event: PrizesSet) -> str:
    prizes, categories = (len(part) for part in (event.after.prizes, event.after.categories))
    return f"Prizes set: {plural(prizes, 'prize')} in {plural(categories, 'category', 'categories')}"


def _allocated(event: PrizesAllocated) -> str:
    before, after = event.before, event.after
    if after is None:
        return "Prizes no longer allocated"
    if before is not None and replace(before, published=after.published) == after:
        return "Prize list published" if after.published else "Prize list hidden from the public"
    return f"Prizes allocated: {plural(len(after.winners), 'prize')} won"


def _stage(event: StageChanged) -> str:
    return "closed" if event.after is Stage.CLOSED else _STAGES[event.before, event.after]


def _settings(state: Tournament, before: Settings, after: Settings) -> str:
    """Each option that differs by its label, as `Settings: rounds 7 (was 5)`."""
    changed: list[str] = []
    for option in OPTIONS:
        old, new = option.of(before), option.of(after)
        if old == new:
            continue
        if option.parts:
            changed += [
                _change(noun(part), _value(is_now), _value(was))
                for part in option.parts
                if (is_now := getattr(new, part.name, None)) != (was := getattr(old, part.name, None))
            ]
        else:
            words = [_names(state, value) if option.kind is Kind.GROUPS else _value(value) for value in (new, old)]
            changed.append(_change(noun(option), *words))
    return f"Settings: {', '.join(changed)}"


def _names(state: Tournament, groups: Iterable[Iterable[PlayerId]]) -> str:
    """The groups by the names of their players; who is no longer there has none."""
    named = ([state.players[id].name for id in group if id in state.players] for group in groups)
    return "/".join(listed(names) for names in named) or "none"


def _fields(before: PlayerFields, after: PlayerFields) -> list[str]:
    """Each field that differs, as `rating 1900 (was 1850)`."""
    return [
        _change(_LABELS.get(name, name), _value(new), _value(old))
        for name in (each.name for each in fields(before))
        if (new := getattr(after, name)) != (old := getattr(before, name))
    ]


def _change(label: str, new: str, old: str) -> str:
    return f"{label} {new} (was {old})"


def _value(value: object) -> str:
    match value:
        case None | ():
            return "none"
        case bool():
            return "yes" if value else "no"
        case Scoring():
            return value.name
        case Enum():
            return str(value.value)
        case tuple():
            return "/".join(map(_value, value))
        case _:
            return str(value)


def _visibility(event: VisibilityChanged) -> str:
    before, after = event.before, event.after
    if before.deleted != after.deleted:
        return "Tournament deleted" if after.deleted else "Tournament restored"
    if before.archived != after.archived:
        return "Tournament archived" if after.archived else "Tournament taken out of the archive"
    return "Tournament published" if after.published else "Tournament hidden from the public"


def _players(event: PlayersChanged) -> str:
    before, after = event.before, event.after
    if not before or not after:
        return f"{_who(before or after)} {'added' if after else 'removed'}"
    if len(after) > 1:
        return f"{_who(after)} changed"
    return _player(before[0], after[0])


def _who(players: tuple[Player, ...]) -> str:
    return players[0].name if len(players) == 1 else plural(len(players), "player")


def _player(before: Player, after: Player) -> str:
    if before.withdrawn != after.withdrawn:
        return f"{after.name} {'withdrawn' if after.withdrawn else 'is back'}"
    if before.byes != after.byes:
        byes = [f"a {outcome(kind)} in round {number}" for number, kind in after.byes.items()]
        return f"{after.name} asks for {listed(byes) if byes else 'no bye'}"
    # What was changed is no longer known once the person is forgotten.
    return f"{before.name}: {', '.join(_fields(before.fields, after.fields)) or 'data changed'}"


def _paired(state: Tournament, event: RoundPaired) -> str:
    games, byes, matches = event.boards.games, event.boards.byes, event.boards.matches
    said = [plural(len(games), "game")] if games else []
    said += [plural(len(matches), "match", "matches")] if matches else []
    if len(byes) > MOST_NAMED:
        said.append(plural(len(byes), "bye"))
    else:
        said += [_bye(state, bye) for bye in byes]
    return f"Round {event.round} paired: {', '.join(said) or 'no games'}"


def _result(state: Tournament, event: ResultRecorded) -> str:
    board, result = _board_and_result(state, event)
    return f"Round {event.round}, board {board}: {result}"


def _board_and_result(state: Tournament, event: ResultRecorded) -> tuple[int, str]:
    """The board of a game, and its result with the names of the players."""
    game = state.rounds[event.round - 1].games[event.pairing]
    assert isinstance(game, Game)
    white, black = _name(state, game.white), _name(state, game.black)
    was = f" (was {_shown(event.before)})" if event.before else ""
    if event.after is None:
        return game.board, f"{white} – {black}, result cleared{was}"
    return game.board, f"{white} {_shown(event.after)} {black}{was}"


def _shown(result: Result) -> str:
    """The result as it stands on the buttons that enter it."""
    return "½-½" if result is Result.DRAW else result.value


def _sets(state: Tournament, event: SetsRecorded) -> str:
    match = state.rounds[event.round - 1].games[event.pairing]
    assert isinstance(match, Match)
    team = team_name(state, match.home if event.side is Side.HOME else match.away)
    was = sets_text(event.before)
    return f"Round {event.round}, table {match.board}: {team} {sets_text(event.after)} (was {was})"


def _boards(state: Tournament, event: BoardsChanged) -> str:
    """What follows `Round 2`: pairings added, removed, or arranged anew."""
    before = {pairing.id: pairing for pairing in event.before}
    after = {pairing.id: pairing for pairing in event.after}
    if not before or not after:
        word = "added" if after else "removed"
        return f": {_pairings(state, event.after if after else event.before)} {word}"
    if before.keys() == after.keys() and len(after) == 1:
        [old], [new] = before.values(), after.values()
        return _edited(state, old, new)
    moved = [before[id].players == after[id].players for id in before.keys() & after.keys()]
    if before.keys() == after.keys() and all(moved):
        boards = sorted(pairing.board for pairing in after.values())
        return f": boards {listed([str(board) for board in boards])} exchanged"
    return f" rearranged: {_pairings(state, event.after)}"


def _edited(state: Tournament, old: Pairing, new: Pairing) -> str:
    if isinstance(old, Bye) and isinstance(new, Bye) and old.player == new.player and old.board == new.board:
        was = f" (was {outcome(old.kind)})" if old.kind is not new.kind else ""
        return f": {_bye(state, new)}{was}"
    if old.players == new.players:
        return f": {_pairing(state, new)} moved from board {old.board} to board {new.board}"
    if old.players == new.players[::-1]:
        return f", board {new.board}: colours turned, {_pairing(state, new)}"
    return f", board {new.board}: {_pairing(state, new)} (was {_pairing(state, old)})"


def _pairings(state: Tournament, boards: Boards) -> str:
    pairings = list(boards)
    if len(pairings) > MOST_NAMED:
        return plural(len(pairings), "board")
    return ", ".join(
        f"board {each.board} {_pairing(state, each)}" if isinstance(each, Game) else _pairing(state, each)
        for each in pairings
    )


def _pairing(state: Tournament, pairing: Pairing) -> str:
    if isinstance(pairing, Bye):
        return _bye(state, pairing)
    if isinstance(pairing, Match):
        return " – ".join(team_names(state, pairing))
    return f"{_name(state, pairing.white)} – {_name(state, pairing.black)}"


def _bye(state: Tournament, bye: Bye) -> str:
    if bye.kind is ByeType.UNPAIRED:
        return f"{_name(state, bye.player)} unpaired"
    return f"{outcome(bye.kind)} for {_name(state, bye.player)}"


def _name(state: Tournament, player: PlayerId) -> str:
    return state.players[player].name
