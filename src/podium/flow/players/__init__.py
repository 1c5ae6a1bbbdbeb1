"""Who takes part: entries, numbers, seats, withdrawals."""
