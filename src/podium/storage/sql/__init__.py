"""The database itself: connections, limits, faults, row security, notices between processes."""
