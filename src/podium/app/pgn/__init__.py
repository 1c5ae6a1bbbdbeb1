"""Games of a tournament as PGN: written for whoever follows, read from files and from electronic boards."""
