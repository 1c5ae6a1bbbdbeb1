"""Pages of accounts: sign in, one's own account, roles, the audit."""
