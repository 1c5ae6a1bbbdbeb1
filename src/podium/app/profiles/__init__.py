"""The trades that events are of: what the pages of each show first."""
