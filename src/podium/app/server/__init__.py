"""What the server notes of itself: logs, metrics, faults, findings, and work in other processes."""
