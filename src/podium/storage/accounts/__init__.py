"""Accounts, sessions, tokens, roles and the audit, as plain tables."""
