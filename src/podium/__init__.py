"""Podium: run a whole tournament, from the first pairing to the podium."""

from podium.prizes import allocate

__all__ = ["allocate"]
