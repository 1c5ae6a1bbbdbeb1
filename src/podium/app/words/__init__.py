"""What Podium says to people: errors, commits, results, tie-breaks, prizes, each in sentences."""
