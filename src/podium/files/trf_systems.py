"""FIDE's codes for the type of a tournament (record 192; the table ETT26 that goes with TRF26), and what they mean.

| code                                             | system                                                     |
| ------------------------------------------------ | ---------------------------------------------------------- |
| `FIDE_DUTCH_2017`, `FIDE_DUTCH_2026`             | the Dutch system before, and since, 1 February 2026        |
| `FIDE_DUTCH`                                     | the one of these that was in force when the event began    |
| `FIDE_DUBOV`, `FIDE_BURSTEIN`, `..._DOUBLESWISS` | other Swiss systems                                        |
| `..._BAKU`                                       | the same with the Baku acceleration                        |
| `BERGER_ROUNDROBIN_Gn`                           | by the Berger tables, n times over                         |
| `BERGER_ROUNDROBIN`, `FIDE_ROUNDROBIN`           | once                                                       |
| `BERGER_DOUBLEROUNDROBIN`                        | twice                                                      |
| `FIDE_DOUBLEROUNDROBIN`                          | twice, the last two rounds of the first cycle exchanged    |
| `CUSTOM_...`                                     | a system of the event's own                                |
| `..._TEAM_...`                                   | the same for teams                                         |

`FIDE_DUTCH_2025` is how the draft of the table spelled `FIDE_DUTCH_2026`, and some programs still do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

DUTCH, SWISS, ROUND_ROBIN, OTHER = "Dutch", "Swiss", "round robin", "other"
NEW_RULES = "2026-02-01"
"""The day from which `FIDE_DUTCH` is the edition of 2026."""
CUSTOM_SWISS = "CUSTOM_SWISS"
_BAKU = "_BAKU"
_EDITIONS = {"": None, "_2017": 2017, "_2025": 2026, "_2026": 2026}
_CYCLES = {
    "BERGER_ROUNDROBIN": 1,
    "FIDE_ROUNDROBIN": 1,
    "BERGER_DOUBLEROUNDROBIN": 2,
    "FIDE_DOUBLEROUNDROBIN": 2,
}
_SWISS = re.compile(r"FIDE_(DUBOV|BURSTEIN|DOUBLESWISS)(_BAKU)?|CUSTOM_(DOUBLE)?SWISS")
_OTHER = re.compile(
    r"CUSTOM_(ROUNDROBIN|SCHILLER|SCHEVENINGEN|KNOCKOUT)|FIDE_SCHILLER(_\d+X\d+)?"
    r"|FIDE_(DOUBLE)?SCHEVENINGEN(_G\d+)?"
    r"|FIDE_TEAM(_TYPE[AB])?(_(MP_GP|GP_MP|MP|GP))?(_BAKU)?|CUSTOM_TEAM_SWISS(_MP|_GP)?"
    r"|BERGER_TEAM_(DOUBLE)?ROUNDROBIN(_G\d+)?|FIDE_TEAM_(DOUBLE)?ROUNDROBIN|CUSTOM_TEAM_(ROUNDROBIN|KNOCKOUT)"
)

_IN_WORDS = re.compile(
    r"\b(?:dubov|burstein|lim|amalfi|monrad|mcmahon|double.?swiss|(?P<other>keizer|sch?eveningen|schiller|knock.?out))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class System:
    """What a code says: `family` is one of the four above, `edition` the year of the Dutch rules where it names it.

    `exchanged` is whether the last two rounds of the first of two `cycles` are.
    """

    family: str
    edition: int | None = None
    baku: bool = False
    cycles: int = 1
    exchanged: bool = False


def system_of(code: str) -> System | None:
    """The system that FIDE's table has for a code, in whatever case; None for one that is not in it.

    >>> system_of("FIDE_DUTCH_2026_BAKU")
    System(family='Dutch', edition=2026, baku=True, cycles=1, exchanged=False)
    >>> system_of("FIDE_DOUBLEROUNDROBIN").exchanged, system_of("ROUNDROBIN")
    (True, None)
    """
    code = code.strip().upper()
    baku = code.endswith(_BAKU)
    plain = code.removesuffix(_BAKU)
    if plain.startswith("FIDE_DUTCH") and plain.removeprefix("FIDE_DUTCH") in _EDITIONS:
        return System(DUTCH, _EDITIONS[plain.removeprefix("FIDE_DUTCH")], baku)
    if code in _CYCLES:
        return System(ROUND_ROBIN, cycles=_CYCLES[code], exchanged=code == "FIDE_DOUBLEROUNDROBIN")
    if repeated := re.fullmatch(r"BERGER_ROUNDROBIN_G([1-9]\d?)", code):
        return System(ROUND_ROBIN, cycles=int(repeated.group(1)))
    if _SWISS.fullmatch(code):
        return System(SWISS, baku=baku)
    return System(OTHER, baku=baku) if _OTHER.fullmatch(code) else None


def system_in_words(text: str) -> System | None:
    """The system that a file names in words (record 092) where it is another than the Dutch one; None for any else.

    >>> system_in_words("Individual: Swiss-System (Dubov)").family, system_in_words("Swiss Dutch")
    ('Swiss', None)
    """
    found = _IN_WORDS.search(text)
    return System(OTHER if found.lastgroup else SWISS) if found else None


def dutch_code(*, baku: bool) -> str:
    """The code of the Dutch system as it is now."""
    return "FIDE_DUTCH_2026" + (_BAKU if baku else "")


def round_robin_code(cycles: int, *, exchanged: bool) -> str:
    """The code of a round robin by the Berger tables; `exchanged` matters where there are two cycles.

    >>> round_robin_code(1, exchanged=True), round_robin_code(2, exchanged=True), round_robin_code(2, exchanged=False)
    ('FIDE_ROUNDROBIN', 'FIDE_DOUBLEROUNDROBIN', 'BERGER_DOUBLEROUNDROBIN')
    """
    if cycles == 1:
        return "FIDE_ROUNDROBIN"
    return "FIDE_DOUBLEROUNDROBIN" if exchanged else "BERGER_DOUBLEROUNDROBIN"
