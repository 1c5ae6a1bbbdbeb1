"""Ratings that federations publish: kinds, lists, FIDE's conversion tables."""
