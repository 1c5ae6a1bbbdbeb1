"""Podium and gacrux, FIDE's reference checker, over random tournaments of each other."""
