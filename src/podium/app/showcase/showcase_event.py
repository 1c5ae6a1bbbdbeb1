"""One event of the showcase while it is played by the commands a director would give, and made-up people for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.app.prizes.contests import RunOptions
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.queries import standings
from podium.core.dice import Dice
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.result import ByeType, Result
from podium.flow import commands
from podium.flow.state import Game, Round, Side, Tournament
from podium.games.commands import BeReady, PlayerAct, PlayMove
from podium.knockout import Status

SEED = "podium-demo"
DRAWS = 30  # in a hundred games
_FIRST = (
    "Ada", "Bela", "Cleo", "Dora", "Edda", "Fynn", "Gwen", "Hugo", "Ines", "Jona", "Kira", "Luca", "Mina",
    "Nils", "Olga", "Pia", "Quinn", "Rhea", "Sten", "Tara", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zeno",
    "Arno", "Bruno", "Carla", "Diego", "Elsa", "Farid", "Greta", "Hanna", "Ivo", "Jette", "Karim", "Lotte",
)  # fmt: skip
_LAST = (
    "Abend", "Birch", "Corvo", "Dune", "Ember", "Falk", "Grove", "Hazel", "Iversen", "Jansen", "Kestrel",
    "Linden", "Marsh", "Norden", "Oakley", "Pinter", "Quist", "Rowan", "Sorrel", "Thorne", "Ulmer", "Vane",
    "Wolde", "Yarrow", "Zander", "Alder", "Brook", "Cress", "Dahl", "Elm", "Fenn", "Gale", "Heath", "Islay",
)  # fmt: skip
_FEDERATIONS = ("ENG", "GER", "NED", "FRA", "ESP", "IND", "USA", "NOR", "POL", "BRA")
_CLUBS = ("Mill Lane", "Old Bridge", "Harbour Knights", "Four Towers", "Rook & Crook")


def people(seed: str, count: int, section: str | None = None) -> list[PlayerFields]:
    """`count` people, strongest first; the same for the same seed."""
    dice = Dice(f"people/{seed}")
    first, last = dice.shuffled(_FIRST), dice.shuffled(_LAST)
    ratings = sorted((1100 + dice.below(1150) for _ in range(count)), reverse=True)
    return [
        PlayerFields(
            name=f"{last[at]}, {first[at]}",
            rating=ratings[at],
            federation=dice.pick(_FEDERATIONS),
            title="FM" if ratings[at] > 2200 else None,
            birth=str(1950 + dice.below(65)),
            club=dice.pick(_CLUBS),
            section=section,
        )
        for at in range(count)
    ]


class ShowcaseEvent:
    """One showcase event while it is being played."""

    def __init__(self, desk: Desk, actor: Actor, id: TournamentId) -> None:
        self._desk = desk
        self._actor = actor
        self._id = id
        self.dice = Dice(f"{SEED}/{id}")

    @property
    def state(self) -> Tournament:
        state = self._desk.journal.head(self._id).state
        assert state is not None
        return state

    def do(self, *commands: commands.Command) -> None:
        """Give commands, one after another."""
        for command in commands:
            self._desk.perform(self._actor, self._id, command)

    def begin(self, players: Iterable[PlayerFields], **settings: object) -> None:
        """Create the event and enter its players."""
        self.do(commands.CreateTournament(self._id, settings), commands.AddPlayers(tuple(players)))

    def player(self, name: str) -> PlayerId:
        """The player whose name begins like that."""
        return next(player.id for player in self.state.players.values() if player.name.startswith(name))

    def last_entered(self) -> PlayerId:
        """The player at the end of the list."""
        return max(self.state.players.values(), key=lambda player: player.number).id

    def play(self, *, but: int = 0, forfeits: Mapping[int, Result] | None = None) -> Round:
        """The last round, published and with results on all boards `but` some; forfeits are by board."""
        here = self.state.rounds[-1]
        self.do(commands.PublishRound(here.number))
        games = here.pending
        for game in games[: len(games) - but]:
            if game.is_match:
                self.do(commands.RecordSets(game.id, self._sets(game.to_win)))
                continue
            result = (forfeits or {}).get(game.board) or self._outcome(game.players)
            self.do(commands.RecordResult(game.id, result))
        return self.state.rounds[-1]

    def play_live(self, game: Game, moves: str) -> None:
        """Play moves on the server, by the personal links of both players."""
        registry, journal = self._desk.registry, self._desk.journal
        sides = [registry.add_link(self._id, Role.PLAYER, player, None)[0].actor for player in game.players]
        acts: list[tuple[Actor, PlayerAct]] = [(side, BeReady()) for side in sides]
        acts += [(sides[ply % 2], PlayMove(move, ply)) for ply, move in enumerate(moves.split())]
        for side, act in acts:
            self._desk.submit_game(side, self._id, game.id, act, journal.milliseconds()).result()

    def finish(self, forfeits: Mapping[int, Result] | None = None) -> None:
        """Play the last round to its end and close it."""
        self.do(commands.CloseRound(self.play(forfeits=forfeits).number))

    def give_prizes(self) -> None:
        """Decide the prizes as they are listed, and publish who won them."""
        PrizeAllocator(self._desk).finalise(self._actor, self._id, RunOptions(), confirmed=True)
        self.do(commands.PublishPrizes())

    def knock_out(self, *, rounds: int, most: int | None = None) -> None:
        """Play matches and tie-break games of the first `rounds` rounds, at most `most` of them."""
        done = 0
        while most is None or done < most:
            bracket = self.state.knockout
            assert bracket is not None
            waiting = (match for match in bracket if match.full and match.played is None)
            due = next((match for match in waiting if match.status is Status.PENDING and match.round <= rounds), None)
            if due is None or due.white is None or due.black is None:
                return
            self.do(commands.RecordResult(due.id, self._outcome((due.white, due.black))))
            done += 1

    def pair_by_hand(self) -> None:
        """Pair the next round as a director would: in the order of the standings, nobody twice."""
        state = self.state
        due = len(state.rounds) + 1
        ranked = [row.player for row in standings(state) if not row.player.withdrawn]
        lines: list[commands.HandPairing] = []
        for section in state.sections:
            here = [player for player in ranked if player.section == section and due not in player.byes]
            lines += _pairs(here, state.rounds)
        self.do(commands.PairByHand(tuple(lines)))

    def _sets(self, to_win: int) -> dict[Side, int | None]:
        lost = self.dice.below(to_win)
        return dict(zip(self.dice.shuffled(list(Side)), (to_win, lost), strict=True))

    def _outcome(self, players: tuple[PlayerId, ...]) -> Result:
        if self.dice.chance(DRAWS):
            return Result.DRAW
        white, black = (self.state.players[id].fields.rating or 0 for id in players)
        edge = max(-40, min(40, (white - black) // 8))
        return Result.WHITE_WINS if self.dice.chance(52 + edge) else Result.BLACK_WINS


def _pairs(ranked: Sequence[Player], rounds: Sequence[Round]) -> list[commands.HandPairing]:
    """Games from the top down between players who have not met; the last without a game gets the bye."""
    met = {frozenset(game.players) for here in rounds for game in here.games.values()}
    whites = [game.white for here in rounds for game in here.boards]
    byes = {bye.player for here in rounds for bye in here.byes}
    waiting = list(ranked)
    lines: list[commands.HandPairing] = []
    free: list[commands.HandPairing] = []
    if len(waiting) % 2:
        lowest = next((player for player in reversed(waiting) if player.id not in byes), waiting[-1])
        waiting.remove(lowest)
        free = [commands.HandPairing(lowest.id, bye=ByeType.BYE)]
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if frozenset((one.id, each.id)) not in met), waiting[0])
        waiting.remove(other)
        white, black = (one, other) if whites.count(one.id) <= whites.count(other.id) else (other, one)
        lines.append(commands.HandPairing(white.id, black.id))
    return lines + free
