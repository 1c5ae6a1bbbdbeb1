"""What the tests speak with: the domain's own words, and the services some tests need."""
