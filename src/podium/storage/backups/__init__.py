"""Copies of whole databases: backups, their way back, older databases."""
