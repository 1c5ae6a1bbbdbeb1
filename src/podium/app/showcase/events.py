"""The showcase: one event of every format, made by the commands a director would give.

The same seed gives the same events, pairings and results every time; only the ids differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.showcase.showcase_event import SEED, ShowcaseEvent, people
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow import commands
from podium.flow.state import Side

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
    event.do(commands.PublishTournament())
    for number in range(1, 5):
        event.do(commands.PairRound())
        event.finish({2: Result.WHITE_WINS_BY_FORFEIT} if number == 2 else None)
    event.do(commands.WithdrawPlayer(event.last_entered()))
    event.do(commands.PairRound())
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
        commands.RequestByes(entered[3].id, {2: ByeType.HALF}),
        commands.RequestByes(entered[6].id, {4: ByeType.ZERO}),
        commands.RequestByes(entered[13].id, {1: ByeType.HALF}),
        commands.PublishTournament(),
    )
    event.pair_by_hand()
    event.finish({3: Result.BLACK_WINS_BY_FORFEIT})
    event.do(commands.AddPlayers(tuple(people("late", 1, section="Minor"))))
    late = event.last_entered()
    event.do(commands.RequestByes(late, {2: ByeType.ZERO}))
    event.pair_by_hand()
    event.finish({5: Result.BOTH_FORFEIT})
    event.do(commands.SetPrizes(WEEKEND_PRIZES))
    event.pair_by_hand()
    byes = event.state.rounds[-1].byes
    event.do(commands.RecordBye(next(bye.id for bye in byes if bye.kind is ByeType.BYE), ByeType.UNPAIRED))
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
    first = [commands.HandPairing(ids[white], ids[black]) for white, black in ("AB", "CD", "EF", "GH")]
    event.do(commands.PairByHand((*first, commands.HandPairing(ids["I"], bye=ByeType.BYE))))
    event.finish()
    second = [commands.HandPairing(ids[white], ids[black]) for white, black in ("AC", "BD", "EG")]
    event.do(commands.PairByHand((*second, commands.HandPairing(ids["H"], bye=ByeType.BYE))))
    event.do(*(commands.GiveBye(2, ids[letter], ByeType.UNPAIRED) for letter in "FI"))
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
    event.do(commands.PublishTournament())
    for _ in range(6):
        event.do(commands.PairRound())
        event.finish()
    event.do(commands.SetPrizes(JUNIOR_PRIZES))
    event.give_prizes()
    event.do(commands.ArchiveTournament())


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
    event.do(commands.PublishTournament(), commands.PairRound())
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
    event.do(commands.PublishTournament())
    for number in range(1, 5):
        event.do(commands.PairRound(seed=f"{SEED}/new-year/{number}"))
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
    event.do(commands.PublishTournament())
    for number in range(1, 4):
        event.do(commands.PairRound(seed=f"{SEED}/{number}"))
        event.finish()
    event.do(commands.WithdrawPlayer(event.last_entered()), commands.PairRound(seed=f"{SEED}/4"))
    event.play(but=2)
    waiting = event.state.rounds[-1].pending
    event.do(commands.ClickSets(waiting[0].id, Side.HOME), commands.ClickSets(waiting[0].id, Side.HOME))


def _spring_swiss(event: ShowcaseEvent) -> None:
    """A Swiss of 23 in its fourth round: floats, a requested bye, a late entry, a withdrawal, two who may not meet."""
    event.begin(
        people("spring", 22),
        name="Spring Swiss",
        format="swiss",
        profile="rated",
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
        commands.ChangeSettings({"forbidden": [[entered[0].id, entered[11].id]]}),
        commands.RequestByes(entered[4].id, {2: ByeType.HALF}),
        commands.PublishTournament(),
    )
    for number in range(1, 4):
        event.do(commands.PairRound())
        event.finish({4: Result.WHITE_WINS_BY_FORFEIT} if number == 2 else None)
        if number == 1:
            event.do(commands.AddPlayers(tuple(people("later", 1))))
        if number == 2:
            event.do(commands.WithdrawPlayer(entered[17].id))
    event.do(commands.PairRound())
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
    event.do(commands.PublishTournament(), commands.PairRound())
    event.knock_out(rounds=2)
    event.knock_out(rounds=3, most=2)


def _blitz_cup(event: ShowcaseEvent) -> None:
    """A double elimination of twelve in the middle: both brackets are being played, byes, a tie-break game."""
    event.begin(
        people("blitz", 12),
        name="Blitz Double Cup",
        format="double-elimination",
        place="Market Hall",
        start="2026-06-13",
        tieBreakPolicy="ARMAGEDDON",
        timeControl="5+3",
        armageddonTimeControl="5+0/4+0",
    )
    event.do(commands.PublishTournament(), commands.PairRound())
    event.knock_out(rounds=4)
    event.knock_out(rounds=5, most=1)


def _rapid_cup(event: ShowcaseEvent) -> None:
    """Four groups of four, and the knockout of the first two of each, in its semi-finals."""
    event.begin(
        people("rapid", 16),
        name="Rapid Cup in Groups",
        place="Market Hall",
        start="2026-06-20",
        timeControl="15+10",
        stages=["round-robin groups=4", "knockout perGroup=2 tieBreakPolicy=ARMAGEDDON"],
    )
    event.do(commands.PublishTournament())
    for _round in range(3):
        event.do(commands.PairRound())
        event.finish()
    event.do(commands.StartStage(2, everybody=True))
    event.knock_out(rounds=1)
    event.knock_out(rounds=2, most=1)


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
    event.do(commands.PublishTournament(), commands.PairRound(), commands.PublishRound(1))
    over, under_way, _waiting = event.state.rounds[0].boards
    event.play_live(over, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7")
    event.play_live(under_way, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6")


def _club_season(event: ShowcaseEvent) -> None:
    """A Keizer season of eighteen members in its ninth round: each evening others come, and others say why not."""
    event.begin(
        people("season", 18),
        name="Thursday Season",
        format="keizer",
        profile="club",
        rounds=30,
        place="Chess Club, Mill Lane",
        start="2025-09-04",
        end="2026-05-28",
    )
    event.do(commands.PublishTournament())
    away = event.dice.shuffled([ByeType.CLUB_DUTY, *[ByeType.EXCUSED] * 2, *[ByeType.ABSENT] * 3])
    for number in range(1, 10):
        members = event.dice.shuffled(list(event.state.players.values()))
        for player, kind in zip(members, away[: 3 + number % 4], strict=False):
            event.do(commands.RequestByes(player.id, {**player.byes, number: kind}))
        event.do(commands.PairRound())
        if number < 9:
            event.finish({3: Result.WHITE_WINS_BY_FORFEIT} if number == 5 else None)
        if number == 3:
            event.do(commands.AddPlayers(tuple(people("newcomer", 1))))
    event.play(but=2)


EVENTS: Mapping[str, Callable[[ShowcaseEvent], None]] = {
    "junior": _junior_cup,
    "new-year": _new_year_doubles,
    "winter": _winter_cup,
    "autumn": _autumn_entries,
    "nine": _nine_players,
    "doubles": _padel_evening,
    "online": _online_evening,
    "cup": _city_cup,
    "blitz": _blitz_cup,
    "rapid": _rapid_cup,
    "weekend": _weekend_open,
    "season": _club_season,
    "club": _club_championship,
    "spring": _spring_swiss,
}
"""The showcase by the ids of its events, in the order they are made; the newest is listed first."""
