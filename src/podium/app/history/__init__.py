"""The history of an event: one line per commit, in words and as JSON."""
