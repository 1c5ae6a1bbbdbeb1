"""The reasons for a Swiss round in sentences that an arbiter can read out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium.swiss import (
    BoardStory,
    BracketStory,
    ByeStory,
    Colour,
    ColourRule,
    Due,
    FloatStory,
    Preference,
    Rejected,
    RoundStory,
    Strength,
)

NAMES = {Colour.WHITE: "White", Colour.BLACK: "Black"}
STRENGTHS = {Strength.ABSOLUTE: "absolutely", Strength.STRONG: "strongly", Strength.MILD: "mildly"}

# What is minimised, as the continuation of "because otherwise ...".
CRITERIA = {
    "C4": "the players left over could not all be paired legally",
    "C5": "the bye would go to somebody with a higher score",
    "C6": "more players would have to float down",
    "C7": "players with a higher score would float down",
    "C8": "the next bracket could not be paired as well",
    "C9": "the bye would go to somebody who has played fewer games",
    "C10": "more topscorers, or opponents of theirs, would get a colour difference beyond two",
    "C11": "more topscorers, or opponents of theirs, would get one colour three times in a row",
    "C12": "more players would be refused the colour they are due",
    "C13": "more players would be refused a colour they are strongly due",
    "C14": "more players would float down who floated down in the previous round",
    "C15": "more players would float up who floated up in the previous round",
    "C16": "more players would float down who floated down two rounds ago",
    "C17": "more players would float up who floated up two rounds ago",
    "C18": "a higher moved-down player who floated down in the previous round would float again",
    "C19": "somebody who floated up in the previous round would meet a player with a higher score",
    "C20": "a higher moved-down player who floated down two rounds ago would float again",
    "C21": "somebody who floated up two rounds ago would meet a player with a higher score",
    "quality": "the bracket as a whole would come out worse",
}
# What could not be had, as "in this bracket ...".
BINDING = {
    "C6": "{} could not be paired and floated down",
    "C7": "{} who had moved down floated again",
    "C9": "{} unplayed games stand against the one with the bye",
    "C10": "{} got a colour difference beyond two",
    "C11": "{} got one colour a third time in a row",
    "C12": "{} did not get the colour due",
    "C13": "{} did not get a colour strongly due",
    "C14": "{} floated down as in the previous round",
    "C15": "{} floated up as in the previous round",
    "C16": "{} floated down as two rounds ago",
    "C17": "{} floated up as two rounds ago",
    "C18": "{} moved-down floated down as in the previous round",
    "C19": "{} met a moved-down player, having floated up in the previous round",
    "C20": "{} moved-down floated down as two rounds ago",
    "C21": "{} met a moved-down player, having floated up two rounds ago",
}
FLOATS = {
    "odd": "the number of players in the bracket is odd",
    "bye": "somebody has to have the bye",
    "limbo": "the bracket has no opponent for everybody who moved down",
    "unpairable": "the bracket cannot pair everybody: too many have met or are due the same colour",
    "completion": "the players below could not all be paired without help from above",
}


def sentences(story: RoundStory) -> Iterator[str]:
    """The whole round, bracket by bracket."""
    for bracket in story.brackets:
        yield from bracket_sentences(bracket)
    if story.bye:
        yield from bye_sentences(story.bye)


def bracket_sentences(bracket: BracketStory) -> Iterator[str]:
    """One bracket: who is in it, what bound it, each board and each float."""
    came = f", with {numbers(bracket.moved_down)} moved down into it" if bracket.moved_down else ""
    yield f"Bracket of {bracket.score} points: {numbers(bracket.residents)}{came}."
    for name, value in bracket.faults.items():
        count = sum(value) if isinstance(value, tuple) else value
        yield f"  [{name}] In this bracket {BINDING[name].format(count)}; the criteria above it allow no fewer."
    if bracket.exchange:
        change = bracket.exchange
        yield (
            f"  Players {numbers(change.from_s1)} and {numbers(change.from_s2)} change places between the halves, "
            f"because otherwise {CRITERIA[change.reason]} [{change.reason}]."
        )
    for board in bracket.boards:
        yield from (f"  {line}" for line in board_sentences(board))
    for one in bracket.floats:
        yield from (f"  {line}" for line in float_sentences(one))


def board_sentences(board: BoardStory) -> Iterator[str]:
    """Why these two meet and why with these colours."""
    above = " (moved down)" if board.floated else ""
    yield f"{board.white} (White) meets {board.black} (Black)."
    first, second = board.higher.number, board.lower.number
    if board.rejected:
        yield from (f"Not {one.player} for {first}{above}: {reason(one)}." for one in board.rejected)
    else:
        yield f"{second} is the first opponent in the order for {first}{above}."
    yield colour_sentence(board)


def reason(one: Rejected) -> str:
    """Why somebody was passed over, as a clause."""
    if one.reason == "C1":
        return f"they met in round {one.met_in} [C1]"
    if one.reason == "C2":
        return "has had the bye, or a win's points without playing, before [C2]"
    if one.reason == "C3":
        return "both are absolutely due the same colour [C3]"
    if one.reason == "forbidden":
        return "the two may not be paired with each other"
    if one.reason == "order":
        return "as good, but later in the order of candidates"
    label = "" if one.reason == "quality" else f" [{one.reason}]"
    return CRITERIA[one.reason] + label


def float_sentences(one: FloatStory) -> Iterator[str]:
    """Why somebody floated down, and not another."""
    yield f"{one.number} is not paired here: {FLOATS[one.reason]}."
    yield from (f"Not {other.player} instead: {reason(other)}." for other in one.rejected)


def bye_sentences(bye: ByeStory) -> Iterator[str]:
    """Why this player has the bye."""
    yield f"{bye.number} has the bye, with {bye.score} points the lowest score with which it is possible [C5]."
    yield from (f"  Not {other.player}: {reason(other)}." for other in bye.rejected)


def colour_sentence(board: BoardStory) -> str:
    """Why each of the two has this colour."""
    mine, theirs = board.higher, board.lower
    colour = NAMES[Colour.WHITE if board.white == mine.number else Colour.BLACK]
    if board.rule is ColourRule.BOTH:
        wishes = [due_sentence(one) for one in (mine, theirs)]
        return f"Colours: {wishes[0]}; {wishes[1]} [{board.rule.value}]."
    if board.rule is ColourRule.STRONGER:
        winner, loser = (mine, theirs) if _granted(board, mine) else (theirs, mine)
        return (
            f"Colours: both are due {NAMES[_due(winner)]}; {winner.number} more strongly "
            f"({_history(winner)} against {_history(loser)}) [{board.rule.value}]."
        )
    if board.rule is ColourRule.ALTERNATE:
        return (
            f"Colours: both are equally due the same; they change the colours of the last time these differed "
            f"({mine.number}: {_history(mine)}, {theirs.number}: {_history(theirs)}) [{board.rule.value}]."
        )
    if board.rule is ColourRule.HIGHER:
        return f"Colours: both are equally due {NAMES[_due(mine)]}; the higher ranked {mine.number} gets it [5.2.4]."
    return (
        f"Colours: neither has played; {mine.number} gets {colour} by the initial colour, "
        f"{NAMES[board.initial]} for odd places in the list [5.2.5]."
    )


def due_sentence(one: Due) -> str:
    """What colour somebody is due, and from what."""
    wish = one.preference
    if wish.colour is None:
        return f"{one.number} has played no game and takes either"
    return f"{one.number} is {STRENGTHS[wish.strength]} due {NAMES[wish.colour]} ({_history(one)})"


def _granted(board: BoardStory, one: Due) -> bool:
    return _due(one) is (Colour.WHITE if board.white == one.number else Colour.BLACK)


def _due(one: Due) -> Colour:
    preference: Preference = one.preference
    assert preference.colour is not None, "this rule decides between players who are due a colour"
    return preference.colour


def _history(one: Due) -> str:
    return "had " + "".join(colour.value.upper() for colour in one.colours)


def numbers(players: Sequence[int], most: int = 24) -> str:
    """Pairing numbers as a list for reading; a long one is cut."""
    shown = ", ".join(str(number) for number in players[:most])
    return shown if len(players) <= most else f"{shown} and {len(players) - most} more"
