"""How handlers ask for what they need."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from litestar.di import NamedDependency
from litestar.params import SkipValidation

T = TypeVar("T")

Injected: TypeAlias = NamedDependency[SkipValidation[T]]
"""A value of ours, provided under the name of the argument; `podium.api.routes` says by what."""
