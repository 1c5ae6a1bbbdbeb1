"""Why a board is what it is: opponent, colours, floats and byes, in words an arbiter can read out.

Nothing of it is stored. The reasons are worked out from the state before the round, by the engine that paired it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from podium.app.formats.swiss_words import (
    CRITERIA,
    board_sentences,
    bracket_sentence,
    bye_sentences,
    colour_sentence,
    fault,
    float_sentences,
    numbers,
    reason,
)
from podium.app.rounds.result_words import outcome
from podium.app.rounds.round_words import bye_name
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.flow.formats.swiss_field import field_of, refusal_by_name
from podium.flow.players.numbers import numbers_in
from podium.flow.state import Bye, Game, Pairing, Round, Tournament
from podium.swiss import BoardStory, BracketStory, FloatStory, Rejected, RoundStory, explain


class Who(int):
    """A pairing number that is written as the name of its player, so that the engine's sentences speak of people."""

    name: str

    def __new__(cls, number: int, name: str) -> Self:
        who = super().__new__(cls, number)
        who.name = name
        return who

    def __str__(self) -> str:
        return self.name

    def __format__(self, how: str) -> str:
        return format(self.name, how)


def spoken(name: str) -> str:
    """A name as one says it: in a list of names, the comma of `Yarrow, Hanna` would divide her in two.

    >>> spoken("Yarrow, Hanna")
    'Hanna Yarrow'
    """
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and ", " not in first else name


@dataclass(frozen=True, slots=True)
class Part:
    """One side of the answer: what it is about, and what there is to say."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody who came earlier in the order and was not taken; `criterion` is what spoke against it."""

    player: PlayerId
    criterion: str
    said: str
    met_in: int | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons for one board; `prescribed` is whether the engine pairs it just so, None where none was asked."""

    round: int
    board: int
    who: str
    engine: str
    edition: str | None
    prescribed: bool | None
    parts: tuple[Part, ...]
    score: str | None = None
    binding: tuple[str, ...] = ()
    rejected: tuple[Passed, ...] = ()


def who_plays(state: Tournament, pairing: Pairing) -> str:
    """The players of a pairing, as one says it."""
    names = [spoken(state.players[id].name) for id in pairing.players]
    match pairing:
        case Game():
            return _("%(white)s{ (White)||} and %(black)s{ (Black)||}", white=names[0], black=names[1])
        case Bye():
            return _("%(name)s: %(bye)s", name=names[0], bye=bye_name(state, pairing))
        case _:
            return enumeration(names)


def plain_reason(state: Tournament, here: Round, pairing: Pairing, part: Part | None) -> Why:
    """The answer where no engine weighed anything, or nothing is known of what it weighed."""
    parts = (part,) if part is not None else ()
    return Why(here.number, pairing.board, who_plays(state, pairing), here.engine, here.edition, None, parts)


def reason_of_bye(state: Tournament, pairing: Pairing) -> Part | None:
    """Why a player has a bye that no engine gave; None for what is no such bye."""
    if pairing.bye_kind in (None, ByeType.BYE):
        return None
    text = (
        N_("%(name)s has a %(bye)s and asked for it beforehand.")
        if pairing.kind.requested
        else N_("%(name)s has a %(bye)s and was given it by the director.")
    )
    return Part(_("Bye"), (_(text, name=spoken(state.players[pairing.player].name), bye=outcome(pairing.kind)),))


def dutch_reason(state: Tournament, here: Round, pairing: Pairing) -> Why:
    """The reasons of the Dutch system, worked out anew from the state before the round."""
    who = who_plays(state, pairing)
    numbers_of = {
        id: Who(number, spoken(state.players[id].name))
        for id, number in numbers_in(state, pairing.section, here.number).items()
    }
    mine = [numbers_of[id] for id in pairing.players]
    try:
        story = explain(field_of(state, pairing.section, here.number, numbers_of), mine[0])
        if state.withheld:
            story = _without_forbidden(story)
    except PodiumError as refusal:
        said = sentence(refusal_by_name(state, pairing.section, refusal))
        part = Part(_("No legal round"), (said, _("So this one was made by hand.")))
        return Why(here.number, pairing.board, who, here.engine, here.edition, False, (part,))
    ids = {int(number): id for id, number in numbers_of.items()}
    return _Told(story, mine, ids).why(here, pairing, who)


def _without_forbidden(story: RoundStory) -> RoundStory:
    """The story without the opponents passed over because two may not meet, for readers who are not to know who."""
    brackets = tuple(
        replace(
            bracket,
            boards=tuple(replace(board, rejected=_named(board.rejected)) for board in bracket.boards),
            floats=tuple(replace(each, rejected=_named(each.rejected)) for each in bracket.floats),
        )
        for bracket in story.brackets
    )
    bye = replace(story.bye, rejected=_named(story.bye.rejected)) if story.bye is not None else None
    return replace(story, brackets=brackets, bye=bye)


def _named(rejected: tuple[Rejected, ...]) -> tuple[Rejected, ...]:
    """Those passed over for a reason that everybody may know."""
    return tuple(one for one in rejected if one.reason != "forbidden")


@dataclass(frozen=True, slots=True)
class _Told:
    """A story of a round on its way to the answer about one board."""

    story: RoundStory
    mine: list[Who]
    ids: Mapping[int, PlayerId]

    def why(self, here: Round, pairing: Pairing, who: str) -> Why:
        """The answer."""
        board = self._board()
        bye = self.story.bye
        has_bye = bye is not None and bye.number == self.mine[0] and len(self.mine) == 1
        as_paired = board is not None and board.white == self.mine[0]
        prescribed = has_bye if pairing.is_bye else as_paired
        parts: list[Part] = [] if prescribed else [self._otherwise()]
        rejected: tuple[Rejected, ...] = ()
        if board is not None:
            rejected = board.rejected
            *opponent, _colours = board_sentences(board)
            colours = colour_sentence(board)  # as a sentence of its own
            parts += [
                Part(_("Opponent"), tuple(opponent)),
                Part(_("Colours"), (colours[:1].upper() + colours[1:],)),
            ]
        elif has_bye and bye is not None:
            rejected = bye.rejected
            parts.append(Part(_("The bye"), tuple(line.strip() for line in bye_sentences(bye))))
        mine = set(self.mine)
        around = [each for each in self.story.brackets if not mine.isdisjoint((*each.residents, *each.moved_down))]
        for bracket in around:
            parts += self._bracket(bracket)
        return Why(
            here.number,
            pairing.board,
            who,
            here.engine,
            here.edition,
            prescribed,
            tuple(parts),
            str(around[-1].score) if around else None,
            tuple(dict.fromkeys(name for bracket in around for name in bracket.faults)),
            tuple(Passed(self.ids[one.player], one.reason, reason(one), one.met_in) for one in rejected),
        )

    def _board(self) -> BoardStory | None:
        """The board on which the engine has these two, with whatever colours."""
        wanted = {int(number) for number in self.mine}
        boards = (board for bracket in self.story.brackets for board in bracket.boards)
        return next((board for board in boards if {board.white, board.black} == wanted), None)

    def _otherwise(self) -> Part:
        """What the engine has in place of a board that was made by hand."""
        lines = [
            _("The Dutch system pairs %(white)s (White) with %(black)s (Black).", white=pair.white, black=pair.black)
            for pair in self.story.round.pairs
            if any(number in (pair.white, pair.black) for number in self.mine)
        ]
        if self.story.round.bye is not None and self.story.round.bye in self.mine:
            lines.append(_("The Dutch system gives %(player)s the bye.", player=self.story.round.bye))
        return Part(_("Made by hand"), (_("This board is not the one that the rules prescribe."), *lines))

    def _bracket(self, bracket: BracketStory) -> Iterable[Part]:
        """Who was in the bracket, who left it and why, and what bound it."""
        lines = [bracket_sentence(bracket)]
        if (change := bracket.exchange) is not None:
            lines.append(
                _(
                    "%(upper)s and %(lower)s change places between the halves, because otherwise %(reason)s "
                    "[%(criterion)s].",
                    upper=numbers(change.from_s1),
                    lower=numbers(change.from_s2),
                    reason=_(CRITERIA[change.reason]),
                    criterion=change.reason,
                )
            )
        yield Part(_("Pairing bracket"), tuple(lines))
        floats = [line for one in bracket.floats for line in self._float(one)]
        if floats:
            yield Part(_("Floaters"), tuple(floats))
        if bracket.faults:
            yield Part(_("Not met"), tuple(_binding(name, count) for name, count in bracket.faults.items()))

    def _float(self, one: FloatStory) -> Iterable[str]:
        """The float of a player of this board in full, of another in one sentence."""
        said = list(float_sentences(one))
        return said if one.number in self.mine else said[:1]


def _binding(name: str, value: int | tuple[int, ...]) -> str:
    return _(
        "In this bracket %(fault)s; the criteria above allow no fewer [%(criterion)s].",
        fault=fault(name, value),
        criterion=name,
    )
