"""Pages of prizes: set up, allocated, shown, certificates."""
