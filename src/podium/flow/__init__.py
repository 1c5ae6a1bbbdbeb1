"""What may happen in a tournament, as pure functions.

`decide(state, command, now, dice)` gives the events a command leads to, or refuses; `evolve(state, event)` gives the
state after an event, and never refuses. From the stored events one can rebuild the event as it was at any moment.
"""
