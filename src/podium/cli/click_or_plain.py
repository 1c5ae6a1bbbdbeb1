"""`click`, by which the verbs are declared; where it is not installed, what the verbs on files need of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
else:
    try:
        import click
    except ModuleNotFoundError:
        from podium.cli import plain as click

__all__ = ["click"]
