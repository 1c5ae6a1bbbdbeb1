"""Archives of events: their file, how they are checked, read and written."""
