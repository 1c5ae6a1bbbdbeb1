"""Small databases as earlier states of Podium left them, with what those states answered."""
