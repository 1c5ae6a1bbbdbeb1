"""Check-ins, screens and followers, as plain tables."""
