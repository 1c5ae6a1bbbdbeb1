"""Sentences with the facts filled in: quoted, shortened, listed as people would.

In a template %(x)s is quoted if it is text, %(x:bare)s never is, and %(x:whole)s is not even shortened; a number that
is %(x:typed)s has no ½, one that is %(x:players)s or %(x:rounds)s says of what; %(x:or)s and %(x:and)s join the items
of a list, %(x:some)s the first ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from podium.app.rounds.result_words import score_text
from podium.app.words import counts
from podium.app.words.fields import field_noun
from podium.app.words.language import N_, _, ngettext, template
from podium.app.words.numbers import decimal, figure
from podium.core.points import Points

ROUND_STATUS_WORDS = (N_("draft"), N_("published"), N_("playing"), N_("closed"))
TOURNAMENT_STATUS_WORDS = (N_("draft"), N_("published"), N_("archived"), N_("deleted"))
CHANGE_STATUS_WORDS = (N_("undone"), N_("dropped"))
MATCH_STATUS_WORDS = (N_("pending"), N_("running"), N_("finished"), N_("canceled"))
ROLES = (N_("public"), N_("player"), N_("scorer"), N_("arbiter"), N_("owner"))


def short_name(name: str) -> str:
    """The name with its first names as initials.

    >>> short_name("Vachier-Lagrave, Maxime"), short_name("Ann-Kathrin Lee"), short_name("Pelé")
    ('Vachier-Lagrave, M.', 'A. Lee', 'Pelé')
    """
    surname, comma, first = name.partition(",")
    if comma and first.strip():
        return f"{surname}, {' '.join(f'{each[0]}.' for each in first.split())}"
    first, space, surname = name.partition(" ")
    return f"{first[0]}. {surname}" if space else name


def enumeration(names: Sequence[str]) -> str:
    """All of them: `Ann`, `Ann and Ben`, `Ann, Ben and Cid`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s", names=separated(names[:-1]), last=names[-1])


def alternatives(names: Sequence[str]) -> str:
    """One of them: `Ann`, `Ann or Ben`, `Ann, Ben or Cid`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s or %(last)s", names=separated(names[:-1]), last=names[-1])


def separated(names: Sequence[str]) -> str:
    """With nothing but a mark between: `Ann, Ben, Cid`."""
    return _(", ").join(names)


_CITATION = re.compile(r" ?(\[(C\d|\d\.\d)[^]]*\]|\(([A-C]\.\d\d|[Aa]rti(cle|kel) \d)[^)]*\))")


def without_citations(text: str) -> str:
    """A sentence without the articles of regulations that it names in brackets.

    >>> without_citations("A draw for the opponents (C.07, 16.3), and no float [C14].")
    'A draw for the opponents, and no float.'
    """
    return _CITATION.sub("", text).strip()


LONGEST_VALUE = 80
MOST_NAMES = 5

MISSING = "…"

MATCH_PROBLEMS: Mapping[str, str] = {
    "tie": N_("This match is a tie, both teams have the sets to win."),
    "incomplete": N_("This match is incomplete, neither team has the sets to win."),
    "partial": N_("This match is a partial entry, one team still shows ?."),
    "missing": N_("This match has no result."),
}
_AT_TABLES: Mapping[str, str] = {
    "tie": N_("table %(table)s is a tie, both teams have the sets to win"),
    "incomplete": N_("table %(table)s is incomplete, neither team has the sets to win"),
    "partial": N_("table %(table)s is a partial entry, one team still shows ?"),
    "missing": N_("table %(table)s has no result"),
}
_OPEN_TABLE = N_("table %(table)s is open")


def filled(text: str, facts: Mapping[str, object]) -> str:
    """The sentence that a text says of these facts, in the current language."""
    return template(text) % _Facts(facts)


class _Facts(dict[str, object]):
    """Facts to fill a sentence with; one that the error did not bring is three dots, never a failure."""

    def __getitem__(self, key: str) -> str:
        name, _colon, how = key.partition(":")
        if name == "field" and how == "bare" and name in self:
            return shortened(field_noun(str(self.get(name))))
        return _formatted(self.get(name, MISSING), how)


def _formatted(value: object, how: str) -> str:
    """A value on its way into a sentence."""
    if value is MISSING and how != "boards":
        return MISSING
    items = list(value) if isinstance(value, list | tuple) else [value]
    match how:
        case "bare":
            return shortened(value) if isinstance(value, str) else quoted(value)
        case "whole":
            return str(value)
        case "typed":
            return decimal(value) if isinstance(value, float) else quoted(value)
        case "or":
            return alternatives([quoted(item) for item in items]) or _("nothing")
        case "and":
            return enumeration([quoted(item) for item in items]) or _("none")
        case "some":
            return enumeration(first_few([shortened(str(item)) for item in items])) or _("none")
        case "open" if any(_problem(item) not in ("", "missing") for item in items):
            return enumeration([_kept_open(item) for item in items])
        case "boards":
            return _on_boards(first_few([str(item) for item in items])) if value is not MISSING else ""
        case "open" if items:
            return ngettext("%(num)s game without a result", "%(num)s games without a result", len(items))
        case "open":
            return _("nobody is paired")
        case "players" | "rounds" if isinstance(value, int):
            return counts.players(value) if how == "players" else counts.rounds(value)
        case "entry" if isinstance(value, int):
            return _("round %(round)s paired by hand", round=value)
        case "entry":
            return shortened(str(value))
        case "result":
            return _("open") if value is None else score_text(str(value))
        case _:
            return quoted(value)


def _on_boards(boards: list[str]) -> str:
    """Where something is missing, as an addition to a sentence: ` (boards 3 and 4)`."""
    return " " + ngettext("(board %(boards)s)", "(boards %(boards)s)", len(boards), boards=enumeration(boards))


def first_few(items: list[str]) -> list[str]:
    """All items if they are few, else the first ones and how many others there are."""
    if len(items) <= MOST_NAMES:
        return items
    rest = len(items) - MOST_NAMES + 1
    return [*items[: MOST_NAMES - 1], ngettext("%(num)s other", "%(num)s others", rest)]


def _problem(item: object) -> str:
    return str(item.get("problem", "")) if isinstance(item, Mapping) else ""


def _kept_open(item: object) -> str:
    """What is wrong with one match, as `table 3 is a tie ...`."""
    board = item.get("board", MISSING) if isinstance(item, Mapping) else MISSING
    return _(_AT_TABLES.get(_problem(item), _OPEN_TABLE), table=board)


def quoted(value: object) -> str:
    """A value as it stands in a sentence: text in quotes, everything else bare."""
    match value:
        case None:
            return _("nothing")
        case Enum():
            return quoted(value.value)
        case str():
            return _('"%(text)s"', text=shortened(value))
        case bool():
            return str(value).lower()
        case list() | tuple():
            return enumeration([quoted(item) for item in value]) or _("nothing")
        case _:
            return shortened(figure(value) if isinstance(value, Points | float) else str(value))


def shortened(text: str) -> str:
    """The text as a sentence has room for it."""
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
