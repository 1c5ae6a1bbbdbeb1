"""What surrounds every page: the visit, its form, the response."""
