"""What can be decided about an event: options, settings, the event's own life."""
