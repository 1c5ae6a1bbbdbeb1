"""Podium: run a whole tournament, from the first pairing to the podium."""

__all__: list[str] = []
