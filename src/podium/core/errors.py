"""Everything that can go wrong, as one tree.

    PodiumError
      Refused(code, **facts)            the rules say no             409 (400 for a configuration), exit 1
        Invalid(code, **facts)          a value is not allowed       400, exit 2
        Unpairable(code, **facts)       no legal pairing exists
      Cautioned(level, steps, ...)      FIDE mode asks first         409, exit 1
      Stale(expected, actual)           someone was faster           409
      Unknown(kind, id)                 no such thing                404, exit 4
      Forbidden(action)                 not yours to do              403
      FormatError(line, column, code)   the file is wrong            400, exit 3
        LimitExceeded(line, column, code) it is more than is read    413, exit 3
      Unavailable(code)                 the database fails, or waits 503, exit 1
      NotInstalled(package)             an extra is not there        503, exit 2
      WorkersAway()                     no process can be started    503, exit 1
      TooSlow(code, seconds)            given up, nothing written    504, exit 1

Errors carry a stable `code` and the facts, never a sentence: text for people is made at the edge.
"""

from __future__ import annotations

import copyreg
from copy import copy
from typing import Any


class PodiumError(Exception):
    """Any error that Podium raises on purpose; `code` is stable, `facts` name the values."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]  # not in its stub

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({named})" if named else self.code


class Refused(PodiumError):
    """The state of the event, or the rules, say no."""


class Invalid(Refused):
    """A value that is not allowed, whatever the state of the event; `value` is among the facts."""


class Unpairable(Refused):
    """No legal pairing exists; the facts name the players that prove it."""


class Cautioned(PodiumError):
    """What FIDE mode wants to be acknowledged before it is done; `acknowledge` is the number to answer with."""

    def __init__(self, cautions: list[dict[str, object]], level: str, step: int, steps: int) -> None:
        code = cautions[0]["code"]
        super().__init__(
            "fide-mode-asks", value=code, level=level, step=step, steps=steps, acknowledge=step, cautions=cautions
        )

    def at_step(self, step: int, acknowledge: int) -> Cautioned:
        """The same question at another of its steps, to be answered with another number."""
        found = copy(self)
        found.facts = {**self.facts, "step": step, "acknowledge": acknowledge}
        return found


class Stale(PodiumError):
    """Somebody was faster: the event has moved on from the version that was expected."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__("stale", expected=expected, actual=actual)


class Unknown(PodiumError):
    """There is no such thing, or it is hidden from the one who asks."""

    def __init__(self, kind: str, id: object) -> None:
        super().__init__(f"unknown-{kind}", kind=kind, value=id)


class Forbidden(PodiumError):
    """Visible, but not yours to do."""

    def __init__(self, action: str) -> None:
        super().__init__("forbidden", action=action)


class FormatError(PodiumError):
    """A file that cannot be read; says where (line and column count from 1; 0: the whole file)."""

    def __init__(self, line: int, column: int, code: str, **facts: object) -> None:
        super().__init__(code, line=line, column=column, **facts)
        self.line = line
        self.column = column


class LimitExceeded(FormatError):
    """A file that has more of something than is read; `most` and, where it is known, `value` are among the facts."""


class WorkersAway(PodiumError):
    """No process can be started for what takes long."""

    def __init__(self) -> None:
        super().__init__("workers-away")


class Unavailable(PodiumError):
    """The database is away, or does not take what is to be written; the code says why. Nothing was written."""

    def __init__(self, code: str = "database-away", **facts: object) -> None:
        super().__init__(code, **facts)


EXTRAS = {"typst": "paper", "psycopg": "postgres", "cryptography": "push", "distributed": "cluster"}
"""The extra of an installation that brings a package; `server` brings all others."""


class NotInstalled(PodiumError):
    """What is asked for needs a package that was not installed; `value` is its name, `extra` what brings it."""

    def __init__(self, package: str) -> None:
        super().__init__("extra-missing", value=package, extra=EXTRAS.get(package, "server"))


class TooSlow(PodiumError):
    """Work that was given up after `seconds`; nothing came of it."""

    def __init__(self, code: str, seconds: float) -> None:
        super().__init__(code, value=seconds)
