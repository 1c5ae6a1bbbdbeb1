"""Pictures and templates of events, as plain tables."""
