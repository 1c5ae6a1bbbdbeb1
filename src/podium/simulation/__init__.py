"""Whole tournaments played by chance: test material, random tournaments, forecasts."""
