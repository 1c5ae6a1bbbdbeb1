"""Doubles as the flow sees them: the next round drawn, sets entered, and what is promised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from podium import doubles
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import ByeType
from podium.core.translation import mark
from podium.flow import commands
from podium.flow.event.options import AVOID_OPPONENTS, FREE_GAMES, ROUNDS, SET_DIFFERENCE, SETS_TO_WIN, SETTING, TABLES
from podium.flow.event.setting_values import Settings
from podium.flow.events import Events, RoundPaired
from podium.flow.formats.protocol import Engine, Format
from podium.flow.lookups import mint
from podium.flow.rounds.kept_values import Draw, Seats
from podium.flow.rounds.pairing import may_play
from podium.flow.rounds.rounds import round_paired
from podium.flow.state import Boards, Bye, Match, Round, Stage, Tournament

FREE_GAME = Points.of(1)
BY_HAND = (
    commands.PairByHand,
    commands.AddPairing,
    commands.EditRound,
    commands.GiveBye,
    commands.RearrangePairing,
    commands.RemovePairing,
    commands.RequestByes,
)
"""What doubles do not know: their partners and free games are drawn, or a whole round is made of teams."""


class Doubles(Format):
    def pair(self, state: Tournament, command: commands.PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        """The next round, drawn; the seed that is recorded draws the same again.

        Raises Refused where there is none and, unless that is confirmed, for a round of which no set was entered yet:
        a second click draws nothing.
        """
        for here in state.rounds if not command.confirm else ():
            if here.matches and here.stage is not Stage.CLOSED and not any(each.entered for each in here.matches):
                raise Refused("round-without-results", value=len(state.rounds) + 1, round=here.number)
        players = present(state)
        chosen = options(state.settings, len(players), len(state.rounds))
        # Ids are minted from `dice` all the same: they are never reused.
        chance = dice if command.seed is None else Dice(command.seed)
        found = doubles.draw(players, played(state.rounds), chosen, chance, _reserve(state))
        matches = [(each.home, each.away) for each in found.matches]
        return RoundPaired(
            round=round,
            boards=_boards(state, matches, found.free, dice, chosen.sets_to_win),
            engine=self.name,
            at=now,
            seed=found.seed,
            draw=Draw(found.reserve, found.free_games, found.passed_over, found.rounds_left),
        )

    def decide(self, state: Tournament, command: commands.Act, now: str, dice: Dice) -> Events | None:
        if isinstance(command, BY_HAND):
            raise Refused("doubles-are-drawn", value=state.settings.name)
        if isinstance(command, commands.PairTeams):
            return round_paired(state, command.round, lambda round: arranged_round(state, round, command, now, dice))
        return None

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        for name in ("sections", "tiebreaks"):
            if getattr(settings, name):
                raise Invalid("not-in-doubles", field=name, value=list(getattr(settings, name)))
        return super().check(settings, given, before)

    def check_change(self, state: Tournament, after: Settings, *, confirmed: bool) -> Seats:
        """No seats, if the plan can be played by those entered so far; refuses more rounds than possible."""
        seats = super().check_change(state, after, confirmed=confirmed)
        if after.rounds is None or after.rounds == state.settings.rounds:
            return seats
        promise = promised(state, after)
        if promise is not None and after.rounds > promise.possible:
            players = len(present(state))
            most = promise.possible
            raise Refused("rounds-impossible", field="rounds", value=after.rounds, most=most, players=players)
        return seats


class TablesOfFour(Engine):
    fewest_players = doubles.FEWEST_PLAYERS


def present(state: Tournament) -> tuple[PlayerId, ...]:
    """The players who take part, in the order of the list."""
    players = sorted(state.players.values(), key=lambda player: player.number)
    return tuple(player.id for player in players if not player.withdrawn)


def options(settings: Settings, players: int, drawn: int) -> doubles.Options:
    """The options of the engine; without a plan it is to be as many rounds as there can be."""
    return doubles.Options(
        rounds=settings.rounds or max(doubles.most_rounds(players), drawn + 1, 1),
        free_games=settings.free_games,
        setting=settings.setting,
        sets_to_win=settings.sets_to_win,
        avoid_opponents=settings.avoid_opponents,
        set_difference=settings.set_difference,
    )


def played(rounds: Sequence[Round]) -> tuple[doubles.TeamRound, ...]:
    """The rounds as the engine takes them; only closed ones score."""
    return tuple(
        doubles.TeamRound(
            tuple(doubles.TeamMatch(each.home, each.away, each.sets) for each in here.matches),
            tuple(each.player for each in here.byes),
            closed=here.stage is Stage.CLOSED,
        )
        for here in rounds
    )


def promised(state: Tournament, settings: Settings | None = None) -> doubles.Promise | None:
    """How many rounds are guaranteed and possible for those present; None for fewer than four."""
    players = present(state)
    if len(players) < doubles.FEWEST_PLAYERS:
        return None
    chosen = options(settings or state.settings, len(players), len(state.rounds))
    teams = tuple(
        doubles.TeamRound(tuple(doubles.TeamMatch(each.home, each.away) for each in here.matches), here.free)
        for here in played(state.rounds)  # what was drawn: results have no part in it
    )
    return _promised(players, chosen, teams, _reserve(state))


_promised = lru_cache(maxsize=64)(doubles.promise)


def arranged_round(state: Tournament, round: int, command: commands.PairTeams, now: str, dice: Dice) -> RoundPaired:
    """Round `round` as the director made it of players who are there; refuses partners who were partners before."""
    for player in (player for match in command.matches for team in match for player in team):
        may_play(state, player)
    players = present(state)
    chosen = options(state.settings, len(players), len(state.rounds))
    try:
        made = doubles.arranged(players, played(state.rounds), chosen, command.matches)
    except Refused as refusal:
        raise _by_name(state, refusal) from None
    boards = _boards(state, command.matches, [each.player for each in made.free_games], dice, chosen.sets_to_win)
    draw = Draw(free=made.free_games, rounds_left=made.rounds_left)
    return RoundPaired(round=round, boards=boards, engine="hand", at=now, draw=draw)


def _by_name(state: Tournament, refusal: Refused) -> Refused:
    """The refusal of the engine with players by name."""
    facts = dict(refusal.facts)
    if "name" in facts:
        facts["name"] = state.players[PlayerId(str(facts["name"]))].name
    if isinstance(names := facts.get("names"), list):
        facts["names"] = [state.players[id].name for id in names]
    return type(refusal)(refusal.code, **facts)


def _boards(
    state: Tournament,
    matches: Sequence[tuple[doubles.Team, doubles.Team]],
    free: Sequence[PlayerId],
    dice: Dice,
    to_win: int,
) -> Boards:
    """The matches, table 1 first, and the free games after them."""
    tables = tuple(
        Match(mint(state.id, dice), board, home, away, to_win=to_win)
        for board, (home, away) in enumerate(matches, start=1)
    )
    byes = tuple(
        Bye(mint(state.id, dice), board, player, ByeType.FREE, recorded=FREE_GAME)
        for board, player in enumerate(free, start=len(tables) + 1)
    )
    return Boards(byes=byes, matches=tables)


def _reserve(state: Tournament) -> doubles.Reserve:
    """What the last draw kept, to be handed to the next."""
    last = state.rounds[-1].draw if state.rounds else None
    return last.reserve if last is not None else ()


DOUBLES = Doubles(
    name="doubles",
    label=mark("Doubles: a new partner every round"),
    options=(ROUNDS, FREE_GAMES, SETTING, SETS_TO_WIN, AVOID_OPPONENTS, SET_DIFFERENCE, TABLES),
    engine=TablesOfFour(),
)
