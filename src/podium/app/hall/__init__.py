"""What happens in the hall: check-in, screens on the walls, the clock, news to phones."""
