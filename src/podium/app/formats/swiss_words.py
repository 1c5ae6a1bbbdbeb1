"""The reasons for a Swiss round in sentences that an arbiter can read out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podium import swiss
from podium.app.words.language import N_, _
from podium.app.words.phrases import separated

NAMES = {swiss.Colour.WHITE: N_("White"), swiss.Colour.BLACK: N_("Black")}
_DUE = {
    swiss.Strength.ABSOLUTE: N_("%(player)s is absolutely due %(colour)s (had %(history)s)"),
    swiss.Strength.STRONG: N_("%(player)s is strongly due %(colour)s (had %(history)s)"),
    swiss.Strength.MILD: N_("%(player)s is mildly due %(colour)s (had %(history)s)"),
}

# What is minimised, as the continuation of "because otherwise ...".
CRITERIA = {
    "C4": N_("the players left over could not all be paired legally"),
    "C5": N_("the bye would go to somebody with a higher score"),
    "C6": N_("more players would have to float down"),
    "C7": N_("players with a higher score would float down"),
    "C8": N_("the next bracket could not be paired as well"),
    "C9": N_("the bye would go to somebody who has played fewer games"),
    "C10": N_("more topscorers, or opponents of theirs, would get a colour difference beyond two"),
    "C11": N_("more topscorers, or opponents of theirs, would get one colour three times in a row"),
    "C12": N_("more players would be refused the colour they are due"),
    "C13": N_("more players would be refused a colour they are strongly due"),
    "C14": N_("more players would float down who floated down in the previous round"),
    "C15": N_("more players would float up who floated up in the previous round"),
    "C16": N_("more players would float down who floated down two rounds ago"),
    "C17": N_("more players would float up who floated up two rounds ago"),
    "C18": N_("a higher moved-down player who floated down in the previous round would float again"),
    "C19": N_("somebody who floated up in the previous round would meet a player with a higher score"),
    "C20": N_("a higher moved-down player who floated down two rounds ago would float again"),
    "C21": N_("somebody who floated up two rounds ago would meet a player with a higher score"),
    "quality": N_("the bracket as a whole would come out worse"),
}
# What remains unfilled, as "in this bracket ...".
BINDING = {
    "C6": N_("%(num)s could not be paired and floated down"),
    "C7": N_("%(num)s who had moved down floated again"),
    "C9": N_("%(num)s unplayed games stand against the one with the bye"),
    "C10": N_("%(num)s got a colour difference beyond two"),
    "C11": N_("%(num)s got one colour a third time in a row"),
    "C12": N_("%(num)s did not get the colour due"),
    "C13": N_("%(num)s did not get a colour strongly due"),
    "C14": N_("%(num)s floated down as in the previous round"),
    "C15": N_("%(num)s floated up as in the previous round"),
    "C16": N_("%(num)s floated down as two rounds ago"),
    "C17": N_("%(num)s floated up as two rounds ago"),
    "C18": N_("%(num)s moved-down floated down as in the previous round"),
    "C19": N_("%(num)s met a moved-down player, having floated up in the previous round"),
    "C20": N_("%(num)s moved-down floated down as two rounds ago"),
    "C21": N_("%(num)s met a moved-down player, having floated up two rounds ago"),
}
PASSED_OVER = {
    "C1": N_("they met in round %(round)s [C1]"),
    "C2": N_("has had the bye, or a win's points without playing, before [C2]"),
    "C3": N_("both are absolutely due the same colour [C3]"),
    "forbidden": N_("the two may not be paired with each other"),
    "order": N_("as good, but later in the order of candidates"),
    "quality": CRITERIA["quality"],
}
FLOATS = {
    "odd": N_("the number of players in the bracket is odd"),
    "bye": N_("somebody has to have the bye"),
    "limbo": N_("the bracket has no opponent for everybody who moved down"),
    "unpairable": N_("the bracket cannot pair everybody: too many have met or are due the same colour"),
    "completion": N_("the players below could not all be paired without help from above"),
}


def sentences(story: swiss.RoundStory) -> Iterator[str]:
    """The whole round, bracket by bracket."""
    for bracket in story.brackets:
        yield from bracket_sentences(bracket)
    if story.bye:
        yield from bye_sentences(story.bye)


def bracket_sentences(bracket: swiss.BracketStory) -> Iterator[str]:
    """One bracket: who is in it, what bound it, each board and each float."""
    yield bracket_sentence(bracket)
    for name, value in bracket.faults.items():
        yield _(
            "  [%(criterion)s] In this bracket %(fault)s; the criteria above it allow no fewer.",
            criterion=name,
            fault=fault(name, value),
        )
    if bracket.exchange:
        change = bracket.exchange
        yield _(
            "  Players %(upper)s and %(lower)s change places between the halves, because otherwise %(reason)s "
            "[%(criterion)s].",
            upper=numbers(change.from_s1),
            lower=numbers(change.from_s2),
            reason=_(CRITERIA[change.reason]),
            criterion=change.reason,
        )
    for board in bracket.boards:
        yield from (f"  {line}" for line in board_sentences(board))
    for one in bracket.floats:
        yield from (f"  {line}" for line in float_sentences(one))


def bracket_sentence(bracket: swiss.BracketStory) -> str:
    """Who is in a bracket."""
    residents = numbers(bracket.residents)
    if not bracket.moved_down:
        return _("Bracket of %(score)s points: %(residents)s.", score=bracket.score, residents=residents)
    return _(
        "Bracket of %(score)s points: %(residents)s, with %(others)s moved down into it.",
        score=bracket.score,
        residents=residents,
        others=numbers(bracket.moved_down),
    )


def fault(criterion: str, value: int | tuple[int, ...]) -> str:
    """What a criterion could not be given in a bracket, as a clause with how many it is about."""
    return _(BINDING[criterion], num=sum(value) if isinstance(value, tuple) else value)


def board_sentences(board: swiss.BoardStory) -> Iterator[str]:
    """Why these two meet and why with these colours."""
    yield _("%(white)s (White) meets %(black)s (Black).", white=board.white, black=board.black)
    first, second = str(board.higher.number), board.lower.number
    if board.floated:
        first = _("%(player)s (moved down)", player=first)
    if board.rejected:
        for one in board.rejected:
            yield _("Not %(other)s for %(player)s: %(reason)s.", other=one.player, player=first, reason=reason(one))
    else:
        yield _("%(other)s is the first opponent in the order for %(player)s.", other=second, player=first)
    yield _("Colours: %(reason)s", reason=colour_sentence(board))


def reason(one: swiss.Rejected) -> str:
    """Why somebody was passed over, as a clause."""
    if one.reason in PASSED_OVER:
        return _(PASSED_OVER[one.reason], round=one.met_in)
    return _("%(reason)s [%(criterion)s]", reason=_(CRITERIA[one.reason]), criterion=one.reason)


def float_sentences(one: swiss.FloatStory) -> Iterator[str]:
    """Why somebody floated down, and not another."""
    yield _("%(player)s is not paired here: %(reason)s.", player=one.number, reason=_(FLOATS[one.reason]))
    for other in one.rejected:
        yield _("Not %(other)s instead: %(reason)s.", other=other.player, reason=reason(other))


def bye_sentences(bye: swiss.ByeStory) -> Iterator[str]:
    """Why this player has the bye."""
    yield _(
        "%(player)s has the bye, with %(score)s points the lowest score with which it is possible [C5].",
        player=bye.number,
        score=bye.score,
    )
    for other in bye.rejected:
        yield _("  Not %(other)s: %(reason)s.", other=other.player, reason=reason(other))


def colour_sentence(board: swiss.BoardStory) -> str:
    """Why each of the two has this colour; it goes on after `Colours:`."""
    mine, theirs = board.higher, board.lower
    if board.rule is swiss.ColourRule.BOTH:
        return _(
            "%(first)s; %(second)s [%(rule)s].",
            first=due_sentence(mine),
            second=due_sentence(theirs),
            rule=board.rule.value,
        )
    if board.rule is swiss.ColourRule.STRONGER:
        granted = _due(mine) is (swiss.Colour.WHITE if board.white == mine.number else swiss.Colour.BLACK)
        winner, loser = (mine, theirs) if granted else (theirs, mine)
        return _(
            "both are due %(colour)s; %(player)s more strongly (had %(history)s against had %(other)s) [%(rule)s].",
            colour=_(NAMES[_due(winner)]),
            player=winner.number,
            history=_history(winner),
            other=_history(loser),
            rule=board.rule.value,
        )
    if board.rule is swiss.ColourRule.ALTERNATE:
        return _(
            "both are equally due the same; they change the colours of the last time these differed "
            "(%(first)s: had %(history)s, %(second)s: had %(other)s) [%(rule)s].",
            first=mine.number,
            history=_history(mine),
            second=theirs.number,
            other=_history(theirs),
            rule=board.rule.value,
        )
    if board.rule is swiss.ColourRule.HIGHER:
        return _(
            "both are equally due %(colour)s; the higher ranked %(player)s gets it [5.2.4].",
            colour=_(NAMES[_due(mine)]),
            player=mine.number,
        )
    return _(
        "neither has played; %(player)s gets %(colour)s by the initial colour, %(initial)s for odd places in the "
        "list [5.2.5].",
        player=mine.number,
        colour=_(NAMES[swiss.Colour.WHITE if board.white == mine.number else swiss.Colour.BLACK]),
        initial=_(NAMES[board.initial]),
    )


def due_sentence(one: swiss.Due) -> str:
    """What colour somebody is due, and from what."""
    wish = one.preference
    if wish.colour is None:
        return _("%(player)s has played no game and takes either", player=one.number)
    return _(_DUE[wish.strength], player=one.number, colour=_(NAMES[wish.colour]), history=_history(one))


def _due(one: swiss.Due) -> swiss.Colour:
    preference: swiss.Preference = one.preference
    assert preference.colour is not None, "this rule decides between players who are due a colour"
    return preference.colour


def _history(one: swiss.Due) -> str:
    return "".join(colour.value.upper() for colour in one.colours)


def numbers(players: Sequence[int], most: int = 24) -> str:
    """Pairing numbers as a list for reading; a long one is cut."""
    shown = separated([str(number) for number in players[:most]])
    if len(players) <= most:
        return shown
    return _("%(numbers)s and %(count)s more", numbers=shown, count=len(players) - most)
