"""The players of an event: their cards, numbers, and what coming and going means."""
