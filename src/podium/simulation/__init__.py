"""Whole events, played from a seed."""
