"""Pages that only events of stages have."""
