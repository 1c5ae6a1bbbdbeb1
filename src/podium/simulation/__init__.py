"""Whole events, played from a seed: test material, random tournaments, forecasts."""
