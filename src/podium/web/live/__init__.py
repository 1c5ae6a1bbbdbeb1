"""Pages of live games: the game, the boards of a round, what other pages say of them."""
