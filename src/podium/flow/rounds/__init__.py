"""The life of a round: pairing, editing by hand, results and what players say of them."""
