"""Looking after a database: examination, rebuilding, forgetting, cleaning up."""
