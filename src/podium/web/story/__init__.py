"""Pages of the story, and the picture shown where an event's address is shared."""
