"""Where everything is kept: the journal, the registry of users, and the read model, in SQL."""
