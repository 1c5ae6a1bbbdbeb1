"""FIDE mode: what an event in it is asked about, what it may not do, and what its report file has to name."""
