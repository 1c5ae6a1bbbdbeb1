"""Lists of players in files of every kind: read, matched with who is entered, written."""
