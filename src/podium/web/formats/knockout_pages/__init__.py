"""Pages that only knockouts have."""
