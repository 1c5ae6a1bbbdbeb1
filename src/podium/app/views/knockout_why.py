"""Why a board of a knockout is what it is: seeds, the matches that lead to it, byes, the colours of tie-break games."""

from __future__ import annotations

from podium.app.words.knockout import GAMES, game_word, round_name
from podium.app.words.results import plural
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Seeding, TieBreakPolicy

Said = tuple[str, tuple[str, ...]]
"""What it is about, and the sentences."""
SEEDINGS = {
    Seeding.STANDARD: "Seeds follow the ratings, and the first meets the last, the second the last but one.",
    Seeding.LISTED: "The field is seeded as listed: each meets the next in the list.",
    Seeding.DRAWN: "The seeds were drawn by lot; the first meets the last, the second the last but one.",
}


def reasons(state: Tournament, match: BracketMatch) -> Said:
    """The reasons for a match of two players, a bye or a tie-break game."""
    knockout = state.knockout
    assert knockout is not None  # the match is in it
    if match.parent is not None:
        return "Tie-break", _of_game(state, knockout, match, knockout.match(match.parent))
    if match.played is Outcome.BYE:
        return "Bye", _of_bye(state, knockout, match)
    if match.third_place:
        return "Third place", (
            f"{_pair(state, match)} were beaten in {_round(knockout, match.round - 1)} and play for third place.",
        )
    if match.round == 1:
        seeds = [f"{_name(state, player)} is seed {_seed(knockout, player)}" for player in match.players]
        return "Bracket", (f"{' and '.join(seeds)}.", _seeding(knockout))
    came = [f"{_name(state, each)} from board {_board_before(knockout, match, each)}" for each in match.players]
    how = (
        "Those who go on are taken in board order, White before Black after a draw, and paired 1-2, 3-4 and so on."
        if knockout.rules.both_advance
        else "The winners of neighbouring boards meet, and the one of the upper board has White."
    )
    return "Bracket", (f"They came through {_round(knockout, match.round - 1)}: {' and '.join(came)}.", how)


def _of_game(state: Tournament, knockout: Knockout, game: BracketMatch, parent: BracketMatch) -> tuple[str, ...]:
    assert game.kind is not None  # it is a tie-break game
    drawn = f"Board {parent.board} of {_round(knockout, parent.round)} was drawn, so tie-break games decide it."
    if game.kind is TieBreakPolicy.ARMAGEDDON:
        level = "The games before it left the two level. " if game.index != 1 else ""
        return drawn, f"{level}{GAMES[game.kind]}: colours are those of the match exchanged, and Black wins a draw."
    same = game.white == parent.white
    colours = "has White again, as in the match" if same else "has White this time, since colours alternate"
    return drawn, f"{game_word(game)}: {_name(state, game.white)} {colours}."


def _of_bye(state: Tournament, knockout: Knockout, match: BracketMatch) -> tuple[str, ...]:
    [player] = match.players
    name = _name(state, player)
    if match.round == 1:
        room = 2 * len(knockout.rounds[0].boards)
        byes = room - len(knockout.entrants)
        return (
            f"The bracket has room for {room} and there are {plural(len(knockout.entrants), 'player')}, "
            f"so there {'is' if byes == 1 else 'are'} {plural(byes, 'bye')} for the best seeds: "
            f"{name} is seed {_seed(knockout, player)}.",
        )
    if knockout.rules.both_advance:
        return (f"An odd number goes on: {name} is the best seed among those with the fewest byes, and sits out.",)
    return (f"Nobody came through {_round(knockout, match.round - 1)} to meet {name}.",)


def _seeding(knockout: Knockout) -> str:
    return SEEDINGS[knockout.rules.seeding]


def _board_before(knockout: Knockout, match: BracketMatch, player: PlayerId) -> int:
    before = knockout.rounds[match.round - 2].ties
    return next(each.board for each in before if player in each.advancing)


def _seed(knockout: Knockout, player: PlayerId) -> int:
    return knockout.entrants.index(player) + 1


def _round(knockout: Knockout, number: int) -> str:
    name = round_name(knockout, number).lower()
    return name if knockout.rules.both_advance else f"the {name}"


def _pair(state: Tournament, match: BracketMatch) -> str:
    return " and ".join(_name(state, player) for player in match.players)


def _name(state: Tournament, player: PlayerId | None) -> str:
    assert player is not None  # only matches whose players are known are asked about
    return state.players[player].name
