"""Pages of standings: the table, tie-breaks explained, shared places, the podium."""
