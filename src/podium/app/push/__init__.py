"""Telling browsers that follow a tournament when a round is out: web push (RFC 8030, 8188, 8291, 8292)."""
