"""Names in a sentence, one after another."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.words.language import _


def listed(names: Sequence[str]) -> str:
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
