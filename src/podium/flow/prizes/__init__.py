"""The prizes of an event and what commands about them lead to."""
