"""Prizes: who wins what, the list to read, certificates."""
