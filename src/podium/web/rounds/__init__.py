"""Pages of a round: boards, results, pairing by hand, corrections, why."""
