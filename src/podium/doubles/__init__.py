"""Doubles with a new partner every round."""
