"""The showcase: one event of every format, made by the commands a director would give.

The same seed gives the same events, pairings and results every time; only the ids differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from podium.app.access import Actor, Role
from podium.app.desk import Desk
from podium.app.prizes.prizegiving import PrizeAllocator, RunOptions
from podium.app.queries import standings
from podium.app.showcase.people import people
from podium.core.dice import Dice
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ArchiveTournament,
    ChangeSettings,
    ClickSets,
    CloseRound,
    Command,
    CreateTournament,
    GiveBye,
    HandPairing,
    PairByHand,
    PairRound,
    PublishPrizes,
    PublishRound,
    PublishTournament,
    RecordBye,
    RecordResult,
    RecordSets,
    RequestByes,
    SetPrizes,
    WithdrawPlayer,
)
from podium.flow.state import Game, Match, Round, Side, Tournament
from podium.games.commands import BeReady, PlayerAct, PlayMove
from podium.knockout import Status

SEED = "podium-demo"
DRAWS = 30  # in a hundred games
JUNIOR_PRIZES = (
    {
        "name": "Cup",
        "prizes": [{"place": 1, "trophy": True, "main_category": True}, {"place": 2, "medal": True}],
    },
    {"name": "Best rated under 1700", "max_rating": 1699, "prizes": [{"place": 1, "cash": 10}]},
)
WEEKEND_PRIZES = (
    {
        "name": "Open",
        "section": "Open",
        "prizes": [
            {"place": 1, "cash": 300, "trophy": True, "main_category": True},
            {"place": 2, "cash": 150},
            {"place": 3, "cash": 75},
        ],
    },
    {"name": "Minor", "section": "Minor", "prizes": [{"place": 1, "cash": 100}, {"place": 2, "cash": 50}]},
    {"name": "Rated up to 1600", "max_rating": 1600, "prizes": [{"place": 1, "cash": 60}]},
    {"name": "Seniors", "min_age": 60, "prizes": [{"place": 1, "cash": 60, "medal": True}]},
)


def create_showcase(desk: Desk, actor: Actor) -> list[TournamentId]:
    """The ids of the showcase events; those that are missing are made, with `actor` as their owner."""
    made = []
    for name, make in EVENTS.items():
        id = TournamentId(name)
        if desk.journal.head(id).version == 0:
            make(ShowcaseEvent(desk, actor, id))
        made.append(id)
    return made


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

    def do(self, *commands: Command) -> None:
        """Give commands, one after another."""
        for command in commands:
            self._desk.perform(self._actor, self._id, command)

    def begin(self, players: Iterable[PlayerFields], **settings: object) -> None:
        """Create the event and enter its players."""
        self.do(CreateTournament(self._id, settings), AddPlayers(tuple(players)))

    def player(self, name: str) -> PlayerId:
        """The player whose name begins like that."""
        return next(player.id for player in self.state.players.values() if player.name.startswith(name))

    def last_entered(self) -> PlayerId:
        """The player at the end of the list."""
        return max(self.state.players.values(), key=lambda player: player.number).id

    def play(self, *, but: int = 0, forfeits: Mapping[int, Result] | None = None) -> Round:
        """The last round, published and with results on all boards `but` some; forfeits are by board."""
        here = self.state.rounds[-1]
        self.do(PublishRound(here.number))
        games = here.pending
        for game in games[: len(games) - but]:
            if isinstance(game, Match):
                self.do(RecordSets(game.id, self._sets(game.to_win)))
                continue
            result = (forfeits or {}).get(game.board) or self._outcome(game.players)
            self.do(RecordResult(game.id, result))
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
        self.do(CloseRound(self.play(forfeits=forfeits).number))

    def give_prizes(self) -> None:
        """Decide the prizes as they are listed, and publish who won them."""
        PrizeAllocator(self._desk).finalise(self._actor, self._id, RunOptions(), confirmed=True)
        self.do(PublishPrizes())

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
            self.do(RecordResult(due.id, self._outcome((due.white, due.black))))
            done += 1

    def pair_by_hand(self) -> None:
        """Pair the next round as a director would: in the order of the standings, nobody twice."""
        state = self.state
        due = len(state.rounds) + 1
        ranked = [row.player for row in standings(state) if not row.player.withdrawn]
        lines: list[HandPairing] = []
        for section in state.sections:
            here = [player for player in ranked if player.section == section and due not in player.byes]
            lines += _pairs(here, state.rounds)
        self.do(PairByHand(tuple(lines)))

    def _sets(self, to_win: int) -> dict[Side, int | None]:
        lost = self.dice.below(to_win)
        return dict(zip(self.dice.shuffled(list(Side)), (to_win, lost), strict=True))

    def _outcome(self, players: tuple[PlayerId, ...]) -> Result:
        if self.dice.chance(DRAWS):
            return Result.DRAW
        white, black = (self.state.players[id].fields.rating or 0 for id in players)
        edge = max(-40, min(40, (white - black) // 8))
        return Result.WHITE_WINS if self.dice.chance(52 + edge) else Result.BLACK_WINS


def _pairs(ranked: Sequence[Player], rounds: Sequence[Round]) -> list[HandPairing]:
    """Games from the top down between players who have not met; the last without a game gets the bye."""
    met = {frozenset(game.players) for here in rounds for game in here.games.values()}
    whites = [game.white for here in rounds for game in here.boards]
    byes = {bye.player for here in rounds for bye in here.byes}
    waiting = list(ranked)
    lines: list[HandPairing] = []
    free: list[HandPairing] = []
    if len(waiting) % 2:
        lowest = next((player for player in reversed(waiting) if player.id not in byes), waiting[-1])
        waiting.remove(lowest)
        free = [HandPairing(lowest.id, bye=ByeType.BYE)]
    while waiting:
        one = waiting.pop(0)
        other = next((each for each in waiting if frozenset((one.id, each.id)) not in met), waiting[0])
        waiting.remove(other)
        white, black = (one, other) if whites.count(one.id) <= whites.count(other.id) else (other, one)
        lines.append(HandPairing(white.id, black.id))
    return lines + free


def _club_championship(event: ShowcaseEvent) -> None:
    """A round robin of nine in its fifth round: byes, a forfeit, a withdrawal, results still to come."""
    event.begin(
        people("club", 9),
        name="Club Championship",
        format="round-robin",
        rounds=9,
        place="Chess Club, Mill Lane",
        start="2026-01-09",
        end="2026-03-06",
    )
    event.do(PublishTournament())
    for number in range(1, 5):
        event.do(PairRound())
        event.finish({2: Result.WHITE_WINS_BY_FORFEIT} if number == 2 else None)
    event.do(WithdrawPlayer(event.last_entered()))
    event.do(PairRound())
    event.play(but=2)


def _weekend_open(event: ShowcaseEvent) -> None:
    """Two sections of odd size, paired by hand: byes of every kind, forfeits, a round in play."""
    event.begin(
        [*people("open", 11, section="Open"), *people("minor", 7, section="Minor")],
        name="Weekend Open",
        format="manual",
        rounds=5,
        place="Town Hall",
        start="2026-05-01",
        end="2026-05-03",
        sections=["Open", "Minor"],
    )
    entered = list(event.state.players.values())
    event.do(
        RequestByes(entered[3].id, {2: ByeType.HALF}),
        RequestByes(entered[6].id, {4: ByeType.ZERO}),
        RequestByes(entered[13].id, {1: ByeType.HALF}),
        PublishTournament(),
    )
    event.pair_by_hand()
    event.finish({3: Result.BLACK_WINS_BY_FORFEIT})
    event.do(AddPlayers(tuple(people("late", 1, section="Minor"))))
    late = event.last_entered()
    event.do(RequestByes(late, {2: ByeType.ZERO}))
    event.pair_by_hand()
    event.finish({5: Result.BOTH_FORFEIT})
    event.do(SetPrizes(WEEKEND_PRIZES))
    event.pair_by_hand()
    byes = event.state.rounds[-1].byes
    event.do(RecordBye(next(bye.id for bye in byes if bye.kind is ByeType.BYE), ByeType.UNPAIRED))
    event.play(but=3)


def _nine_players(event: ShowcaseEvent) -> None:
    """Nine players, four games and a bye; in round 2 two players without a game get the full point."""
    names = "ABCDEFGHI"
    event.begin(
        (PlayerFields(f"Player {letter}") for letter in names),
        name="Nine Players and a Bye",
        format="manual",
        rounds=3,
    )
    ids = {letter: event.player(f"Player {letter}") for letter in names}
    first = [HandPairing(ids[white], ids[black]) for white, black in ("AB", "CD", "EF", "GH")]
    event.do(PairByHand((*first, HandPairing(ids["I"], bye=ByeType.BYE))))
    event.finish()
    second = [HandPairing(ids[white], ids[black]) for white, black in ("AC", "BD", "EG")]
    event.do(PairByHand((*second, HandPairing(ids["H"], bye=ByeType.BYE))))
    event.do(*(GiveBye(2, ids[letter], ByeType.UNPAIRED) for letter in "FI"))
    event.play()


def _junior_cup(event: ShowcaseEvent) -> None:
    """A finished round robin of four in two cycles with its prizes, in the archive."""
    event.begin(
        people("junior", 4),
        name="Junior Cup 2025",
        format="round-robin",
        rounds=6,
        cycles=2,
        start="2025-10-04",
        end="2025-10-04",
    )
    event.do(PublishTournament())
    for _ in range(6):
        event.do(PairRound())
        event.finish()
    event.do(SetPrizes(JUNIOR_PRIZES))
    event.give_prizes()
    event.do(ArchiveTournament())


def _winter_cup(event: ShowcaseEvent) -> None:
    """A finished knockout of eight with a match for third place."""
    event.begin(
        people("winter", 8),
        name="Winter Cup",
        format="knockout",
        place="Market Hall",
        start="2026-02-07",
        end="2026-02-08",
        tieBreakPolicy="BEST_OF_3",
        thirdPlaceMatch=True,
    )
    event.do(PublishTournament(), PairRound())
    event.knock_out(rounds=3)


def _new_year_doubles(event: ShowcaseEvent) -> None:
    """A finished evening of doubles: eight players, four rounds."""
    event.begin(
        (PlayerFields(each.name) for each in people("new year", 8)),
        name="New Year Doubles",
        format="doubles",
        rounds=4,
        place="Sports Hall",
        start="2026-01-02",
        setsToWin=2,
    )
    event.do(PublishTournament())
    for number in range(1, 5):
        event.do(PairRound(seed=f"{SEED}/new-year/{number}"))
        event.finish()


def _autumn_entries(event: ShowcaseEvent) -> None:
    """An event that has not begun: entries only, seen by its director alone."""
    event.begin(
        people("autumn", 12),
        name="Autumn Invitational",
        format="round-robin",
        rounds=11,
        place="Library",
        start="2026-09-12",
        scoring="fide",
    )


def _padel_evening(event: ShowcaseEvent) -> None:
    """Doubles of fourteen in the fourth of nine rounds: two free games a round, somebody left, tables still playing."""
    event.begin(
        (PlayerFields(each.name) for each in people("padel", 14)),
        name="Doubles Evening",
        format="doubles",
        rounds=9,
        place="Sports Hall",
        start="2026-06-19",
        setsToWin=2,
    )
    event.do(PublishTournament())
    for number in range(1, 4):
        event.do(PairRound(seed=f"{SEED}/{number}"))
        event.finish()
    event.do(WithdrawPlayer(event.last_entered()), PairRound(seed=f"{SEED}/4"))
    event.play(but=2)
    waiting = event.state.rounds[-1].pending
    event.do(ClickSets(waiting[0].id, Side.HOME), ClickSets(waiting[0].id, Side.HOME))


def _spring_swiss(event: ShowcaseEvent) -> None:
    """A Swiss of 23 in its fourth round: floats, a requested bye, a late entry, a withdrawal, two who may not meet."""
    event.begin(
        people("spring", 22),
        name="Spring Swiss",
        format="swiss",
        rounds=7,
        place="Assembly Rooms",
        start="2026-04-03",
        end="2026-04-06",
        scoring="fide",
        initial_colour="black",
        tiebreaks=["BH/C1", "BH", "SB"],
    )
    entered = list(event.state.players.values())
    event.do(
        ChangeSettings({"forbidden": [[entered[0].id, entered[11].id]]}),
        RequestByes(entered[4].id, {2: ByeType.HALF}),
        PublishTournament(),
    )
    for number in range(1, 4):
        event.do(PairRound())
        event.finish({4: Result.WHITE_WINS_BY_FORFEIT} if number == 2 else None)
        if number == 1:
            event.do(AddPlayers(tuple(people("later", 1))))
        if number == 2:
            event.do(WithdrawPlayer(entered[17].id))
    event.do(PairRound())
    event.play(but=4)


def _city_cup(event: ShowcaseEvent) -> None:
    """A knockout of eleven with tie-break games, byes for the top seeds, and a semi-final still to come."""
    event.begin(
        people("cup", 11),
        name="City Cup",
        format="knockout",
        place="Market Hall",
        start="2026-06-06",
        end="2026-06-07",
        tieBreakPolicy="BEST_OF_3",
        timeControl="15+10",
        tieBreakTimeControl="3+2",
        thirdPlaceMatch=True,
    )
    event.do(PublishTournament(), PairRound())
    event.knock_out(rounds=2)
    event.knock_out(rounds=3, most=2)


def _online_evening(event: ShowcaseEvent) -> None:
    """A round robin played live: one game over, one under way, one that waits for its players."""
    event.begin(
        people("online", 6),
        name="Online Evening",
        format="round-robin",
        start="2026-06-12",
        live=True,
        timeControl="90+30",
        noShowWait=None,
    )
    event.do(PublishTournament(), PairRound(), PublishRound(1))
    over, under_way, _waiting = event.state.rounds[0].boards
    event.play_live(over, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7")
    event.play_live(under_way, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6")


EVENTS: Mapping[str, Callable[[ShowcaseEvent], None]] = {
    "junior": _junior_cup,
    "new-year": _new_year_doubles,
    "winter": _winter_cup,
    "autumn": _autumn_entries,
    "nine": _nine_players,
    "doubles": _padel_evening,
    "online": _online_evening,
    "cup": _city_cup,
    "weekend": _weekend_open,
    "club": _club_championship,
    "spring": _spring_swiss,
}
"""The showcase by the ids of its events, in the order they are made; the newest is listed first."""
