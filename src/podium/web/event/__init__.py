"""Pages of an event as a whole: the list, a new one, overview, settings, history."""
