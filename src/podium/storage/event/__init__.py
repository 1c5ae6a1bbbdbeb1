"""Pictures, photos and templates of events, as plain tables."""
