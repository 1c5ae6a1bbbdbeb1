"""Games of a tournament as PGN: written for spectators, read from files and from electronic boards."""
