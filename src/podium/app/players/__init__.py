"""The players of an event: their cards, numbers, photos, and what coming and going means."""
