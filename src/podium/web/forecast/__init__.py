"""The page with what is likely to become of an event."""
