"""Pages for the hall: check-in, screens and walls, the app on a phone."""
