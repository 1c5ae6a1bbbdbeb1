"""Rating lists, the official ratings of players, and what an event is worth to ratings and titles."""
