"""Live games in SQL: what is due, who is there, how each stands."""
