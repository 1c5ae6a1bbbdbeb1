"""A game that is played on the server: clocks, draw rules, how it ends. Values in, events out; no clock is asked."""
