"""The story of an event: the podium, the race, meetings, upsets, figures and pictures."""
