"""One module per resource: its bodies, its commands, its handlers."""
