"""The pages of every tournament: one module each."""
