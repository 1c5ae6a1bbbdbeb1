"""The files that an event can be written as, and the limits under which files are read."""
