"""The rounds of an event: pairings, results, why a board is what it is, and what is said of them."""
