"""Pages of players: the list, one player, imports, links."""
