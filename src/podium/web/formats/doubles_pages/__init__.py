"""Pages that only doubles have."""
