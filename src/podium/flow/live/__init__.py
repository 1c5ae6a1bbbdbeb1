"""Which games can be played on the server now, and from which position."""
