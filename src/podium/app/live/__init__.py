"""Games played on the server, beside their own laws: how they join an event, and what is said of them."""
