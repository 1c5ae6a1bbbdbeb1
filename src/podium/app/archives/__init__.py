"""Archives of whole events: one file that another Podium restores with its history."""
