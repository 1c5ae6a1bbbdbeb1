"""The journal: intents decided, written, read again, and the read model that follows it."""
