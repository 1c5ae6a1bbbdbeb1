"""Matchings in any graph: who goes with whom so that nobody is taken twice (Edmonds).

`MaximumMatching` finds the largest over sets kept as bits: whether all can be paired at all, who can be left out, and
the proof. `HeaviestMatching` finds the best perfect one where pairs have weights. Why one does not stand in for the
other is in `docs/decisions/0009-two-matchings.md`.
"""
