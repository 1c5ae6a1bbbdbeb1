"""What the story of an event is made of: the podium, the race, meetings, upsets, performances, colours, partners."""
