"""Pages of what can be printed and taken along."""
