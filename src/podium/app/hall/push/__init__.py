"""Notifications to browsers (Web Push, RFC 8030, 8291, 8292)."""
